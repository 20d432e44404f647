import { fieldAt, fieldsIn, titleIn } from '../../../shared/exports/fields.ts'
import { noteName } from '../../../shared/exports/noted-names.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { loginColumns } from '../../../shared/exports/logins/login-tables.ts'
import { listed } from '../../../shared/exports/tables/table-terms.ts'
import { harmlessLookup } from '../../../shared/exports/standing/lookups.ts'
import { normalState } from '../../../shared/exports/standing/value-meanings.ts'
import { namedRow, namedSample } from '../../../shared/exports/known-columns.ts'
import { versionColumns } from '../../../shared/exports/versions/read-versions.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { withoutClearText } from '../../../shared/hashes/without-clear-text.ts'
import {
  type ColumnsRead,
  type ColumnUse,
  type UnreadColumn,
  unusedColumn,
  unusedColumnOf,
} from '../../../shared/mapping/shown/column-report.ts'
import type { Entry, ExportFormat, Names, Sample, SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import type { TableCounts } from '../../../shared/mapping/columns/column-counts.ts'
import { plainName } from '../../../shared/mapping/columns/plain-names.ts'
import { profileColumns } from '../../../shared/mapping/columns/profile-columns.ts'
import { endOfLock } from '../../../shared/mapping/unmapped/bans-over.ts'
import { maskSample } from '../../../shared/mapping/shown/mask-sample.ts'
import { columnBecomes, targetTitle } from '../../../shared/mapping/shown/target-titles.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { isHashKind, type UnmappedValue } from '../../../shared/users/user.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import type { WantsTable } from '../reading/sql/sql-statements.ts'
import { asOwner, columnTrial } from './column-trial.ts'
import { byCounts, columnsShown } from './whole-columns.ts'
import type { Interpretation } from './interpretation/interpretation.ts'

/** Says of every column of a file what it becomes and why, or why nothing reads it. */
export function readColumns(
  { tables, groupField, labelField }: Pick<OpenedExport, 'tables' | 'groupField' | 'labelField'>,
  interpretation: Interpretation,
  namesRead: Names,
  /** Records of users that show the columns, and the values of all records; none: the sample shows them. */
  { shown = [], counts }: { readonly shown?: readonly SourceRecord[]; readonly counts?: TableCounts } = {},
): ColumnsRead {
  const {
    mapping,
    sample,
    recognition,
    wants,
    read,
    standings,
    logins = [],
    uses,
    versions,
    mappedBy,
    marking = [],
  } = interpretation
  const links = new Set(logins.flatMap(({ link }) => link?.table ?? []))
  const isRead = (name: string) => wants(name) === true || standings?.tables.has(name) === true || links.has(name)
  const names = (tables ?? []).map(({ name }) => name)
  const format = formatOf(recognition.provider)
  const isKnown = format !== undefined
  const own = isKnown
    ? byFormat(
        format,
        mapping,
        samplesOf(
          tables,
          (name) => !logins.some(({ table }) => table === name) && wants(name),
          shown.length > 0 ? { ...sample, records: shown } : sample,
        ),
        (record, table) => read(record, table, namesRead),
      )
    : uses !== undefined
      ? { columns: uses, unused: unusedBeside(uses, sample) }
      : withCounts(
          byMapping(mapping, sample, shown, (record) => read(record, sample.table, namesRead), mappedBy),
          mapping,
          counts,
        )
  // A known format names its columns in words, a mapping by their targets.
  const joined = [...loginColumns(logins), ...(standings?.columns ?? [])].map((one) =>
    isKnown ? { ...one, becomes: targetTitle(one.becomes) } : one,
  )
  const mapped = new Set(mapping?.columns.map(({ path }) => path))
  const ordering = [...(versions === undefined ? [] : versionColumns(versions)), ...marking]
  const inOrder = ordering.filter(({ column }) => !mapped.has(column))
  const isInOrder = ({ column }: { readonly column: string }) => inOrder.some((one) => one.column === column)
  const paths = [...own.columns, ...own.unused].map(({ column }) => column)
  return {
    tables: names.filter(isRead),
    otherTables: names.filter((name) => !isRead(name)),
    columns: [
      ...own.columns.filter((one) => !isInOrder(one)).map((one) => withEnd(withDefault(one, sample), paths)),
      ...inOrder,
      ...joined,
    ],
    unused: [
      ...withLookups(
        own.unused.filter((one) => !isInOrder(one)),
        sample,
        tables,
      ).map((one) =>
        one.column === groupField
          ? { column: one.column, reason: listsOf(one.column, counts) }
          : one.column === labelField
            ? { ...one, reason: labels }
            : one,
      ),
      ...unusedOfLogins(logins, tables),
    ],
  }
}

/** Says of a column that some rows leave it out and have its default. */
function withDefault(one: ColumnUse, { table = '', defaulted, defaults }: Sample): ColumnUse {
  const within = table !== '' && one.column.startsWith(`${table}.`) ? one.column.slice(table.length + 1) : one.column
  if (defaulted?.has(within) !== true) return one
  const shown = maskSample(within, defaults?.get(within) ?? '')
  return { ...one, reason: `${one.reason}; rows that leave it out have its default “${shown}”` }
}

/** Says of a lock that another column says when it ends. */
function withEnd(one: ColumnUse, others: readonly string[]): ColumnUse {
  const end = one.becomes === 'disabled' ? endOfLock(one.column, others) : undefined
  return end === undefined ? one : { ...one, reason: `${one.reason}; it is over where “${end}” has passed` }
}

const labels =
  'the name before each entry, which the file does not call so: it may be the user name or the ID of its user'

/** Names the lists that the users of a file were read from. */
function listsOf(column: string, counts: TableCounts | undefined): string {
  const { values = [], samples = [] } = counts?.columns.find(({ path }) => path === column) ?? {}
  const names = [...new Set([...values.map(({ value }) => value), ...samples])]
  const told = names.length === 0 ? '' : `: ${listed(names)}`
  return `the list that each user was read from${told}`
}

/** The columns of a file whose rows are no users that nothing reads: none of them is asked about as that of a user. */
function unusedBeside(uses: readonly ColumnUse[], { records, header }: Sample): readonly UnreadColumn[] {
  const others = profileColumns(records, header).filter(({ path }) => !uses.some(({ column }) => column === path))
  return others.map(({ path, samples }) => unusedColumn({ path, samples, suggestion: null }, false))
}

/** Says of columns of numbers which other table of the dump names them, and of a status that all users have the one of new users. */
function withLookups(
  unused: readonly UnreadColumn[],
  { records, header, table = '', defaults }: NamedSample,
  tables: Tables = [],
): readonly UnreadColumn[] {
  if (tables.length < 2 && defaults === undefined) return unused
  const profiles = profileColumns(records, header)
  const samples = tables.map(({ name, columns, ...rest }) => ({ ...rest, table: name, header: columns }))
  const users = samples.find((one) => one.table === table) ?? { table, records, header }
  const others = samples.filter((one) => one.table !== table)
  return unused.map((one) => {
    if (one.kind !== undefined || one.mayBe !== undefined) return one
    const path = table !== '' && one.column.startsWith(`${table}.`) ? one.column.slice(table.length + 1) : one.column
    const profile = profiles.find((column) => column.path === path)
    if (profile === undefined) return one
    const found = harmlessLookup(profile, users, others)
    if (found !== null) return { ...one, kind: 'named', reason: `the table ${found} says what its values mean` }
    const normal = normalState(
      profile,
      { records, header, ...(defaults === undefined ? {} : { defaults }) },
      plainName(users, path),
    )
    return normal === null
      ? one
      : {
          ...one,
          reason: `all of the first records have its default “${maskSample(path, normal)}”, which new users get`,
        }
  })
}

type NamedSample = Interpretation['sample']

function withCounts(own: Columns, mapping: Mapping | null, counts: TableCounts | undefined): Columns {
  const isSourceId = (column: string) =>
    mapping?.columns.some(({ path, target }) => path === column && target === 'source-id') === true
  return counts === undefined ? own : byCounts(own, counts, isSourceId)
}

/** The columns of joined tables that stay behind. */
function unusedOfLogins(
  logins: NonNullable<Interpretation['logins']>,
  tables: Tables | undefined,
): readonly UnreadColumn[] {
  return logins.flatMap(({ table, owner, columns, uses = [], attribute, history }) => {
    const sample = tables?.find(({ name }) => name === table)
    if (sample === undefined) return []
    const isUsed = (path: string) =>
      path === owner ||
      path === attribute?.column ||
      columns.some((one) => one.path === path) ||
      uses.some(({ column }) => column === path) ||
      (history !== undefined && Object.values(history.order).includes(path))
    const profiles = profileColumns(sample.records, sample.columns)
    const beside = profiles.map(({ path }) => path)
    return profiles.flatMap(({ path, samples }) => {
      const found = unusedColumn({ path, samples, suggestion: null }, false, { beside })
      return isUsed(path) ? [] : [{ ...found, column: `${table}.${path}` }]
    })
  })
}

type ReadOf = (record: SourceRecord, table: string | undefined) => Entry

type Columns = Pick<ColumnsRead, 'columns' | 'unused'>
type Tables = NonNullable<OpenedExport['tables']>

/** Of a dump, every table that is read; its columns are named after it where there are several. */
function samplesOf(tables: Tables | undefined, wants: WantsTable, sample: Sample): readonly Sample[] {
  const read = (tables ?? []).filter(({ name }) => wants(name) === true)
  return read.length < 2
    ? [sample]
    : read.map(({ name, columns, records }) => namedSample({ header: columns, records, table: name }))
}

function byFormat(format: ExportFormat, mapping: Mapping | null, samples: readonly Sample[], readOf: ReadOf): Columns {
  const columns: ColumnUse[] = []
  const unused: UnreadColumn[] = []
  for (const one of samples) {
    const { header, records, table } = one
    const becomes = fieldAt(fieldsIn(format, one))
    const title = titleIn(format, one)
    const trial = columnTrial((record) => readOf(record, table), records)
    const profiles = profileColumns(records, header)
    const beside = profiles.map(({ path }) => path)
    for (const { path, samples: values } of profiles) {
      const column = samples.length > 1 ? `${table}.${path}` : path
      const mapped = mapping?.columns.find((one) => one.path === path)
      if (mapped !== undefined) {
        const own = columnBecomes(mapped.target, path, mapped.values)
        columns.push({ column, becomes: own, confidence: 'chosen', reason: 'the mapping says so' })
        continue
      }
      const found = becomes(path)
      // Of an object that is read whole, not every member counts.
      const within = found?.isOwn === true ? undefined : trial(path)
      const read = within === null ? null : (found?.becomes ?? within ?? null)
      if (read === null)
        unused.push({
          ...unusedColumnOf({ title, signInNames: format.signInNames ?? [] }, { path, samples: values }, beside),
          column,
        })
      else columns.push({ column, becomes: read, confidence: 'exact', reason: `the format of ${title}` })
    }
  }
  return { columns, unused }
}

function byMapping(
  mapping: Mapping | null,
  sample: Sample,
  shown: readonly SourceRecord[],
  readOf: (record: SourceRecord) => Entry,
  mappedBy: Interpretation['mappedBy'],
): Columns {
  const columns: ColumnUse[] = []
  const unused: UnreadColumn[] = []
  const trial = columnTrial(readOf, mapping === null ? [] : sample.records)
  const hasPasswords = mapping?.columns.some(({ target }) => target === 'password-hash') === true
  const areParts = sample.records.length > 0 && sample.records.every((record) => readOf(record).kind === 'part')
  const shownColumns = columnsShown(sample, shown)
  const beside = shownColumns.map(({ path }) => path)
  const within: Pick<ColumnUse, 'confidence' | 'reason'> = isSuggested(mapping, shownColumns)
    ? { confidence: 'likely', reason: 'another value of it changes what a record becomes' }
    : { confidence: 'chosen', reason: 'a part of a field in the mapping' }
  for (const column of shownColumns) {
    const { path, suggestion } = column
    const mapped = mapping?.columns.find((one) => one.path === path)
    const target = mapped?.target
    const tried = target === undefined ? (trial(path) ?? null) : null
    // A further key of users is asked about, though rows of other files find the user by it.
    const isAsked = tried === asOwner && suggestion?.target === 'source-id' && !areParts
    const becomes = isAsked ? null : tried
    // The fields of its entries say what they become.
    const isList = mapping?.columns.some((one) => one.path.startsWith(`${path}[`)) === true
    if (becomes !== null && isList && column.samples.length === 0) continue
    if (becomes !== null) {
      columns.push({ column: path, becomes, ...within })
    } else if (target === undefined) {
      const isLeft = mappedBy !== undefined && suggestion !== null && suggestion.confidence !== 'unsure'
      unused.push(
        isLeft
          ? { column: path, reason: mappedBy.others }
          : unusedColumn(column, mapping?.ignored?.includes(path) === true, { hasPasswords, beside }),
      )
    } else if (suggestion !== null && suggestion.target === target && suggestion.confidence !== 'unsure') {
      columns.push({
        column: path,
        becomes: columnBecomes(target, path, mapped?.values),
        confidence: suggestion.confidence,
        reason: suggestion.reason,
      })
    } else
      columns.push({
        column: path,
        becomes: columnBecomes(target, path, mapped?.values),
        confidence: mappedBy === undefined ? 'chosen' : 'likely',
        reason: mappedBy?.mapped ?? 'the mapping says so',
      })
  }
  return { columns, unused }
}

/** Whether a mapping was suggested in all its columns, and none was given. */
function isSuggested(mapping: Mapping | null, columns: ReturnType<typeof columnsShown>): boolean {
  const suggested = new Map(columns.map(({ path, suggestion }) => [path, suggestion?.target]))
  return mapping?.columns.every(({ path, target }) => (suggested.get(path) ?? target) === target) === true
}

/** Names are held in memory while the users are read. */
const maxNames = 5_000_000

/** Reads the tables of a dump that others refer to, which may stand behind them, before anything else. */
export async function readNames(
  source: Pick<OpenedExport, 'batches'>,
  { names }: Pick<Interpretation, 'names'>,
  most = maxNames,
): Promise<Result<Names>> {
  const found = new Map<string, string>()
  if (names === null) return ok(found)
  for await (const batch of source.batches((table) => names.tables.has(table))) {
    for (const raw of batch) {
      if (raw.kind !== 'record' || raw.table === undefined) continue
      for (const [key, name] of names.read(namedRow(raw.table, raw.value), raw.table)) noteName(found, key, name)
    }
    if (found.size > most) return problem('too-many-names', tooManyNames([...names.tables], most))
  }
  return ok(found)
}

function tooManyNames(tables: readonly string[], most: number): string {
  const named = tables.map((table) => `“${table}”`).join(', ')
  return `The tables that the users of this dump refer to (${named}) have more than ${most.toLocaleString('en')} rows. Export the users with a query that joins these tables, and load that file.`
}

type Secrets = { readonly hash?: HashInput | null; readonly unmapped?: readonly UnmappedValue[] }

/** An entry without texts that may be passwords themselves: none is ever written to a document, whatever column it was in. */
export function withoutClearPasswords(entry: Entry): Entry {
  if (entry.kind === 'user') {
    const user = cleared(entry.user)
    return user === entry.user ? entry : { ...entry, user }
  }
  if (entry.kind === 'part') {
    const part = cleared(entry.part)
    return part === entry.part ? entry : { ...entry, part }
  }
  return entry
}

/** The very same object where nothing is taken out, as nearly always: it is asked for every record. */
function cleared<T extends Secrets>(secrets: T): T {
  const { hash = null, unmapped } = secrets
  const kept = hash === null ? null : withoutClearText(hash)
  if (kept === hash && unmapped === undefined) return secrets
  return {
    ...secrets,
    ...(kept === null ? {} : { hash: kept }),
    ...(unmapped === undefined ? {} : { unmapped: unmapped.map(clearedValue) }),
  }
}

function clearedValue(value: UnmappedValue): UnmappedValue {
  return isHashKind(value.kind) ? { ...value, value: withoutClearText({ hash: value.value }).hash } : value
}
