import { offersOf, readDump, type TableSample } from '../../../shared/exports/dump-tables.ts'
import { withOwnerKeys } from '../../../shared/exports/login-tables.ts'
import { doubtAboutPeople, linkedNames, type LoginTable, withStandingOf } from '../../../shared/exports/login-table.ts'
import { namedRow, namedSample } from '../../../shared/exports/known-columns.ts'
import type {
  Entry,
  ExportFormat,
  FileFormat,
  Names,
  NamesOfTables,
  Recognition,
  Sample,
  SourceRecord,
} from '../../../shared/mapping/export-format.ts'
import { namedStandings, referTo } from '../../../shared/exports/named-standings.ts'
import { listed, tableTerms } from '../../../shared/exports/table-terms.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { recognise } from '../../../shared/exports/recognise.ts'
import { keyKinds } from '../../../shared/exports/key-kinds.ts'
import { hasNoLogin, isBulkAction, saysTotals, withOtherKind, withTotals } from '../../../shared/exports/other-kind.ts'
import { hashLikeness } from '../../../shared/hashes/hash-likeness.ts'
import { withFirstRecords } from '../../../shared/mapping/first-records.ts'
import { doubtAbout, doubtfulColumns, idColumns } from '../../../shared/mapping/columns/doubtful-columns.ts'
import { isStandingAlone, type Mapping } from '../../../shared/mapping/mapping.ts'
import { readStanding } from '../../../shared/mapping/apply-mapping.ts'
import { formatReader, tableReader } from '../../../shared/mapping/read-table.ts'
import { saysStandingOnly } from '../../../shared/mapping/standing-rows.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { withVerified } from '../../../shared/mapping/with-verified.ts'
import { holdsServerAccounts, unreadRows } from '../../../shared/mapping/unread-rows.ts'
import type { Offers } from '../../../shared/offers.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { User } from '../../../shared/users/user.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import { noUsers, noUsersText } from './no-users.ts'
import type { WantsTable } from '../reading/sql/sql-records.ts'

/** The operator's decisions about a file; null: none. */
export type FileDecisions = {
  readonly provider_override: string | null
  readonly mapping: Mapping | null
  /** The table of a dump, or the sheet of a workbook, that users are read from. */
  readonly table_override?: string | null
}

/** How the records of one file become entries. */
export type Interpretation = {
  readonly recognition: Recognition
  readonly mapping: Mapping | null
  /** The first records of what the users are read from. */
  readonly sample: Sample
  /** Of a dump: the tables that are read; rows of the others are counted. */
  readonly wants: WantsTable
  readonly read: (record: SourceRecord, table: string | undefined, names?: Names) => Entry
  /** Of a dump: tables that disable users, such as lists of bans. */
  readonly standings?: ReadonlySet<string>
  /** Of a dump: the tables that hold names which `read` needs, and how their rows say them; null: there are none. */
  readonly names: { readonly tables: ReadonlySet<string>; readonly read: NamesOfTables['read'] } | null
  /** Of a dump: tables that hold a login of its users each. */
  readonly logins?: readonly LoginTable[]
  /** Its tables, where there are several. */
  readonly offers: Offers | null
}

/**
 * A decision of the operator overrides recognition by content; an unrecognised file gets a mapping. `unproven`: tables of a dump that
 * hold no login of its users, as reading them has shown. Problem: `no-users-in-dump`, `table-unknown`.
 */
export function interpretFile(
  file: FileDecisions,
  source: OpenedExport,
  unproven: ReadonlySet<string> = new Set(),
): Result<Interpretation> {
  const interpreted = interpret(file, source, unproven)
  if (!interpreted.ok) return interpreted
  return ok(withStanding(withLetters(interpreted.value, source), file.mapping))
}

/** Names in letters that were read wrongly are migrated so, and only people can see it. */
function withLetters(interpretation: Interpretation, { doubtfulLetters }: OpenedExport): Interpretation {
  return doubtfulLetters === undefined ? interpretation : withDoubt(interpretation, doubtfulLetters)
}

/** Says a doubt behind the reason why a file is read as it is. */
function withDoubt(interpretation: Interpretation, doubt: string): Interpretation {
  const { recognition } = interpretation
  return { ...interpretation, recognition: { ...recognition, reason: `${recognition.reason}; ${doubt}` } }
}

/** A known export says itself what its fields become; beside that, a mapping may say of other columns that they keep people out. */
function withStanding(interpretation: Interpretation, mapping: Mapping | null): Interpretation {
  if (interpretation.mapping !== null || mapping === null || !isStandingAlone(mapping)) return interpretation
  return keepingOut({ ...interpretation, mapping }, readStanding(mapping))
}

