import { isOwnId } from './columns/keys/key-names.ts'
import {
  endsAccount,
  holdsAccountFlags,
  isLoginName,
  isStatusName,
  lastName,
  saysEnabled,
  saysUntil,
  splitPath,
  withinOf,
} from './names/column-words.ts'
import type { Sample } from './export-format.ts'
import {
  areAddresses,
  areMadeUp,
  areMostlyEmails,
  areOwnEmails,
  hasRealEmails,
  isNamedEmail,
  mentionsEmail,
  withAddresses,
} from './columns/email-columns.ts'
import {
  addComplements,
  addPeppers,
  addVerified,
  chosenFor,
  dropProductNames,
  isTaken,
  take,
} from './columns/beside-columns.ts'
import { takePasswords } from './columns/attribute-columns.ts'
import { addOtherProviders, addThirdParty, dropOwnAddresses } from './columns/third-party/third-party-columns.ts'
import {
  arePasswordDigests,
  doubtEqualDigests,
  doubtNestedDigests,
  preferDigests,
} from './columns/secrets/digest-columns.ts'
import {
  addOtherPasswords,
  addPasswords,
  addPasswordsOfNames,
  addShortened,
  namesWithoutTitle,
} from './columns/secrets/password-columns.ts'
import { addPossiblePasswords } from './columns/secrets/possible-passwords.ts'
import { addPins } from './columns/secrets/pin-columns.ts'
import { addNationalNumbers, addPhones, addPhonesAsLogin, addPrefixes, arePhones } from './columns/phone-columns.ts'
import { addSalt } from './columns/secrets/salt-columns.ts'
import { sayScram } from './columns/secrets/scram-columns.ts'
import { userNameColumn } from './columns/user-names.ts'
import { addTotp, dropStatesOfFactors } from './columns/secrets/totp-columns.ts'
import { addStanding } from './columns/standing-columns.ts'
import { type Candidate, judge } from './columns/judge-column.ts'
import { isRepeated, reasonText, withinTenant, withoutName } from './columns/suggestion-reason.ts'
import { sayEncrypted, vectorBeside } from './columns/secrets/cipher-vectors.ts'
import { areEncrypted, areNoDigests } from './columns/secrets/encrypted-columns.ts'
import { fitOfValues } from './columns/value-fit.ts'
import { encrypted } from '../hashes/families/encrypted.ts'
import { dropLoginsOfOthers } from './entries/hashes-of-others.ts'
import type { Mapping, MappingColumn } from './mapping.ts'
import { isContactTarget, type MappingTarget, mappingTargets } from './targets.ts'
import { isNamedByComment, judgedByPlainNames } from './columns/plain-names.ts'
import { fitOfName, isCalled } from './names/name-fit.ts'
import { hintsOf } from './names/name-hints.ts'
import { providerInName } from './names/third-party-names.ts'
import { isKeyOfPlace } from './names/standing/states-of-countries.ts'
import { sharedPrefix } from './names/shared-prefix.ts'
import { areSecrets } from './columns/keys/secret-ids.ts'
import { type ColumnProfile, isNumbered, profileColumns } from './columns/profile-columns.ts'
import {
  addAccount,
  addKeys,
  addNumberInKey,
  addOwner,
  dropOwnIds,
  idOfAddresses,
  numberInKey,
  preferDeclared,
} from './columns/keys/source-ids.ts'

/**
 * Suggests what each column becomes, by its name and by its values. Every target is suggested once, but for second
 * choices of emails and phones, and for what says who is disabled or deleted; every column for one target. The mapping takes over what is `exact` or `likely`; what is `unsure` is for the operator to decide.
 */
export function suggestMapping(sample: Sample): Suggested {
  const before = suggested.get(sample)
  if (before !== undefined) return before
  const found: Suggested = judgedByPlainNames(sample, (plain, ownPath) => {
    const { columns, mapping } = suggestFor(plain, ownPath)
    const mapped = mapping.columns.filter(({ path, target }) => target !== 'disabled' || meansSame(path, ownPath(path)))
    return {
      columns: columns.map((one) => {
        const isSure = one.suggestion === null || mapped.some(({ path }) => ownPath(path) === one.path)
        return isSure ? one : { ...one, suggestion: { ...one.suggestion, confidence: 'unsure' } }
      }),
      mapping: { ...mapping, columns: mapped.map((one) => ({ ...one, path: ownPath(one.path) })) },
    }
  })
  suggested.set(sample, found)
  return found
}

/** The same sample is asked about a dozen times before its file is read: for its table, its reader and its columns. */
const suggested = new WeakMap<Sample, Suggested>()

