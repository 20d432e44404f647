import { isComputedText } from '../../../computed-value.ts'
import { hashLikeness } from '../../../hashes/hash-likeness.ts'
import { booleanOf } from '../../cell.ts'
import type { Sample } from '../../export-format.ts'
import type { Confidence } from '../../mapping.ts'
import { hasIdsOfPeople, isOfUser, numbersThing, refersToAccount } from '../../names/account-names.ts'
import { isLoginName, lastName, withinOf, wordsOf } from '../../names/column-words.ts'
import { fitOfName, isCalled } from '../../names/name-fit.ts'
import { isIdOfMongo } from '../../names/ids/id-names.ts'
import { isNationalId } from '../../names/national-ids.ts'
import { isNameOfPerson, isPeopleWord, namesKindOfPeople } from '../../names/people-names.ts'
import { namesPlace } from '../../names/place-names.ts'
import { namesPrimary } from '../../names/primary-names.ts'
import { sharedPrefix, withoutPrefix } from '../../names/shared-prefix.ts'
import { providerInName } from '../../names/third-party-names.ts'
import { identifyingTargets, type MappingTarget } from '../../targets.ts'
import { called, chosenFor, isTaken, take } from '../beside-columns.ts'
import { isOfProvider } from '../third-party/provider-column.ts'
import type { Candidate } from '../judge-column.ts'
import { accountColumn, declaredKey, isIdRather, keyColumn, rowNumbers } from './key-column.ts'
import { areIdsOf, areNumbered, comesAgain, isPlain, isUnique } from './key-values.ts'
import { holdsPersons, isKey, saysKey } from './key-form.ts'
import { isNumberElsewhere, isOwnId, namesLogin, namesOtherThing, namesThing, numbersAccount } from './key-names.ts'
import { mayBeKey } from './key-likeness.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/*
 * Which columns are suggested as the source ID of users: what the columns say by themselves is in `key-form.ts`; here they are weighed against
 * the columns that were chosen for other targets, and against what the schema declares.
 */

/**
 * The ID of the record itself, repeated within it under another name, is no ID at a third party, unless a third party is named: an app may
 * know its users by the IDs that they have there.
 */
export function dropOwnIds(chosen: Map<string, Candidate>): void {
  if ([...chosen.values()].some(({ target }) => target === 'provider')) return
  const own = chosenFor('source-id', chosen)
  for (const [path, { target, column }] of chosen) {
    if (target !== 'provider-user-id' || providerInName(path) !== null) continue
    if (column.values.length > 0 && column.values.every((value, at) => value === own?.column.values[at]))
      chosen.delete(path)
  }
}

/** Rows without an address belong to the users of another file, so the column that refers to an account is their key, and not the `id` of the row. */
export function addOwner(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  declared: readonly string[] = [],
): void {
  const found = [...chosen.values()].filter(({ confidence }) => confidence !== 'unsure').map(({ target }) => target)
  const sure = profiles.some(areMostlyHashes) ? [...found, 'password-hash' as const] : found
  if (sure.includes('email')) {
    const isOpen = !sure.includes('source-id') && !sure.includes('password-hash')
    const areThere = sure.includes('provider') && sure.includes('provider-user-id')
    const isThere = ({ path }: ColumnProfile) => chosen.get(path)?.target.startsWith('provider') === true
    const open = profiles.filter((one) => !isThere(one))
    const owner = !isOpen ? null : areThere ? severalTimesNamed(open) : ownerOfAddresses(profiles)
    if (owner === null || isTaken(chosen, owner.path)) return
    takeAsId(
      chosen,
      owner,
      called(areThere ? 'and the rows are logins at third parties, several of some users' : ofAddresses),
    )
    if (areThere) takeAddressThere(chosen)
    return
  }
  if (!sure.some((target) => ofLogins.has(target))) return
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
  takeAsId(chosen, column, called('and the rows have no address of their own'))
}

/** Takes a column for the ID in place of all others. */
function takeAsId(chosen: Map<string, Candidate>, column: ColumnProfile, reason: Parameters<typeof take>[3]): void {
  for (const [path, { target }] of chosen) if (target === 'source-id') chosen.delete(path)
  take(chosen, column, 'source-id', reason)
}

