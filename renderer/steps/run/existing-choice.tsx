import { useId } from 'react'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Tick } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'

/**
 * What happens to users whom the core had before. `mayAsk`: the core can be asked, so that they can be held. `cannotLeave`:
 * it cannot, so who is there is only seen when a password was replaced.
 */
export function ExistingChoice({
  mayAsk = false,
  cannotLeave = false,
}: {
  readonly mayAsk?: boolean
  readonly cannotLeave?: boolean
}) {
  const bridge = useBridge()
  const name = useId()
  const { choices } = useDocument()
  const { accept } = useDocumentState()
  const choose = useTask(
    (existing: 'leave' | 'update' | 'ask') => bridge.ask('preview:choose', { choices: { existing } }),
    accept,
  )
  return (
    <fieldset>
      <legend className="spoken">Users already in the core</legend>
      <Tick
        type="radio"
        name={name}
        checked={choices.existing === 'leave'}
        disabled={choose.busy}
        onChange={() => void choose.run('leave')}
      >
        {cannotLeave
          ? 'Pause after three passwords were replaced, and name the users'
          : 'Leave them as they are in the core'}
      </Tick>
      <Tick
        type="radio"
        name={name}
        checked={choices.existing === 'update'}
        disabled={choose.busy}
        onChange={() => void choose.run('update')}
      >
        Replace their passwords by those of the export
      </Tick>
      {mayAsk && (
        <Tick
          type="radio"
          name={name}
          checked={choices.existing === 'ask'}
          disabled={choose.busy}
          onChange={() => void choose.run('ask')}
        >
          Ask me: hold them, send all others, and decide for all of them afterwards
        </Tick>
      )}
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </fieldset>
  )
}
