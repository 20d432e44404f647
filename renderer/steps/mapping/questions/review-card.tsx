import { useId, useState } from 'react'
import type { MappingView } from '../../../../shared/ipc/views.ts'
import type { Mapping } from '../../../../shared/mapping/mapping.ts'
import { choiceFor } from '../../../../shared/planning/choices.ts'
import { unmappedTargets } from '../../../../shared/planning/unmapped-key.ts'
import { useDocument, useDocumentState } from '../../../api/document-context.tsx'
import { useSetting } from '../../../api/use-mutation.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { ProblemNotice } from '../../../components/notices/notice.tsx'
import { ColumnPath, distinctText, FillBar, Samples } from '../columns/columns-table.tsx'
import styles from './questions.module.css'
import { editMapping } from '../edit-mapping.ts'
import {
  aboutField,
  fieldQuestion,
  fieldTitle,
  fieldsToReview,
  inOrderOf,
  inReviewOrder,
  isField,
  mayBeKey,
  openInFile,
  type Question as QuestionText,
  type ReviewChoice,
  reviewNote,
  rowsReview,
  type UnmappedField,
  unsureFields,
  unsureText,
} from './review.ts'
import { counted } from '../../../components/texts/format.ts'

/** Everything that a file asks: rows that may be no users, columns whose values look like a login, and columns that may be a key. */
export function ReviewCard({
  fileId,
  view,
  onChange,
}: {
  readonly fileId: number
  readonly view: MappingView | null
  readonly onChange: (mapping: Mapping) => void
}) {
  const { unmappedFields, choices } = useDocument()
  const { decide: take } = useDocumentState()
  const choose = useSetting(take)
  // Shows choices at once, before the engine has planned the users again.
  const [pending, setPending] = useState<readonly UnmappedField[]>([])
  const shown = (field: UnmappedField) =>
    (choose.busy && pending.findLast(({ code, path }) => code === field.code && path === field.path)) || field
  const found = inReviewOrder(unmappedFields.filter((field) => field.fileId === fileId))
  // Fields come while the file is being read: each keeps its place from then on.
  const [placed, setPlaced] = useState(found)
  const added = found.filter(({ code, path }) => !placed.some((one) => one.code === code && one.path === path))
  if (added.length > 0) setPlaced([...placed, ...added])
  const fields = inOrderOf(placed, found)
  const rows = view === null ? null : rowsReview(view, choices.otherRows)
  const unsure = unsureFields(view)
  if (fields.length === 0 && unsure.length === 0 && rows === null) return null
  const held = fieldsToReview(fields).length > 0 || rows?.chosen === null
  const open = held || openInFile(view, choices.otherRows).length > 0

  function decide(field: UnmappedField, value: 'import' | 'exclude'): void {
    const { code, path } = field
    if (isKey(field, view)) onChange(editMapping.withColumn(view?.mapping ?? null, field.path, null))
    setPending([...(choose.busy ? pending : []), { ...field, chosen: value }])
    void choose.run((current) => choiceFor(current, { code, group: path }, value))
  }

  function takeAsKey({ path }: UnmappedField): void {
    const column = view?.columns.find((one) => isField(one.path, path))
    if (column !== undefined) onChange(editMapping.withColumn(view?.mapping ?? null, column.path, 'source-id'))
  }

  return (
    <section className={`panel ${styles.card}`} data-open={open || undefined} aria-labelledby="needs-review">
      <header className={styles.header}>
        <span className={styles.icon}>
          <Icon name={open ? 'warning' : 'check'} />
        </span>
        <h2 id="needs-review">{open ? 'Needs review' : 'Reviewed'}</h2>
        <p className="note">{reviewNote({ held, any: open })}</p>
      </header>
      <ProblemNotice of={choose} />
      <ul>
        {rows !== null && (
          <Question
            about={rows.title}
            text={rows}
            chosen={rows.chosen}
            busy={choose.busy}
            onChoose={(value) =>
              void choose.run((current) => choiceFor(current, { code: rows.code, group: '' }, value))
            }
          />
        )}
        {fields.map((field) => (
          <Question
            key={`${field.code} ${field.path}`}
            about={fieldTitle(field)}
            subject={aboutField(field)}
            view={view}
            text={textOf(field, view)}
            chosen={isKey(field, view) ? 'source-id' : shown(field).chosen}
            busy={choose.busy}
            onChoose={(value) => (value === 'source-id' ? takeAsKey(field) : decide(field, value))}
          />
        ))}
        {unsure.map((field) => (
          <Question
            key={field.path}
            about={field.path}
            subject={{ column: field.path, value: null }}
            view={view}
            text={unsureText(field, view?.mapping ?? null, suggested(view, field.path))}
            chosen={field.chosen}
            busy={choose.busy}
            onChoose={(value) => {
              const mapping = view?.mapping ?? null
              onChange(
                value === 'import'
                  ? editMapping.withColumn(mapping, field.path, field.mayBe)
                  : editMapping.withoutColumn(mapping, field.path),
              )
            }}
          />
        ))}
      </ul>
    </section>
  )
}

