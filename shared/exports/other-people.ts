import { profileColumns } from '../mapping/columns/profile-columns.ts'
import type { Sample } from '../mapping/export-format.ts'
import { withoutSchema } from '../mapping/names/column-words.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import { fullSample, type TableSample } from './owner-columns.ts'
import { isOfTable } from './table-names.ts'

/** Columns of names to sign in with. */
export const signInName = /^(?:user_?name|user_?login|login(?:_?name)?|nick(?:_?name)?|benutzername|kennung)$/i

/** Whether a table holds administrators, by its name. */
export function isOfStaff(table: string): boolean {
  return /admin|staff|operator|moderator|backend_?user|backoffice/i.test(withoutSchema(table))
}

/**
 * Whether a table holds people other than the users: administrators with a name or address to sign in with, or people who share no address
 * with the users. Their status does not concern the users, even if ids match.
 */
export function areOfOthers(users: readonly TableSample[], other: TableSample): boolean {
  const theirs = addressesIn(other)
  const signIn = Object.keys(other.records[0] ?? {}).some((column) => signInName.test(column))
  if (users.length === 0 || (theirs.size === 0 && !(signIn && isOfStaff(other.table)))) return false
  const own = users.map(addressesIn)
  if ([...theirs].some((address) => own.some((one) => one.has(address)))) return false
  const refer = users.some(({ records }) => Object.keys(records[0] ?? {}).some((column) => isOfTable(column, other)))
  const areWhole = users.every(({ records }) => records.length < fullSample) && own.some(({ size }) => size > 0)
  return !refer && (isOfStaff(other.table) || areWhole)
}

/** The email addresses in the first rows of a table, in any column, in lower case. */
export function addressesIn({ records, header }: Sample): ReadonlySet<string> {
  const texts = profileColumns(records, header).flatMap(({ values }) => values.map((value) => value.trim()))
  return new Set(texts.filter(isEmailAddress).map((text) => text.toLowerCase()))
}
