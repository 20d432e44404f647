import { namesOfColumns } from '../../../../shared/mapping/first-records.ts'
import { readDump, type TableSample } from '../../../../shared/exports/dump-tables.ts'
import { withOwnerKeys } from '../../../../shared/exports/logins/login-tables.ts'
import { tablesOfObjects } from '../../../../shared/exports/tables/hash-columns.ts'
import { withoutEarlier } from '../../../../shared/exports/standing/latest-states.ts'
import { historyRows } from '../../../../shared/exports/standing/state-history.ts'
import { standingColumns, standingTables } from '../../../../shared/exports/standing/standings.ts'
import { namedByProduct } from '../../../../shared/exports/logins/names-of-products.ts'
import { thirdPartyTables } from '../../../../shared/exports/logins/third-party-tables.ts'
import { linkedNames, withStandingOf } from '../../../../shared/exports/logins/login-table.ts'
import type { LoginProof } from './prove-logins.ts'
import { withoutEnded, withoutSuperseded } from '../../../../shared/exports/logins/several-rows.ts'
import { namedRow } from '../../../../shared/exports/known-columns.ts'
import type { OpenedExport } from '../../reading/open-export.ts'
import type { Entry, Names, Recognition, SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { inKeyForms, keyForms, noKeyForms, sampleInKeyForms } from '../../../../shared/exports/logins/key-forms.ts'
import { listed, tableTerms } from '../../../../shared/exports/tables/table-terms.ts'
import { formatOf } from '../../../../shared/exports/index.ts'
import { referenceColumns, referenceWord } from '../../../../shared/mapping/entries/references.ts'
import { keyedBy } from '../../../../shared/mapping/entries/sign-in-names.ts'
import { idColumns } from '../../../../shared/mapping/columns/secrets/ids-like-digests.ts'
import { formatReader } from '../../../../shared/mapping/read-table.ts'
import { withVerified } from '../../../../shared/mapping/entries/with-verified.ts'
import { holdsServerAccounts } from '../../../../shared/mapping/names/system-tables.ts'
import { noAttributeNames } from '../../../../shared/mapping/rows/attribute-rows.ts'
import { attributeNames } from '../../../../shared/exports/logins/attribute-tables.ts'
import { unreadRows } from '../../../../shared/mapping/rows/unread-rows.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { holdsAccounts } from '../../../../shared/mapping/names/people-names.ts'
import { noUsers, noUsersProblem } from './no-users.ts'
import { formatUsers } from './known-format.ts'
import { byMapping } from './by-mapping.ts'
import { type FileDecisions, type Interpretation, wholeMapping } from './interpretation.ts'
import { withoutComputed } from '../../../../shared/mapping/entries/without-computed.ts'

type Dump = Result<Omit<Interpretation, 'offers'>>
type DumpSource = Pick<OpenedExport, 'format' | 'emptyTables' | 'queriedTables' | 'elsewhere'>

/** Reads users from a table of a dump, and their logins and standing from the tables beside it. Problem: `no-users-in-dump`, `file-without-logins`, `table-unknown`. */
export function interpretDump(
  given: FileDecisions,
  samples: readonly TableSample[],
  source: DumpSource,
  proof: LoginProof,
): Dump {
  const asWritten = interpretTables(given, samples, source, proof)
  if (!asWritten.ok) return asWritten
  const users = samples.find(({ table }) => table === asWritten.value.sample.table)
  const open = samples.filter(({ table }) => !proof.unproven.has(table))
  const forms = users === undefined ? noKeyForms : keyForms(users, open)
  if (users === undefined || forms.size === 0) return asWritten
  const rewritten = samples.map((one) => sampleInKeyForms(forms, one))
  const found = interpretTables(given, rewritten, source, { ...proof, users: users.table })
  if (!found.ok || found.value.sample.table !== users.table) return asWritten
  // Only tables of which all rows are read before have IDs in another form: another user may have one as it is written.
  const logins = found.value.logins ?? []
  const used = new Map([...forms].filter(([table]) => logins.some((one) => (one.link?.table ?? one.table) === table)))
  if (used.size === 0) return asWritten
  const { read, names } = found.value
  const rowOf = (record: SourceRecord, table = '') => {
    const columns = used.get(table)
    return columns === undefined ? record : inKeyForms(columns, record)
  }
  return ok({
    ...found.value,
    keyForms: used,
    read: (record, table, known) => read(rowOf(record, table), table, known),
    names: names === null ? null : { ...names, read: (record, table) => names.read(rowOf(record, table), table) },
  })
}

/** Reads users from a table of a dump, whose other tables name them by the IDs as these are written. */
function interpretTables(
  given: FileDecisions,
  samples: readonly TableSample[],
  source: DumpSource,
  { unproven, superseded, latest, users: settled }: LoginProof,
): Dump {
  const { format, emptyTables = [], queriedTables = [] } = source
  const { one, whole } = tableTerms(format)
  const wanted = given.table_override ?? null
  const names = samples.map(({ table }) => table)
  if (wanted !== null && !names.includes(wanted)) {
    return problem('table-unknown', `This ${whole} has no ${one} “${wanted}” with rows. It has: ${listed(names)}.`)
  }
  const words = tableTerms(format)
  const readingOf = (chosen: string | null) => {
    const ofApps = samples.filter((sample) => sample.table === chosen || !holdsServerAccounts(namesOfColumns(sample)))
    const read = (tables: readonly TableSample[]) =>
      readDump(tables, given.provider_override, wholeMapping(given), {
        chosen,
        words,
        unproven,
        settled: settled ?? null,
      })
    // A table whose rows are removed later has users only if no other has: each of its rows then says which statement removes it.
    const isEmptied = (one: TableSample) => one.isEmptied === true && one.table !== chosen
    const found = read(ofApps.map((one) => (isEmptied(one) ? { ...one, records: [] } : one)))
    return found.kind === 'none' && ofApps.some(isEmptied) ? read(ofApps) : found
  }
  // Rows of which a user has several are no users, whatever the operator chose: they are read with the users that they belong to.
  const whoseRows = wanted === null ? null : readingOf(null)
  const isOfUsers = wanted !== null && whoseRows !== null && holdsRowsOfUsers(whoseRows, wanted)
  const chosen = isOfUsers ? null : wanted
  const file = isOfUsers ? { ...given, table_override: null } : given
  const reading = isOfUsers ? withTableOfLogins(whoseRows, wanted) : readingOf(chosen)
  if (reading.kind === 'none') {
    const history = chosen === null ? historyAlone(samples, latest) : null
    if (history !== null) return ok(history)
    return { ok: false, error: noUsersProblem(samples, words, source) }
  }
  const { standings } = reading
  const logins = reading.logins.map((login) =>
    withoutEnded(withoutSuperseded(withStandingOf(login, file.mapping), superseded)),
  )
  const details = reading.details.map((one) => ({ ...one, read: withoutEarlier(one.read, latest.get(one.table)) }))
  const joined = [...logins, ...details]
  const loginsOf = new Map(joined.map(({ table }) => [table, joined.filter((one) => one.table === table)]))
  const users =
    reading.kind === 'own'
      ? reading.sample
      : samples.find(({ table }) => reading.tables.get(table)?.role === reading.recognition.role)
  const unread = unreadRows(
    users === undefined ? new Map() : thirdPartyTables(users, samples),
    tablesOfObjects(samples),
    (table) => {
      const sample = samples.find((one) => one.table === table)
      return sample === undefined ? noAttributeNames : attributeNames(sample, samples)
    },
  )
  const readUnread = (record: SourceRecord, table: string, names?: Names) => {
    const own = loginsOf.get(table)?.find(({ counts }) => counts(record))
    if (own !== undefined) return own.read(record, names) ?? unread(record, table)
    const further = loginsOf.get(table)?.flatMap((one) => one.further?.(record) ?? [])[0]
    if (further !== undefined) return further
    const standing = standings.get(table)?.read(namedRow(table, record)) ?? null
    return standing === null || standing.kind === 'aside' ? withLogins(unread(record, table), standing) : standing
  }
  if (reading.kind === 'own') {
    const { sample, parts } = reading
    const { reason } = reading.recognition
    const empty = chosen === null && !holdsAccounts(sample.table) ? emptyTables.filter(holdsAccounts) : []
    const told = `${reason}${empty.length === 0 ? '' : `; without rows: ${listed(empty)}`}${besideQueries(queriedTables, loginsOf, [sample.table, ...parts.keys()])}`
    const own = byMapping({ ...reading.recognition, reason: told }, file, sample, {
      beside: logins,
      isAlone: samples.length === 1,
    })
    const references = standings.size === 0 || logins.length === 0 ? [] : referenceColumns(sample, own.mapping, true)
    const keyed = references.map((path) => keyedBy(path, referenceWord(path)))
    const readOwn = (record: SourceRecord) =>
      keyed.reduce((entry, withKey) => withKey(entry, record), own.read(record, sample.table))
    const readPart = partReader(parts)
    return ok({
      ...own,
      standings: { tables: standingTables(standings, samples), columns: standingColumns(standings, samples) },
      logins: joined,
      names: linkedNames(logins),
      wants: (name) => name === sample.table || parts.has(name) || loginsOf.has(name) || 'count',
      read: (record, name = sample.table, names?: Names) =>
        name === sample.table
          ? withOwnerKeys(withoutComputed(readOwn(record), record), record, joined)
          : withoutComputed(readPart(record, name) ?? readUnread(record, name, names), record),
    })
  }
  const { recognition, tables } = reading
  const product = formatOf(recognition.provider)
  if (product === undefined || users === undefined) return problem(noUsers, `This ${whole} cannot be read.`)
  const read = formatReader(product, idColumns(users))
  const { mapping } = file
  const { read: readRow, askLate } = formatUsers(product, users, mapping)
  const readUser = (record: SourceRecord) => readRow(record, recognition)
  const verified = tables.size > 1 ? null : withVerified(users, readUser)
  const named = namedByProduct(product, users, readUser)
  return ok({
    recognition: {
      ...recognition,
      reason: `${recognition.reason}${besideQueries(queriedTables, loginsOf, [...tables.keys()])}`,
    },
    mapping,
    sample: users,
    standings: { tables: standingTables(standings, samples), columns: standingColumns(standings, samples) },
    logins: joined,
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
      const isUser = table === users.table
      const plain = withoutComputed((isUser ? readRow : read)(row, recognised, names), row)
      const entry = isUser ? named(plain, row) : plain
      const whole = verified === null || !isUser ? entry : verified(entry, row)
      return withProviderKey(withOwnerKeys(whole, row, joined), product.provider, standings)
    },
    askLate,
  })
}