/** JSON:API names entries of the same document by type and ID: `relationships.identities.data[0].id` is no ID at a third party. */
function dropRelationships(chosen: Map<string, Candidate>): void {
  for (const path of chosen.keys()) if (ofRelationship.test(path)) chosen.delete(path)
}

const ofRelationship = /^relationships\.[^.]{1,100}\.data(?:\[\d*\])?\.(?:id|type)$/

/** A flag is read by its own name, so this has to say of its yes, its no and its times what the name says without the letters that all share. */
function meansSame(plain: string, own: string): boolean {
  return [saysEnabled, endsAccount, saysUntil, holdsAccountFlags].every((says) => says(plain) === says(own))
}

type Suggested = { readonly columns: readonly MappingColumn[]; readonly mapping: Mapping }

/** `ownPath`: the path in the file, of which the sample may have the name without the letters that all share. */
function suggestFor(sample: Sample, ownPath: (path: string) => string): Suggested {
  const profiles = profileColumns(sample.records, sample.header)
  const paths = profiles.map(({ path }) => path)
  const numbered = isNumbered(sample.header, paths)
  const around = { within: objectAround(profiles) || loginObject(profiles), prefix: sharedPrefix(paths) }
  const candidates = profiles
    .flatMap((column) => mappingTargets.flatMap((target) => judge(column, target, numbered, around) ?? []))
    .filter(
      ({ column, target }) =>
        target !== 'disabled' || !(isEndOfToken(column, profiles) || isKeyOfPlace(column.path, paths)),
    )
    .filter(({ column, target }) => target !== 'source-id' || !areSecrets(column, profiles))
    .filter(({ column, target }) => target !== 'email' || !areMadeUp(column) || !hasRealEmails(column, profiles))
    .toSorted((one, other) => other.rank - one.rank)
  const chosen = new Map<string, Candidate>()
  const taken = new Set<MappingTarget>()
  for (const candidate of candidates) {
    const { target } = candidate
    if (chosen.has(candidate.column.path) || (taken.has(target) && !isAmongSeveral(candidate))) continue
    chosen.set(candidate.column.path, candidate)
    taken.add(target)
  }
  dropOwnAddresses(chosen)
  addOnly('email', profiles, chosen, areOwnEmails)
  if (numbered) addOnly('email', profiles, chosen, areMostlyEmails)
  else {
    addOnly('email', profiles, chosen, isNamedEmail)
    addOnly('phone', profiles, chosen, arePhones)
    addOnly('password-hash', profiles, chosen, arePasswordDigests)
    preferDigests(profiles, chosen)
    addOtherPasswords(sample.records, profiles, chosen)
    addComplements(sample.records, candidates, chosen)
  }
  if (!numbered) addVerified(profiles, candidates, chosen)
  dropProductNames(chosen)
  dropOwnIds(chosen)
  dropLoginsOfOthers(profiles, chosen)
  addSalt(profiles, chosen)
  sayScram(chosen)
  doubtNestedDigests(chosen, ownPath)
  sayEncrypted(profiles, chosen)
  addTotp(sample.records, profiles, chosen)
  addStanding(profiles, chosen, sample, ownPath)
  dropStatesOfFactors(profiles, chosen)
  preferDeclared(profiles, chosen, sample.key)
  addOwner(profiles, chosen, sample.key)
  addAccount(profiles, chosen, sample.account)
  const inKey = numberInKey(profiles)
  addNumberInKey(inKey, chosen)
  if (!numbered) addPins(profiles, chosen)
  addPeppers(profiles, chosen)
  addNationalNumbers(profiles, chosen, numbered)
  if (!numbered) addPhonesAsLogin(profiles, chosen)
  addPrefixes(profiles, chosen)
  const mayBeKeys = profiles.filter((one) => inKey?.keys.includes(one) !== true && !areSecrets(one, profiles))
  addKeys(mayBeKeys, chosen, sample.key, numbered)
  addThirdParty(sample.records, profiles, chosen)
  addOtherProviders(candidates, chosen)
  dropRelationships(chosen)
  addOwner(profiles, chosen, sample.key)
  if (numbered) addPasswords(profiles, chosen)
  if (numbered) addPasswordsOfNames(profiles, chosen)
  if (numbered) doubtEqualDigests(profiles, chosen)
  addShortened(profiles, chosen, (path) => ownPath(path) !== path)
  takePasswords(profiles, chosen, sample.passwords, ownPath)
  const second = secondChoices(candidates, chosen)
  const userNames = numbered
    ? namesBesidePasswords(profiles, chosen)
    : userNameColumn(profiles, ({ path }) => !chosen.has(path) && !second.has(path))
  if (!numbered) addPossiblePasswords(profiles, chosen, userNames)
  const ofAddresses = chosenFor('source-id', chosen) === undefined ? idOfAddresses(chosen)?.column : undefined
  const isCommented = (path: string) => isNamedByComment(sample, ownPath(path), path)
  const quoted = (path: string) => (isCommented(path) ? `“${path}” in a comment of the schema` : `“${ownPath(path)}”`)
  const columns = profiles.map((column) => {
    const { path, samples } = column
    const found = chosen.get(path) ?? second.get(path) ?? (numbered ? undefined : withAddresses(column))
    if (found === undefined) {
      const isLogin = column === userNames || (isCommented(path) && isLoginName(path))
      const named = isLogin ? { isUserName: true as const } : {}
      const misfit = numbered || sample.isNameless === true ? null : misfitOf(column, quoted(path))
      return { path: ownPath(path), samples, suggestion: null, ...named, ...(misfit === null ? {} : { misfit }) }
    }
    const { target, reason } = found
    const isOfFile = !isCommented(path) && sample.isNameless !== true
    const confidence = found.confidence === 'exact' && !isOfFile ? 'likely' : found.confidence
    const counts = { filled: column.values.length, distinct: new Set(column.values).size }
    const within = isRepeated(reason) ? tenantsOfIds(column, chosen) : null
    const repeats = isRepeated(reason) && within === null && !isOwnId(path, counts)
    const own = reasonText(sample.isNameless === true ? withoutName(reason) : reason, path, quoted)
    const text = column === ofAddresses ? `${own}; each is the source ID as well` : own
    const suggestion = {
      target,
      confidence,
      reason: within === null ? text : `${text}; ${withinTenant} (${quoted(within)})`,
      repeats,
    }
    return { path: ownPath(path), samples, suggestion }
  })
  return {
    columns,
    mapping: mappingOf(
      profiles.flatMap(({ path }) => chosen.get(path) ?? []),
      profiles,
    ),
  }
}

