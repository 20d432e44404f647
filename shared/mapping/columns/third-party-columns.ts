import { isDeviceLogin, knownProvider } from '../../users/known-provider.ts'
import { auth0Subject } from '../../users/auth0-subject.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { booleanOf, isTime, textOf, trimmedText } from '../cell.ts'
import { lastName, splitPath, wordsOf, isLoginName } from '../names/column-words.ts'
import { isNameOfPerson, isPeopleWord } from '../names/people-names.ts'
import { fitOfName } from '../names/name-fit.ts'
import { isNumberOfPerson } from '../names/national-ids.ts'
import { hintsOf } from '../names/name-hints.ts'
import { saysOwnLogin } from '../entries/identities.ts'
import { outsideOthers } from '../entries/hashes-of-others.ts'
import { addListedLogin } from '../entries/listed-logins.ts'
import { isOfGames, namesUserAt, providerInName, thirdPartyAround } from '../names/third-party-names.ts'
import type { MappingTarget } from '../targets.ts'
import type { Sample, SourceRecord } from '../export-format.ts'
import { readerOf } from '../value-at.ts'
import { refersToPerson } from '../names/account-names.ts'
import { areAccountsThere, isIdThere, isNamedIdThere, isNamedService } from '../rows/third-party-rows.ts'
import { areAddresses } from './email-columns.ts'
import { accountColumn } from './keys/key-column.ts'
import { isUnique } from './keys/key-values.ts'
import { areFarApart } from './value-fit.ts'
import type { Candidate } from './judge-column.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { type Chosen, chosenFor, isTaken } from './beside-columns.ts'

/* Columns of logins at third parties: which one names them, and which one has the IDs there. */

/**
 * Whether a column has IDs of third parties in the records that name one in another column, and nothing but email addresses, as Devise has, in
 * the others. An ID that Firebase or a database made is the user's own.
 */
function areIdsThere(records: readonly SourceRecord[], provider: string, path: string): boolean {
  // One value may be anything, where no standard gives its column that name.
  const least = standards[lastName(path)] === undefined ? 2 : 1
  const [readProvider, readId] = [readerOf(provider), readerOf(path)]
  let there = 0
  for (const record of records) {
    const id = trimmedText(readId(record))
    if (id === '') continue
    const named = textOf(readProvider(record)) ?? ''
    if (named !== '' && isDeviceLogin(named, id)) continue
    const isOwn = named === '' || saysOwnLogin(named)
    if (isOwn ? !isEmailAddress(id) : !idOfAnyLength.test(id) || ownId.test(id)) return false
    if (!isOwn) there += 1
  }
  return there >= least
}

const ownId = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}|(?=.*[A-Za-z])[A-Za-z0-9]{28})$/

/**
 * Takes addresses beside nothing but logins of the system itself for no IDs at a third party: users sign in here with their address. Where
 * another column has the address, rows below the sample may name third parties, so that this one stays.
 */
export function dropOwnAddresses(chosen: Chosen): void {
  const provider = chosenFor('provider', chosen)?.column
  const ids = chosenFor('provider-user-id', chosen)?.column
  if (provider === undefined || ids === undefined || chosenFor('email', chosen) !== undefined) return
  // A list may name a third party in a later entry.
  if (ids.path.includes('[0]') || provider.values.length < provider.records) return
  if (nameOwnLogins(provider) && areAddresses(ids)) chosen.delete(ids.path)
}

/** Words of names that hold what a third party calls the user. */
const ofIds =
  /^(?:id|uid|data|sub|subject|key|ref|reference|external|extern[oae]?|estern[oa]|foreign|identifier|number|no|nr)$/