const ofAddresses = 'and another column marks one address of each user'

/**
 * The account that the rows are addresses of, several of some accounts, where another column marks at most one of each; null: they are something else. Rows
 * with names are persons of one account.
 */
function ownerOfAddresses(profiles: readonly ColumnProfile[]): ColumnProfile | null {
  const isWhole = ({ values, records }: ColumnProfile) => values.length === records
  const mark = profiles.find(
    (one) => namesPrimary(one.path) && isWhole(one) && one.values.every((value) => booleanOf(value) !== null),
  )
  const owner = severalTimesNamed(profiles)
  if (mark === undefined || owner === null) return null
  const marked = owner.values.filter((_, at) => booleanOf(mark.values[at]) === true)
  return marked.length > 0 && new Set(marked).size === marked.length ? owner : null
}

/** The one column that names accounts, some of them in several rows, where no column has a name of theirs; null: there is none. */
function severalTimesNamed(profiles: readonly ColumnProfile[]): ColumnProfile | null {
  if (profiles.some(({ path }) => isNameOfPerson(path) || isLoginName(path))) return null
  const [owner, ...others] = profiles.filter(
    (one) =>
      hasIdsOfPeople(one.path) && one.values.length === one.records && one.values.every(isPlain) && comesAgain(one),
  )
  return owner === undefined || others.length > 0 ? null : owner
}

/** The address beside a login at a third party is that of the user there. */
function takeAddressThere(chosen: Map<string, Candidate>): void {
  for (const [path, one] of chosen) if (one.target === 'email') chosen.set(path, { ...one, target: 'provider-email' })
}

/** Whether most rows have what can only be a password hash: the others are logins of another kind. */
function areMostlyHashes({ values, records }: ColumnProfile): boolean {
  return values.filter((value) => hashLikeness(value) === 'certain').length * 2 > records
}

/** The column of addresses that is called an ID, which are the IDs of its users where no other column has any. */
export function idOfAddresses(chosen: Map<string, Candidate>): Candidate | undefined {
  const email = chosenFor('email', chosen)
  return email !== undefined && isCalled('source-id', email.column.path) ? email : undefined
}

function isOfProgram({ path }: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  return /^client_?id$/i.test(lastName(path)) && profiles.some((one) => /^client_?secret$/i.test(lastName(one.path)))
}

const ofLogins: ReadonlySet<MappingTarget> = new Set(['phone', 'password-hash', 'provider-user-id', 'totp-secret'])

/**
 * Where the key of each record is a word before the number of its user, `user:7`: the column with that number, and the keys of the store,
 * by which no other system knows the users.
 */
export function numberInKey(
  profiles: readonly ColumnProfile[],
): { readonly column: ColumnProfile; readonly by: string; readonly keys: readonly ColumnProfile[] } | null {
  const key = profiles.find(
    ({ path, values, records }) =>
      /^(?:_?(?:key|id)|pk)$/.test(path) && values.length === records && values.every((value) => inKey.test(value)),
  )
  const numbers = key?.values.map((value) => inKey.exec(value)?.[1] ?? '') ?? []
  if (key === undefined || new Set(numbers).size < 2) return null
  const column = profiles.find(
    ({ path, values }) =>
      !path.includes('[') && values.length === numbers.length && values.every((value, at) => value === numbers[at]),
  )
  if (column === undefined) return null
  const keys = profiles.filter((one) => one === key || (one !== column && /^_id(?:\.\$?oid)?$/.test(one.path)))
  return { column, by: key.path, keys }
}

