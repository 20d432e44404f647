import {
  type AttributeColumns,
  attributeColumns,
  type AttributeNames,
  attributeOf,
  loginAttributes,
  noAttributeNames,
} from '../../mapping/rows/attribute-rows.ts'
import { textOf, trimmedText } from '../../mapping/cell.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import type { MappedColumn } from '../../mapping/mapping.ts'
import { isLoginName, withoutSchema } from '../../mapping/names/column-words.ts'
import { isOfStaff } from '../../mapping/names/people-names.ts'
import { type LoginTable, ownerKey } from './login-table.ts'
import { isOfOtherPasswords } from '../tables/other-people.ts'
import { isAnyKey, keysOfPeople, type TableSample } from '../tables/table-keys.ts'
import { joinOf, joinOfMany } from '../tables/owner-columns.ts'
import { keepsOut, namesStanding } from '../standing/setting-standings.ts'
import { isOfTable } from '../tables/table-names.ts'

/*
 * Tables of attributes, one row for each value of a user, that have what users sign in with: `password_hash` in `customer_entity_varchar`.
 */

/** Joins the logins that the users lack from a table of attributes; null: it is none, or nothing tells surely which attribute they are. */
export function attributeTable(
  users: TableSample,
  other: TableSample,
  all: readonly TableSample[],
  lacks: readonly MappedColumn['target'][],
): LoginTable | null {
  const columns = attributeColumns(namesOfColumns(other))
  if (columns === null || isOfStaff(other.table) || isOfOtherPasswords(other.table)) return null
  const names = attributeNames(other, all)
  const found = loginAttributes(other.records, columns, names)
  const targets = new Map<string, 'email' | 'password-hash'>()
  if (found.email !== null && lacks.includes('email')) targets.set(found.email, 'email')
  if (found.hash !== null && lacks.includes('password-hash')) targets.set(found.hash, 'password-hash')
  if (targets.size === 0) return null
  const keyOf = (record: SourceRecord) => attributeOf(record, columns, names).key
  const joins = [...targets.keys()].map((key) => {
    const rows = { ...other, records: other.records.filter((record) => keyOf(record) === key) }
    return joinOf(users, keysOfPeople(users), rows, all)
  })
  const [join] = joins
  if (join === undefined || join === null) return null
  if (joins.some((one) => one?.owner !== columns.owner || one.key !== join.key)) return null
  if (isAnyKey(columns.owner) && join.isDeclared !== true && !extendsName(users, other)) return null
  const { owner, value } = columns
  return {
    ...join,
    table: other.table,
    of: users.table,
    columns: [...new Set(targets.values())].map((target) => ({ path: value, target })),
    counts: (record) => targets.has(keyOf(record)) && textOf(record[value]) !== null,
    attribute: { column: columns.name, of: keyOf },
    read: (record): Entry | null => {
      const id = trimmedText(record[owner])
      const text = textOf(record[value])
      const target = targets.get(keyOf(record))
      if (id === '' || text === null || target === undefined) return null
      const part = target === 'email' ? { email: text } : { hash: { hash: text.trim() } }
      return { kind: 'part', part, keys: [ownerKey(users.table, id)] }
    },
  }
}

/**
 * Tables of attributes that know their users by the names they sign in with, and say who is kept out: IDN_IDENTITY_USER_DATA of WSO2. Tables with
 * an ID of the user are read as others that disable users are.
 */
export function attributesOfNames(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  return others.flatMap((other): readonly LoginTable[] => {
    const columns = attributeColumns(namesOfColumns(other))
    if (other.table === users.table || columns === null || !isLoginName(columns.owner)) return []
    const names = attributeNames(other, others)
    const nameOf = (record: SourceRecord) => attributeOf(record, columns, names).name
    if (!other.records.some((record) => namesStanding(nameOf(record)))) return []
    const isOwner = (path: string) => path === columns.owner
    const join = joinOfMany(users, keysOfPeople(users), other, others, { isOwner, isNamed: () => true })
    if (join === null) return []
    return [
      {
        ...join,
        table: other.table,
        of: users.table,
        columns: [{ path: columns.value, target: 'disabled' }],
        isRepeated: true,
        counts: (record) => keepsOut(nameOf(record), record[columns.value]),
        read: (record): Entry | null => {
          const id = trimmedText(record[columns.owner])
          return id === '' ? null : { kind: 'part', part: { standing: 'disabled' }, keys: [ownerKey(users.table, id)] }
        },
      },
    ]
  })
}

/** Whether a table is called after the users with a word behind it; `customer_address_entity_varchar` has IDs of addresses. */
function extendsName(users: TableSample, other: TableSample): boolean {
  const [own, whole] = [users.table, other.table].map((table) => withoutSchema(table).toLowerCase())
  return own !== undefined && whole?.startsWith(`${own}_`) === true
}

const named = new WeakMap<TableSample, AttributeNames>()

/** The names that another table of a dump gives to the attributes of this one, `eav_attribute` or `profile_fields`; cached. */
export function attributeNames(other: TableSample, all: readonly TableSample[]): AttributeNames {
  const known = named.get(other)
  if (known !== undefined) return known
  const columns = attributeColumns(namesOfColumns(other))
  const names = columns === null ? noAttributeNames : namesFor(other, columns, all)
  named.set(other, names)
  return names
}

function namesFor(other: TableSample, columns: AttributeColumns, all: readonly TableSample[]): AttributeNames {
  const ids = new Set(other.records.map((record) => trimmedText(record[columns.name])))
  const found = all.flatMap((table) => {
    if (table.table === other.table) return []
    const key = keyFor(columns.name, other, table)
    const name = nameColumns.map((is) => namesOfColumns(table).find((column) => is.test(column))).find(Boolean)
    if (key === null || name === undefined || name === key) return []
    const names = new Map(table.records.map((record) => [trimmedText(record[key]), trimmedText(record[name])]))
    return [...ids].some((id) => names.has(id)) ? [names] : []
  })
  const [only, ...others] = found
  return only === undefined || others.length > 0 ? noAttributeNames : only
}

/** Columns with the name of an attribute, the most telling first. */
const nameColumns = [
  /^(?:attribute|field|setting|property|option)_?(?:code|key|name)$/i,
  /^(?:code|short_?name|machine_?name|slug)$/i,
  /^name$/i,
  /^(?:title|label)$/i,
]

/** The column of a table to which the attribute of a row refers; null: none. */
function keyFor(column: string, { foreignKeys = [] }: TableSample, table: TableSample): string | null {
  const isSame = (one: string, two: string) => one.toLowerCase() === two.toLowerCase()
  const columns = namesOfColumns(table)
  const declared = foreignKeys.find((one) => isSame(one.column, column) && isSame(one.table, table.table))
  const isIn = (name: string) => columns.find((one) => isSame(one, name))
  if (declared !== undefined) return isIn(declared.key ?? table.key?.[0] ?? 'id') ?? null
  const own = isIn(column)
  const id = isOfTable(column, table) || isOfTable(gluedId(column), table) ? isIn('id') : undefined
  const key = own ?? id
  if (key === undefined || attributeColumns(columns) !== null) return null
  const values = profileColumns(table.records, table.header).find(({ path }) => path === key)?.values ?? []
  return values.length > 0 && new Set(values).size === values.length ? key : null
}

/** `fieldid` of `user_info_field` is its `field_id`. */
function gluedId(column: string): string {
  return column.replace(/(?<=[a-z]{3})_?id$/i, '_id')
}
