import { knownProvider } from '../../../users/known-provider.ts'
import { auth0Subject } from '../../../users/auth0-subject.ts'
import { lastName, isLoginName } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { saysOwnLogin } from '../../entries/identities.ts'
import { outsideOthers } from '../../entries/hashes-of-others.ts'
import { addListedLogin, isTwofold } from '../../entries/listed-logins.ts'
import { namesUserAt, providerInName, thirdPartyAround } from '../../names/third-party-names.ts'
import type { MappingTarget } from '../../targets.ts'
import { textOf } from '../../cell.ts'
import { readerOf } from '../../value-at.ts'
import type { Sample } from '../../export-format.ts'
import { refersToPerson } from '../../names/account-names.ts'
import { areAccountsThere, isIdThere, isNamedIdThere, isNamedService } from '../../rows/third-party-rows.ts'
import { areAddresses } from '../email-columns.ts'
import { accountColumn } from '../keys/key-column.ts'
import { isUnique } from '../keys/key-values.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import { askAbout, called, type Chosen, chosenFor, isTaken, take } from '../beside-columns.ts'
import {
  areIdsThere,
  idsBeside,
  mayBeThirdPartyId,
  isOpaque,
  ofGoogle,
  areNumbersThere,
  standards,
  beginsAlike,
} from './ids-there.ts'
import {
  isOfProvider,
  nameThirdParties,
  ofMarketing,
  namesWhereIds,
  tellsPasswords,
  hasKnown,
  nameOwnLogins,
  holdsProviderNames,
  mayNameProviders,
} from './provider-column.ts'

/* Logins at third parties: the choice of the column that names them, and of the one with the IDs there. */

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

/** Takes the one column whose values name the third party with the ID there, as Auth0 writes the subjects of users. */
function addSubjects(profiles: readonly ColumnProfile[], chosen: Chosen): void {
  if (chosenFor('provider', chosen) !== undefined || chosenFor('provider-user-id', chosen) !== undefined) return
  const [column, ...others] = profiles.filter(
    (one) => !isTaken(chosen, one.path) && isUnique(one) && one.values.every((value) => auth0Subject(value) !== null),
  )
  if (column === undefined || others.length > 0 || column.values.length === 0) return
  const text = 'all samples name how users of Auth0 sign in, with their ID there: “google-oauth2|123”'
  take(chosen, column, 'provider-user-id', text)
}

/** In rows that refer to a person, the service beside the IDs there is the third party; which one a number stands for, only the operator knows. */
function addServices(profiles: readonly ColumnProfile[], chosen: Chosen): void {
  if (chosenFor('provider', chosen) !== undefined || !profiles.some(({ path }) => refersToPerson(path))) return
  const isOpen = (path: string) => !isTaken(chosen, path) || isTakenAsOwn(path, chosen)
  const free = profiles.filter(({ path, values, records }) => isOpen(path) && values.length === records)
  const named = free.find(
    ({ path, values }) =>
      isNamedService(path) &&
      values.length > 0 &&
      values.every((value) => knownProvider(value) !== null || /^\d{1,2}$/.test(value)),
  )
  const ids = free.filter(({ path, values }) => isIdThere(path) && values.every(isOpaque))
  const surely = ids.filter(({ path }) => isNamedIdThere(path))
  // Beside names of providers alone, an `identifier` or a `subject` is the one there as well. A column of marketing says how a customer came.
  const areKnown =
    named !== undefined && !ofMarketing.test(named.path) && named.values.every((value) => knownProvider(value) !== null)
  const [there, ...others] = surely.length > 0 || !areKnown ? surely : ids.filter(({ path }) => !refersToPerson(path))
  if (there === undefined || named === undefined || others.length > 0) return
  take(chosen, there, 'provider-user-id', called(`beside “${named.path}”`))
  take(chosen, named, 'provider', called(`beside “${there.path}”`))
}

/** The address beside the ID in the object of a third party is that of the user there, where the user has an own one. */
function addEmailThere(profiles: readonly ColumnProfile[], chosen: Chosen): void {
  const id = chosenFor('provider-user-id', chosen)?.column.path ?? ''
  if (thirdPartyAround(id) === null || chosenFor('email', chosen) === undefined) return
  const path = `${id.slice(0, id.lastIndexOf('.'))}.email`
  const column = profiles.find((one) => one.path === path)
  if (column === undefined || isTaken(chosen, path) || !areAddresses(column)) return
  take(chosen, column, 'provider-email', called(`beside “${id}”`))
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
  addListedLogin(records, profiles, chosen)
  addEmailThere(profiles, chosen)
  addServices(profiles, chosen)
  addSubjects(profiles, chosen)
  const hashes = chosenFor('password-hash', chosen)?.column.path
  const there = chosenFor('provider-user-id', chosen)?.column.path
  const isBesideIds = (one: ColumnProfile) => there !== undefined && namesWhereIds(records, one, there, hashes)
  if (candidateFor('provider', chosen) === undefined) addProvider({ records, profiles, chosen }, hashes, isBesideIds)
  const provider = candidateFor('provider', chosen)
  if (provider?.confidence === 'unsure' && isBesideIds(provider.column)) {
    const text = 'it names third parties where another column has IDs there, and nowhere else'
    chosen.set(provider.column.path, { ...provider, confidence: 'likely', reason: { kind: 'told', text } })
  }
  if (
    provider === undefined ||
    candidateFor('provider-user-id', chosen) !== undefined ||
    nameOwnLogins(provider.column)
  )
    return
  const columns = { records, profiles, chosen }
  if (!takeOwnId(columns, provider.column) && !takeSubject(columns, provider)) takeIdsThere(columns, provider.column)
}