const inKey = /^[A-Za-z][\w.-]{0,40}[:#](\d{1,19}|[\da-f]{8}-[\da-f-]{27})$/i

/** Takes the number in the key of the records for the ID, unless it is called one anyway. */
export function addNumberInKey(found: ReturnType<typeof numberInKey>, chosen: Map<string, Candidate>): void {
  if (found === null || isTaken(chosen, found.column.path)) return
  takeAsId(chosen, found.column, `it is the number in “${found.by}”`)
}

/** Where the rows describe accounts of another table, their own number is none of the users. */
export function addAccount(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  account: Sample['account'],
): void {
  const column = profiles.find(({ path }) => path === account?.column)
  if (account === undefined || column === undefined || isTaken(chosen, column.path)) return
  takeAsId(chosen, column, `it is ${account.by}, the key of their accounts`)
}

/** Whether rows have passwords and neither an address nor a name to sign in with, nor a key that was found. */
function holdsPasswordsAlone(profiles: readonly ColumnProfile[], chosen: ReadonlyMap<string, Candidate>): boolean {
  const all = [...chosen.values()]
  const isHash = ({ target, confidence }: Candidate) => target === 'password-hash' && confidence !== 'unsure'
  const mayName = ({ target, column }: Candidate) => identifyingTargets.includes(target) && column.values.length > 0
  return all.some(isHash) && !all.some(mayName) && !profiles.some(({ path }) => isLoginName(path))
}

/**
 * Where the schema declares another key, or another column is called one beside `identifiant`, a column called an ID is none that has names to sign in
 * with, `userid` beside `no`, or whose values come again.
 */
export function preferDeclared(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  declared: readonly string[] = [],
): void {
  const named = chosenFor('source-id', chosen)?.column
  if (named === undefined) return
  const isCalledKey = (one: ColumnProfile) => isKey(one) && saysKey(one) && isIdRather(one, named)
  const own = declaredKey(profiles, declared) ?? (isLoginName(named.path) ? profiles.find(isCalledKey) : undefined)
  if (own === undefined || isNationalId(own.path)) return
  if (!isIdRather(own, named) && !comesAgain(named)) return
  if (isTaken(chosen, own.path) && chosen.get(own.path)?.target !== 'source-id') return
  for (const column of [own, named]) chosen.delete(column.path)
}

/**
 * Where no column is called an ID, the one that tells the records apart: without it, a later export makes new users of those whose
 * email changed. Every other key is asked about: other systems may know the users by it.
 */
export function addKeys(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  declared: readonly string[] | undefined,
  numbered: boolean,
): void {
  const add = (column: ColumnProfile, confidence: Confidence, text = ofItsOwn) => {
    take(chosen, column, 'source-id', text, confidence)
  }
  // A number under the name of an email is a wrong address, and no key.
  const isOpen = ({ path }: ColumnProfile) => !chosen.has(path) && !isCalled('email', path)
  const paths = profiles.map(({ path }) => path)
  const prefix = sharedPrefix(paths)
  const rows = (column: ColumnProfile) => (declared === undefined ? rowNumbers(column) : null)
  const known = () => chosenFor('source-id', chosen) ?? idOfAddresses(chosen)
  const mixed = known() === undefined ? mixedIds(profiles) : []
  for (const column of mixed) add(column, 'likely', 'the other IDs of the documents are written in another form')
  if (known() === undefined) {
    const isFree = (one: ColumnProfile) => isOpen(one) && !isOfProvider(one.path, profiles)
    const own = declaredKey(profiles, declared ?? [])
    const lacking = numbered ? null : idOfNearlyAll(profiles, chosen)
    const key =
      besideEmail(profiles, chosen) ??
      keyColumn(
        profiles.filter((one) => rows(one) === null && !isNationalId(one.path) && !isNumberElsewhere(one.path, paths)),
        isFree,
      )
    const computed = profiles.find(
      (one) => isFree(one) && fitOfName('source-id', withoutPrefix(one.path, prefix)) === 'exact' && areComputed(one),
    )
    if (own !== undefined && isFree(own) && !isNationalId(own.path))
      add(own, 'likely', 'the schema says that it is the primary key')
    else if (lacking !== null) chosen.set(lacking.column.path, { ...lacking, confidence: 'likely' })
    else if (computed !== undefined)
      add(computed, 'likely', 'only the database, a program or a template can compute its values')
    else if (key !== null) add(key.column, key.surely && !numbered ? 'likely' : 'unsure')
  }
  const sure =
    [...chosen.values()].find(
      ({ target, confidence, column }) => target === 'source-id' && confidence !== 'unsure' && column.values.length > 0,
    ) ?? idOfAddresses(chosen)
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
      numbersThing(column.path, paths) ||
      namesPlace(withoutPrefix(column.path, prefix)) ||
      holdsPersons(column) ||
      isNameOfPerson(withoutPrefix(column.path, prefix)) ||
      (sure !== undefined && isSameAs(column, sure.column))
    if (!isOpen(column) || !isKey(column) || isOther) continue
    const isAlone = !hasSure && !numbered
    const mayBeOwn =
      saysKey(column) ||
      (isAlone &&
        (namesLogin(column.path, withoutPrefix(column.path, prefix)) || areNumbered(column) || mayBeKey(column)))
    if (!mayBeOwn) continue
    const numbers = rows(column)
    if (numbers !== null && (numbers.surely || [...chosen.values()].some(({ target }) => target === 'source-id')))
      continue
    if (!hasSure || isOfThing || !(namesThing(column.path) || numbersAccount(column.path)))
      add(column, 'unsure', numbers === null ? ofItsOwn : 'it numbers the rows')
  }
  // Passwords without an address, a name or a key are of users in another file, whatever the column of their IDs is called.
  if (!numbered && holdsPasswordsAlone(profiles, chosen))
    for (const column of profiles)
      if (isOpen(column) && isKey(column) && (areIdsOf(column) || areNumbered(column)))
        add(column, 'unsure', 'the rows have passwords, and nothing else that may name their users')
  // A number that the state gave out is asked about where nothing else may be the key.
  if (![...chosen.values()].some(({ target, column }) => target === 'source-id' && column.values.length > 0)) {
    const national = profiles.find((one) => isNationalId(one.path) && !chosen.has(one.path) && isKey(one))
    if (national !== undefined)
      add(national, 'unsure', 'it is a number that the state gives each person, and the core would store it')
  }
}