/** The column that is filled where the one with providers names a third party, and nowhere else, with another value each time. */
function idsBeside(
  records: readonly SourceRecord[],
  provider: string,
  profiles: readonly ColumnProfile[],
): ColumnProfile | undefined {
  const filled = (path: string, isNothing: (text: string) => boolean) => {
    const read = readerOf(path)
    const texts = records.map((record) => textOf(read(record)) ?? '')
    return texts.map((text) => text.trim() !== '' && !isNothing(text)).join()
  }
  const [first] = wordsOf(provider)
  const where = filled(provider, saysOwnLogin)
  if (!where.includes('true') || !where.includes('false')) return undefined
  return profiles.find(({ path, values }) => {
    const words = wordsOf(path)
    if (path === provider || !(words[0] === first || words.some((word) => ofIds.test(word)))) return false
    // Deep within the profile at a third party are things of the user, such as the place of a message.
    if (splitPath(path).containers.length > 1) return false
    const isId = ofIds.test(words.at(-1) ?? '') || ofIds.test(words[0] ?? '')
    if (!isId || values.some((value) => isTime(value) && !/^\d{1,21}$/.test(value))) return false
    return (
      new Set(values).size === values.length &&
      values.every((value) => !/\s|^$/.test(value)) &&
      filled(path, () => false) === where
    )
  })
}

/** The path of a file. */
const ofFile = /\/[^/]*\.[A-Za-z]{2,4}$/
const opaque = /^(?=.*\d)(?![0-9a-f]{24}$)[\w.:|=+/-]{6,256}$/
/** Also an early ID, which has few digits. */
const idOfAnyLength = /^(?=.*\d)[\w.:|=+/-]{1,256}$/

/** Whether the values of a column may be ids that third parties gave out: never the same, and none says anything else, or is one of MongoDB. */
function mayBeThirdPartyId(column: ColumnProfile): boolean {
  const { phone, password, time, otherSecret, ofPicture } = hintsOf(column.path)
  if (phone || password !== null || time || otherSecret || ofPicture || isNameOfPerson(column.path)) return false
  if (isNumberOfPerson(column.path)) return false
  // Facebook counts its users as far as microseconds since 1970.
  const isCounted = (value: string) => /^\d{15,17}$/.test(value.trim())
  return (
    isUnique(column) &&
    column.values.every(
      (value) => isCounted(value) || (opaque.test(value.trim()) && !ofFile.test(value) && booleanOf(value) === null),
    )
  )
}

/** Whether a column is called like the one that names providers, with another word: `Anbieter-ID` beside `Anbieter`. */
export function isOfProvider(path: string, profiles: readonly ColumnProfile[]): boolean {
  const words = new Set(wordsOf(path))
  return profiles.some((one) => {
    const named = wordsOf(one.path)
    return named.length < words.size && named.every((word) => words.has(word)) && mayNameProviders(one)
  })
}

/** Takes the one column whose values name the third party with the ID there, as Auth0 writes the subjects of users. */
function addSubjects(profiles: readonly ColumnProfile[], chosen: Chosen): void {
  if (chosenFor('provider', chosen) !== undefined || chosenFor('provider-user-id', chosen) !== undefined) return
  const [column, ...others] = profiles.filter(
    (one) => !isTaken(chosen, one.path) && isUnique(one) && one.values.every((value) => auth0Subject(value) !== null),
  )
  if (column === undefined || others.length > 0 || column.values.length === 0) return
  const text = 'all samples name how users of Auth0 sign in, with their ID there: “google-oauth2|123”'
  chosen.set(column.path, {
    column,
    target: 'provider-user-id',
    confidence: 'likely',
    reason: { kind: 'told', text },
    rank: 0,
  })
}

/** In rows that refer to a person, the service beside the IDs there is the third party; which one a number stands for, only the operator knows. */
function addServices(profiles: readonly ColumnProfile[], chosen: Chosen): void {
  if (chosenFor('provider', chosen) !== undefined || !profiles.some(({ path }) => refersToPerson(path))) return
  const free = profiles.filter(({ path, values, records }) => !isTaken(chosen, path) && values.length === records)
  const [there, ...others] = free.filter(({ path, values }) => isNamedIdThere(path) && values.every(isOpaque))
  const named = free.find(
    ({ path, values }) =>
      isNamedService(path) &&
      values.length > 0 &&
      values.every((value) => knownProvider(value) !== null || /^\d{1,2}$/.test(value)),
  )
  if (there === undefined || named === undefined || others.length > 0) return
  const by = (more: string) => ({ confidence: 'likely', rank: 0, reason: { kind: 'called', more } }) as const
  chosen.set(there.path, { column: there, target: 'provider-user-id', ...by(`beside “${named.path}”`) })
  chosen.set(named.path, { column: named, target: 'provider', ...by(`beside “${there.path}”`) })
}

