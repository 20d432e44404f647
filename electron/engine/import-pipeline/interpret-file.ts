import { isDeepStrictEqual } from 'node:util'
import { offersOf, type TableSample } from '../../../shared/exports/dump-tables.ts'
import { namedSample } from '../../../shared/exports/known-columns.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { type LatestStates, withoutEarlier } from '../../../shared/exports/standing/latest-states.ts'
import { type Lookups, lookupsOf } from '../../../shared/exports/standing/lookups.ts'
import { lookupRows } from '../../../shared/exports/standing/lookup-rows.ts'
import { historyRows } from '../../../shared/exports/standing/state-history.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { recognise } from '../../../shared/exports/recognise.ts'
import { idMapRows } from '../../../shared/exports/parts/id-maps.ts'
import { keyKinds } from '../../../shared/exports/kinds/key-kinds.ts'
import { passkeyRows } from '../../../shared/exports/parts/passkey-rows.ts'
import { roleRows } from '../../../shared/exports/parts/role-rows.ts'
import { passwordRows, settingRows } from '../../../shared/exports/parts/setting-rows.ts'
import {
  hasNoLogin,
  isBulkAction,
  isAroundRecords,
  isEmptyRow,
  isOfFile,
  saysGroup,
  saysTotals,
  withOtherKind,
  withTotals,
} from '../../../shared/exports/kinds/other-kind.ts'
import { hashLikeness } from '../../../shared/hashes/hash-likeness.ts'
import { withFirstRecords, namesOfColumns } from '../../../shared/mapping/first-records.ts'
import { isChecksum } from '../../../shared/mapping/unmapped/login-likeness.ts'
import { profileColumns } from '../../../shared/mapping/columns/profile-columns.ts'
import { shownName } from '../../../shared/mapping/shown/shown-name.ts'
import { haveLabels, withLabels } from '../../../shared/mapping/entries/sign-in-names.ts'
import { withoutComputed } from '../../../shared/mapping/entries/without-computed.ts'
import { unknownProvider } from '../../../shared/mapping/entries/identities.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { isEmailAddress } from '../../../shared/users/normalise-email.ts'
import { isHashKind, type UnmappedValue, type User, userWith } from '../../../shared/users/user.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import {
  type FileDecisions,
  type Interpretation,
  byFormat,
  byMapping,
  givenMapping,
  wholeMapping,
} from './interpretation.ts'
import { type LoginProof, noProof } from './prove-logins.ts'
import { interpretDump } from './interpret-dump.ts'
import { withVersions, withVersionsIn } from './versions-of-users.ts'

/**
 * A decision of the operator overrides recognition by content; an unrecognised file gets a mapping. `proof`: what reading the
 * tables of logins of a dump has shown. Problem: `no-users-in-dump`, `table-unknown`.
 */
export function interpretFile(
  file: FileDecisions,
  source: OpenedExport,
  proof: LoginProof = noProof,
  around: Around = alone,
): Result<Interpretation> {
  const interpreted = interpretGiven(file, source, proof, around)
  return interpreted.ok ? ok(withLetters(interpreted.value, source)) : interpreted
}

/** The other files of a migration, as far as they matter to one: lookup tables for its values, and whether users were read before it. */
export type Around = { readonly lookups: readonly TableSample[]; readonly isLate: boolean }

const alone: Around = { lookups: [], isLate: false }

/** A mapping that came with a file adds to a known format that has its columns; another file is read by it alone. */
function interpretGiven(
  file: FileDecisions,
  source: OpenedExport,
  proof: LoginProof,
  around: Around,
): Result<Interpretation> {
  if (file.provider_override !== givenMapping) return interpret(file, source, proof, around)
  const known = interpret({ ...file, provider_override: null }, source, proof, around)
  if (known.ok && known.value.recognition.provider !== 'generic' && hasMapped(known.value, file)) return known
  return interpret({ ...file, provider_override: 'generic' }, source, proof, around)
}

function hasMapped({ recognition, sample }: Interpretation, { mapping }: FileDecisions): boolean {
  const paths = new Set(profileColumns(sample.records, sample.header).map(({ path }) => path))
  return recognition.role === 'users' && mapping?.columns.some(({ path }) => paths.has(path)) === true
}

