import { isTime } from '../../mapping/cell.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { plainName } from '../../mapping/columns/plain-names.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { foreignKeysOf, isNamedAfter, type Join, mayMeet } from '../tables/owner-columns.ts'
import { isAnyKey, keysOf, type TableSample } from '../tables/table-keys.ts'

/**
 * How the rows of a table with the logins of users refer to these by a primary key that both tables share, as `account_password_hashes.id` of
 * Rodauth is `accounts.id`; null: the key of the rows is their own, or another column may say whose they are. `brought`: the columns of the logins.
 */
export function joinOfSharedKey(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  brought: readonly string[],
): Join | null {
  const [key] = keys
  if (key === undefined || other.records.length < 2 || !isAnyKey(plainName(users, key.path))) return null
  const name = plainName(users, key.path).toLowerCase()
  const owner = keysOf(other).find(({ path }) => plainName(other, path).toLowerCase() === name)
  if (owner === undefined || foreignKeysOf(other, owner.path).length > 0 || !mayMeet(key, users, owner, other))
    return null
  const unique = new Set(keysOf(other).map(({ path }) => path))
  const mayRefer = ({ path, values }: ColumnProfile) =>
    refersToAccount(path) ||
    isNamedAfter(users, other, path) ||
    foreignKeysOf(other, path).length > 0 ||
    (unique.has(path) && !values.every(isTime))
  const rest = profileColumns(other.records, other.header).filter(
    ({ path }) => path !== owner.path && !brought.includes(path),
  )
  return rest.some(mayRefer) ? null : { owner: owner.path, key: key.path, byValue: false, share: 'nearly-all' }
}