function isOpaque(value: string): boolean {
  return idOfAnyLength.test(value.trim())
}

/** The address beside the ID in the object of a third party is that of the user there, where the user has an own one. */
function addEmailThere(profiles: readonly ColumnProfile[], chosen: Chosen): void {
  const id = chosenFor('provider-user-id', chosen)?.column.path ?? ''
  if (thirdPartyAround(id) === null || chosenFor('email', chosen) === undefined) return
  const path = `${id.slice(0, id.lastIndexOf('.'))}.email`
  const column = profiles.find((one) => one.path === path)
  if (column === undefined || isTaken(chosen, path) || !areAddresses(column)) return
  const reason = { kind: 'called', more: `beside “${id}”` } as const
  chosen.set(path, { column, target: 'provider-email', confidence: 'likely', reason, rank: 0 })
}

/**
 * Takes every column that is called after another provider, `facebook_id` beside `google_id`: each is a login of its own. Where the IDs of any
 * provider are in one column, another one has to name these.
 */
export function addOtherProviders(candidates: readonly Candidate[], chosen: Chosen): void {
  const first = chosenFor('provider-user-id', chosen)?.column.path
  if (first === undefined || (providerInName(first) === null && chosenFor('provider', chosen) === undefined)) return
  const known = new Set([providerInName(first)])
  for (const candidate of candidates) {
    const { target, confidence, column } = candidate
    const named = target === 'provider-user-id' ? providerInName(column.path) : null
    if (named === null || confidence === 'unsure' || known.has(named) || isTaken(chosen, column.path)) continue
    chosen.set(column.path, candidate)
    known.add(named)
  }
}

