import { fieldAt } from '../../../shared/exports/fields.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { loginColumns } from '../../../shared/exports/login-tables.ts'
import { namedRow, namedSample } from '../../../shared/exports/known-columns.ts'
import { noteName } from '../../../shared/exports/noted-names.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { withoutClearText } from '../../../shared/hashes/without-clear-text.ts'
import { isObject } from '../../../shared/json.ts'
import {
  type ColumnsRead,
  type ColumnUse,
  type UnusedColumn,
  possibleTarget,
  whyUnused,
} from '../../../shared/mapping/column-report.ts'
import type { Entry, ExportFormat, Names, Sample, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { isStandingAlone, type Mapping } from '../../../shared/mapping/mapping.ts'
import { profileColumns } from '../../../shared/mapping/columns/profile-columns.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { columnBecomes, columnTitle, targetTitle } from '../../../shared/mapping/target-titles.ts'
import { readEmbedded } from '../../../shared/mapping/value-at.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { isHashKind, type UnmappedValue } from '../../../shared/users/user.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import type { WantsTable } from '../reading/sql/sql-records.ts'
import type { Interpretation } from './interpret-file.ts'

/** Records that are read with other values of one column. */
const maxRecords = 20

/**
 * Tells what a column that no list names becomes after all, because another value of it changes what a record becomes: the flag beside an
 * address, the parameters of a hash. Null: nothing reads it in these records; undefined: none of them has a value to change.
 */
function columnTrial(
  read: (record: SourceRecord) => Entry,
  records: readonly SourceRecord[],
): (path: string) => string | null | undefined {
  const entries: Entry[] = []
  return (path) => {
    let tried = 0
    for (const [index, record] of records.entries()) {
      const others = otherValues
        .map((other) => recordOf(changedAt(record, path, other)))
        .filter((changed) => changed !== null)
      if (others.length === 0) continue
      const before = (entries[index] ??= read(record))
      for (const changed of others) {
        const becomes = difference(path, before, read(changed))
        if (becomes !== null) return becomes
      }
      tried += 1
      if (tried === maxRecords) return null
    }
    return tried === 0 ? undefined : null
  }
}

/** Titles of the parts of a user. */
const titles: Readonly<Record<string, string>> = {
  sourceId: 'Source ID',
  email: 'Email',
  emailVerified: 'Email verified',
  phone: 'Phone number',
  phoneVerified: 'Phone verified',
  phoneIsLogin: 'Login by code',
  emailIsLogin: 'Login by code',
  hasPassword: 'Whether there is a password',
  hash: 'Password hash',
  identities: 'Third-party login',
  tenants: 'Tenant',
  metadata: 'Metadata',
  roles: 'Role',
  totp: 'TOTP secret',
  joined: 'Time joined',
}

/** The first part that a column changes; null: none. */
function difference(path: string, one: Entry, other: Entry): string | null {
  if (one.kind !== other.kind) return aboutEntry
  if (one.kind === 'unreadable' || other.kind === 'unreadable') return null
  if (one.kind === 'aside' || other.kind === 'aside') return isSame(one, other) ? null : aboutEntry
  const [before, after] = [ownOf(one), ownOf(other)]
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].find(
    (name) => !notRead.has(name) && !isSame(before[name], after[name]),
  )
  if (changed === 'standing') return columnTitle([before, after].some(isDeleted) ? 'deleted' : 'disabled', path)
  if (changed !== undefined) return titles[changed] ?? aboutEntry
  return isSame(one.keys, other.keys) ? null : 'The user it belongs to'
}

const isDeleted = ({ standing }: Readonly<Record<string, unknown>>) => standing === 'deleted'

/** Findings about values, not what becomes of them. */
const notRead: ReadonlySet<string> = new Set(['unmapped', 'roundedTimes', 'mayBeOther'])

const aboutEntry = 'The kind of entry'