/** The end of a recognition's reason: which tables that are not read have rows that are not in the dump either. */
function besideQueries(
  queried: readonly string[],
  joined: ReadonlyMap<string, unknown>,
  read: readonly string[],
): string {
  const tables = queried.filter((table) => !joined.has(table) && !read.includes(table))
  if (tables.length === 0) return ''
  const gets = tables.length === 1 ? 'gets' : 'get'
  return `; ${listed(tables)} ${gets} rows by a query (INSERT … SELECT), which only the database can answer`
}

/** Reads a dump that has one history of states and no users, as parts of the users of another file; null: it has no history, or several. */
function historyAlone(
  samples: readonly TableSample[],
  latest: LoginProof['latest'],
): Omit<Interpretation, 'offers'> | null {
  const found = samples.flatMap((sample) => {
    const rows = historyRows(sample, sample.table)
    return rows === null ? [] : [{ ...rows, sample }]
  })
  const [only, ...others] = found
  if (only === undefined || others.length > 0) return null
  const { table } = only.sample
  const [read, unread] = [withoutEarlier(only.read, latest.get(table)), unreadRows()]
  return {
    ...only,
    mapping: null,
    wants: (name) => name === table || 'count',
    names: null,
    read: (record, name = table) => (name === table ? read(record) : unread(record, name)),
  }
}

type Reading = ReturnType<typeof readDump>

/** Whether the rows of a table are logins of users in another one, several of one user or of several kinds. */
function holdsRowsOfUsers(reading: Reading, table: string): boolean {
  if (reading.kind === 'none') return false
  const parts = reading.kind === 'own' ? reading.parts : reading.tables
  const isLogins = reading.logins.some((one) => one.table === table && (one.isPart === true || one.isRepeated === true))
  return isLogins || parts.get(table)?.role === 'parts'
}

/** Says that a table that the operator chose holds logins of the users. */
function withTableOfLogins(reading: Reading, table: string): Reading {
  if (reading.kind === 'none') return reading
  const { recognition } = reading
  const reason = `${recognition.reason}; you chose ${table}, whose rows are logins of these users`
  return { ...reading, recognition: { ...recognition, reason } }
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