/** The column for a target, also one that is unsure. */
function candidateFor(target: MappingTarget, chosen: Chosen): Candidate | undefined {
  return [...chosen.values()].find((one) => one.target === target)
}

/** The columns of a sample, and those that have a target. */
type Columns = {
  readonly records: Sample['records']
  readonly profiles: readonly ColumnProfile[]
  readonly chosen: Chosen
}

/** Asks about the column that names third parties, by its values or by the users without a password. */
function addProvider(
  { records, profiles, chosen }: Columns,
  hashes: string | undefined,
  isBesideIds: (one: ColumnProfile) => boolean,
): void {
  const free = profiles.filter((one) => !isTaken(chosen, one.path))
  const named =
    free.find(mayNameProviders) ??
    free.find((one) => hasKnown(one) && isBesideIds(one)) ??
    free.find((one) => nameThirdParties(one) && profiles.some(({ path }) => namesUserAt(path, one.path)))
  const column = named ?? free.find((one) => hashes !== undefined && tellsPasswords(records, one, hashes))
  if (column === undefined) return
  const text =
    named === undefined
      ? 'users without a password have other values in it'
      : 'some of its values are names of providers that people sign in with'
  askAbout(chosen, column, 'provider', text)
}

/** Takes the ID of the records for the one at the third party, where a standard gives it that name and its values are IDs there. */
function takeOwnId({ records, profiles, chosen }: Columns, provider: ColumnProfile): boolean {
  const own = chosenFor('source-id', chosen)?.column
  if (own === undefined || standards[lastName(own.path)] === undefined) return false
  // `uid` beside `sub` says whose the row is.
  const isSubject = ({ path, values }: ColumnProfile) =>
    (lastName(path) === 'sub' || isIdThere(path)) && values.length > 0
  if (lastName(own.path) === 'uid' && profiles.some((one) => one !== own && isSubject(one))) return false
  if (!holdsProviderNames(provider) && !isOfOtherUser(own, profiles, chosen)) return false
  if (!areIdsThere(records, provider.path, own.path, isOfOtherUser(own, profiles, chosen) ? 'user' : null)) return false
  const reason = { kind: 'subject', standard: standards[lastName(own.path)], provider: provider.path } as const
  // No other column is the ID, so this one may be the user's own all the same, except for numbers that only third parties give out, where users have no other login, or beside a column that says whose the row is.
  const isSure =
    own.values.some((value) => ofGoogle.test(value.trim())) ||
    areNumbersThere(provider, own) ||
    otherLogins.every((target) => chosenFor(target, chosen) === undefined) ||
    profiles.some((one) => one !== own && refersToPerson(one.path))
  const confidence = isSure ? 'likely' : 'unsure'
  take(chosen, own, 'provider-user-id', reason, confidence)
  return true
}

/** Takes the column that is named as the ID there, alone or beside the column that says whose the row is. */
function takeSubject({ records, profiles, chosen }: Columns, { column: provider, confidence }: Candidate): boolean {
  // Rails calls it `uid`, which is the user's own where another login is beside it and nothing else is the ID.
  const mayBeThere =
    !otherLogins.some((target) => chosenFor(target, chosen) !== undefined) ||
    chosenFor('source-id', chosen) !== undefined
  const refersToOwner = profiles.some(({ path }) => refersToPerson(path))
  const owner = accountColumn(profiles)?.path ?? null
  // Beside a column that says whose the row is, an identifier is no name to sign in with.
  const isOfThere = confidence !== 'unsure' || isNamedService(provider.path) || nameThirdParties(provider)
  const isOfOwner = (path: string) =>
    owner !== null &&
    owner !== path &&
    ((isOfThere && !ofMarketing.test(provider.path) && isIdThere(path)) || namesUserAt(path, provider.path)) &&
    !isTaken(chosen, path)
  const isAtNamed = (path: string) => nameThirdParties(provider) && namesUserAt(path, provider.path)
  const isNamed = (one: ColumnProfile) => {
    const { path } = one
    return (
      isAtNamed(path) ||
      (mayBeThere &&
        (lastName(path) === 'uid' ||
          isOfOwner(path) ||
          (isNamedIdThere(path) && refersToOwner) ||
          beginsAlike(path, provider.path)) &&
        (holdsProviderNames(provider) ||
          isOfOtherUser(one, profiles, chosen) ||
          (confidence !== 'unsure' && ownerBeside(one, profiles, chosen) === 'row')))
    )
  }
  const subjects = profiles.filter(
    (one) =>
      (isFree(one, chosen) || isOfOwner(one.path) || (refersToOwner && isTakenAsOwn(one.path, chosen))) &&
      (lastName(one.path) === 'sub' || isNamed(one)) &&
      areIdsThere(records, provider.path, one.path, ownerBeside(one, profiles, chosen)),
  )
  const subject = subjects.find(({ path }) => lastName(path) !== 'uid') ?? subjects[0]
  if (subject === undefined) return false
  const reason = { kind: 'subject', standard: standards[lastName(subject.path)], provider: provider.path } as const
  if (isOfOwner(subject.path) || isAtNamed(subject.path)) makeLikely(chosen, provider)
  take(chosen, subject, 'provider-user-id', reason)
  return true
}