/** The column with the plain ID of nearly all records, a different one for each; null: there is none. */
function idOfNearlyAll(profiles: readonly ColumnProfile[], chosen: ReadonlyMap<string, Candidate>): Candidate | null {
  const found = [...chosen.values()].find(({ target, column }) => target === 'source-id' && lacksFew(column))
  if (found === undefined) return null
  const { path } = found.column
  const isOneOfSeveral = isIdOfMongo(path) && profiles.some((one) => one.path !== path && isIdOfMongo(one.path))
  return isOneOfSeveral ? null : found
}

/** Whether a column is called an ID of its records and tells them apart, though one of them, or at most a tenth, have none. */
function lacksFew(column: ColumnProfile): boolean {
  const { path, values, records } = column
  const distinct = new Set(values).size
  return isUnique(column) && isOwnId(path, { filled: records, distinct })
}

/** The columns of the IDs of MongoDB where documents have them in several forms, each in one of them: `_id` and `_id.$oid`. */
function mixedIds(profiles: readonly ColumnProfile[]): readonly ColumnProfile[] {
  const found = profiles.filter(({ path, values }) => isIdOfMongo(path) && values.length > 0)
  const values = found.flatMap((column) => column.values)
  const areAll = found.length > 1 && values.length === found[0]?.records
  return areAll && new Set(values).size === values.length ? found : []
}

/** Whether a sequence or the like gives all values of a column: `SEQ_USR_ID.nextval`. */
function areComputed({ values, records }: ColumnProfile): boolean {
  return values.length > 0 && values.length === records && values.every(isComputedText)
}

/** Whether two columns have the same value in every record, such as `id` and `_id`. */
function isSameAs(one: ColumnProfile, other: ColumnProfile): boolean {
  return one.values.length === other.values.length && one.values.every((value, at) => value === other.values[at])
}

const ofItsOwn = 'every record of the sample has one of its own'

/** A field named as an ID within the object that has the email, under any name: `payload.id` beside `payload.email`. */
function besideEmail(
  profiles: readonly ColumnProfile[],
  chosen: ReadonlyMap<string, Candidate>,
): ReturnType<typeof keyColumn> {
  const email = [...chosen.values()].find(({ target, confidence }) => target === 'email' && confidence !== 'unsure')
  const within = withinOf(email?.column.path ?? '')
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
