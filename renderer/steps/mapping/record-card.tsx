import { useState } from 'react'
import type { FileView, MappingView, RecordView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { saysStandingOnly } from '../../../shared/mapping/rows/standing-rows.ts'
import type { MappingTarget } from '../../../shared/mapping/targets.ts'
import { unmappedTargets } from '../../../shared/planning/unmapped-key.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Breakable } from '../../components/display/addresses.tsx'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Loading } from '../../components/notices/empty.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { Icon } from '../../components/display/icon.tsx'
import { Notice } from '../../components/notices/notice.tsx'
import { FileProblem } from './file-problem.tsx'
import { ColumnPath } from './columns/columns-table.tsx'
import styles from './mapping-step.module.css'
import { chosenText, fieldsToReview, isField, type UnmappedField } from './questions/review.ts'

/** One record of the file with the mapping applied as it stands on screen, forward and back. */
export function RecordCard({
  fileId,
  view,
  mapping,
}: {
  readonly fileId: number
  readonly view: MappingView | null
  /** The mapping that is tried out; null: the one in use. */
  readonly mapping: Mapping | null
}) {
  const { version, unmappedFields, files } = useDocument()
  const { controlTotals: hashes = null, role } = files.find(({ id }) => id === fileId) ?? {}
  const [index, setIndex] = useState(0)
  const { value, problem, reload } = useQuery('mapping:record', { fileId, index, mapping }, version)
  const total = value?.total ?? 0
  const own = unmappedFields.filter((field) => field.fileId === fileId)
  return (
    <Card
      title={total > 0 ? `Record ${count(index + 1)} of ${count(total)}` : 'Record preview'}
      aside={
        <span className={styles.pager}>
          <Button
            small
            disabled={index === 0 && 'This is the first record.'}
            onClick={() => setIndex(index - 1)}
            aria-label="Previous record"
          >
            <Icon name="left" />
          </Button>
          <Button
            small
            disabled={index + 1 >= total && 'This is the last record.'}
            onClick={() => setIndex(index + 1)}
            aria-label="Next record"
          >
            <Icon name="right" />
          </Button>
        </span>
      }
    >
      <FileProblem of={{ problem, reload }} fileId={fileId} />
      {!value && !problem && <Loading label="Loading a record" lines={4} />}
      {value?.problem && <Notice tone="wait">{value.problem}</Notice>}
      {value && total === 0 && <p className="muted">Nothing was read from this file yet.</p>}
      {value && value.columns.length > 0 && (
        <Columns record={value} fields={own} mapping={mapping ?? view?.mapping ?? null} />
      )}
      {view && (
        <ul className={styles.checks}>
          {requiredChecks(view, fieldsToReview(own), hashes, role === 'parts').map(({ good, text }) => (
            <li key={text} data-good={good}>
              <Icon name={good ? 'check' : 'warning'} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Columns that are imported or need a decision; the list of columns counts the rest. */
function Columns({
  record,
  fields,
  mapping,
}: {
  readonly record: RecordView
  readonly fields: readonly UnmappedField[]
  readonly mapping: Mapping | null
}) {
  const takenBy = (field: UnmappedField | undefined) =>
    mapping?.columns.find(({ target }) => field !== undefined && target === unmappedTargets[field.code])?.path ?? null
  const fieldOf = ({ path, value }: RecordView['columns'][number]) =>
    fields.find(
      (field) =>
        (isField(path, field.path) || field.path === `${path}=${value ?? ''}`) && (field.asks || field.chosen !== null),
    )
  const shown = record.columns.filter((column) => column.becomes !== null || fieldOf(column) !== undefined)
  return (
    <ul className={styles.record}>
      {shown.map((column) => (
        <li key={column.path}>
          <span className={styles.part}>
            <small className="mono">
              <ColumnPath path={column.path} isNarrow />
            </small>
            <span>
              {column.value === null ? <span className="muted">empty</span> : <Breakable text={column.value} />}
            </span>
          </span>
          <span className={styles.arrow}>
            <Icon name="arrow" size={14} />
          </span>
          <Result column={column} field={fieldOf(column)} taken={takenBy(fieldOf(column))} />
        </li>
      ))}
    </ul>
  )
}

function Result({
  column: { value, becomes, result, problem },
  field,
  taken,
}: {
  readonly column: RecordView['columns'][number]
  readonly field: UnmappedField | undefined
  /** The column that has the target of the field already. */
  readonly taken: string | null
}) {
  if (becomes === null && field !== undefined) {
    return (
      <span className={styles.part}>
        <span className={field.chosen === null ? styles.waits : 'muted'}>{chosenText(field, taken)}</span>
      </span>
    )
  }
  // A field that only helps to read others has no result of its own.
  if (result === null && value !== null && problem === '') {
    return (
      <span className={styles.part}>
        <span className="muted">{becomes}</span>
      </span>
    )
  }
  return (
    <span className={styles.part}>
      <small>{becomes}</small>
      {problem !== '' && <span className={styles.waits}>{problem}</span>}
      {problem === '' && result === null && <span className="muted">empty</span>}
      {problem === '' && result !== null && (
        <b>
          <Breakable text={result} />
        </b>
      )}
    </span>
  )
}

type ScannedHashes = Pick<NonNullable<FileView['controlTotals']>, 'hashesOfUsers' | 'hashesJoined'>

type RequiredCheck = { readonly good: boolean; readonly text: string }

/**
 * Columns that a login needs, and whether they are mapped: a contact or a provider, and a password. `hashes`: values that the
 * control scan of the file took for password hashes; null: it did not end yet. `isPart`: its rows add to the users of another file.
 */
export function requiredChecks(
  view: MappingView,
  toReview: readonly UnmappedField[],
  hashes: ScannedHashes | null,
  isPart = false,
): readonly RequiredCheck[] {
  if (!view.editable || view.records === null) return []
  const paths = view.columns.map(({ path }) => path)
  if (view.mapping !== null && saysStandingOnly(view.mapping, paths))
    return [{ good: true, text: 'Login: in another file. These rows say who of its users is disabled, by their ID.' }]
  const login: RequiredCheck = isPart
    ? { good: true, text: 'Login: in another file. These rows add to its users.' }
    : loginCheck(view, view.records)
  return [login, passwordCheck(view, view.records, toReview, hashes)]
}

function filledOf({ columns, mapping }: MappingView, target: MappingTarget): number | null {
  const paths = (mapping?.columns ?? []).filter((column) => column.target === target).map(({ path }) => path)
  if (paths.length === 0) return null
  return Math.max(...paths.map((path) => columns.find((column) => column.path === path)?.counts?.filled ?? 0))
}

const logins = [
  ['email', 'Email', 'an email'],
  ['phone', 'Phone number', 'a phone number'],
  ['provider-user-id', 'Provider user ID', 'a provider user ID'],
] as const

function loginCheck(view: MappingView, records: number): RequiredCheck {
  const found = logins.flatMap(([target, title, one]) => {
    const filled = filledOf(view, target)
    return filled === null ? [] : [{ title, one, filled }]
  })
  const most = found.toSorted((one, other) => other.filled - one.filled)[0]
  if (most === undefined)
    return { good: false, text: 'Login: no column is an email, a phone number, or a provider user ID.' }
  if (most.filled >= records) return { good: true, text: `${most.title}: all ${counted(records, 'record')} have one.` }
  const rest = records - most.filled
  if (found.length > 1) {
    const others = found.filter((login) => login !== most).map(({ one }) => one)
    return {
      good: true,
      text: `${most.title}: ${count(most.filled)} of ${counted(records, 'record')}; the others may have ${others.join(' or ')}.`,
    }
  }
  return { good: false, text: `${most.title}: ${counted(rest, 'record')} ${rest === 1 ? 'has' : 'have'} none.` }
}

function passwordCheck(
  view: MappingView,
  records: number,
  toReview: readonly UnmappedField[],
  hashes: ScannedHashes | null,
): RequiredCheck {
  if (toReview.some(({ code }) => code === 'unmapped-hash' || code === 'second-hash'))
    return { good: false, text: 'Password: needs your review.' }
  const filled = filledOf(view, 'password-hash')
  if (filled === null) {
    const joined = hashes?.hashesJoined ?? 0
    if (joined > 0) return { good: true, text: `Password: ${count(joined)} in another table.` }
    return { good: true, text: 'Password: no column. Users log in with a code.' }
  }
  const unlike = unlikeHashes(view, filled, hashes?.hashesOfUsers ?? null)
  const rest =
    unlike === 0
      ? ''
      : `; ${count(unlike)} ${unlike === 1 ? 'does' : 'do'} not look like a hash, so the count above leaves ${unlike === 1 ? 'it' : 'them'} out`
  const having =
    filled >= records
      ? `all ${counted(records, 'record')} have one`
      : `${count(filled)} of ${counted(records, 'record')}`
  return { good: unlike === 0, text: `Password: ${having}${rest}.` }
}

/** How many passwords a column has beside those that the scan of the file counted as hashes; 0: none, or it cannot be known. */
function unlikeHashes({ mapping }: MappingView, filled: number, hashes: number | null): number {
  const columns = mapping?.columns.filter(({ target }) => target === 'password-hash').length ?? 0
  return hashes === null || columns !== 1 ? 0 : Math.max(0, filled - hashes)
}