/** A column of names of third parties is asked about whatever it is called, and with it the columns that may hold their ids. */
export function addThirdParty(records: Sample['records'], all: readonly ColumnProfile[], chosen: Chosen): void {
  const profiles = outsideOthers(all, chosen)
  const find = (wanted: MappingTarget) => [...chosen.values()].find(({ target }) => target === wanted)
  const has = (wanted: MappingTarget) => find(wanted) !== undefined
  addListedLogin(records, profiles, chosen)
  addEmailThere(profiles, chosen)
  addServices(profiles, chosen)
  addSubjects(profiles, chosen)
  const hashes = chosenFor('password-hash', chosen)?.column.path
  const there = chosenFor('provider-user-id', chosen)?.column.path
  const isBesideIds = (one: ColumnProfile) => there !== undefined && namesWhereIds(records, one, there, hashes)
  if (!has('provider')) {
    const free = profiles.filter((one) => !isTaken(chosen, one.path))
    const named =
      free.find(mayNameProviders) ??
      free.find((one) => hasKnown(one) && isBesideIds(one)) ??
      free.find((one) => nameThirdParties(one) && profiles.some(({ path }) => namesUserAt(path, one.path)))
    const column = named ?? free.find((one) => hashes !== undefined && tellsPasswords(records, one, hashes))
    if (column !== undefined) {
      const text =
        named === undefined
          ? 'users without a password have other values in it'
          : 'some of its values are names of providers that people sign in with'
      const reason = { kind: 'told', text } as const
      chosen.set(column.path, { column, target: 'provider', confidence: 'unsure', reason, rank: 0 })
    }
  }
  const possible = find('provider')
  if (possible?.confidence === 'unsure' && isBesideIds(possible.column)) {
    const text = 'it names third parties where another column has IDs there, and nowhere else'
    chosen.set(possible.column.path, { ...possible, confidence: 'likely', reason: { kind: 'told', text } })
  }
  const provider = possible?.column
  if (provider === undefined || has('provider-user-id') || nameOwnLogins(provider)) return
  const own = chosenFor('source-id', chosen)?.column
  if (own !== undefined && standards[lastName(own.path)] !== undefined && holdsProviderNames(provider)) {
    const isThere = areIdsThere(records, provider.path, own.path)
    const reason = { kind: 'subject', standard: standards[lastName(own.path)], provider: provider.path } as const
    // No other column is the ID, so this one may be the user's own all the same, except for numbers that only third parties give out, where users have no other login, or beside a column that says whose the row is.
    const isSure =
      own.values.some((value) => ofGoogle.test(value.trim())) ||
      areNumbersThere(provider, own) ||
      otherLogins.every((target) => chosenFor(target, chosen) === undefined) ||
      profiles.some((one) => one !== own && refersToPerson(one.path))
    const confidence = isSure ? 'likely' : 'unsure'
    if (isThere) chosen.set(own.path, { column: own, target: 'provider-user-id', confidence, reason, rank: 0 })
    if (isThere) return
  }
  const isFree = ({ path }: ColumnProfile) =>
    !isTaken(chosen, path) && chosen.get(path)?.target !== 'totp-secret' && !isLoginName(path)
  // Rails calls it `uid`, which is the user's own where another login is beside it and nothing else is the ID.
  const mayBeThere =
    !otherLogins.some((target) => chosenFor(target, chosen) !== undefined) ||
    chosenFor('source-id', chosen) !== undefined
  const refersToOwner = profiles.some(({ path }) => refersToPerson(path))
  const owner = accountColumn(profiles)?.path ?? null
  // Beside a column that says whose the row is, an identifier is no name to sign in with.
  const isOfThere = possible?.confidence !== 'unsure' || isNamedService(provider.path) || nameThirdParties(provider)
  const isOfOwner = (path: string) =>
    owner !== null &&
    owner !== path &&
    ((isOfThere && !ofMarketing.test(provider.path) && isIdThere(path)) || namesUserAt(path, provider.path)) &&
    !isTaken(chosen, path)
  const isAtNamed = (path: string) => nameThirdParties(provider) && namesUserAt(path, provider.path)
  const isNamed = ({ path }: ColumnProfile) =>
    isAtNamed(path) ||
    (mayBeThere &&
      (lastName(path) === 'uid' ||
        isOfOwner(path) ||
        (isNamedIdThere(path) && refersToOwner) ||
        beginsAlike(path, provider.path)) &&
      holdsProviderNames(provider))
  const subject = profiles.find(
    (one) =>
      (isFree(one) || isOfOwner(one.path)) &&
      (lastName(one.path) === 'sub' || isNamed(one)) &&
      areIdsThere(records, provider.path, one.path),
  )
  if (subject !== undefined) {
    const standard = standards[lastName(subject.path)]
    const reason = { kind: 'subject', standard, provider: provider.path } as const
    const named = chosen.get(provider.path)
    if (named !== undefined && (isOfOwner(subject.path) || isAtNamed(subject.path)))
      chosen.set(provider.path, { ...named, confidence: 'likely' })
    chosen.set(subject.path, { column: subject, target: 'provider-user-id', confidence: 'likely', reason, rank: 0 })
    return
  }
  const ids = profiles.filter((one) => isFree(one) && mayBeThirdPartyId(one))
  const beside = idsBeside(
    records,
    provider.path,
    profiles.filter((one) => isFree(one) && !hintsOf(one.path).ofPicture),
  )
  const column = ids.find(({ path }) => isOfProvider(path, profiles)) ?? beside ?? ids[0]
  if (column === undefined) return
  // Beside passwords of the table's own, nothing else is filled for third parties alone.
  const isAlone = column === beside && beside.values.length >= 2 && provider.values.some(saysOwnLogin)
  const areAccounts = refersToOwner && areAccountsThere(records, { provider: provider.path, id: column.path })
  const isSure = isAlone || areAccounts
  const text = isAlone
    ? 'it is filled where another column names a third party, and nowhere else'
    : areAccounts
      ? `“${provider.path}” names third parties, and these are IDs of accounts there by their form`
      : 'another column names providers, and no two records have the same value in this one'
  const confidence = isSure ? 'likely' : 'unsure'
  const reason = { kind: 'told', text } as const
  chosen.set(column.path, { column, target: 'provider-user-id', confidence, reason, rank: 0 })
  const named = chosen.get(provider.path)
  if (isSure && named !== undefined) chosen.set(provider.path, { ...named, confidence: 'likely' })
}

