import { useId } from 'react'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import type { ChoicesChange } from '../../../shared/planning/choices.ts'
import { Checkbox } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'

/** Login methods of the export that a user of the core lacks. */
const others = [
  ['create', 'Create them as separate users'],
  ['link', 'Link them to the user who is there'],
  ['skip', 'Do not create them'],
] as const

/**
 * The rule for existing users. `mayAsk`: the core can be queried, so that they can be held. `cannotLeave`: it cannot,
 * so an existing user shows only when its password was replaced.
 */
export function ExistingChoice({
  mayAsk = false,
  cannotLeave = false,
}: {
  readonly mayAsk?: boolean
  readonly cannotLeave?: boolean
}) {
  const name = useId()
  const { choices } = useDocument()
  const { decide } = useDocumentState()
  const choose = useMutation((change: Pick<ChoicesChange, 'existing' | 'besideExisting'>) => decide(() => change))
  return (
    <fieldset aria-disabled={choose.busy || undefined}>
      <legend className="visually-hidden">Users already in the core</legend>
      <Checkbox
        type="radio"
        name={name}
        checked={choices.existing === 'skip'}
        onChange={() => void choose.run({ existing: 'skip' })}
      >
        {cannotLeave
          ? 'Pause after three passwords were replaced, and name the users'
          : 'Skip users that already exist in the core'}
      </Checkbox>
      <Checkbox
        type="radio"
        name={name}
        checked={choices.existing === 'overwrite'}
        onChange={() => void choose.run({ existing: 'overwrite' })}
      >
        Replace their passwords with those of the export
      </Checkbox>
      {mayAsk && (
        <Checkbox
          type="radio"
          name={name}
          checked={choices.existing === 'hold'}
          onChange={() => void choose.run({ existing: 'hold' })}
        >
          Ask me: hold them, send all others, and decide for all of them afterwards
        </Checkbox>
      )}
      {mayAsk && (
        <p>
          <label>
            Their other login methods{' '}
            <select
              value={choices.besideExisting ?? 'create'}
              onChange={({ target: { value } }) => {
                const besideExisting = others.find(([one]) => one === value)?.[0]
                if (besideExisting !== undefined) void choose.run({ besideExisting })
              }}
            >
              {others.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </fieldset>
  )
}