/** Whether an ID was taken for that of the records although its name says that it is one elsewhere, and they have no login of their own. */
function isTakenAsOwn(path: string, chosen: Chosen): boolean {
  const hasLogin = otherLogins.some((target) => chosenFor(target, chosen) !== undefined)
  return !hasLogin && isNamedIdThere(path) && chosen.get(path)?.target === 'source-id'
}

/** Asks about a column of IDs that may be those there, by its values alone or by the records in which it is filled. */
function takeIdsThere({ records, profiles, chosen }: Columns, provider: ColumnProfile): void {
  const ids = profiles.filter((one) => isFree(one, chosen) && mayBeThirdPartyId(one))
  const beside = idsBeside(
    records,
    provider.path,
    profiles.filter((one) => isFree(one, chosen) && !hintsOf(one.path).ofPicture),
  )
  const column = ids.find(({ path }) => isOfProvider(path, profiles)) ?? beside ?? ids[0]
  if (column === undefined) return
  // Beside passwords of the table's own, nothing else is filled for third parties alone.
  const isAlone = column === beside && beside.values.length >= 2 && provider.values.some(saysOwnLogin)
  // So are IDs by their form, filled where third parties are named, or in rows that say in another column whose they are.
  const readProvider = readerOf(provider.path)
  const isBeside = column === beside && beside.values.length >= 2 && !isTwofold(column.path, profiles)
  const areAccounts =
    (isBeside || profiles.some(({ path }) => refersToPerson(path))) &&
    areAccountsThere(isBeside ? records.filter((record) => (textOf(readProvider(record)) ?? '') !== '') : records, {
      provider: provider.path,
      id: column.path,
    })
  const isSure = isAlone || areAccounts
  const text = isAlone
    ? 'it is filled where another column names a third party, and nowhere else'
    : areAccounts
      ? `“${provider.path}” names third parties, and these are IDs of accounts there by their form`
      : 'another column names providers, and no two records have the same value in this one'
  const confidence = isSure ? 'likely' : 'unsure'
  take(chosen, column, 'provider-user-id', text, confidence)
  if (isSure) makeLikely(chosen, provider)
}

/**
 * Whether a column is of rows that say in another one whose they are, and have neither a login of their own nor another column that is named as
 * the ID at the third party.
 */
function isOfOtherUser(column: ColumnProfile, profiles: readonly ColumnProfile[], chosen: Chosen): boolean {
  if (otherLogins.some((target) => chosenFor(target, chosen) !== undefined)) return false
  const others = profiles.filter((one) => one !== column && one.values.length > 0)
  return others.some(({ path }) => refersToPerson(path)) && !others.some(({ path }) => isIdThere(path))
}

/** Names the owner of another ID in the row: a user of another table, or the row itself beside a column that a standard names as the ID at a provider. */
function ownerBeside(column: ColumnProfile, profiles: readonly ColumnProfile[], chosen: Chosen): 'user' | 'row' | null {
  if (isOfOtherUser(column, profiles, chosen)) return 'user'
  const own = chosenFor('source-id', chosen)?.column
  const isNamed = standards[lastName(column.path)] !== undefined
  return isNamed && own !== undefined && own !== column && isUnique(column) ? 'row' : null
}

function isFree({ path }: ColumnProfile, chosen: Chosen): boolean {
  return !isTaken(chosen, path) && chosen.get(path)?.target !== 'totp-secret' && !isLoginName(path)
}

function makeLikely(chosen: Chosen, { path }: ColumnProfile): void {
  const known = chosen.get(path)
  if (known !== undefined) chosen.set(path, { ...known, confidence: 'likely' })
}

const otherLogins: readonly MappingTarget[] = ['email', 'phone', 'password-hash']
