import { fieldAt } from '../../../shared/exports/fields.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { namesPasskeys } from '../../../shared/exports/parts/passkey-rows.ts'
import {
  type ColumnUse,
  passkeyColumn,
  type UnreadColumn,
  type UnusedColumn,
  unsureColumns,
} from '../../../shared/mapping/shown/column-report.ts'
import type { PossibleFlag } from '../../../shared/mapping/columns/flags/possible-flag.ts'
import { possibleFlags } from '../../../shared/mapping/columns/flags/possible-flags.ts'
import type { ColumnCounts } from '../../../shared/mapping/columns/column-counts.ts'
import { count, counted } from '../../../shared/format.ts'
import { judgeAbsence } from '../../../shared/hashes/absence.ts'
import { bareText } from '../../../shared/hashes/bare-text.ts'
import { shownName } from '../../../shared/mapping/shown/shown-name.ts'
import { targetOf } from '../../../shared/mapping/shown/target-titles.ts'
import { standingTargets } from '../../../shared/mapping/targets.ts'
import { holdsRequests } from '../../../shared/mapping/names/people-names.ts'
import {
  holdsPasswords,
  tableKind,
  unreadTableText,
  type UnreadTable,
} from '../../../shared/mapping/rows/unread-tables.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { unmappedField, unmappedTargets } from '../../../shared/planning/unmapped-key.ts'
import { fileFact, type UnmappedField, unmappedFields } from '../document/source-facts.ts'
import { fileTable, type SourceFile } from '../document/files.ts'
import { getChoices } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'

/** The mapping of one file. */
export type MappingReport = {
  /** The tables of a dump that users are read from; empty for files that are one table. */
  readonly tables: readonly string[]
  readonly unusedTables: readonly { readonly table: string; readonly reason: string }[]
  readonly columns: readonly ColumnUse[]
  readonly unused: readonly UnusedColumn[]
  /** Unused columns whose values may bar users, the most likely first. */
  readonly possibleFlags: readonly PossibleFlag[]
}

/** The reports of all files by their ids, as they were read; of one that was not read to its end there is none. */
export function mappingReports(database: Database): ReadonlyMap<number, MappingReport> {
  const choices = getChoices(database)
  const fields = unmappedFields(database)
  return new Map(
    fileTable.list(database).flatMap((file) => {
      const report = mappingReport(database, file, choices, fields)
      return report === null ? [] : [[file.id, report] as const]
    }),
  )
}

/** The report of one file; null while it is not read to its end. */
export function mappingReport(
  database: Database,
  file: SourceFile,
  choices = getChoices(database),
  all = unmappedFields(database),
): MappingReport | null {
  const read = fileFact(database, file.id, 'columns-read')
  if (read === null) return null
  const unusedTables = read.otherTables.map((table) => ({
    table: shownName(table),
    reason: whyTableUnused(file, table),
  }))
  const fields = all.filter((one) => one.file === file.id)
  const { columns, unused } = withFindings(read, fields, choices)
  const counts = fileFact(database, file.id, 'column-counts')?.columns ?? []
  const shown = <C extends { readonly column: string }>(one: C): C => ({ ...one, column: shownName(one.column) })
  return {
    tables: read.tables.map(shownName),
    unusedTables,
    columns: columns.map((one) => shown(withSharedPassword(one, counts))),
    unused: withoutJoined(database, file, unused).map((one) => shown(withoutInnerKind(one))),
    possibleFlags: flagsOf(database, file, { columns, unused }),
  }
}

/** A column by which users were joined is no question. */
function withoutJoined(database: Database, file: SourceFile, unused: Columns['unused']): Columns['unused'] {
  if (unused.every(({ mayBe }) => mayBe === undefined)) return unused
  const joined = fileFact(database, file.id, 'join-columns') ?? []
  const areParts = file.recognition?.provider === 'generic' && file.recognition.role === 'parts'
  return unused.map(({ mayBe, ...one }) =>
    areParts && mayBe === 'source-id' && !joined.includes(one.column)
      ? { ...one, reason: 'its rows were joined with users of another file, who have their ID there' }
      : joined.includes(one.column)
        ? { ...one, reason: 'it has the IDs or names of users in another file, with whom its rows were joined' }
        : { ...one, ...(mayBe === undefined ? {} : { mayBe }) },
  )
}

/** A column as reports name it: with its kind if it has passkeys. */
function withoutInnerKind({ kind, ...one }: Columns['unused'][number]): UnusedColumn {
  return kind === 'passkey' ? { ...one, kind } : one
}

