import { trimmedText } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import { namesMaker } from '../../mapping/names/account-names.ts'
import { lastName, namesRoles, withoutSchema } from '../../mapping/names/column-words.ts'
import { type LoginTable, ownerKey } from '../logins/login-table.ts'
import { joinOfMany } from '../tables/owner-columns.ts'
import { keysOfPeople, type TableSample } from '../tables/table-keys.ts'
import { isBesideRole, isNameOfRole, namesRole } from './role-rows.ts'
import { maxRows, meansKeptOut } from '../standing/named-standings.ts'
import { isRowName } from '../tables/row-names.ts'
import { isOfTable } from '../tables/table-names.ts'

/*
 * Tables of a dump that give users their roles, one a row, by the name of a role or by its key in a table of roles. A role in an organization is not
 * one that its user has everywhere, so a table with a column of anything else is left.
 */

/** The tables with roles of these users and of nothing besides. */
export function roleTables(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  const keys = keysOfPeople(users)
  if (keys.length === 0) return []
  const ofRoles = others.filter(({ table }) => namesRoles(withoutSchema(table)))
  return others.flatMap((other) =>
    other.table === users.table ? [] : (roleTable(users, keys, other, { all: others, ofRoles }) ?? []),
  )
}

function roleTable(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  { all, ofRoles }: { readonly all: readonly TableSample[]; readonly ofRoles: readonly TableSample[] },
): LoginTable | null {
  const profiles = profileColumns(other.records, other.header)
  const [role, ...more] = profiles.flatMap((column) => {
    const nameOf = column.values.length === 0 ? null : roleNames(column, other, ofRoles)
    return nameOf === null ? [] : [{ path: column.path, nameOf }]
  })
  if (role === undefined || more.length > 0) return null
  const isOwner = (path: string) => path !== role.path && !namesMaker(path)
  const join = joinOfMany(users, keys, other, all, { isOwner, isNamed: () => false })
  const isKnown = ({ path }: ColumnProfile) => path === role.path || path === join?.owner || isBesideRole(path)
  if (join === null || !profiles.every(isKnown)) return null
  const valueIn = (record: SourceRecord, path: string) => trimmedText(record[path])
  return {
    ...join,
    table: other.table,
    of: users.table,
    columns: [{ path: role.path, target: 'role' }],
    isRepeated: true,
    counts: () => true,
    read: (record): Entry | null => {
      const [id, name] = [valueIn(record, join.owner), role.nameOf(valueIn(record, role.path))]
      if (id === '' || name === null) return null
      const part = meansKeptOut(name) ? { roles: [name], standing: 'disabled' as const } : { roles: [name] }
      return { kind: 'part', part, keys: [ownerKey(users.table, id)] }
    },
  }
}

/** Says the role of a value, in a column that has the names of roles or the keys of a table of roles; null: it has neither. */
function roleNames(
  { path, values }: ColumnProfile,
  { table }: TableSample,
  ofRoles: readonly TableSample[],
): ((value: string) => string | null) | null {
  if (namesRole(path))
    return values.every((value) => isNameOfRole(value.trim())) ? (value) => (value === '' ? null : value) : null
  const [roles, ...more] = ofRoles.filter((one) => one.table !== table && isOfTable(path, one))
  if (roles === undefined || more.length > 0 || roles.records.length >= maxRows) return null
  const columns = profileColumns(roles.records, roles.header).filter(
    (one) => one.values.length === roles.records.length,
  )
  const key = columns.find((one) => values.every((value) => one.values.includes(value)))
  const name = columns.find(
    (one) =>
      one !== key &&
      (isRowName(one.path) || /(?:slug|code|role)$/.test(lastName(one.path))) &&
      one.values.every(isNameOfRole),
  )
  if (key === undefined || name === undefined) return null
  const names = new Map(key.values.map((value, at) => [value.trim(), name.values[at] ?? '']))
  return (value) => names.get(value) ?? null
}