/** The column of names in rows without column names that have a password and no contact. */
function namesBesidePasswords(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
): ColumnProfile | null {
  const hasContact = [...chosen.values()].some(({ target }) => isContactTarget(target))
  const found = chosenFor('password-hash', chosen) === undefined || hasContact ? undefined : namesWithoutTitle(profiles)
  return found === undefined || chosen.has(found.path) ? null : found
}

/** Why the values of a column are not the login that its name says; null: its name says none, or no value speaks against it. */
function misfitOf(column: ColumnProfile, called: string): string | null {
  const target = calledLogins.find((one) => isCalled(one, column.path))
  if (target === undefined) return null
  const { kind, words } = fitOfValues(target, column)
  return kind === 'not' || kind === 'some' ? `it is called ${called}, but ${words}` : null
}

const calledLogins: readonly MappingTarget[] = ['email', 'phone', 'source-id', 'provider-user-id']

/** The column of tenants within which each ID is that of one user; null: there is none. */
function tenantsOfIds({ values, records }: ColumnProfile, chosen: ReadonlyMap<string, Candidate>): string | null {
  const tenants = [...chosen.values()].find(({ target, confidence }) => target === 'tenant' && confidence !== 'unsure')
  const of = tenants?.column.values ?? []
  if (tenants === undefined || values.length !== records || of.length !== records) return null
  const pairs = new Set(values.map((value, at) => JSON.stringify([of[at], value])))
  return pairs.size === records ? tenants.column.path : null
}

/** Whether a path leads into one of several objects, which may be another person: `friends[0].address`, or `friends.item.jid` where some have several. */
function isOfEntry(path: string, profiles: readonly ColumnProfile[]): boolean {
  const isIn = (one: string) => one.replaceAll('[0]', '') === path && one.includes('[0].')
  return path.includes('[0].') || profiles.some((one) => isIn(one.path))
}

/** Where no name tells surely which column is a login, its values do if they are in one column alone, in whatever language it is called. */
function addOnly(
  target: MappingTarget,
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  isOne: (column: ColumnProfile, profiles: readonly ColumnProfile[]) => boolean,
): void {
  if ([...chosen.values()].some((one) => one.target === target && one.confidence !== 'unsure')) return
  const found = profiles.filter((one) => isOne(one, profiles) && !isOfEntry(one.path, profiles))
  const isNamed = (path: string) => (target === 'email' ? mentionsEmail(path) : fitOfName(target, path) !== 'none')
  const named = found.filter(({ path }) => isNamed(path))
  const [column, ...others] = found.length > 1 && named.length === 1 ? named : found
  if (target === 'phone' && others.length > 0) return addPhones(found, chosen)
  if (column === undefined || others.length > 0) return
  const isOpen =
    !isTaken(chosen, column.path) || (target === 'email' && chosenFor('source-id', chosen)?.column === column)
  if (!isOpen) return
  const { words } = fitOfValues(target, column)
  const reason = { kind: 'only', isByName: found.length > 1, words } as const
  take(chosen, column, target, reason)
}