/** Gives active users the standing that their own records say. */
function keepingOut(
  interpretation: Interpretation,
  standingOf: (record: SourceRecord) => User['standing'],
): Interpretation {
  const { read, sample } = interpretation
  return {
    ...interpretation,
    read: (record, table, names) => {
      const entry = read(record, table, names)
      if (entry.kind !== 'user' || entry.user.standing !== 'active' || table !== sample.table) return entry
      const standing = standingOf(record)
      return standing === 'active' ? entry : { ...entry, user: { ...entry.user, standing } }
    },
  }
}

function interpret(file: FileDecisions, source: OpenedExport, unproven: ReadonlySet<string>): Result<Interpretation> {
  if (source.tables === undefined || source.tables.length === 0) {
    if (typeof file.table_override === 'string') return problem('table-unknown', oneTable)
    const sample = withoutOthers(source, source.sample)
    const kinds = keyKinds(sample)
    const records = kinds === null ? sample.records : sample.records.filter(kinds.isOfUser)
    const interpreted = withKinds(withNote(interpretRecords(file, { ...sample, records }), source), source)
    if (kinds === null) return ok(interpreted)
    return ok({ ...interpreted, read: (record, table) => kinds.withKind(interpreted.read(record, table), record) })
  }
  const samples = source.tables.map(({ name, columns, records, ...keys }) =>
    withoutOthers(source, namedSample({ table: name, header: columns, records, ...keys })),
  )
  const offers = offersOf(samples)
  const interpreted = interpretDump(file, samples, source.format, unproven)
  if (interpreted.ok) return ok(withKinds(withNamedStanding({ ...interpreted.value, offers }, samples), source))
  return offers === null ? interpreted : { ok: false, error: { ...interpreted.error, offers } }
}

/** Users whose role or state has a name in another table by which they are kept out: `role_id` of a role named banned. */
function withNamedStanding(interpretation: Interpretation, samples: readonly TableSample[]): Interpretation {
  const isOff = referTo(namedStandings(samples), interpretation.sample.header ?? [])
  return isOff === null
    ? interpretation
    : keepingOut(interpretation, (record) => (isOff(record) ? 'disabled' : 'active'))
}

const oneTable = 'This file is one table, so no table can be chosen. Leave --table out.'

/** The first records without rows of totals and actions of a bulk load, which say nothing about the fields of users. */
function withoutOthers<S extends Sample>({ format }: OpenedExport, sample: S): S {
  const isOther = format === 'csv' || format === 'xlsx' ? saysTotals : format === 'ndjson' ? isBulkAction : null
  return isOther === null ? sample : { ...sample, records: sample.records.filter((record) => !isOther(record)) }
}

/** Entries of JSON may be of several kinds; all rows of a table are of one kind, except for rows of totals. */
function withKinds(interpretation: Interpretation, { format }: OpenedExport): Interpretation {
  const { read } = interpretation
  if (format === 'csv' || format === 'xlsx') {
    const { header, records } = interpretation.sample
    const isApart = (header ?? Object.keys(records[0] ?? {})).length !== 1
    return {
      ...interpretation,
      read: (record, table) => {
        const entry = withTotals(read(record, table), record)
        if (isApart || !isOneValue(entry, header)) return entry
        return { kind: 'unreadable', reason: whyNoUser(record) }
      },
    }
  }
  if (format === 'sql' || format === 'sqlite') return interpretation
  return { ...interpretation, read: (record, table) => withOtherKind(read(record, table), record) }
}

/** Whether a value alone is no login. Without a name of its column, it is no hash either that could not be anything else. */
function isOneValue(entry: Entry, header: Sample['header']): boolean {
  if (hasNoLogin(entry)) return true
  if (entry.kind !== 'user' || header !== null) return false
  const { email, phone, hash, identities } = entry.user
  const isBare = email === null && phone === null && identities.length === 0
  return isBare && hash !== null && hashLikeness(hash.hash) !== 'certain'
}

/** Why a row of one cell is no user. A workbook may compose statements of its cells. */
function whyNoUser(record: SourceRecord): string {
  const values = Object.values(record).map(String)
  if (values.some((value) => /^\s*(?:(?:insert|replace)\s+into|update)\s[^]*\b(?:values|set|select)\b/i.test(value)))
    return oneStatement
  return values.every((value) => /^(?!(?:\S+\s+){5})[^:=,;|\t<>[\]{}()]{0,200}$/.test(value)) ? oneValue : noForm
}