/** A column of passkeys of each file that has some. */
export function passkeyColumns(database: Database): readonly string[] {
  return fileTable.list(database).flatMap(({ id }) => {
    const column = passkeyColumn(fileFact(database, id, 'columns-read')?.unused ?? [])
    return column === null ? [] : [shownName(column)]
  })
}

/** The records of a file with a value in a column of the table of its users; null: they are not counted, as in other tables. */
export function recordsWith(database: Database, fileId: number, column: string): number | null {
  const counts = fileFact(database, fileId, 'column-counts')?.columns ?? []
  return counts.find(({ path }) => path === column)?.filled ?? null
}

/** Says of passwords that are all the same that their users share one: a salted hash comes twice only where it was copied. */
function withSharedPassword(column: ColumnUse, counts: ColumnCounts['columns']): ColumnUse {
  const isPassword = targetOf(column.becomes) === 'password-hash'
  const { filled, distinct, exact, samples } =
    counts.find(({ path }) => isPassword && path === column.column) ?? noCount
  if (filled < enoughToShare || distinct !== 1 || !exact || samples.some(saysNone)) return column
  return {
    ...column,
    reason: `${column.reason}; all ${count(filled)} values are the same, so these users share one password`,
  }
}

/** Whether a value says that there is no password, as the `x` of `/etc/passwd` does. */
const saysNone = (value: string) => judgeAbsence(bareText(value)) !== null

const noCount = { filled: 0, distinct: 0, exact: false, samples: [] }
const enoughToShare = 3

/** The columns of a file that are asked about as a whole and are neither mapped nor ignored; none while it is not read to its end. */
export function openColumns(
  database: Database,
  file: SourceFile,
  choices: Choices,
  all: readonly UnmappedField[],
): readonly string[] {
  const read = fileFact(database, file.id, 'columns-read')
  if (read === null) return []
  const fields = all.filter((one) => one.file === file.id)
  const { unused } = withFindings(read, fields, choices)
  return unsureColumns(withoutJoined(database, file, unused).map(withoutInnerKind)).map(({ column }) =>
    shownName(column),
  )
}

/** Columns that nothing reads and nothing else asks about. */
function flagsOf(database: Database, file: SourceFile, { columns, unused }: Columns): readonly PossibleFlag[] {
  const counts = fileFact(database, file.id, 'column-counts')
  if (counts === null) return []
  const format = formatOf(file.recognition?.provider ?? 'generic')
  const named = fieldAt(format?.fields ?? [])
  const ignored = new Set(file.mapping?.ignored)
  // Columns of several tables are named after their table.
  const isOne = (path: string, column: string) => column === path || column.endsWith(`.${path}`)
  const isKnown = (path: string) =>
    ignored.has(path) ||
    format?.preferences?.includes(path) === true ||
    columns.some(({ column }) => isOne(path, column)) ||
    (!unused.some(({ column }) => isOne(path, column)) && named(path) !== undefined) ||
    unused.some(
      ({ column, kind, users, mayBe }) =>
        ((mayBe !== undefined || kind === 'only-mapped' || kind === 'named') && isOne(path, column)) ||
        (users !== undefined && (isOne(path, column) || column.startsWith(`${path}=`))),
    )
  const targets = new Set(columns.map(({ becomes }) => targetOf(becomes)))
  const hasStanding = standingTargets.some((target) => targets.has(target))
  const hasVerified = targets.has('email-verified')
  const joined = (counts.joined ?? []).flatMap(({ table, ...of }) => {
    const column = (path: string) => `${table}.${path}`
    const isKnownThere = (path: string) =>
      ignored.has(column(path)) ||
      columns.some((one) => one.column === column(path)) ||
      unused.some((one) => one.users !== undefined && `${one.column}=`.startsWith(`${column(path)}=`))
    return possibleFlags(of, isKnownThere, hasStanding, hasVerified).map((flag) => ({
      ...flag,
      column: column(flag.column),
    }))
  })
  return [...possibleFlags(counts, isKnown, hasStanding, hasVerified), ...joined]
}

/** How many rows it has, and what in them looks like a login. What to do about it is said once for all tables of the file. */
function whyTableUnused({ other, offers, unreadTables }: SourceFile, name: string): string {
  const rows = other[tableKind(name)]
  const counted = rows === undefined ? [] : [rows === 1 ? '1 row' : `${rows} rows`]
  const unread = unreadTables.find(({ table }) => table === name)
  const requests = holdsRequests(name) ? 'has requests for accounts by its name' : null
  if (unread !== undefined && holdsUsers(unread))
    return [requests ?? 'looks like users too', ...counted].join(', ') + `: ${unreadTableText(unread)}`
  const isOffered = offers?.kind === 'tables' && offers.parts.some((part) => part.name === name && part.likely)
  if (isOffered && rows === undefined) return 'none of its rows can be read'
  const passkeys = namesPasskeys(name) ? 'has passkeys by its name, which stay behind' : null
  const what =
    requests ??
    passkeys ??
    (isOffered || (unread !== undefined && holdsPasswords(unread)) ? null : 'does not look like users')
  const plain = [...(what === null ? [] : [what]), ...counted]
  return [...plain, ...(unread === undefined ? [] : [`with ${unreadTableText(unread)}`])].join(', ')
}