/** The beginning of all paths where one object holds everything: `entry.` of `entry.id` and `entry.email`; empty: there is none. */
function objectAround(profiles: readonly ColumnProfile[]): string {
  const [first] = profiles
  if (first === undefined || profiles.length < 2) return ''
  const within = first.path.slice(0, first.path.indexOf('.') + 1)
  return within !== '' && !within.includes('[') && profiles.every(({ path }) => path.startsWith(within)) ? within : ''
}

/** The object that has both an email and a password, as their names say, where none has one outside: `id.` of `id.email` and `id.pwd`; empty: there is none. */
function loginObject(profiles: readonly ColumnProfile[]): string {
  const paths = profiles.map(({ path }) => path)
  const isEmail = (name: string) => fitOfName('email', name) === 'exact'
  const isPassword = (name: string) => hintsOf(name).password === 'whole'
  const email = paths.find((path) => isEmail(splitPath(path).name)) ?? ''
  const within = withinOf(email)
  if (
    within === '' ||
    within.includes('[') ||
    !paths.some((path) => isPassword(path.slice(within.length)) && path.startsWith(within))
  )
    return ''
  const isOutside = (path: string) => !path.startsWith(within) && (isEmail(path) || isPassword(path))
  return paths.some(isOutside) ? '' : within
}

/** Beside a token, `expires_at` says when that ends, and not the account; more records than have a token have no end of theirs. */
function isEndOfToken({ path, values }: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  return (
    lastName(path).startsWith('expir') &&
    profiles.some(
      (other) => /token|session|subscription|plan/i.test(other.path) && other.values.length >= values.length,
    )
  )
}

/** A user who is disabled or deleted by one column is so whatever the others say, so none of them may stay behind. */
function isAmongSeveral({ target, confidence, column }: Candidate): boolean {
  return (target === 'disabled' || target === 'deleted') && (confidence !== 'unsure' || isStatusName(column.path))
}

/** Targets of which a record may have several; the others count where the first is empty. */
const repeatable = new Set<MappingTarget>(['email', 'phone'])

/** Columns that would have been taken, had not another one been. Only the operator knows whose contact they hold. */
function secondChoices(
  candidates: readonly Candidate[],
  chosen: ReadonlyMap<string, Candidate>,
): ReadonlyMap<string, Candidate> {
  const found = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const { column, target, confidence, reason } = candidate
    const mayBeOne = repeatable.has(target) && (confidence !== 'unsure' || areAddresses(column))
    if (!mayBeOne || chosen.has(column.path) || found.has(column.path)) continue
    const first = [...chosen.values()].find((other) => other.target === target)
    if (first === undefined) continue
    const second = { kind: 'second', first: first.column.path, reason } as const
    found.set(column.path, { ...candidate, confidence: 'unsure', reason: second })
  }
  return found
}

/** A column like `google_id` names the provider of every record, unless another column does. */
function mappingOf(chosen: readonly Candidate[], profiles: readonly ColumnProfile[]): Mapping {
  const taken = chosen.filter(({ confidence }) => confidence !== 'unsure')
  const hasProvider = taken.some(({ target }) => target === 'provider')
  const userIds = taken.filter(({ target }) => target === 'provider-user-id')
  const [named = null, ...others] = new Set(userIds.map(({ column }) => providerInName(column.path)))
  const isDeclared = taken.some(({ target }) => target === 'hash-algorithm')
  const isSalted = taken.some(({ target }) => target === 'salt')
  const areTexts = taken.some(
    ({ target, column }) =>
      target === 'password-hash' &&
      ((areEncrypted(column) && (!isSalted || areNoDigests(column))) || vectorBeside(column, profiles) !== null),
  )
  const constants = areTexts && !isDeclared ? [{ target: 'hash-algorithm' as const, value: encrypted }] : []
  return {
    version: 1,
    columns: taken.map(({ column, target }) => ({ path: column.path, target })),
    ...(constants.length === 0 ? {} : { constants }),
    fixedProvider: hasProvider || others.length > 0 ? null : named,
  }
}
