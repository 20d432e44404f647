import {
  accountColumn,
  comesAgain,
  declaredKey,
  isIdRather,
  isKey,
  isNumberElsewhere,
  isOwnId,
  isPlain,
  isUnique,
  keyColumn,
  namesOtherThing,
  namesThing,
  numbersAccount,
  rowNumbers,
  areNumbered,
  saysKey,
  namesLogin,
} from './columns/key-columns.ts'
import { isOfUser, numbersThing, refersToAccount } from './names/account-names.ts'
import { isPeopleWord, namesKindOfPeople } from './names/people-names.ts'
import { mayBeKey } from './columns/key-likeness.ts'
import {
  endsAccount,
  holdsAccountFlags,
  isLoginName,
  isStatusName,
  lastName,
  saysEnabled,
  saysUntil,
  splitPath,
  wordsOf,
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
  addThirdParty,
  addVerified,
  dropOwnAddresses,
  dropProductNames,
  isOfProvider,
  isTaken,
} from './columns/beside-columns.ts'
import { arePasswordDigests, preferDigests } from './columns/secrets/digest-columns.ts'
import { addPasswords, addShortened } from './columns/secrets/password-columns.ts'
import { addPins } from './columns/secrets/pin-columns.ts'
import { addNationalNumbers, addPhones, arePhones } from './columns/phone-columns.ts'
import { addSalt } from './columns/secrets/salt-columns.ts'
import { userNameColumn } from './columns/user-names.ts'
import { addTotp } from './columns/secrets/totp-columns.ts'
import { addStanding } from './columns/standing-columns.ts'
import { type Candidate, judge } from './columns/judge-column.ts'
import { isRepeated, reasonText } from './columns/suggestion-reason.ts'
import { sayEncrypted, vectorBeside } from './columns/secrets/cipher-vectors.ts'
import { areEncrypted, areNoDigests } from './columns/secrets/encrypted-columns.ts'
import { fitOfValues } from './columns/value-fit.ts'
import { encrypted } from '../hashes/families/encrypted.ts'
import { dropLoginsOfOthers } from './entries/hashes-of-others.ts'
import type { Confidence, Mapping, MappingColumn } from './mapping.ts'
import { type MappingTarget, mappingTargets } from './targets.ts'
import { isNamedByComment, judgedByPlainNames } from './columns/plain-names.ts'
import { isNationalId } from './names/national-ids.ts'
import { fitOfName, hintsOf, providerInName } from './names/name-hints.ts'
import { isKeyOfPlace, sharedPrefix } from './names/standing-names.ts'
import { type ColumnProfile, isNumbered, profileColumns } from './columns/profile-columns.ts'

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
  }
  if (!numbered) addVerified(profiles, candidates, chosen)
  dropProductNames(chosen)
  dropOwnIds(chosen)
  dropLoginsOfOthers(profiles, chosen)
  addSalt(profiles, chosen)
  sayEncrypted(profiles, chosen)
  addTotp(profiles, chosen)
  addStanding(profiles, chosen, sample, ownPath)
  preferDeclared(profiles, chosen, sample.key)
  addOwner(profiles, chosen, sample.key)
  addAccount(profiles, chosen, sample.account)
  if (!numbered) addPins(profiles, chosen)
  addNationalNumbers(profiles, chosen, numbered)
  addKeys(profiles, chosen, sample.key, numbered)
  addThirdParty(sample.records, profiles, chosen)
  addOwner(profiles, chosen, sample.key)
  if (numbered) addPasswords(profiles, chosen)
  addShortened(profiles, chosen, (path) => ownPath(path) !== path)
  const second = secondChoices(candidates, chosen)
  const userNames = numbered ? null : userNameColumn(profiles, ({ path }) => !chosen.has(path) && !second.has(path))
  const isCommented = (path: string) => isNamedByComment(sample, ownPath(path), path)
  const quoted = (path: string) => (isCommented(path) ? `“${path}” in a comment of the schema` : `“${ownPath(path)}”`)
  const columns = profiles.map((column) => {
    const { path, samples } = column
    const found = chosen.get(path) ?? second.get(path) ?? (numbered ? undefined : withAddresses(column))
    if (found === undefined) {
      const isLogin = column === userNames || (isCommented(path) && isLoginName(path))
      const named = isLogin ? { isUserName: true as const } : {}
      return { path: ownPath(path), samples, suggestion: null, ...named }
    }
    const { target, reason } = found
    const confidence = found.confidence === 'exact' && isCommented(path) ? 'likely' : found.confidence
    const counts = { filled: column.values.length, distinct: new Set(column.values).size }
    const repeats = isRepeated(reason) && !isOwnId(path, counts)
    const suggestion = { target, confidence, reason: reasonText(reason, path, quoted), repeats }
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
  if (column === undefined || others.length > 0 || isTaken(chosen, column.path)) return
  const { words } = fitOfValues(target, column)
  const reason = { kind: 'only', isByName: found.length > 1, words } as const
  chosen.set(column.path, { column, target, confidence: 'likely', reason, rank: 0 })
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
  const within = email.slice(0, email.lastIndexOf('.') + 1)
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

/**
 * The ID of the record itself, repeated within it under another name, is no ID at a third party, unless a third party is named: an app may
 * know its users by the IDs that they have there.
 */
function dropOwnIds(chosen: Map<string, Candidate>): void {
  const all = [...chosen.values()]
  if (all.some(({ target }) => target === 'provider')) return
  const own = all.find(({ target, confidence }) => target === 'source-id' && confidence !== 'unsure')
  for (const [path, { target, column }] of chosen) {
    if (target !== 'provider-user-id' || providerInName(path) !== null) continue
    if (column.values.length > 0 && column.values.every((value, at) => value === own?.column.values[at]))
      chosen.delete(path)
  }
}

/** Rows without an address belong to the users of another file, so the column that refers to an account is their key, and not the `id` of the row. */
function addOwner(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  declared: readonly string[] = [],
): void {
  const sure = [...chosen.values()].filter(({ confidence }) => confidence !== 'unsure').map(({ target }) => target)
  if (sure.includes('email') || !sure.some((target) => ofLogins.has(target))) return
  const column = accountColumn(profiles.filter(({ path }) => chosen.get(path)?.target !== 'provider-user-id'))
  if (column === null || isTaken(chosen, column.path)) return
  // Beside an ID, a login is the name that its user signs in with.
  const hasId = [...chosen.values()].some(({ target }) => target === 'source-id')
  if (hasId && /^logins?$/.test(lastName(column.path))) return
  // Rows with a key that is called an account, or with names of their own to sign in with, are accounts, and an ID that comes again is of something
  // else. So are rows with passwords, unless it is called the ID of a user.
  const own = declaredKey(profiles, declared) ?? profiles.find((one) => one !== column && isKey(one) && saysKey(one))
  const areAccounts = (key: ColumnProfile) =>
    refersToAccount(key.path) ||
    (sure.includes('password-hash') &&
      (!isOfUser(column.path) || profiles.some((one) => one !== column && isLoginName(one.path))))
  if (own !== undefined && own !== column && comesAgain(column) && areAccounts(own)) return
  // A client with a secret is a program, and its ID none of the row.
  if (isOfProgram(column, profiles)) return
  // Where rows of phone numbers have a key with a name of its own, `kun_id`, the account that comes again is of who made them. A word for people alone
  // may be a kind of them.
  const isKind = !isOfUser(column.path) && isPeopleWord(lastName(column.path))
  const isOwnKey = (one: ColumnProfile) =>
    one !== column && isKey(one) && saysKey(one) && (isKind || wordsOf(one.path).length > 1)
  const areLogins = sure.includes('password-hash') || sure.includes('provider-user-id')
  if (!areLogins && !isUnique(column) && profiles.some(isOwnKey)) return
  for (const [path, { target }] of chosen) if (target === 'source-id') chosen.delete(path)
  const reason = { kind: 'called', more: 'and the rows have no address of their own' } as const
  chosen.set(column.path, { column, target: 'source-id', confidence: 'likely', reason, rank: 0 })
}

/** Where the rows describe accounts of another table, their own number is none of the users. */
function addAccount(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  account: Sample['account'],
): void {
  const column = profiles.find(({ path }) => path === account?.column)
  if (account === undefined || column === undefined || isTaken(chosen, column.path)) return
  for (const [path, { target }] of chosen) if (target === 'source-id') chosen.delete(path)
  const reason = { kind: 'told', text: `it is ${account.by}, the key of their accounts` } as const
  chosen.set(column.path, { column, target: 'source-id', confidence: 'likely', reason, rank: 0 })
}

function isOfProgram({ path }: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  return /^client_?id$/i.test(lastName(path)) && profiles.some((one) => /^client_?secret$/i.test(lastName(one.path)))
}

const ofLogins: ReadonlySet<MappingTarget> = new Set(['phone', 'password-hash', 'provider-user-id'])

/**
 * Where no column is called an ID, the one that tells the records apart: without it, a later export makes new users of those whose
 * email changed. Every other key is asked about: other systems may know the users by it.
 */
function addKeys(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  declared: readonly string[] | undefined,
  numbered: boolean,
): void {
  const add = (column: ColumnProfile, confidence: Confidence, text = ofItsOwn) => {
    const reason = { kind: 'told', text } as const
    chosen.set(column.path, { column, target: 'source-id', confidence, reason, rank: 0 })
  }
  const paths = profiles.map(({ path }) => path)
  const rows = (column: ColumnProfile) => (declared === undefined ? rowNumbers(column) : null)
  if (![...chosen.values()].some(({ target, confidence }) => target === 'source-id' && confidence !== 'unsure')) {
    const isFree = ({ path }: ColumnProfile) => !chosen.has(path) && !isOfProvider(path, profiles)
    const own = declaredKey(profiles, declared ?? [])
    const key =
      besideEmail(profiles, chosen) ??
      keyColumn(
        profiles.filter((one) => rows(one) === null && !isNationalId(one.path) && !isNumberElsewhere(one.path, paths)),
        isFree,
      )
    if (own !== undefined && isFree(own) && !isNationalId(own.path))
      add(own, 'likely', 'the schema says that it is the primary key')
    else if (key !== null) add(key.column, key.surely && !numbered ? 'likely' : 'unsure')
  }
  const sure = [...chosen.values()].find(
    ({ target, confidence, column }) => target === 'source-id' && confidence !== 'unsure' && column.values.length > 0,
  )
  const hasSure = sure !== undefined
  // Where the key that was found is itself called that of a thing, another one may be that of the users: `AgentID` beside `SpecifyUserID`.
  const isOfThing = sure !== undefined && namesThing(sure.column.path)
  // Beside it, an ID that comes again is that of something else: the user who made the row.
  for (const [path, { target, confidence, column }] of chosen)
    if (
      hasSure &&
      target === 'source-id' &&
      confidence === 'unsure' &&
      (!isUnique(column) || isNationalId(column.path))
    )
      chosen.delete(path)
  for (const column of profiles) {
    const isOther =
      isNationalId(column.path) ||
      namesOtherThing(column.path, profiles) ||
      namesKindOfPeople(column.path) ||
      numbersThing(column.path, paths)
    if (chosen.has(column.path) || !isKey(column) || isOther) continue
    const isAlone = !hasSure && !numbered
    const mayBeOwn =
      saysKey(column) || (isAlone && (namesLogin(column.path) || areNumbered(column) || mayBeKey(column)))
    if (!mayBeOwn) continue
    const numbers = rows(column)
    if (numbers !== null && (numbers.surely || [...chosen.values()].some(({ target }) => target === 'source-id')))
      continue
    if (!hasSure || isOfThing || !(namesThing(column.path) || numbersAccount(column.path)))
      add(column, 'unsure', numbers === null ? ofItsOwn : 'it numbers the rows')
  }
  // A number that the state gave out is asked about where nothing else may be the key.
  if (![...chosen.values()].some(({ target, column }) => target === 'source-id' && column.values.length > 0)) {
    const national = profiles.find((one) => isNationalId(one.path) && !chosen.has(one.path) && isKey(one))
    if (national !== undefined)
      add(national, 'unsure', 'it is a number that the state gives each person, and the core would store it')
  }
}

/** Where the schema declares another key, a column called an ID is none that has names to sign in with, `userid` beside `no`, or whose values come again. */
function preferDeclared(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  declared: readonly string[] = [],
): void {
  const own = declaredKey(profiles, declared)
  const named = [...chosen.values()].find(
    ({ target, confidence }) => target === 'source-id' && confidence !== 'unsure',
  )?.column
  if (own === undefined || named === undefined || isNationalId(own.path)) return
  if (!isIdRather(own, named) && !comesAgain(named)) return
  if (isTaken(chosen, own.path) && chosen.get(own.path)?.target !== 'source-id') return
  for (const column of [own, named]) chosen.delete(column.path)
}

const ofItsOwn = 'every record of the sample has one of its own'

/** A field named as an ID within the object that has the email, under any name: `payload.id` beside `payload.email`. */
function besideEmail(
  profiles: readonly ColumnProfile[],
  chosen: ReadonlyMap<string, Candidate>,
): ReturnType<typeof keyColumn> {
  const email = [...chosen.values()].find(({ target, confidence }) => target === 'email' && confidence !== 'unsure')
  const within = email?.column.path.slice(0, email.column.path.lastIndexOf('.') + 1) ?? ''
  const column = profiles.find(
    (one) =>
      within !== '' &&
      one.path.startsWith(within) &&
      fitOfName('source-id', one.path.slice(within.length)) === 'exact' &&
      !chosen.has(one.path) &&
      isUnique(one) &&
      one.values.length === one.records &&
      one.values.every(isPlain),
  )
  return column === undefined ? null : { column, surely: true }
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
  const userId = taken.find(({ target }) => target === 'provider-user-id')
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
    fixedProvider: hasProvider || userId === undefined ? null : providerInName(userId.column.path),
  }
}
