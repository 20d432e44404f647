import { namesOfColumns } from '../../mapping/first-records.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Sample } from '../../mapping/export-format.ts'
import { isOfUser } from '../../mapping/names/account-names.ts'
import { withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { holdsPeople, isNamedFormer, isOfStaff } from '../../mapping/names/people-names.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { passwordHashesIn } from './hash-columns.ts'
import { fullSample, keysOfPeople, type TableSample } from './table-keys.ts'
import { isOfTable, stemOf } from './table-names.ts'

/** Columns of names to sign in with. */
export const signInName = /^(?:user_?name|user_?login|login(?:_?name)?|nick(?:_?name)?|benutzername|kennung)$/i

/**
 * Whether a table holds people other than the users: administrators with a name or address to sign in with, or people who share no address
 * with the users. Their status does not concern the users, even if ids match.
 */
export function areOfOthers(users: readonly TableSample[], other: TableSample): boolean {
  const refer = users.some(({ records }) => Object.keys(records[0] ?? {}).some((column) => isOfTable(column, other)))
  const theirs = addressesIn(other)
  const areAccounts = theirs.size > 0 && !refer && !isNamedFormer(other.table)
  if (areAccounts && users.length > 0 && users.every((one) => haveOwnPasswords(one, other))) return true
  const signIn = Object.keys(other.records[0] ?? {}).some((column) => signInName.test(column))
  if (users.length === 0 || (theirs.size === 0 && !(signIn && isOfStaff(other.table)))) return false
  const own = users.map(addressesIn)
  if ([...theirs].some((address) => own.some((one) => one.has(address)))) return false
  if (!holdsPeople(other.table) && users.some((one) => describesEach(one, other))) return false
  const areWhole = users.every(({ records }) => records.length < fullSample) && own.some(({ size }) => size > 0)
  return !refer && (isOfStaff(other.table) || areWhole)
}

/** Whether each row of a table that is not called after people names another user by ID: a profile may have a further address of its user. */
function describesEach(users: TableSample, other: TableSample): boolean {
  const ids = keysOfPeople(users).map(({ values }) => new Set(values.map((value) => value.trim())))
  return profileColumns(other.records, other.header).some(
    ({ path, values }) =>
      (isOfTable(path, users) || isOfUser(path)) &&
      values.length === other.records.length &&
      new Set(values).size === values.length &&
      ids.some((known) => values.every((value) => known.has(value.trim()))),
  )
}

/**
 * Whether rows of another table of people may be about the users although no column of theirs has a key of a user: an address or a name to sign in
 * with is in both, as far as the first rows tell, the users have a key of the table, or it has former rows of theirs. IDs that are counted match by
 * chance.
 */
export function mayBeOfUsers(users: readonly TableSample[], other: TableSample): boolean {
  const words = wordsOf(withoutSchema(other.table))
  if (words.some((word) => /^(?:logs?|audit\w*)$/.test(word))) return false
  if (isNamedFormer(other.table) || users.some((one) => namesOfColumns(one).some((column) => isOfTable(column, other))))
    return true
  const theirs = [...addressesIn(other), ...signInNamesOf(other)]
  const own = new Set(users.flatMap((one) => [...addressesIn(one)].flatMap(withName).concat(signInNamesOf(one))))
  const areWhole = [...users, other].every(({ records }) => records.length < fullSample)
  return theirs.some((name) => !areWhole || own.has(name))
}

/** An address, and the name before its sign. */
function withName(address: string): readonly string[] {
  return [address, address.slice(0, address.lastIndexOf('@'))]
}

function signInNamesOf({ records, header }: Sample): readonly string[] {
  const names = profileColumns(records, header).filter(({ path }) => signInName.test(path))
  return names.flatMap(({ values }) => values.map((value) => value.trim().toLowerCase()))
}

/**
 * Whether rows name a person of another table by its ID and its address, as carts and orders do: `customer_id` and `customer_email`, where the other
 * table is called after customers and this one is not.
 */
export function areAboutPeopleOf(sample: TableSample, { table }: TableSample): boolean {
  const [own, theirs] = [sample.table, table].map((name) => new Set(wordsOf(withoutSchema(name)).map(stemOf)))
  const columns = namesOfColumns(sample).map((column) => wordsOf(column))
  const named = (rest: RegExp) =>
    columns.flatMap(([noun = '', ...words]) => (rest.test(words.join('')) ? [stemOf(noun)] : []))
  const withIds = new Set(named(/^id$/))
  return named(/^e?mail(?:address)?$/).some(
    (noun) => withIds.has(noun) && theirs?.has(noun) === true && own?.has(noun) === false,
  )
}

/** Whether a table holds secrets other than those that its people sign in with, by its name. */
export function isOfOtherPasswords(table: string): boolean {
  return ofOtherPasswords.test(withoutSchema(table))
}

const ofOtherPasswords =
  /app|api|pin|answer|question|secret|token|reset|recover|forgot|hist|log$|logs$|audit|wifi|wlan|ftp|smtp|imap|mail|dav|vpn|device|server|host|database|router|vault|manager|job|queue|temp|tmp|change|request|archiv|backup|delet/i

/** Whether both tables have passwords, and few are in both: one person may have an account in each, with the same password. */
function haveOwnPasswords(one: Sample, other: Sample): boolean {
  const [first, second] = [passwordHashesIn(one), passwordHashesIn(other)]
  return first.length > 0 && second.filter((hash) => !first.includes(hash)).length * 2 > second.length
}

/** The email addresses in the first rows of a table, in any column, in lower case. */
export function addressesIn({ records, header }: Sample): ReadonlySet<string> {
  const texts = profileColumns(records, header).flatMap(({ values }) => values.map((value) => value.trim()))
  return new Set(texts.filter(isEmailAddress).map((text) => text.toLowerCase()))
}
