import type { DumpReading, TableSample } from '../../../../shared/exports/dump-tables.ts'
import { namedRow } from '../../../../shared/exports/known-columns.ts'
import { attributeNames } from '../../../../shared/exports/logins/attribute-tables.ts'
import { type LoginTable, withStandingOf } from '../../../../shared/exports/logins/login-table.ts'
import { withoutEnded, withoutSuperseded } from '../../../../shared/exports/logins/several-rows.ts'
import { thirdPartyTables } from '../../../../shared/exports/logins/third-party-tables.ts'
import { withoutEarlier } from '../../../../shared/exports/standing/latest-states.ts'
import { tablesOfObjects } from '../../../../shared/exports/tables/hash-columns.ts'
import type { Entry, Names, SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { noAttributeNames } from '../../../../shared/mapping/rows/attribute-rows.ts'
import { unreadRows } from '../../../../shared/mapping/rows/unread-rows.ts'
import type { FileDecisions } from './interpretation.ts'
import type { LoginProof } from './prove-logins.ts'

/** The rows of a dump beside its users. `users`: the sample of the users; `logins`: tables with their logins; `joined`: these, and tables with details of the logins. */
export type RowsBeside = {
  readonly users: TableSample | undefined
  readonly logins: readonly LoginTable[]
  readonly joined: readonly LoginTable[]
  readonly joins: (table: string) => boolean
  /** Reads a row of a table that has no users: as a login or a state of one, or as what nothing else reads. */
  readonly read: (record: SourceRecord, table: string, names?: Names) => Entry
}

/** Finds what the other tables say of the users that were found. */
export function rowsBeside(
  reading: Exclude<DumpReading, { readonly kind: 'none' }>,
  samples: readonly TableSample[],
  { mapping }: FileDecisions,
  { superseded, latest }: LoginProof,
): RowsBeside {
  const logins = reading.logins.map((login) =>
    withoutEnded(withoutSuperseded(withStandingOf(login, mapping), superseded)),
  )
  const details = reading.details.map((one) => ({ ...one, read: withoutEarlier(one.read, latest.get(one.table)) }))
  const joined = [...logins, ...details]
  const byTable = new Map(joined.map(({ table }) => [table, joined.filter((one) => one.table === table)]))
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
  const read = (record: SourceRecord, table: string, names?: Names) => {
    const own = byTable.get(table)?.find(({ counts }) => counts(record))
    if (own !== undefined) return own.read(record, names) ?? unread(record, table)
    const further = byTable.get(table)?.flatMap((one) => one.further?.(record) ?? [])[0]
    if (further !== undefined) return further
    const standing = reading.standings.get(table)?.read(namedRow(table, record)) ?? null
    return standing === null || standing.kind === 'aside' ? withLogins(unread(record, table), standing) : standing
  }
  return { users, logins, joined, joins: (table) => byTable.has(table), read }
}

/** A row that nothing reads, with what another reading of it found as well. */
function withLogins(entry: Entry, more: Extract<Entry, { kind: 'aside' }> | null): Entry {
  if (entry.kind !== 'aside' || more === null) return entry
  return { ...entry, ...more, logins: [...(entry.logins ?? []), ...(more.logins ?? [])] }
}
