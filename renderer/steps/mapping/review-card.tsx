import { useState } from 'react'
import type { MappingView } from '../../../shared/ipc/views.ts'
import { choiceFor, type ChoicesChange } from '../../../shared/planning/choices.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { ColumnPath } from './column-path.tsx'
import { distinctText, FillBar } from './fill-bar.tsx'
import { fieldsToReview, inReviewOrder, isField, type UnmappedField } from './review.ts'
import { reviewText } from './review-text.ts'
import styles from './review-card.module.css'
import { Samples } from './samples.tsx'

const targetOf = {
  'unmapped-hash': 'password-hash',
  'unmapped-email': 'email',
  'unmapped-phone': 'phone',
  'unmapped-provider-id': 'provider-user-id',
  'unmapped-status': 'disabled',
  'unmapped-provider': 'provider',
} as const

/** Columns that nothing reads and whose values look like a login: each is imported or not, by the operator's word. */
export function ReviewCard({ fileId, view }: { readonly fileId: number; readonly view: MappingView | null }) {
  const bridge = useBridge()
  const { choices, unmappedFields } = useDocument()
  const { accept } = useDocumentState()
  const choose = useMutation((change: ChoicesChange) => bridge.invoke('decisions:update', { choices: change }), accept)
  // What was just chosen shows at once, before the engine has planned the users again.
  const [pending, setPending] = useState<UnmappedField | null>(null)
  const shown = (field: UnmappedField) =>
    choose.busy && pending?.code === field.code && pending.path === field.path ? pending : field
  const fields = inReviewOrder(unmappedFields.filter((field) => field.fileId === fileId))
  if (fields.length === 0) return null
  const open = fieldsToReview(fields).length > 0

  function decide(field: UnmappedField, value: 'import' | 'exclude'): void {
    const { code, path } = field
    const change = choiceFor(choices, { code, group: path }, value)
    if (!change) return
    setPending({ ...field, chosen: value })
    void choose.run(change)
  }

  return (
    <section className={styles.card} data-open={open || undefined} aria-labelledby="needs-review">
      <header className={styles.header}>
        <span className={styles.icon}>
          <Icon name={open ? 'warning' : 'check'} />
        </span>
        <h2 id="needs-review">{open ? 'Needs review' : 'Reviewed'}</h2>
        <p className="muted">
          {open
            ? 'Choose for each column. Nothing is dropped without your choice.'
            : 'You decided about these columns. You can still change it.'}
        </p>
      </header>
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
      <ul>
        {fields.map((field) => (
          <FieldRow
            key={`${field.code} ${field.path}`}
            field={shown(field)}
            view={view}
            disabled={choose.busy}
            onChoose={(value) => decide(field, value)}
          />
        ))}
      </ul>
    </section>
  )
}

function FieldRow({
  field,
  view,
  disabled,
  onChoose,
}: {
  readonly field: UnmappedField
  readonly view: MappingView | null
  readonly disabled: boolean
  readonly onChoose: (value: 'import' | 'exclude') => void
}) {
  const column = view?.columns.find(({ path }) => isField(path, field.path))
  const taken = view?.mapping?.columns.find(({ target }) => target === targetOf[field.code])?.path ?? null
  const { why, choices } = reviewText(field, column?.counts ?? null, taken)
  return (
    <li className={styles.field}>
      <div className={styles.what}>
        <p className={`mono ${styles.name}`}>
          <ColumnPath path={field.path} />
        </p>
        {column?.counts && (
          <p className={styles.facts}>
            <FillBar counts={column.counts} records={view?.records ?? null} /> filled · {distinctText(column.counts)}{' '}
            distinct
          </p>
        )}
        <Samples values={column?.samples ?? []} />
      </div>
      <fieldset disabled={disabled}>
        <legend className="visually-hidden">Decision about {field.path}</legend>
        <p className={styles.why}>{why}</p>
        <div className={styles.choices}>
          {choices.map(({ value, label, consequence }) => (
            <ChoiceCard
              key={value}
              name={`${field.code} ${field.path}`}
              label={label}
              consequence={consequence}
              checked={field.chosen === value}
              onChange={() => onChoose(value)}
            />
          ))}
        </div>
      </fieldset>
    </li>
  )
}
