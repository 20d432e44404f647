import { useId } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Checkbox } from '../../components/field.tsx'
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
  const choose = useMutation(
    (existing: 'skip' | 'overwrite' | 'hold') => bridge.invoke('decisions:update', { choices: { existing } }),
    accept,
  )
  return (
    <fieldset>
      <legend className="visually-hidden">Users already in the core</legend>
      <Checkbox
        type="radio"
        name={name}
        checked={choices.existing === 'skip'}
        disabled={choose.busy}
        onChange={() => void choose.run('skip')}
      >
        {cannotLeave
          ? 'Pause after three passwords were replaced, and name the users'
          : 'Skip users that already exist in the core'}
      </Checkbox>
      <Checkbox
        type="radio"
        name={name}
        checked={choices.existing === 'overwrite'}
        disabled={choose.busy}
        onChange={() => void choose.run('overwrite')}
      >
        Replace their passwords with those of the export
      </Checkbox>
      {mayAsk && (
        <Checkbox
          type="radio"
          name={name}
          checked={choices.existing === 'hold'}
          disabled={choose.busy}
          onChange={() => void choose.run('hold')}
        >
          Ask me: hold them, send all others, and decide for all of them afterwards
        </Checkbox>
      )}
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </fieldset>
  )
}
