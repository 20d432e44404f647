import { disabledByWord, textOf } from '../../mapping/cell.ts'
import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import type { AskedStanding } from '../../mapping/columns/doubtful-columns.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import { tableKind } from '../../mapping/rows/unread-tables.ts'
import { areIdsOf, isPlain, saysWhether } from '../../mapping/columns/keys/key-values.ts'
import { isNumberElsewhere } from '../../mapping/columns/keys/key-names.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import { saysOffByValue } from '../../mapping/columns/standing-columns.ts'
import { namesOrganization } from '../../mapping/columns/table-doubt.ts'
import { pastTime } from '../../mapping/end-of-account.ts'
import type { Entry, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import type { Mapping } from '../../mapping/mapping.ts'
import { isOfUser, namesMaker, refersToAccount, refersToPerson } from '../../mapping/names/account-names.ts'
import { splitPath, stemOfFile, withoutSchema } from '../../mapping/names/column-words.ts'
import { listsKeptOut } from '../../mapping/names/standing/kept-out-names.ts'
import { memberColumn } from '../../mapping/rows/standing-rows.ts'
import { tableReader } from '../../mapping/read-table.ts'
import { columnBecomes } from '../../mapping/shown/target-titles.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { mapsLogin } from '../../mapping/targets.ts'
import { shownName } from '../../mapping/shown/shown-name.ts'
import { readerOf } from '../../mapping/value-at.ts'
import { listed } from '../tables/table-terms.ts'
import { endedRows, type OrderOfRows, type StateHistory } from './latest-states.ts'
import type { StandingTable } from './standing-tables.ts'
import { historyInName, refersToOther, type StateColumns, stateColumns } from './state-columns.ts'

/*
 * Histories of states: files and tables with a row for each state that a user had. No row is a user; the latest one of each says whether
 * that user is kept out.
 */

/** The history of states in a file of its own; null: its rows are something else. `name`: that of the file. */
export function historyRows(
  sample: Sample,
  name: string,
): {
  readonly recognition: Recognition
  readonly uses: readonly ColumnUse[]
  readonly history: StateHistory & { readonly table: string }
  readonly read: (record: SourceRecord) => Entry
} | null {
  if (listsKeptOut(name) || hasLogins(sample)) return null
  const stem = stemOfFile(name)
  const columns = stateColumns(sample, stem)
  const owner = columns === null ? null : ownerIn(sample, columns)
  if (columns === null || owner === null || !isHistory(sample, stem, owner, columns)) return null
  const { state, order } = columns
  const rows = state === null ? 'periods' : 'states'
  return {
    recognition: {
      provider: 'generic',
      shape: 'history of states',
      reason: `its rows say the ${rows} of users of another file (${listed([owner, state ?? order.ends ?? ''])}); ${whichCounts(order)}`,
      role: 'parts',
    },
    uses: usesOf(columns, owner),
    history: { owner, order, table: sample.table ?? '' },
    read: stateReader(sample, columns, owner),
  }
}

/**
 * Asks about the rows of a table that keep people out, where it is a history by its name or its columns and no column surely names the users. Null: it is
 * none.
 */
export function askedHistory(sample: Sample & { readonly table: string }): StandingTable | null {
  const columns = stateColumns(sample, withoutSchema(sample.table))
  if (columns === null || columns.state === null || hasLogins(sample)) return null
  const { state, isOfChanges } = columns
  const paths = namesOfColumns(sample)
  if (!(isOfChanges || historyInName(withoutSchema(sample.table)) === 'history')) return null
  if (!paths.some(refersToPerson) || paths.some((path) => refersToOther(path) || namesOrganization(path))) return null
  const { table } = sample
  const asked: Entry = { kind: 'aside', what: tableKind(table), table, logins: [{ column: state, kind: 'status' }] }
  return { columns: [state], read: (record) => (disabledByWord(textOf(record[state])) === true ? asked : null) }
}

function hasLogins(sample: Sample): boolean {
  return mapsLogin(suggestMapping(sample).mapping)
}

/** Which of the rows of a user counts, as it is told. */
export function whichCounts({ starts, number, current }: OrderOfRows): string {
  if (current !== null) return `the row counts that “${current}” marks`
  const by = starts ?? number
  return by === null
    ? 'no column says which one is the latest, so each of them counts'
    : `the latest row of each user counts, by “${by}”`
}

/**
 * Whether rows with states are a history: they say the state before as well, or users come again, or their file is called so. Under a name that says nothing
 * of it, no column may be about something else.
 */
export function isHistory(sample: Sample, name: string, owner: string, columns: StateColumns): boolean {
  const profiles = profileColumns(sample.records, sample.header)
  const named = historyInName(name)
  const others = profiles.filter(({ path }) => path !== owner && !columns.known.has(path))
  if (named === 'other' || others.some(({ path }) => refersToOther(path) || namesOrganization(path))) return false
  if (columns.state === null) return memberColumn(sample, suggestMapping(sample).mapping) === null
  if (named === 'history' || columns.isOfChanges) return true
  const ids = profiles.find(({ path }) => path === owner)?.values ?? []
  const saysOff = profiles.some(
    ({ path, values }) => path === columns.state && values.some((value) => saysOffByValue(path, value)),
  )
  return new Set(ids).size < ids.length && others.length === 0 && saysOff
}

/** The column that names the user of a row: by its name, or as the only one of which nothing else is known. */
function ownerIn(sample: Sample, { known }: StateColumns): string | null {
  const profiles = profileColumns(sample.records, sample.header)
  const paths = profiles.map(({ path }) => path)
  const free = profiles.filter(
    (column) =>
      !known.has(column.path) &&
      column.values.length === column.records &&
      column.values.every(isPlain) &&
      !saysWhether(column) &&
      !namesMaker(column.path) &&
      !isNumberElsewhere(column.path, paths),
  )
  const byName = (refers: (path: string) => boolean) => free.filter(({ path }) => refers(path))
  const named = [isOfUser, (path: string) => refersToAccount(splitPath(path).name), refersToPerson].map(byName)
  const [first, ...others] =
    named.find((found) => found.length > 0) ?? free.filter((column) => areIdsOf(column) && !refersToOther(column.path))
  return first === undefined || others.length > 0 ? null : first.path
}

function usesOf({ state, order }: StateColumns, owner: string): readonly ColumnUse[] {
  const { starts, ends, number, current } = order
  const use = (column: string | null, becomes: string, reason: string): readonly ColumnUse[] =>
    column === null ? [] : [{ column, becomes, confidence: 'likely', reason }]
  return [
    ...use(owner, 'The user it belongs to', 'it has the user of each row'),
    ...use(state, columnBecomes('disabled', state ?? ''), 'some of its values say that an account is on or off'),
    ...use(current ?? starts ?? number, 'Which row counts', 'it says which row of a user is the latest'),
    ...use(ends, 'Which row counts', 'it says until when the state of a row holds'),
  ]
}

/** Reads a row that counts as a part of its user. A state that is not known and a state that has ended are asked about. */
export function stateReader(
  sample: Sample,
  { state, doubt, order }: StateColumns,
  owner: string,
): (record: SourceRecord) => Entry {
  const [valueOf, isEnded] = [state === null ? null : readerOf(state), endedRows(order)]
  const columns: Mapping['columns'] = state !== null && isFlag(doubt) ? [{ path: state, target: 'disabled' }] : []
  const doubtful = new Map(state === null ? [] : [[state, doubt] as const])
  const read = tableReader({ version: 1, columns, fixedProvider: null }, { owner, sample, sampled: [], doubtful })
  return (record) => {
    const entry = read(record)
    if (entry.kind !== 'part') return entry
    if (isEnded(record)) return { ...entry, part: { unmapped: [endOfState(order)] } }
    const isOff = valueOf !== null && !isFlag(doubt) && disabledByWord(textOf(valueOf(record))) === true
    return isOff ? { ...entry, part: { standing: 'disabled' } } : entry
  }
}

function isFlag(doubt: AskedStanding): boolean {
  return doubt === 'keeps-out' || doubt === 'lets-in'
}

/** The question whether a user may sign in whose last state has ended. */
function endOfState({ ends }: OrderOfRows) {
  return { kind: 'status', field: shownName(`${ends ?? ''}=${pastTime}`), value: pastTime, asks: true } as const
}
