import { isDeviceLogin, knownProvider } from '../../../users/known-provider.ts'
import { textOf, trimmedText } from '../../cell.ts'
import { lastName, wordsOf } from '../../names/column-words.ts'
import { fitOfName } from '../../names/name-fit.ts'
import { saysOwnLogin } from '../../entries/identities.ts'
import { isOfGames } from '../../names/third-party-names.ts'
import type { SourceRecord } from '../../export-format.ts'
import { readerOf } from '../../value-at.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* Columns that name third parties, or the way in which users sign in. */

/** Whether a column is called like the one that names providers, with another word: `Anbieter-ID` beside `Anbieter`. */
export function isOfProvider(path: string, profiles: readonly ColumnProfile[]): boolean {
  const words = new Set(wordsOf(path))
  return profiles.some((one) => {
    const named = wordsOf(one.path)
    return named.length < words.size && named.every((word) => words.has(word)) && mayNameProviders(one)
  })
}

/** Whether all values of a column name third parties, or the passwords of the table itself, a device or a guest beside them. */
export function nameThirdParties({ values }: ColumnProfile): boolean {
  const isThere = (value: string) => knownProvider(value) !== null || isOfGames(value)
  const isHere = (value: string) => saysOwnLogin(value) || isDeviceLogin(value, '') || /^web$/i.test(value.trim())
  return values.some(isThere) && values.every((value) => isThere(value) || isHere(value))
}

/** Where a visitor came from has the names of providers too. */
export const ofMarketing = /utm|refer|campaign|source|channel|origin|browser|agent|device|medium/i

/** Columns of how users sign in, and the directories of companies that some of them sign in with. */
const ofSignIn = /^(?:auth|login|signin|anmelde?|anmelde)(?:mode|method|type|source|backend|provider|art|methode|typ)?$/

const directories =
  /^(?:ldap|saml2?|sso|oidc|cas|kerberos|radius|shibboleth|adfs|(?:active ?)?directory|ad|microsoft|azure(?:[ _-]?ad)?|entra(?:[ _-]?id)?|windows ?live|okta|keycloak)$/i

/**
 * Whether a column names third parties in the records that have an ID there in another column, and in no others. There, a word that is not known
 * stands for the password beside it: `Formular`. One of the words has to be known.
 */
export function namesWhereIds(
  records: readonly SourceRecord[],
  { path }: ColumnProfile,
  ids: string,
  hashes: string | undefined,
): boolean {
  const readName = readerOf(path)
  const has = (of: string | undefined) => {
    const read = of === undefined ? () => null : readerOf(of)
    return (record: SourceRecord) => trimmedText(read(record)) !== ''
  }
  const [hasId, hasHash] = [has(ids), has(hashes)]
  const nameOf = (record: SourceRecord) => trimmedText(readName(record))
  const isThere = (name: string) => name !== '' && !saysOwnLogin(name)
  const named = new Set(records.filter(hasId).map(nameOf))
  const isKnown = (name: string) => knownProvider(name) !== null || saysOwnLogin(name)
  return (
    records.some((record) => isKnown(nameOf(record))) &&
    [...named].every(isThere) &&
    named.size > 0 &&
    records.every((record) => {
      const name = nameOf(record)
      if (hasId(record) || !isThere(name)) return true
      return knownProvider(name) === null && !named.has(name) && hasHash(record)
    })
  )
}

/** Whether a column of how users sign in has codes of which some are of users without a password alone: `auth_type`, 1 and 3. */
export function tellsPasswords(
  records: readonly SourceRecord[],
  { path, values }: ColumnProfile,
  hashes: string,
): boolean {
  const isOfSignIn = ofSignIn.test(lastName(path)) || ofConnection.test(lastName(path))
  // Names of users stand once each; codes come again.
  const distinct = new Set(values).size
  if (!isOfSignIn || distinct > maxCodes || distinct * 2 > values.length || values.length < records.length) return false
  const [readCode, readHash] = [readerOf(path), readerOf(hashes)]
  const codes = { with: new Set<string>(), without: new Set<string>() }
  for (const record of records)
    codes[textOf(readHash(record)) === null ? 'without' : 'with'].add(textOf(readCode(record)) ?? '')
  return codes.with.size > 0 && codes.without.size > 0 && [...codes.with].every((code) => !codes.without.has(code))
}

const maxCodes = 8

/** Names of the same in services and frameworks. */
const ofConnection = /^(?:user)?(?:connection|strategy|realm|idp|federation|driver)(?:name|type|id)?$/

/** Whether a value of a column is the name of a third party. */
export function hasKnown({ values }: ColumnProfile): boolean {
  return values.some((value) => knownProvider(value) !== null)
}

/** Whether all values say that users sign in with passwords of the table. */
export function nameOwnLogins({ values }: Pick<ColumnProfile, 'values'>): boolean {
  return values.every(saysOwnLogin)
}

/** Whether a column holds names of providers, also of one user alone. */
export function holdsProviderNames(column: ColumnProfile): boolean {
  return (
    mayNameProviders(column) || column.values.every((value) => saysOwnLogin(value) || knownProvider(value) !== null)
  )
}

/**
 * Few values that come again and again, some of them names of third parties; most of them, where the name of the column says nothing of signing in:
 * how a customer heard of a shop may be `Google`, too.
 */
export function mayNameProviders({ path, values }: ColumnProfile): boolean {
  const says = ofSignIn.test(lastName(path))
  if ((!says && ofMarketing.test(path)) || nameOwnLogins({ values })) return false
  const distinct = new Set(values.map((value) => value.trim().toLowerCase()))
  if (distinct.size > 20) return false
  const known = values.filter(
    (value) => value.length <= 40 && (knownProvider(value) !== null || (says && directories.test(value.trim()))),
  )
  const ways = [...distinct].filter(
    (value) => knownProvider(value) !== null || saysOwnLogin(value) || directories.test(value),
  )
  const areMost = fitOfName('provider', path) !== 'none' || ways.length * 2 > distinct.size
  return (
    (says ? known.length > 0 : areMost && known.length >= values.length * 0.2) &&
    (values.length < 4 || distinct.size < values.length)
  )
}