/** Why the target of a column is suggested; null: none is. */
function suggested(view: MappingView | null, path: string): string | null {
  return view?.columns.find((column) => column.path === path)?.suggestion?.reason ?? null
}

function textOf(field: UnmappedField, view: MappingView | null): QuestionText {
  const column = view?.columns.find(({ path }) => isField(path, field.path))
  const taken = view?.mapping?.columns.find(({ target }) => target === unmappedTargets[field.code])?.path ?? null
  const text = fieldQuestion(field, column?.counts ?? null, taken)
  return view !== null && mayBeKey(field, view) ? { ...text, choices: [asKey(field.users), ...text.choices] } : text
}

/** The mapping that is tried out makes the column of a field the key. */
function isKey({ path }: UnmappedField, view: MappingView | null): boolean {
  return view?.mapping?.columns.some((one) => one.target === 'source-id' && isField(one.path, path)) === true
}

/** One question with its choices. `subject`: the column that it is about, whose values are shown, or one value of it. */
function Question({
  about,
  subject = null,
  view = null,
  text: { why, choices },
  chosen,
  busy,
  onChoose,
}: {
  readonly about: string
  readonly subject?: ReturnType<typeof aboutField> | null
  readonly view?: MappingView | null
  readonly text: QuestionText
  readonly chosen: ReviewChoice | null
  readonly busy: boolean
  readonly onChoose: (value: ReviewChoice) => void
}) {
  const name = useId()
  const column = subject?.value === null ? view?.columns.find(({ path }) => isField(path, subject.column)) : undefined
  return (
    <li className={styles.field}>
      <div className={styles.what}>
        <p className={`mono ${styles.name}`}>
          <ColumnPath path={subject?.column ?? about} />
        </p>
        {column?.counts && (
          <p className={styles.facts}>
            <FillBar counts={column.counts} records={view?.records ?? null} /> filled · {distinctText(column.counts)}{' '}
            distinct
          </p>
        )}
        {column && <Samples values={column.samples} />}
        {subject?.value != null && <Samples values={[subject.value]} />}
      </div>
      <fieldset aria-disabled={busy || undefined}>
        <legend className="visually-hidden">Decision about {about}</legend>
        <p className={styles.why}>{why}</p>
        <div className={styles.choices}>
          {choices.map(({ value, label, consequence }) => (
            <ChoiceCard
              key={value}
              name={name}
              label={label}
              consequence={consequence}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
          ))}
        </div>
      </fieldset>
    </li>
  )
}

/** One choice of several: what it is called and what it comes to. The whole card can be pressed. */
function ChoiceCard({
  name,
  label,
  consequence,
  checked,
  onChange,
}: {
  readonly name: string
  readonly label: string
  readonly consequence: string
  readonly checked: boolean
  readonly onChange: () => void
}) {
  const id = useId()
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-consequence`}
        onChange={onChange}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        <small id={`${id}-consequence`}>{consequence}</small>
      </span>
    </label>
  )
}

/** The choice that makes a column the key of its users. */
function asKey(users: number): QuestionText['choices'][number] {
  return { value: 'source-id', label: 'Import as source ID', consequence: `The key of ${counted(users, 'user')}.` }
}
