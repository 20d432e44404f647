import { textOf, trimmedText } from '../../mapping/cell.ts'
import { doubtfulColumns } from '../../mapping/columns/doubtful-columns.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import type { MappedColumn, Mapping } from '../../mapping/mapping.ts'
import { tableReader } from '../../mapping/read-table.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import type { UserPart } from '../../users/user.ts'
import type { TableSample } from '../tables/table-keys.ts'
import { loginKinds as kinds } from './login-names.ts'
import { type LoginTable, ownerKey } from './login-table.ts'

/* Readers of rows with the logins of users in another table. */

/** Creates a reader that turns the rows of a table, one for each user, into parts of users; null for a row without an owner. */
export function partReader(
  of: string,
  other: TableSample,
  { owner }: Pick<LoginTable, 'owner'>,
  columns: readonly MappedColumn[],
) {
  // A status beside a password disables the user; a status beside an address describes the address.
  const isOfAddress = columns.some(({ target }) => target === 'email')
  const isAccount = !isOfAddress || columns.some(({ target }) => target === 'password-hash')
  const isLogin = columns.some(({ target }) => kinds.some((kind) => kind === target))
  // A row without a login still belongs to its user, so the owner stands in as the id.
  const id: readonly MappedColumn[] = isLogin ? [] : [{ path: owner, target: 'source-id' }]
  const suggested = suggestMapping(other)
  const constants = suggested.mapping.constants ?? []
  const mapping: Mapping = { version: 1, columns: [...columns, ...id], fixedProvider: null, constants }
  const doubtful = isAccount ? doubtfulColumns(other, suggested.columns) : undefined
  const read = tableReader(mapping, { ...(doubtful === undefined ? {} : { doubtful }), loginsBeside: !isLogin })
  return (record: SourceRecord): Entry | null => {
    const id = trimmedText(record[owner])
    const entry = read(record)
    if (id === '' || entry.kind !== 'user') return null
    const { email, emailVerified, hash, standing } = entry.user
    const unmapped = entry.user.unmapped
      ?.filter(({ field }) => field !== owner)
      .map((one) => (one.kind === 'status' ? { ...one, field: `${other.table}.${one.field}` } : one))
    const part: UserPart = {
      ...(email === null ? {} : { email }),
      ...((email === null && isOfAddress) || emailVerified === null ? {} : { emailVerified }),
      ...(hash === null ? {} : { hash }),
      ...(standing === 'disabled' ? { standing } : {}),
      ...(unmapped === undefined || unmapped.length === 0 ? {} : { unmapped }),
    }
    return { kind: 'part', part, keys: [ownerKey(of, id)] }
  }
}

/** Reads rows with further addresses of users, of which the primary ones are in others: they are told, and serve no login. */
export function furtherAddresses(
  of: string,
  other: TableSample,
  { owner }: Pick<LoginTable, 'owner'>,
  columns: readonly MappedColumn[],
): ((record: SourceRecord) => Entry | null) | null {
  const email = columns.find(({ target }) => target === 'email')
  if (email === undefined || columns.some(({ target }) => target === 'password-hash')) return null
  const field = `${other.table}.${email.path}`
  return (record) => {
    const [id, value] = [trimmedText(record[owner]), textOf(record[email.path])]
    if (id === '' || value === null) return null
    return {
      kind: 'part',
      part: { unmapped: [{ kind: 'email', field, value, asks: false }] },
      keys: [ownerKey(of, id)],
    }
  }
}
