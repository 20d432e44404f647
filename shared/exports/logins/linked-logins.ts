import { booleanOf, textOf, trimmedText } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Names, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { isPrimary, primaryMark } from '../../mapping/names/primary-names.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import type { LoginTable } from './login-table.ts'
import { isNamedAfterLogins } from './login-names.ts'
import { partReader } from './part-reader.ts'
import { namesUnder } from '../noted-names.ts'
import { keysOf, type TableSample } from '../tables/table-keys.ts'
import { mayMeet } from '../tables/owner-columns.ts'
import { isOfTable, stemOf } from '../tables/table-names.ts'

/**
 * Finds the table of addresses that users reach through a table of links, as in CRMs: a row of `email_addr_bean_rel` has the ID of an address
 * and that of a user, a contact or a company, with the kind of it beside it. Of several tables of links none is taken.
 */
export function linkedAddresses(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  const found = others.flatMap((addresses) =>
    addresses.table === users.table || !isNamedAfterLogins(users, addresses)
      ? []
      : others.flatMap((links) => linkedTable(users, addresses, links) ?? []),
  )
  return found.length === 1 ? found : []
}

function linkedTable(users: TableSample, addresses: TableSample, links: TableSample): LoginTable | null {
  if (links.table === addresses.table || links.table === users.table) return null
  const path = addressColumn(addresses)
  const kind = kindColumn(users, links)
  if (path === null || kind === null) return null
  const primary = primaryMark(links)
  const counts = (record: SourceRecord) =>
    isKindOf(users, textOf(record[kind]) ?? '') && isPrimary(record, primary) && !isDeleted(record)
  const rows = { ...links, records: links.records.filter(counts) }
  const columns = profileColumns(rows.records, rows.header).filter(isFilled)
  const to = columns.find((column) => isOfTable(column.path, addresses))
  const target = to && keysOf(addresses).find((key) => mayMeet(key, addresses, to, rows))
  const meets = (column: ColumnProfile) => keysOf(users).find((key) => mayMeet(key, users, column, rows))
  const owners = columns.filter((column) => column.path !== to?.path && meets(column) !== undefined)
  const [owner, ...more] = owners
  const key = owner && meets(owner)
  if (to === undefined || target === undefined || owner === undefined || key === undefined || more.length > 0)
    return null
  const read = partReader(users.table, addresses, { owner: target.path }, [{ path, target: 'email' }])
  const idOf = (record: SourceRecord) => `${addresses.table}:${trimmedText(record[target.path])}`
  const ownerOf = (record: SourceRecord, names: Names) => namesUnder(names, idOf(record))[0]
  return {
    table: addresses.table,
    owner: target.path,
    key: key.path,
    of: users.table,
    columns: [{ path, target: 'email' }],
    counts: (record) => !isDeleted(record),
    read: (record, names = new Map()) => {
      const user = ownerOf(record, names)
      return user === undefined ? null : read({ ...record, [target.path]: user })
    },
    link: {
      table: links.table,
      owner: owner.path,
      counts,
      read: (record) => {
        const [address, user] = [to.path, owner.path].map((column) => trimmedText(record[column]))
        return counts(record) && address && user ? [[`${addresses.table}:${address}`, user]] : []
      },
    },
  }
}

function isFilled({ values, records }: ColumnProfile): boolean {
  return records > 0 && values.length === records
}

/** The column of addresses; another one that has them in other letters is passed over. */
function addressColumn({ records, header }: Sample): string | null {
  const [first, ...more] = profileColumns(records, header).filter(
    (column) => isFilled(column) && column.values.every((value) => isEmailAddress(value.trim())),
  )
  const inOneCase = (column: ColumnProfile) => column.values.map((value) => value.toLowerCase()).join('\n')
  return first !== undefined && more.every((one) => inOneCase(one) === inOneCase(first)) ? first.path : null
}

/** The column that names in some rows the table of the users as what they are about. */
function kindColumn(users: TableSample, { records, header }: Sample): string | null {
  const found = profileColumns(records, header).filter(({ values }) => values.some((value) => isKindOf(users, value)))
  return found.length === 1 ? (found[0]?.path ?? null) : null
}

function isKindOf({ table }: TableSample, value: string): boolean {
  const words = (name: string) => wordsOf(name).map(stemOf).join(' ')
  return value.length <= 60 && words(value) === words(withoutSchema(table))
}

function isDeleted(record: SourceRecord): boolean {
  return booleanOf(record['deleted']) === true
}