const noForm =
  'This line is in no form that this app reads: no comma, semicolon, tab or bar divides all lines of the file into the same fields. Export the users as CSV or JSON.'

const oneValue =
  'This line is one value, such as the name of an account, which alone is no login: no comma, semicolon, tab or bar stands between fields. Export the users as CSV or JSON.'

const oneStatement =
  'This line is an SQL statement as the one value of a table. Save the statements in a file of their own, without a heading and without quotation marks around them.'

/** Rows that are shorter than their header are read from the left; whether that is right only people can see. */
function withNote(interpretation: Interpretation, { header, shortRows }: OpenedExport): Interpretation {
  if (shortRows === undefined) return interpretation
  const note = `its rows have ${shortRows} cells, but its header names ${header?.length ?? 0}: check whether the columns match`
  return withDoubt(interpretation, note)
}

function interpretRecords(file: FileDecisions, sample: Sample): Interpretation {
  const chosenFormat = file.provider_override === null ? undefined : formatOf(file.provider_override)
  if (chosenFormat !== undefined)
    return byFormat(chosenFormat, chosenFormat.recognise(withFirstRecords(sample)) ?? asChosen(chosenFormat), sample)
  const recognition = file.provider_override === null ? recognise(sample) : null
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition !== null && format !== undefined) return byFormat(format, recognition, sample)
  const reason = file.provider_override === null ? 'no known export looks like this' : 'you said so'
  const generic: Recognition = { provider: 'generic', shape: 'custom table', reason, role: 'users' }
  return byMapping(generic, file, sample)
}

/** The doubt whether a table that was neither chosen nor mapped holds users. `beside`: the tables with their logins. */
function doubtOf(
  file: FileDecisions,
  sample: Sample & { readonly table?: string },
  read: Mapping,
  beside: readonly LoginTable[],
) {
  const { provider_override, mapping, table_override = null } = file
  if (provider_override !== null || mapping !== null || table_override !== null) return null
  return beside.length > 0 ? doubtAboutPeople(sample.table, beside) : doubtAbout(sample, read, sample.table)
}

function interpretDump(
  file: FileDecisions,
  samples: readonly TableSample[],
  format: FileFormat,
  unproven: ReadonlySet<string>,
): Result<Omit<Interpretation, 'offers'>> {
  const { one, whole } = tableTerms(format)
  const chosen = file.table_override ?? null
  const names = samples.map(({ table }) => table)
  if (chosen !== null && !names.includes(chosen)) {
    return problem('table-unknown', `This ${whole} has no ${one} “${chosen}” with rows. It has: ${listed(names)}.`)
  }
  const words = tableTerms(format)
  const ofApps = samples.filter(
    ({ table, header, records }) => table === chosen || !holdsServerAccounts(header ?? Object.keys(records[0] ?? {})),
  )
  const reading = readDump(ofApps, file.provider_override, wholeMapping(file), { chosen, words, unproven })
  if (reading.kind === 'none') {
    return problem(noUsers, noUsersText(samples, words))
  }
  const { standings } = reading
  const logins = reading.logins.map((login) => withStandingOf(login, file.mapping))
  const loginsOf = new Map(logins.map((login) => [login.table, login]))
  const unread = unreadRows()
  const readUnread = (record: SourceRecord, table: string, names?: Names) => {
    const login = loginsOf.get(table)
    if (login !== undefined) return (login.counts(record) ? login.read(record, names) : null) ?? unread(record, table)
    const standing = standings.get(table)?.(namedRow(table, record)) ?? null
    return standing === null || standing.kind === 'aside' ? withLogins(unread(record, table), standing) : standing
  }
  if (reading.kind === 'own') {
    const { sample, parts } = reading
    const own = byMapping(reading.recognition, file, sample, logins)
    const readPart = partReader(parts)
    return ok({
      ...own,
      standings: new Set(standings.keys()),
      logins,
      names: linkedNames(logins),
      wants: (name) => name === sample.table || parts.has(name) || loginsOf.has(name) || 'count',
      read: (record, name = sample.table, names?: Names) =>
        name === sample.table
          ? withOwnerKeys(own.read(record, name), record, logins)
          : (readPart(record, name) ?? readUnread(record, name, names)),
    })
  }
  const { recognition, tables } = reading
  const product = formatOf(recognition.provider)
  const sample = samples.find(({ table }) => tables.get(table)?.role === recognition.role)
  if (product === undefined || sample === undefined) return problem(noUsers, `This ${whole} cannot be read.`)
  const read = formatReader(product, idColumns(sample))
  const verified = tables.size > 1 ? null : withVerified(sample, (record) => read(record, recognition))
  return ok({
    recognition,
    mapping: null,
    sample,
    standings: new Set(standings.keys()),
    logins,
    wants: (table) => tables.has(table) || loginsOf.has(table) || 'count',
    names:
      product.names === undefined || reading.names.size === 0
        ? null
        : { tables: reading.names, read: product.names.read },
    read: (record, table, names) => {
      const recognised = table === undefined ? recognition : tables.get(table)
      if (recognised === undefined) {
        // Its names are read, so its descriptions and the like are not taken for logins that were left behind.
        return reading.names.has(table ?? '') ? { kind: 'aside', what: table ?? '' } : readUnread(record, table ?? '')
      }
      const row = table === undefined ? record : namedRow(table, record)
      const entry = read(row, recognised, names)
      const whole = verified === null || table !== sample.table ? entry : verified(entry, row)
      return withProviderKey(withOwnerKeys(whole, row, logins), product.provider, standings)
    },
  })
}

