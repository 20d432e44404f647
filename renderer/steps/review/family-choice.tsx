import { choiceFor, withFamily } from '../../../shared/planning/choices.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { decisionTable } from '../../../shared/planning/decisions/decision-table.ts'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { isCheckable } from '../../components/user/password-check-text.ts'

/**
 * What becomes of all hashes of a family. A pepper cannot be seen in a hash that could be sent, so it has to be told; a
 * hash that the core cannot check is the decision that also stands among the findings.
 */
export function FamilyChoice({ family, label }: { readonly family: string; readonly label: string }) {
  const { choices } = useDocument()
  const { decide } = useDocumentState()
  const choose = useMutation(decide)
  if (family === 'none') return null
  const importable = isCheckable(family)
  return (
    <p>
      <select
        aria-label={`All ${label} hashes`}
        value={importable ? (choices.families[family] ?? '') : (chosenForOthers(choices, family) ?? '')}
        onChange={({ target: { value } }) => {
          void choose.run((before) =>
            importable
              ? withFamily(before, family, value || null)
              : choiceFor(before, { code: 'unsupported-hash', group: groupOf(family) }, value || null),
          )
        }}
      >
        <option value="">{importable ? 'Send hashes' : 'Decide later'}</option>
        {decisionTable.families
          .answers({ code: '', group: family })
          .filter(({ value }) => importable || value !== 'peppered')
          .map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
      </select>
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </p>
  )
}

/** The group of the finding that a bucket of hashes is decided by. */
function groupOf(bucket: string): string {
  return bucket.replace(/^unsupported:/, '')
}

/** The decision about a bucket that cannot be imported; null: none yet. */
export function chosenForOthers(choices: Pick<Choices, 'hashes' | 'otherHashes'>, bucket: string): string | null {
  return choices.hashes[groupOf(bucket)] ?? choices.otherHashes
}
