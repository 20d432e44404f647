import { trimmedText } from '../../mapping/cell.ts'
import type { ColumnProfile } from '../../mapping/columns/profile-columns.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import { withoutSchema } from '../../mapping/names/column-words.ts'
import { namesMaker } from '../../mapping/names/account-names.ts'
import { isBanList } from '../../mapping/names/standing/standing-names.ts'
import type { UnmappedValue } from '../../users/user.ts'
import { passwordHashesIn } from '../tables/hash-columns.ts'
import { type LoginTable, ownerKey } from '../logins/login-table.ts'
import { joinOfMany, joinOfValues } from '../tables/owner-columns.ts'
import { keysOfPeople, type TableSample } from '../tables/table-keys.ts'
import { isHistory, stateReader, whichCounts } from './state-history.ts'
import { stateColumns } from './state-columns.ts'

/** The tables beside the users that have a row for each state that a user had: `member_status_history`. */
export function historyTables(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  const keys = keysOfPeople(users)
  if (keys.length === 0) return []
  return others.flatMap((other) =>
    other.table === users.table ? [] : (historyTable(users, keys, other, others) ?? []),
  )
}

function historyTable(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  all: readonly TableSample[],
): LoginTable | null {
  const columns = isBanList(other.table) ? null : stateColumns(other, withoutSchema(other.table))
  if (columns === null || passwordHashesIn(other).length > 0) return null
  const isOwner = (path: string) => !columns.known.has(path) && !namesMaker(path)
  const join =
    joinOfMany(users, keys, other, all, { isOwner, isNamed: () => false }) ??
    joinOfValues(users, keys, other, all, isOwner)
  if (join === null || !isHistory(other, withoutSchema(other.table), join.owner, columns)) return null
  const { table } = other
  const read = stateReader(other, columns, join.owner)
  return {
    ...join,
    table,
    of: users.table,
    columns: columns.state === null ? [] : [{ path: columns.state, target: 'disabled' }],
    isRepeated: true,
    history: { owner: join.owner, order: columns.order },
    counts: () => true,
    read: (record) => ofTable(read(record), record, { table, of: users.table, owner: join.owner }),
  }
}

/** The entry of a row as a part of the user in the other table. */
function ofTable(
  entry: Entry,
  record: SourceRecord,
  { table, of, owner }: Pick<LoginTable, 'table' | 'of' | 'owner'>,
): Entry | null {
  const id = trimmedText(record[owner])
  if (entry.kind !== 'part' || id === '') return null
  const { unmapped, ...part } = entry.part
  const within = (one: UnmappedValue) => ({ ...one, field: `${table}.${one.field}` })
  const asked = unmapped === undefined ? {} : { unmapped: unmapped.map(within) }
  return { kind: 'part', part: { ...part, ...asked }, keys: [ownerKey(of, id)] }
}

/** The end of a recognition's reason: which tables have the states of users as they changed. */
export function besideHistories(histories: readonly LoginTable[]): string {
  return histories
    .map(({ table, owner, key, of, history }) =>
      history === undefined
        ? ''
        : `; ${table} has their states over time (${table}.${owner} = ${of}.${key}), of which ${whichCounts(history.order)}`,
    )
    .join('')
}