/** Email or phone number and hash in one table, as in a table of users. */
function holdsUsers({ columns }: UnreadTable): boolean {
  const has = (kind: UnreadTable['columns'][number]['kind']) => columns.some((column) => column.kind === kind)
  return (has('password-hash') || has('clear-password')) && (has('email') || has('phone'))
}

/** Whose values the operator's decision takes from a field that nothing reads. */
const importedFor: Readonly<Partial<Record<string, string>>> = {
  'second-hash': 'in place of the mapped hash',
  'unmapped-provider-id': 'for users without one at its third party',
}

const newColumn = '; new: the mapping does not name it'

type Columns = {
  readonly columns: readonly ColumnUse[]
  readonly unused: readonly (Omit<UnusedColumn, 'kind'> & Pick<UnreadColumn, 'kind'>)[]
}

/** The one column of a table that adds to users, `staff.mobile`, from which a field of users is; null: none or several may be. */
function ofTable(field: string, columns: readonly string[]): string | null {
  const [first, ...others] = columns.filter((column) => column.endsWith(`.${field}`))
  return first === undefined || others.length > 0 ? null : first
}

/** Values that metadata keeps; hashes are removed from it. */
const keptAsMetadata: ReadonlySet<string> = new Set(['unmapped-email', 'unmapped-phone'])

function withPossible(column: ColumnUse, code: string, users: number): ColumnUse {
  return { ...column, reason: `${column.reason}; ${unmappedField.possibleText(code)} of ${counted(users, 'user')}` }
}

/** Adds findings of the whole file: login-like values that are not mapped, and the decisions about them. */
function withFindings({ columns, unused }: Columns, fields: readonly UnmappedField[], choices: Choices): Columns {
  const used = [...columns]
  const rest = new Map(unused.map((one) => [one.column, one]))
  const taken = new Set<string>()
  const isNamed = (field: string, column: string) => column.replaceAll('[0]', '[]') === field || column === field
  for (const { code, field, users, blocked } of fields) {
    if (!unmappedField.isCode(code)) continue
    const column =
      [...rest.keys()].find((one) => isNamed(field, one)) ??
      [...rest.keys(), ...taken].find((one) => field.startsWith(`${one}=`)) ??
      (columns.some((one) => isNamed(field, one.column)) ? null : ofTable(field, [...rest.keys()])) ??
      field
    if (taken.has(column)) continue
    const choice = choices.unmapped[unmappedField.key(code, field)]
    if (choice === 'import') {
      rest.delete(column)
      // The decision about one value of a column is about the column.
      if (column !== field && !isNamed(field, column)) taken.add(column)
      used.push({
        column,
        becomes: unmappedTargets[code],
        confidence: 'chosen',
        reason: `your decision, ${importedFor[code] ?? 'for users without one in the mapped columns'}`,
      })
      continue
    }
    // A column of metadata keeps such values: it is used, and its use says what else they may be.
    const kept = used.findIndex((one) => isNamed(field, one.column) && targetOf(one.becomes) === 'metadata')
    if (kept >= 0 && keptAsMetadata.has(code)) {
      used.splice(kept, 1, ...used.slice(kept, kept + 1).map((one) => withPossible(one, code, users)))
      continue
    }
    // A mapped column can hold such values as well: then it is in both lists.
    const more = choice === 'exclude' ? '; your decision' : rest.get(column)?.kind === 'new' ? newColumn : ''
    const beside = columns.some((one) => isNamed(field, one.column)) ? ' where another value was taken' : ''
    const reason = `${unmappedField.possibleText(code)}${beside}${more}`
    // A status or a provider has a finding for each of its values. Values that look like something else are counted first to last.
    const { users: counted = 0, blocked: held = 0, reason: first = '', mayBe } = rest.get(column) ?? {}
    // Where some IDs at a third party are told by their values, the others of the column are still asked about.
    const isPart = code === 'unmapped-provider-id' && mayBe === 'provider-user-id'
    const isOther = (counted > 0 || isPart) && first !== reason
    const both = isOther ? `${first}; ${reason}` : reason
    const whole = isPart ? { mayBe } : {}
    rest.set(column, { column, reason: both, users: counted + users, blocked: held + blocked, ...whole })
  }
  return { columns: used, unused: [...rest.values()] }
}