function ownOf(entry: Extract<Entry, { kind: 'user' | 'part' }>): Readonly<Record<string, unknown>> {
  const { profile, ...own } = entry.kind === 'user' ? entry.user : { profile: undefined, ...entry.part }
  return { ...own, ...profile }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

const opposites: Readonly<Record<string, string>> = {
  true: 'false',
  false: 'true',
  t: 'f',
  f: 't',
  yes: 'no',
  no: 'yes',
  '1': '0',
  '0': '1',
}

/** Other values: another text, the opposite, none. Undefined: there is no such. */
const otherValues: readonly ((value: unknown) => unknown)[] = [
  (value) => {
    if (typeof value === 'boolean') return !value
    if (typeof value === 'number') return value === 0 ? 1 : 0
    if (typeof value !== 'string' || value === '') return undefined
    return opposites[value.toLowerCase()] ?? `x${value}`
  },
  (value) => (typeof value === 'number' ? value + 1 : undefined),
  (value) => (value === null || value === undefined ? undefined : null),
]

function recordOf(value: unknown): SourceRecord | null {
  return isObject(value) ? Object.fromEntries(Object.entries(value)) : null
}

/** A value with another one at a path, as `valueAt` follows it; undefined: there is none. */
function changedAt(value: unknown, path: string, other: (value: unknown) => unknown): unknown {
  if (typeof value === 'string') {
    const changed = changedAt(readEmbedded(value) ?? undefined, path, other)
    return changed === undefined ? undefined : JSON.stringify(changed)
  }
  if (Array.isArray(value)) return changedInList(value, path, other)
  const record = recordOf(value)
  if (record === null) return undefined
  if (Object.hasOwn(record, path)) return withMember(record, path, other(record[path]))
  for (let at = path.length - 1; at > 0; at -= 1) {
    const name = path.slice(0, at)
    if ((path[at] === '.' || path[at] === '[') && Object.hasOwn(record, name)) {
      const rest = path.slice(path[at] === '.' ? at + 1 : at)
      return withMember(record, name, changedAt(record[name], rest, other))
    }
  }
  return undefined
}

function changedInList(list: readonly unknown[], path: string, other: (value: unknown) => unknown): unknown {
  const step = /^\[(\d{1,6})\]\.?/.exec(path)
  if (step === null) {
    // A pair of a name and a value stands for a member.
    const index = list.findIndex((pair) => Object.values(recordOf(pair) ?? {})[0] === path)
    const pair = recordOf(list[index])
    const field = pair === null ? undefined : Object.keys(pair)[1]
    return pair === null || field === undefined
      ? undefined
      : inList(list, index, withMember(pair, field, other(pair[field])))
  }
  const index = Number(step[1])
  const rest = path.slice(step[0].length)
  return inList(list, index, rest === '' ? other(list[index]) : changedAt(list[index], rest, other))
}

function withMember(record: SourceRecord, name: string, value: unknown): SourceRecord | undefined {
  return value === undefined ? undefined : { ...record, [name]: value }
}

function inList(list: readonly unknown[], at: number, value: unknown): unknown {
  return value === undefined ? undefined : list.map((element, index) => (index === at ? value : element))
}

/** Says of every column of a file what it becomes and why, or why nothing reads it. */
export function readColumns(
  { tables }: Pick<OpenedExport, 'tables'>,
  interpretation: Interpretation,
  namesRead: Names,
): ColumnsRead {
  const { mapping, sample, recognition, wants, read, standings, logins = [] } = interpretation
  const isRead = (name: string) => wants(name) === true || standings?.has(name) === true
  const names = (tables ?? []).map(({ name }) => name)
  const format = formatOf(recognition.provider)
  const isKnown = (mapping === null || isStandingAlone(mapping)) && format !== undefined
  const own = isKnown
    ? byFormat(
        format,
        mapping,
        samplesOf(tables, (name) => !logins.some(({ table }) => table === name) && wants(name), sample),
        (record, table) => read(record, table, namesRead),
      )
    : byMapping(mapping, sample, (record) => read(record, sample.table, namesRead))
  // A known format names its columns in words, a mapping by their targets.
  const joined = loginColumns(logins).map((one) => (isKnown ? { ...one, becomes: targetTitle(one.becomes) } : one))
  return {
    tables: names.filter(isRead),
    otherTables: names.filter((name) => !isRead(name)),
    columns: [...own.columns, ...joined],
    unused: own.unused,
  }
}

type ReadOf = (record: SourceRecord, table: string | undefined) => Entry

type Columns = Pick<ColumnsRead, 'columns' | 'unused'>
type Tables = readonly {
  readonly name: string
  readonly columns: readonly string[] | null
  readonly records: Sample['records']
}[]

/** Of a dump, every table that is read; its columns are named after it where there are several. */
function samplesOf(tables: Tables | undefined, wants: WantsTable, sample: Sample): readonly Sample[] {
  const read = (tables ?? []).filter(({ name }) => wants(name) === true)
  return read.length < 2
    ? [sample]
    : read.map(({ name, columns, records }) => namedSample({ header: columns, records, table: name }))
}

function byFormat(
  { title, fields }: ExportFormat,
  mapping: Mapping | null,
  samples: readonly Sample[],
  readOf: ReadOf,
): Columns {
  const becomes = fieldAt(fields)
  const columns: ColumnUse[] = []
  const unused: UnusedColumn[] = []
  for (const { header, records, table } of samples) {
    const trial = columnTrial((record) => readOf(record, table), records)
    for (const { path } of profileColumns(records, header)) {
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
      if (read === null) unused.push({ column, reason: `not read from exports of ${title}` })
      else columns.push({ column, becomes: read, confidence: 'exact', reason: `the format of ${title}` })
    }
  }
  return { columns, unused }
}

function byMapping(mapping: Mapping | null, sample: Sample, readOf: (record: SourceRecord) => Entry): Columns {
  const columns: ColumnUse[] = []
  const unused: UnusedColumn[] = []
  const trial = columnTrial(readOf, mapping === null ? [] : sample.records)
  for (const column of suggestMapping(sample).columns) {
    const { path, suggestion } = column
    const mapped = mapping?.columns.find((one) => one.path === path)
    const target = mapped?.target
    const within = target === undefined ? (trial(path) ?? null) : null
    if (within !== null) {
      columns.push({ column: path, becomes: within, confidence: 'chosen', reason: 'a part of a field in the mapping' })
    } else if (target === undefined) {
      const isIgnored = mapping?.ignored?.includes(path) === true
      unused.push({ column: path, reason: whyUnused(column, isIgnored), ...possibleTarget(column, isIgnored) })
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
        confidence: 'chosen',
        reason: 'the mapping says so',
      })
  }
  return { columns, unused }
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
