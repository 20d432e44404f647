import { type DumpReading, readDump, type TableSample } from '../../../../shared/exports/dump-tables.ts'
import { inKeyForms, keyForms, noKeyForms, sampleInKeyForms } from '../../../../shared/exports/logins/key-forms.ts'
import { withoutEarlier } from '../../../../shared/exports/standing/latest-states.ts'
import { historyRows } from '../../../../shared/exports/standing/state-history.ts'
import { listed, tableTerms } from '../../../../shared/exports/tables/table-terms.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { namesOfColumns } from '../../../../shared/mapping/first-records.ts'
import { holdsServerAccounts } from '../../../../shared/mapping/names/system-tables.ts'
import { unreadRows } from '../../../../shared/mapping/rows/unread-rows.ts'
import { ok, problem } from '../../../../shared/result.ts'
import { type Dump, type DumpSource, ownUsers, productUsers } from './dump-users.ts'
import { type FileDecisions, type Interpretation, wholeMapping } from './interpretation.ts'
import { noUsersProblem } from './no-users.ts'
import type { LoginProof } from './prove-logins.ts'
import { rowsBeside } from './rows-beside.ts'

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
  proof: LoginProof,
): Dump {
  const words = tableTerms(source.format)
  const wanted = given.table_override ?? null
  const names = samples.map(({ table }) => table)
  if (wanted !== null && !names.includes(wanted)) {
    const has = `It has: ${listed(names)}.`
    return problem('table-unknown', `This ${words.whole} has no ${words.one} “${wanted}” with rows. ${has}`)
  }
  const readingOf = (chosen: string | null) => readChosen(given, samples, chosen, { words, proof })
  // Rows of which a user has several are no users, whatever the operator chose: they are read with the users that they belong to.
  const whoseRows = wanted === null ? null : readingOf(null)
  const isOfUsers = wanted !== null && whoseRows !== null && holdsRowsOfUsers(whoseRows, wanted)
  const file = isOfUsers ? { ...given, table_override: null } : given
  const chosen = isOfUsers ? null : wanted
  const reading = isOfUsers ? withTableOfLogins(whoseRows, wanted) : readingOf(chosen)
  if (reading.kind === 'none') {
    const history = chosen === null ? historyAlone(samples, proof.latest) : null
    return history === null ? { ok: false, error: noUsersProblem(samples, words, source) } : ok(history)
  }
  const dump = { file, samples, source, beside: rowsBeside(reading, samples, file, proof) }
  return reading.kind === 'own' ? ok(ownUsers(reading, dump)) : productUsers(reading, dump)
}

/** Finds the users of a dump. `chosen`: the table that the operator chose; null: none. */
function readChosen(
  given: FileDecisions,
  samples: readonly TableSample[],
  chosen: string | null,
  { words, proof }: { readonly words: ReturnType<typeof tableTerms>; readonly proof: LoginProof },
): DumpReading {
  const { unproven, users: settled = null } = proof
  const read = (tables: readonly TableSample[]) =>
    readDump(tables, given.provider_override, wholeMapping(given), { chosen, words, unproven, settled })
  const ofApps = samples.filter((sample) => sample.table === chosen || !holdsServerAccounts(namesOfColumns(sample)))
  // A table whose rows are removed later has users only if no other has: each of its rows then says which statement removes it.
  const isEmptied = (one: TableSample) => one.isEmptied === true && one.table !== chosen
  const found = read(ofApps.map((one) => (isEmptied(one) ? { ...one, records: [] } : one)))
  return found.kind === 'none' && ofApps.some(isEmptied) ? read(ofApps) : found
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

/** Whether the rows of a table are logins of users in another one, several of one user or of several kinds. */
function holdsRowsOfUsers(reading: DumpReading, table: string): boolean {
  if (reading.kind === 'none') return false
  const parts = reading.kind === 'own' ? reading.parts : reading.tables
  const isLogins = reading.logins.some((one) => one.table === table && (one.isPart === true || one.isRepeated === true))
  return isLogins || parts.get(table)?.role === 'parts'
}

/** Says that a table that the operator chose holds logins of the users. */
function withTableOfLogins(reading: DumpReading, table: string): DumpReading {
  if (reading.kind === 'none') return reading
  const { recognition } = reading
  const reason = `${recognition.reason}; you chose ${table}, whose rows are logins of these users`
  return { ...reading, recognition: { ...recognition, reason } }
}
