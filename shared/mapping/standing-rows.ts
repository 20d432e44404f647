import type { Mapping } from './mapping.ts'
import { refersToAccount } from './names/account-names.ts'
import { type MappingTarget, standingTargets } from './targets.ts'

/** Before an ID, it makes a key that a user with this ID carries, whatever product the user's file is of. */
export const anyUserKey = 'account:'

/** Without a column for one of these, the users of a file have no login. */
export const loginTargets: readonly MappingTarget[] = ['email', 'phone', 'password-hash', 'provider-user-id']

/**
 * Whether the rows of a table say who of the users of another file is disabled: they have an ID and a standing but no login. The ID
 * names an account (`user_id`), or all columns (`paths`) are mapped: a table of orders has an ID and a status too.
 */
export function saysStandingOnly(mapping: Mapping, paths: readonly string[]): boolean {
  const { columns } = mapping
  const id = columns.find(({ target }) => target === 'source-id')
  if (id === undefined || !saysStanding(mapping)) return false
  const mapped = new Set(columns.map(({ path }) => path))
  return refersToAccount(id.path) || paths.every((path) => mapped.has(path))
}

/** Whether a mapping has a standing and no login. */
export function saysStanding({ columns }: Mapping): boolean {
  return (
    columns.some(({ target }) => standingTargets.includes(target)) &&
    !columns.some(({ target }) => loginTargets.includes(target))
  )
}