/** A user whose ID alone is the key under which lists of bans find it: of a preset for several products, each has keys of its own. */
function withProviderKey(entry: Entry, provider: string, standings: ReadonlyMap<string, unknown>): Entry {
  if (standings.size === 0 || entry.kind !== 'user' || entry.user.sourceId === null) return entry
  return { ...entry, keys: [...new Set([...entry.keys, `${provider}:${entry.user.sourceId}`])] }
}

/** Reads rows of tables of a known product whose users are in a table of the operator's own; null for rows of other tables. */
function partReader(parts: ReadonlyMap<string, Recognition>): (record: SourceRecord, table: string) => Entry | null {
  const [first] = parts.values()
  const format = first === undefined ? undefined : formatOf(first.provider)
  if (format === undefined) return () => null
  const read = formatReader(format)
  return (record, table) => {
    const recognition = parts.get(table)
    return recognition === undefined ? null : read(namedRow(table, record), recognition)
  }
}

/** A row that nothing reads, with what another reading of it found as well. */
function withLogins(entry: Entry, more: Extract<Entry, { kind: 'aside' }> | null): Entry {
  if (entry.kind !== 'aside' || more === null) return entry
  return { ...entry, ...more, logins: [...(entry.logins ?? []), ...(more.logins ?? [])] }
}

function byFormat(format: ExportFormat, recognition: Recognition, sample: Sample): Interpretation {
  const read = formatReader(format, idColumns(sample))
  const plain = (record: SourceRecord) => read(record, recognition)
  const verified = withVerified(sample, plain)
  return {
    recognition,
    mapping: null,
    sample,
    wants: () => true,
    read: verified === null ? plain : (record) => verified(plain(record), record),
    names: null,
    offers: null,
  }
}

/** The mapping of a table, where it maps more than the standing of users. */
function wholeMapping({ mapping }: FileDecisions): Mapping | null {
  return mapping === null || isStandingAlone(mapping) ? null : mapping
}

function withColumns(mapping: Mapping, more: Mapping['columns']): Mapping {
  const columns = mapping.columns.filter(({ path }) => !more.some((one) => one.path === path))
  return more.length === 0 ? mapping : { ...mapping, columns: [...columns, ...more] }
}

function byMapping(
  recognition: Recognition,
  file: FileDecisions,
  sample: Sample & { readonly table?: string },
  beside: readonly LoginTable[] = [],
): Interpretation {
  const suggested = suggestMapping(sample)
  const mapping = wholeMapping(file) ?? withColumns(suggested.mapping, file.mapping?.columns ?? [])
  const loginsBeside = beside.length > 0
  const doubt = doubtOf(file, sample, mapping, beside)
  const sampled = suggested.columns.map(({ path }) => path)
  const role = !loginsBeside && saysStandingOnly(mapping, sampled) ? 'parts' : recognition.role
  const reason = doubt === null ? recognition.reason : `${recognition.reason}; ${doubt.reason}`
  return {
    recognition: { ...recognition, role, reason },
    mapping,
    sample,
    wants: () => true,
    read: tableReader(mapping, {
      idColumns: idColumns(sample),
      doubtful: doubtfulColumns(sample, suggested.columns),
      mayBeOther: doubt?.asks === true,
      sampled,
      loginsBeside,
    }),
    names: null,
    offers: null,
  }
}

function asChosen(format: ExportFormat): Recognition {
  return { provider: format.provider, shape: 'export', reason: 'you said so', role: 'users' }
}