const ofGoogle = /^1\d{20}$/

/** Whether all records name third parties, and their numbers are as long and as far apart as those that GitHub and Twitter give out. */
function areNumbersThere(provider: ColumnProfile, { values }: ColumnProfile): boolean {
  const numbers = values.map((value) => value.trim())
  return (
    provider.values.length === provider.records &&
    provider.values.every((value) => knownProvider(value) !== null) &&
    numbers.every((number) => /^[1-9]\d{5,18}$/.test(number)) &&
    (numbers.length === 1 || areFarApart(numbers))
  )
}

/** Names of an ID at a third party, by whose they are. */
const standards: Readonly<Partial<Record<string, string>>> = { sub: 'OpenID Connect', uid: 'OmniAuth' }

/** Whether a column is called the ID of what another one names: `auth_id` beside `auth_provider`, and not `user_id` beside `user_type`. */
function beginsAlike(path: string, provider: string): boolean {
  const [[first = '', ...rest], [other]] = [wordsOf(splitPath(path).name), wordsOf(splitPath(provider).name)]
  return first === other && rest.length === 1 && ofIds.test(rest[0] ?? '') && !isPeopleWord(first) && first !== 'login'
}

/** Whether all values of a column name third parties, or the passwords of the table itself, a device or a guest beside them. */
function nameThirdParties({ values }: ColumnProfile): boolean {
  const isThere = (value: string) => knownProvider(value) !== null || isOfGames(value)
  const isHere = (value: string) => saysOwnLogin(value) || isDeviceLogin(value, '') || /^web$/i.test(value.trim())
  return values.some(isThere) && values.every((value) => isThere(value) || isHere(value))
}

const otherLogins: readonly MappingTarget[] = ['email', 'phone', 'password-hash']

/** Where a visitor came from has the names of providers too. */
const ofMarketing = /utm|refer|campaign|source|channel|origin|browser|agent|device|medium/i

/** Columns of how users sign in, and the directories of companies that some of them sign in with. */
const ofSignIn = /^(?:auth|login|signin|anmelde?|anmelde)(?:mode|method|type|source|backend|provider|art|methode|typ)?$/
const directories =
  /^(?:ldap|saml2?|sso|oidc|cas|kerberos|radius|shibboleth|adfs|(?:active ?)?directory|ad|microsoft|azure(?:[ _-]?ad)?|entra(?:[ _-]?id)?|windows ?live|okta|keycloak)$/i

/**
 * Whether a column names third parties in the records that have an ID there in another column, and in no others. There, a word that is not known
 * stands for the password beside it: `Formular`. One of the words has to be known.
 */
function namesWhereIds(
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
function tellsPasswords(records: readonly SourceRecord[], { path, values }: ColumnProfile, hashes: string): boolean {
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

function hasKnown({ values }: ColumnProfile): boolean {
  return values.some((value) => knownProvider(value) !== null)
}

/** Whether all values say that users sign in with passwords of the table. */
function nameOwnLogins({ values }: Pick<ColumnProfile, 'values'>): boolean {
  return values.every(saysOwnLogin)
}

/** Whether a column holds names of providers, also of one user alone. */
function holdsProviderNames(column: ColumnProfile): boolean {
  return (
    mayNameProviders(column) || column.values.every((value) => saysOwnLogin(value) || knownProvider(value) !== null)
  )
}

/**
 * Few values that come again and again, some of them names of third parties; most of them, where the name of the column says nothing of signing in:
 * how a customer heard of a shop may be `Google`, too.
 */
function mayNameProviders({ path, values }: ColumnProfile): boolean {
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
