import { type Doubtful, isOfStanding } from './columns/doubtful-columns.ts'
import { namesThing } from './columns/key-columns.ts'
import { isOfOtherThings } from './columns/table-doubt.ts'
import type { Mapping } from './mapping.ts'
import { refersToAccount } from './names/account-names.ts'
import { type MappingTarget, standingTargets } from './targets.ts'

/** Before an ID, it makes a key that a user with this ID carries, whatever product the user's file is of. */
export const anyUserKey = 'account:'

/** Without a column for one of these, the users of a file have no login. */
export const loginTargets: readonly MappingTarget[] = ['email', 'phone', 'password-hash', 'provider-user-id']

/**
 * Whether the rows of a table say who of the users of another file is disabled: they have an ID and a standing but no login. The ID
 * names an account (`user_id`), or all columns (`paths`) are mapped or asked about: a table of orders has an ID and a status too. Beside the ID of
 * a thing, or what orders have, a status that is only asked about is that of the order or of taking part.
 */
export function saysStandingOnly(mapping: Mapping, paths: readonly string[], doubtful: Doubtful = new Map()): boolean {
  const { columns } = mapping
  const id = columns.find(({ target }) => target === 'source-id')
  if (id === undefined || !saysStanding(mapping, doubtful)) return false
  const told = new Set([...columns.map(({ path }) => path), ...askedStandings(mapping, doubtful)])
  const others = paths.filter((path) => !told.has(path))
  if (keepsAllOut(mapping)) return true
  const isMapped = columns.some(({ target }) => standingTargets.includes(target))
  if (!isMapped && others.some((path) => namesThing(path) || isOfOtherThings(path))) return false
  return refersToAccount(id.path) || others.length === 0
}

/** Whether a table has no login and a standing, which is mapped or asked about (`doubtful`). */
export function saysStanding(mapping: Mapping, doubtful: Doubtful): boolean {
  const has = (targets: readonly MappingTarget[]) => mapping.columns.some(({ target }) => targets.includes(target))
  return (
    !has(loginTargets) && (has(standingTargets) || keepsAllOut(mapping) || askedStandings(mapping, doubtful).length > 0)
  )
}

/** Whether a mapping disables every user of its file. */
function keepsAllOut({ constants = [] }: Mapping): boolean {
  return constants.some(({ target }) => target === 'disabled')
}

function askedStandings({ columns }: Mapping, doubtful: Doubtful): readonly string[] {
  return [...doubtful].flatMap(([path, doubt]) =>
    isOfStanding(doubt) && !columns.some((one) => one.path === path) ? [path] : [],
  )
}
