import { withFamily, type ChoicesChange } from '../../../shared/planning/choice-change.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { isCheckable } from '../../components/user/password-check-text.ts'

const answers = [
  ['', 'Send hashes'],
  ['peppered', 'Made with a pepper: do not send'],
  ['passwordless', 'Drop hashes: users log in with a code'],
  ['exclude', 'Exclude users'],
] as const

/** What becomes of all hashes of a family that could be sent. A pepper cannot be seen, so it has to be told. */
export function FamilyChoice({ family, label }: { readonly family: string; readonly label: string }) {
  const bridge = useBridge()
  const { choices } = useDocument()
  const { accept } = useDocumentState()
  const choose = useMutation((change: ChoicesChange) => bridge.invoke('decisions:update', { choices: change }), accept)
  // A peppered family is among those that cannot be sent; its word is taken back in the list of decisions.
  if (!isCheckable(family)) return null
  return (
    <p>
      <select
        aria-label={`All ${label} hashes`}
        value={choices.families[family] ?? ''}
        disabled={choose.busy}
        onChange={(event) => {
          const change = withFamily(choices, family, event.target.value || null)
          if (change) void choose.run(change)
        }}
      >
        {answers.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </p>
  )
}