/** Whether the mapping of a file is the one that its last reading suggested, and no decision: read again, its table is doubted as before. */
export function isSuggested(file: FileDecisions, source: OpenedExport): boolean {
  if (file.mapping === null || file.provider_override !== null) return false
  const suggested = interpretFile({ ...file, mapping: null }, source)
  return suggested.ok && isDeepStrictEqual(suggested.value.mapping, file.mapping)
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

function interpret(
  file: FileDecisions,
  source: OpenedExport,
  proof: LoginProof,
  { lookups, isLate }: Around,
): Result<Interpretation> {
  if (source.tables === undefined || source.tables.length === 0) {
    if (typeof file.table_override === 'string') return problem('table-unknown', oneTable)
    const sample = withoutOthers(source, source.sample)
    const settings = passwordRows(sample)
    const kinds = keyKinds(sample) ?? settings
    const records = kinds === null ? sample.records : sample.records.filter(kinds.isOfUser)
    const ofUsers = { ...sample, records, ...(settings === null ? {} : { passwords: settings.passwords }) }
    const interpreted = withKinds(
      withNote(interpretRecords(file, ofUsers, source.format === 'yaml' && haveLabels(sample), proof, isLate), source),
      source,
    )
    if (kinds === null) return ok(withLookups(interpreted, [{ ...sample, table: '' }, ...lookups]))
    return ok({ ...interpreted, read: (record, table) => kinds.withKind(interpreted.read(record, table), record) })
  }
  const samples = tableSamples(source)
  const offers = offersOf(samples)
  const interpreted = withVersionsIn(samples, { file, proof }, (latest) => interpretDump(file, latest, source, proof))
  if (interpreted.ok)
    return ok(withKinds(withLookups({ ...interpreted.value, offers }, [...samples, ...lookups]), source))
  return offers === null ? interpreted : { ok: false, error: { ...interpreted.error, offers } }
}

/** The first rows of the tables of a dump. */
export function tableSamples(source: OpenedExport): readonly TableSample[] {
  return (source.tables ?? []).map(({ name, columns, records, ...keys }) =>
    withoutOthers(source, namedSample({ table: name, header: columns, records, ...keys })),
  )
}

/**
 * Users whose role or state has a name in another table: `role_id` of a role named banned disables, and a value whose name says whether it
 * does is no question. Other words that may say so are a question, in which the word stands.
 */
function withLookups(interpretation: Interpretation, samples: readonly TableSample[]): Interpretation {
  const { sample, mapping, recognition } = interpretation
  const users = samples.find(({ table }) => table === (sample.table ?? ''))
  const lookups = users === undefined ? null : lookupsOf(users, samples)
  if (lookups === null) return interpretation
  const { read } = keepingOut(interpretation, (record) => (lookups.isOff(record) ? 'disabled' : 'active'))
  const isGeneric = recognition.provider === 'generic'
  const ignored = new Set(mapping?.ignored)
  const mapped = new Set(mapping?.columns.flatMap(({ path, values }) => (values === undefined ? [] : [path])))
  return {
    ...interpretation,
    read: (record, table, names) => {
      const entry = read(record, table, names)
      if (entry.kind !== 'user' || table !== sample.table) return entry
      const { unmapped, standing } = entry.user
      const asked = standing === 'active' && isGeneric ? lookups.asked(record) : []
      if (unmapped === undefined && asked.length === 0) return entry
      const own = (unmapped ?? []).flatMap((one) => withMeaning(one, record, lookups))
      const isOpen = (column: string) =>
        !mapped.has(column) && !own.some(({ kind, field }) => kind === 'status' && field.startsWith(`${column}=`))
      const more = asked.flatMap(({ column, value, word }) =>
        isOpen(column) ? [statusWith(column, value, word, !ignored.has(column))] : [],
      )
      return { ...entry, user: userWith(entry.user, { unmapped: [...own, ...more] }) }
    },
  }
}

/** A question about a value with the word for it; none where the word settles it. */
function withMeaning(one: UnmappedValue, record: SourceRecord, lookups: Lookups): readonly UnmappedValue[] {
  if (one.kind !== 'status') return [one]
  const column = one.field.slice(0, -one.value.length - 1)
  const meaning = lookups.meaningOf(column, record)
  if (meaning === null) return [one]
  if (meaning.says === 'off' || meaning.says === 'on') return []
  return [meaning.word === '' ? one : statusWith(column, one.value, meaning.word, one.asks)]
}

function statusWith(column: string, value: string, word: string, asks: boolean): UnmappedValue {
  return { kind: 'status', field: shownName(`${column}=${value} (${word.slice(0, maxWord)})`), value, asks }
}

/** Characters of a word that is told beside its value. */
const maxWord = 40

const oneTable = 'This file is one table, so no table can be chosen. Leave --table out.'

/** The first records without rows of totals, names of groups and empty rows, actions of a bulk load and descriptions of the file, which say nothing about the fields of users. */
function withoutOthers<S extends Sample>({ format }: OpenedExport, sample: S): S {
  const isOther = otherIn[format]
  if (isOther === undefined || sample.records.length < 2) return sample
  return { ...sample, records: sample.records.filter((record) => !isOther(record)) }
}

function isBesideRows(record: SourceRecord): boolean {
  return isAroundRecords(record) || isEmptyRow(record) || saysTotals(record) || saysGroup(record)
}

const otherIn: Readonly<Partial<Record<OpenedExport['format'], (record: SourceRecord) => boolean>>> = {
  csv: isBesideRows,
  xlsx: isBesideRows,
  json: isOfFile,
  yaml: isOfFile,
  ndjson: (record) => isBulkAction(record) || isOfFile(record),
}

/** Entries of JSON may be of several kinds; all rows of a table are of one kind, except for rows of totals. */
function withKinds(interpretation: Interpretation, { format, isOneObject }: OpenedExport): Interpretation {
  const { read } = interpretation
  if (format === 'csv' || format === 'xlsx') {
    const { header } = interpretation.sample
    const isApart = namesOfColumns(interpretation.sample).length !== 1
    const last = header?.at(-1)
    return {
      ...interpretation,
      read: (record, table) => {
        const entry = withMissingCells(withTotals(read(record, table), record), record, last)
        if (isApart || !isOneValue(entry, header)) return entry
        return { kind: 'unreadable', reason: whyNoUser(record) }
      },
    }
  }
  if (format === 'sql') return withWidths(interpretation)
  if (format === 'sqlite') return interpretation
  return {
    ...interpretation,
    read: (record, table) => {
      const known = read(record, table)
      const entry = withOtherKind(format === 'yaml' ? withoutComputed(known, record) : known, record)
      return isOneObject && isNoPerson(entry) ? { kind: 'unreadable', reason: oneObject } : entry
    },
  }
}

/** Whether no value of a record is a login, whatever its name says, as in texts of an app: `"password": "Your password"`. */
function isNoPerson(entry: Entry): boolean {
  if (entry.kind !== 'user') return false
  const { email, phone, hash, identities, unmapped = [] } = entry.user
  const isLogin =
    (email !== null && isEmailAddress(email.trim())) ||
    phone !== null ||
    identities.some(({ provider }) => provider !== unknownProvider) ||
    (hash !== null && hashLikeness(hash.hash) !== null)
  return (
    !isLogin &&
    unmapped.every((one) => one.kind === 'status' || (isHashKind(one.kind) && isChecksum(one.value, one.field)))
  )
}

const oneObject =
  'This file is one object, such as settings or texts of an app, and no value where a login would be is an email address, a phone number or a password hash. Export the users themselves.'

/** Marks users whose email is as long as its column is wide: what went beyond it was cut off without a word. */
function withWidths(interpretation: Interpretation): Interpretation {
  const { read, sample } = interpretation
  const widths = [...(sample.widths ?? [])]
  if (widths.length === 0) return interpretation
  return {
    ...interpretation,
    read: (record, table, names) => {
      const entry = read(record, table, names)
      if (entry.kind !== 'user' || table !== sample.table) return entry
      const { email } = entry.user
      // A column of fixed width is filled with blanks.
      const isFull =
        email !== null &&
        !email.endsWith(' ') &&
        widths.some(([name, width]) => width === email.length && record[name] === email)
      return isFull ? { ...entry, user: userWith(entry.user, { mayBeCut: true }) } : entry
    },
  }
}

/** Marks users whose rows lack the last cells. `last`: the last column of the header. */
function withMissingCells(entry: Entry, record: SourceRecord, last: string | undefined): Entry {
  if (entry.kind !== 'user' || last === undefined || last in record) return entry
  return { ...entry, user: userWith(entry.user, { lacksCells: true }) }
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
  if (!values.every((value) => /^(?!(?:\S+\s+){5})[^:=,;|\t<>[\]{}()]{0,200}$/.test(value))) return noForm
  return values.every((value) => /\S\s+\S/.test(value.trim())) ? betweenBlanks : oneValue
}

const noForm =
  'This line is in no form that this app reads: no comma, semicolon, tab or bar divides all lines of the file into the same fields. Export the users as CSV or JSON.'

const oneValue =
  'This line is one value, such as the name of an account, which alone is no login: no comma, semicolon, tab or bar stands between fields. Export the users as CSV or JSON.'

const betweenBlanks =
  'This line is several words with blanks between them, which divide fields only where one is a hash. Put a comma or a tab between its fields, or export the users as CSV or JSON.'

const oneStatement =
  'This line is an SQL statement as the one value of a table. Save the statements in a file of their own, without a heading and without quotation marks around them.'

/** Whether each row is one cell with an address, a blank and a word that may be a password. */
function holdsWordsBehindAddresses({ header, records }: Sample): boolean {
  return (
    header === null &&
    records.length > 0 &&
    records.every((record) => {
      const [cell, ...others] = Object.values(record)
      const [address = '', word = '', ...more] = typeof cell === 'string' ? cell.trim().split(/\s+/) : []
      return others.length + more.length === 0 && word !== '' && isEmailAddress(address)
    })
  )
}

const wordsBehind =
  'the word behind each address may be a name or a password, and is not read: put a comma between the two, and a first line with their names'

/** Rows that are shorter than their header are read from the left; whether that is right only people can see. */
function withNote(interpretation: Interpretation, { header, shortRows }: OpenedExport): Interpretation {
  if (holdsWordsBehindAddresses(interpretation.sample)) return withDoubt(interpretation, wordsBehind)
  if (shortRows === undefined) return interpretation
  const note = `its rows have ${shortRows} cells, but its header names ${header?.length ?? 0}: check whether the columns match`
  return withDoubt(interpretation, note)
}

function interpretRecords(
  file: FileDecisions,
  sample: Sample,
  hasLabels: boolean,
  proof: LoginProof,
  isLate: boolean,
): Interpretation {
  const interpreted = withVersions(sample, { file, proof }, (latest) =>
    interpretLabelled(file, latest, hasLabels, proof.latest.get(''), isLate),
  )
  return hasLabels ? { ...interpreted, read: withLabels(interpreted.read) } : interpreted
}

function interpretLabelled(
  file: FileDecisions,
  sample: Sample,
  hasLabels: boolean,
  latest: LatestStates | undefined,
  isLate: boolean,
): Interpretation {
  const chosenFormat = file.provider_override === null ? undefined : formatOf(file.provider_override)
  if (chosenFormat !== undefined)
    return byFormat(
      chosenFormat,
      chosenFormat.recognise(withFirstRecords(sample)) ?? asChosen(chosenFormat),
      sample,
      file.mapping,
    )
  const isOpen = file.provider_override === null && wholeMapping(file) === null
  const ofParts = { mapping: null, sample, wants: () => true, names: null, offers: null } as const
  const passkeys = isOpen ? passkeyRows(sample, file.name ?? '') : null
  if (passkeys !== null) return { ...passkeys, ...ofParts }
  const recognition = file.provider_override === null ? recognise(sample) : null
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition !== null && format !== undefined) return byFormat(format, recognition, sample, file.mapping)
  const history = isOpen ? historyRows(sample, file.name ?? '') : null
  if (history !== null) return { ...history, ...ofParts, read: withoutEarlier(history.read, latest) }
  const rows = isOpen
    ? (settingRows(sample) ?? roleRows(sample) ?? idMapRows(sample) ?? lookupRows(sample, file.name ?? '', isLate))
    : null
  if (rows !== null) return { ...rows, ...ofParts }
  const reason = file.provider_override === null ? 'no known export looks like this' : 'you said so'
  const generic: Recognition = { provider: 'generic', shape: 'custom table', reason, role: 'users' }
  return byMapping(generic, file, sample, [], true, hasLabels)
}

function asChosen(format: ExportFormat): Recognition {
  return { provider: format.provider, shape: 'export', reason: 'you said so', role: 'users' }
}
