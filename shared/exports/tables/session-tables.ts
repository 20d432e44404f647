import { namesOfColumns } from '../../mapping/first-records.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import { refersToPerson } from '../../mapping/names/account-names.ts'
import { lastName } from '../../mapping/names/column-words.ts'
import { hintsOf } from '../../mapping/names/name-hints.ts'
import { holdsPeople } from '../../mapping/names/people-names.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { isContactTarget } from '../../mapping/targets.ts'
import { signInName } from './other-people.ts'
import { isAnyKey, type TableSample } from './table-keys.ts'

const token = /^(?:auth|session|login|user)?(?:token|jeton|jwt)(?:id|value|hash)?$|^sessionid$/

/**
 * The tables of sessions: a token in each row, and the key of a user of a table of people. Whatever hash they repeat, it is that of their users,
 * as in `auth_token` of EspoCRM.
 */
export function sessionTables(samples: readonly TableSample[]): ReadonlySet<string> {
  const sessions = samples.filter((sample) => hasTokens(sample) && !holdsLogins(sample))
  const people = sessions.length === 0 ? [] : samples.filter(({ table }) => holdsPeople(table))
  return new Set(
    sessions
      .filter((sample) => people.some((users) => users !== sample && namesUsersOf(users, sample)))
      .map(({ table }) => table),
  )
}

/** Whether a column that refers to a person has keys of these users, each as often as it may: a user has several sessions. */
function namesUsersOf(users: TableSample, sample: TableSample): boolean {
  const keys = new Set(
    profileColumns(users.records, users.header).flatMap(({ path, values }) => (isAnyKey(lastName(path)) ? values : [])),
  )
  return profileColumns(sample.records, sample.header).some(
    ({ path, values }) => refersToPerson(path) && values.some((value) => keys.has(value)),
  )
}

function hasTokens(sample: TableSample): boolean {
  return namesOfColumns(sample).some((column) => token.test(lastName(column)))
}

/** Whether rows have a contact, or what an account has beside its hash: a name to sign in with, or a column called password. */
function holdsLogins(sample: TableSample): boolean {
  return (
    suggestMapping(sample).mapping.columns.some(({ target }) => isContactTarget(target)) ||
    namesOfColumns(sample).some((column) => signInName.test(column) || hintsOf(column).password === 'whole')
  )
}
