import { knownProvider } from '../../../users/known-provider.ts'
import { auth0Subject } from '../../../users/auth0-subject.ts'
import { lastName, isLoginName } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { saysOwnLogin } from '../../entries/identities.ts'
import { outsideOthers } from '../../entries/hashes-of-others.ts'
import { addListedLogin } from '../../entries/listed-logins.ts'
import { namesUserAt, providerInName, thirdPartyAround } from '../../names/third-party-names.ts'
import type { MappingTarget } from '../../targets.ts'
import type { Sample } from '../../export-format.ts'
import { refersToPerson } from '../../names/account-names.ts'
import { areAccountsThere, isIdThere, isNamedIdThere, isNamedService } from '../../rows/third-party-rows.ts'
import { areAddresses } from '../email-columns.ts'
import { accountColumn } from '../keys/key-column.ts'
import { isUnique } from '../keys/key-values.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import { type Chosen, chosenFor, isTaken } from '../beside-columns.ts'
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

const otherLogins: readonly MappingTarget[] = ['email', 'phone', 'password-hash']
