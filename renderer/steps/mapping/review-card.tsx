import type { MappingView } from '../../../shared/ipc/views.ts'
import { choiceFor, type ChoicesChange } from '../../../shared/planning/choice-change.ts'
import { findingChoices } from '../../../shared/planning/finding-choices.ts'
import { findingCodes } from '../../../shared/planning/findings.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { Tag } from '../../components/tag.tsx'
import { fieldsToReview, inReviewOrder, type UnmappedField } from './review.ts'
import styles from './review-card.module.css'

/** Fields of a file that nothing reads and whose values look like a login: each is imported or not, by the operator's word. */
export function ReviewCard({ fileId, view }: { readonly fileId: number; readonly view: MappingView | null }) {
  const bridge = useBridge()
  const { choices, unmappedFields } = useDocument()
  const { accept } = useDocumentState()
  const choose = useMutation((change: ChoicesChange) => bridge.invoke('decisions:update', { choices: change }), accept)
  const fields = inReviewOrder(unmappedFields.filter((field) => field.fileId === fileId))
  if (fields.length === 0) return null

  function decide({ code, path, chosen }: UnmappedField, value: string): void {
    const change = choiceFor(choices, { code, group: path }, chosen === value ? null : value)
    if (change) void choose.run(change)
  }

  return (
    <Card
      className={styles.card}
      title={fieldsToReview(fields).length > 0 ? 'Needs your review' : 'Values in columns that are not mapped'}
    >
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
      <ul className={styles.fields}>
        {fields.map((field) => (
          <li key={`${field.code} ${field.path}`} className={styles.field}>
            <div className={styles.words}>
              <span className="mono">{field.path}</span> <Standing field={field} />
              <p className="subtle">
                {findingCodes[field.code].title}: {counted(field.users, 'user')}
                <Samples view={view} path={field.path} />
              </p>
            </div>
            <div className={styles.choices} role="group" aria-label={`Decision about ${field.path}`}>
              {findingChoices(field.code).map(({ value, label, consequence }) => (
                <Button
                  key={value}
                  small
                  title={consequence}
                  disabled={choose.busy}
                  aria-pressed={field.chosen === value}
                  onClick={() => decide(field, value)}
                >
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Standing({ field: { blocked, chosen } }: { readonly field: UnmappedField }) {
  if (chosen !== null) return <Tag tone="ok">{chosen === 'import' ? 'imported' : 'not imported'}</Tag>
  if (blocked === 0) return <Tag>not imported</Tag>
  return <Tag tone="wait">{counted(blocked, 'user')} blocked</Tag>
}

function Samples({ view, path }: { readonly view: MappingView | null; readonly path: string }) {
  const samples = view?.columns.find((column) => column.path.replaceAll('[0]', '[]') === path)?.samples ?? []
  return samples.length === 0 ? null : <span className="mono"> · {samples.join(' · ')}</span>
}
