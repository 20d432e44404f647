import { namesOfColumns } from '../mapping/first-records.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { isContactTarget, type MappingTarget } from '../mapping/targets.ts'
import { refersToAccount, refersToPerson } from '../mapping/names/account-names.ts'
import { haveSameName, withoutSchema, wordsOf } from '../mapping/names/column-words.ts'
import { fitOfName } from '../mapping/names/name-fit.ts'
import { hintsOf } from '../mapping/names/name-hints.ts'
import { holdsPeople, holdsRequests, isNamedFormer, isOfStaff, mentionsPeople } from '../mapping/names/people-names.ts'
import { holdsSettings } from '../mapping/names/settings-names.ts'
import { plainName } from '../mapping/columns/plain-names.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import type { SourceRecord } from '../mapping/export-format.ts'
import { textOf, trimmedText } from '../mapping/cell.ts'
import { areAccountsThere, isIdThere, isNamedService, isTableOfSignIn } from '../mapping/rows/third-party-rows.ts'
import { valueAt } from '../mapping/value-at.ts'
import { isWholeHash } from '../hashes/hash-likeness.ts'
import { isObject } from '../json.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import { hasHashes, hasHashesWithin, passwordHashesIn } from './tables/hash-columns.ts'
import { listsAddresses } from './logins/address-tables.ts'
import { extendsUsers, scoreOfLogins, tablesOfOthers, type TableSample } from './logins/login-tables.ts'
import { areAboutPeopleOf, isOfOtherPasswords, signInName as nameToSignIn } from './tables/other-people.ts'
import { sessionTables } from './tables/session-tables.ts'
import { computedValue } from '../computed-value.ts'

/* Finds the table of users in a dump of an unknown product. */

const worth: Readonly<Partial<Record<MappingTarget, number>>> = {
  email: 4,
  'password-hash': 3,
  phone: 1,
  'source-id': 1,
  'email-verified': 1,
}

/**
 * The table that most likely holds the users, by the mapping if there is one, else by its columns; null if none does. `owners`: ids to which
 * logins refer. `unproven`: tables without logins of the users, as reading them has shown; `settled`: the table that held the users before, which
 * still does if it has contacts or logins of them without these.
 */
export function ownTable(
  samples: readonly TableSample[],
  mapping: Mapping | null,
  owners: ReadonlySet<string>,
  unproven: ReadonlySet<string>,
  settled: string | null = null,
): TableSample | null {
  const others = samples.filter(({ table }) => !unproven.has(table))
  const before = samples.find(({ table }) => table === settled)
  if (before !== undefined && (scoreOf(before, mapping) > 0 || ofLogins(before, others) > 0)) return before
  const children = mapping === null ? new Set([...tablesOfOthers(others), ...sessionTables(samples)]) : new Set()
  const judged = samples.map((sample) => ({
    sample,
    score:
      mapping === null && children.has(sample.table)
        ? 0
        : scoreOf(sample, mapping) +
          scoreOfOwners(sample, owners) +
          (mapping === null ? ofLogins(sample, others) + scoreOfReferences(sample, others) : 0),
  }))
  // If one table extends the users of another, the other has their logins.
  const isFirst = ({ sample, score }: (typeof judged)[number]) =>
    mapping !== null || score === 0 || !judged.some((one) => one.score > 0 && extendsUsers(sample, one.sample))
  // Administrators rank last, because their table may have more columns than that of the users.
  const isLast = mapping === null && judged.some(({ sample, score }) => score > 0 && hasPasswords(sample))
  // So do companies whose addresses are in another table, beside a table of users with passwords.
  const hasUsers = judged.some(({ sample, score }) => score > 0 && ofUsers.test(sample.table) && hasPasswords(sample))
  // So do lists of people without anything to sign in with, such as customers, beside a table of accounts with passwords.
  const hasAccounts = mapping === null && judged.some(({ sample, score }) => score > 0 && isOfAccounts(sample))
  // So do settings with a login of an administrator, beside a table of people.
  const hasPeople = judged.some(({ sample, score }) => score > 0 && holdsPeople(sample.table))
  // So do other tables with a password as it is typed, such as of a mail server, beside a table of people with hashes.
  const hasHashed = mapping === null && judged.some(({ sample, score }) => score > 0 && isOfHashedPeople(sample))
  // So do requests for accounts, beside the accounts.
  const hasGranted = judged.some(
    ({ sample: { table }, score }) => score > 0 && holdsPeople(table) && !holdsRequests(table),
  )
  // So do former users and copies of a table, `users_backup`, beside the users of today.
  const hasPresent = judged.some(
    ({ sample: { table }, score }) => score > 0 && holdsPeople(table) && !isNamedFormer(table),
  )
  // So do carts and orders that name people of another table.
  const isOfOthers = ({ sample }: (typeof judged)[number]) =>
    mapping === null && judged.some((one) => one.score > 0 && areAboutPeopleOf(sample, one.sample))
  // So do lists of some of the users of another table: `filteredUsers` beside `users`.
  const isPart = ({ sample }: (typeof judged)[number]) =>
    mapping === null && judged.some((one) => one.score > 0 && listsSomeOf(sample, one.sample))
  const isAside = (one: (typeof judged)[number]) =>
    isOfOthers(one) ||
    isPart(one) ||
    (mapping === null && hasGranted && holdsRequests(one.sample.table)) ||
    (mapping === null && hasPresent && isNamedFormer(one.sample.table)) ||
    (mapping === null && hasPeople && holdsSettings(one.sample.table)) ||
    (hasHashed && !mentionsPeople(one.sample.table) && hasOnlyClearPasswords(one.sample)) ||
    (isLast && (isOfStaff(one.sample.table) || (hasUsers && !hasOwnLogin(one.sample)))) ||
    (hasAccounts && isMereList(one.sample) && ofLogins(one.sample, others) === 0) ||
    (isLast && listsAddresses(one.sample))
  const [best, ...behind] = judged
    .filter(isFirst)
    .map((one) => ({ ...one, rank: one.score > 0 && isAside(one) ? one.score / aside : one.score }))
    .toSorted((one, other) => other.rank - one.rank)
  if (best !== undefined && best.score > 0) {
    // Of tables of one name in several schemas that look alike, the one whose rows hold more logins.
    const name = withoutSchema(best.sample.table)
    const alike = behind.filter(({ rank, sample }) => rank === best.rank && withoutSchema(sample.table) === name)
    return alike.reduce((most, { sample }) => (loginsIn(sample) > loginsIn(most) ? sample : most), best.sample)
  }
  // The one table of a dump is as likely to hold users as a list without a name, and the one of people with credentials as likely as any.
  const isLikely = (one: TableSample) =>
    holdsCredentialsOfPeople(one) ||
    (samples.length === 1 && ((hasAddresses(one) && !isOfServers(one)) || linksUsers(one) || keepsUsersOut(one)))
  const [only, ...more] = samples.filter(isLikely)
  return only !== undefined && more.length === 0 && !isOfAdministrators(only) ? only : null
}

/** Whether a table is called after another one and has some of its rows, by their IDs. */
function listsSomeOf(sample: TableSample, other: TableSample): boolean {
  const [name, whole] = [sample, other].map(({ table }) => wordsOf(withoutSchema(table)))
  if (name === undefined || whole === undefined || name.length <= whole.length) return false
  if (!whole.every((word) => name.includes(word)) || sample.records.length >= other.records.length) return false
  const [ids, all] = [idsOf(sample), new Set(idsOf(other))]
  return ids.length === sample.records.length && ids.every((id) => all.has(id))
}

function idsOf(sample: TableSample): readonly string[] {
  const id = suggestMapping(sample).mapping.columns.find(({ target }) => target === 'source-id')
  return id === undefined ? [] : sample.records.flatMap((record) => textOf(valueAt(record, id.path)) ?? [])
}

/** Whether a table is called after people and has passwords, by a name in any language or by values at any depth, or IDs at third parties. */
function holdsCredentialsOfPeople(sample: TableSample): boolean {
  const { columns } = suggestMapping(sample).mapping
  const has = (wanted: MappingTarget) =>
    columns.some(
      ({ target, path }) => target === wanted && sample.records.some((record) => isStored(valueAt(record, path))),
    )
  if (!holdsPeople(sample.table)) return false
  return has('password-hash') || (has('provider') && has('provider-user-id')) || hasHashesWithin(sample)
}

/** Whether rows link users of another file to their IDs at third parties: by the form of these, or by the names of the table and its columns. */
function linksUsers(sample: TableSample): boolean {
  const { columns } = suggestMapping(sample).mapping
  const pathOf = (wanted: MappingTarget) => columns.find(({ target }) => target === wanted)?.path
  const [owner, provider, id] = [pathOf('source-id'), pathOf('provider'), pathOf('provider-user-id')]
  if (owner === undefined || provider === undefined || id === undefined || !refersToPerson(owner)) return false
  return (
    areAccountsThere(sample.records, { provider, id }) ||
    (isTableOfSignIn(sample.table) && isNamedService(provider) && isIdThere(id))
  )
}

/** Whether rows say of users in another file that they are kept out, each of another one: a history has several of one. */
function keepsUsersOut(sample: TableSample): boolean {
  const { columns } = suggestMapping(sample).mapping
  const saysSo = columns.some(({ target }) => target === 'disabled' || target === 'deleted')
  const ofOne = (column: string) => {
    const ids = sample.records.map((record) => trimmedText(record[column]))
    return refersToPerson(column) && new Set(ids).size === ids.length
  }
  return saysSo && mentionsPeople(sample.table) && namesOfColumns(sample).some(ofOne)
}

/** Whether nearly every address in a table is that of one row alone, as it is of users, and not of what they own or order. */
function hasAddresses(sample: TableSample): boolean {
  const { columns, mapping } = suggestMapping(sample)
  // Of several columns of addresses beside passwords, the operator is asked which one users sign in with.
  const asked = hasCredential(sample) ? columns.filter(({ suggestion }) => suggestion?.target === 'email') : []
  const emails = [...mapping.columns.filter(({ target }) => target === 'email').slice(0, 1), ...asked]
  return emails.some(({ path }) => {
    const found = sample.records.flatMap((record) => {
      const text = trimmedText(valueAt(record, path)).toLowerCase()
      return isEmailAddress(text) ? [text] : []
    })
    return found.length > 0 && new Set(found).size * 5 >= found.length * 4
  })
}

/** How many email addresses and password hashes the first rows of a table hold. */
function loginsIn({ records }: TableSample): number {
  const texts = records.flatMap((record) => Object.values(record).map((value) => trimmedText(value)))
  return texts.filter((text) => isEmailAddress(text) || isWholeHash(text)).length
}

/** Whether a table that is not called after people says where servers are, and how to sign in there: `smtp_server`, `host` and `port`. */
function isOfServers(sample: TableSample): boolean {
  if (mentionsPeople(sample.table)) return false
  const words = namesOfColumns(sample).map((column) => wordsOf(column))
  return (
    words.filter((all) => all.some((word) => ofServer.test(word))).length > 1 &&
    words.some((all) => all.some((word) => placeOfServer.test(word)))
  )
}

const ofServer = /^(?:smtp|imap|pop3|gsm|modem|gateway|host|hostname|port|server|proxy)$/
const placeOfServer = /^(?:modem|gateway|host|hostname|port|server|proxy)$/

function isOfHashedPeople(sample: TableSample): boolean {
  return holdsPeople(sample.table) && !isOfStaff(sample.table) && passwordHashesIn(sample).length > 0
}

function hasOnlyClearPasswords(sample: TableSample): boolean {
  return hasNamedPasswords(sample) && passwordHashesIn(sample).length === 0
}

/** Divisor of the score of a table that ranks last. */
const aside = 10

/** Whether a table of users, other than of administrators, has passwords. */
function hasPasswords(sample: TableSample): boolean {
  if (isOfStaff(sample.table)) return false
  return suggestMapping(sample).mapping.columns.some(({ target }) => target === 'password-hash') || hasHashes(sample)
}

const ofUsers = /(?:users?|usuarios?|benutzer|utilisateurs?|utenti|gebruikers|uzytkownicy)$/i

/** Whether a table has an email address or a password in a column of its own. */
function hasOwnLogin(sample: TableSample): boolean {
  const targets = suggestMapping(sample).mapping.columns.map(({ target }) => target)
  return targets.includes('email') || hasPasswords(sample)
}

/** Score of the logins of users in other tables, with that of their own columns. */
function ofLogins(sample: TableSample, others: readonly TableSample[]): number {
  const score = scoreOfLogins(sample, others, (kind) => worth[kind] ?? 0)
  return score === 0 || isOfAdministrators(sample) ? 0 : score + ownWorth(sample)
}

/** Score of the columns of a table that would not count as users on its own. */
function ownWorth(sample: TableSample): number {
  if (scoreOf(sample, null) > 0) return 0
  const columns = suggestMapping(sample).mapping.columns
  return columns.reduce((sum, { target }) => sum + (worth[target] ?? 0), mentionsPeople(sample.table) ? 2 : 0)
}

const signInName =
  /^(?:user_?(?:name|_?login|_?id)?|login(?:_?name)?|nick(?:_?name)?|benutzer(?:name)?|usuario|utilisateur|account(?:_?name)?|handle)$/i
const signInTime = /last_?(?:log|sign|seen|visit|access|activ)|login|logged_?in|sign_?in/i
/** Targets that only an account has. */
const ofAccount: ReadonlySet<MappingTarget> = new Set([
  'disabled',
  'email-verified',
  'phone-verified',
  'provider-user-id',
])

/** Whether a table other than of administrators has a password of each of its people, or a name to sign in with beside it. */
function isOfAccounts(sample: TableSample): boolean {
  const { table, records } = sample
  const isAccount =
    holdsPeople(table) || Object.keys(records[0] ?? {}).some((column) => nameToSignIn.test(plainName(sample, column)))
  return isAccount && hasCredential(sample) && !isOfStaff(table) && (ofUsers.test(table) || !isOfOtherPasswords(table))
}

/** Whether a table of people other than users has contacts, and nothing that only an account has: without addresses, its flag says who works there. */
function isMereList(sample: TableSample): boolean {
  const targets = suggestMapping(sample).mapping.columns.map(({ target }) => target)
  const columns = Object.keys(sample.records[0] ?? {})
  const isOfAccount = (target: MappingTarget) =>
    ofAccount.has(target) && (target !== 'disabled' || targets.includes('email'))
  const isAccount = targets.some(isOfAccount) || columns.some((column) => signInTime.test(column))
  return !isAccount && !hasCredential(sample) && !ofUsers.test(sample.table)
}

/** Whether a table has passwords, by their hashes or by the name of their column. */
function hasCredential(sample: TableSample): boolean {
  const targets = suggestMapping(sample).mapping.columns.map(({ target }) => target)
  return targets.includes('password-hash') || hasHashes(sample) || hasNamedPasswords(sample)
}

/** Whether a column that says password and nothing else is filled. */
function hasNamedPasswords(sample: TableSample): boolean {
  const isStoredIn = (column: string) => sample.records.some((record) => isStored(record[column]))
  return Object.keys(sample.records[0] ?? {}).some(
    (column) => hintsOf(plainName(sample, column)).password === 'whole' && isStoredIn(column),
  )
}

/** How much a table looks like users; 0 if not at all. With a mapping, the number of mapped columns it has. */
export function scoreOf(sample: TableSample, mapping: Mapping | null): number {
  if (mapping !== null) return mapping.columns.filter(({ path }) => isColumn(sample.records[0], path)).length
  if (isOfAdministrators(sample) || isOfServers(sample) || ofCodes.test(sample.table) || !hasValues(sample)) return 0
  const mapped = suggestMapping(sample).mapping.columns
  const targets = mapped.map(({ target }) => target)
  const named = mentionsPeople(sample.table) || areTypedPeople(sample) ? 2 : 0
  const columns = Object.keys(sample.records[0] ?? {}).map((column) => plainName(sample, column))
  const isSecured = hasCredential(sample)
  const isContact = ({ target, path }: Mapping['columns'][number]) =>
    isContactTarget(target) && sample.records.some((record) => isStored(valueAt(record, path)))
  if (!mapped.some(isContact)) {
    // Accounts with only a name to sign in with.
    const namesPeople = holdsPeople(sample.table) || columns.some((column) => fitOfName('email', column) === 'exact')
    const areAccounts = namesPeople && (hasNamedPasswords(sample) || hasHashes(sample))
    const hasAccount = areAccounts || columns.some((column) => signInName.test(column))
    return isSecured && hasAccount ? 1 + named : 0
  }
  // Orders and contacts have addresses, too.
  if (
    named === 0 &&
    !isSecured &&
    !targets.some((target) => ofAccount.has(target)) &&
    !columns.some((column) => signInTime.test(column))
  )
    return 0
  // A column recognised only by its values counts half.
  const worthOf = ({ target, path }: Mapping['columns'][number]) =>
    (worth[target] ?? 0) * (fitOfName(target, plainName(sample, path)) === 'none' ? 0.5 : 1)
  return mapped.reduce((sum, column) => sum + worthOf(column), named)
}

/** Whether each record says that it is a person, beside an object of its attributes, as in JSON:API: https://jsonapi.org/format/#document-resource-objects. */
function areTypedPeople({ records }: TableSample): boolean {
  return (
    records.length > 0 &&
    records.every(({ type, attributes }) => isObject(attributes) && holdsPeople(textOf(type) ?? ''))
  )
}

/** Whether a value is present, or a call of the database computes it, `MD5(...)`; an expression without a name, such as a variable, is none. */
function isStored(value: unknown): boolean {
  return value === computedValue() ? false : textOf(value) !== null
}

/** Whether some row holds a value: statements of a program, `VALUES (?, ?)`, have only placeholders. */
export function hasValues({ records }: TableSample): boolean {
  return records.some((record) => Object.values(record).some(isStored))
}

/** Score of a table whose ids include owners of known logins. */
function scoreOfOwners(sample: TableSample, owners: ReadonlySet<string>): number {
  if (owners.size === 0) return 0
  // An uncertain column counts, too: its table is read, and the operator decides about the column.
  const suggested = suggestMapping(sample).columns.flatMap(({ path, suggestion }) =>
    suggestion === null ? [] : [{ path, target: suggestion.target }],
  )
  const ids = suggested.filter(({ target }) => target === 'source-id').map(({ path }) => path)
  const isContact = suggested.some(({ target }) => isContactTarget(target))
  const isOwner = (record: SourceRecord) => ids.some((path) => owners.has(`id:${textOf(valueAt(record, path)) ?? ''}`))
  return isContact && sample.records.some(isOwner) ? ofOwners : 0
}

/** Score of a table with accounts of its own to which the rows of others refer as their user or owner, by keys that the schema declares. */
function scoreOfReferences(sample: TableSample, others: readonly TableSample[]): number {
  const isOwner = (column: string) => refersToAccount(column) || /^(?:owner|author|creator)(?:_?id)?$/i.test(column)
  const refers = ({ foreignKeys = [], table: own }: TableSample) =>
    own !== sample.table &&
    foreignKeys.some(({ table, column }) => haveSameName(table, sample.table) && isOwner(column))
  return scoreOf(sample, null) > 0 && hasCredential(sample) && others.some(refers) ? ofReferences : 0
}

/** Tables of codes in place of a second factor or a password: each row belongs to a user of another table. */
const ofCodes = /(?:recovery|backup|scratch|reset|verification|invit\w{1,6})_?(?:codes?|keys?|tokens?)$/i

/** More than further columns of contacts and standing are worth. */
const ofReferences = 4

/** Above the score of any columns. */
const ofOwners = 20

/** Whether a table holds PocketBase's administrators, which are read only if the operator chooses the table. */
function isOfAdministrators({ table, records }: TableSample): boolean {
  return /(?:^|\.)_(?:admins|superusers)$/.test(table) && isColumn(records[0], 'tokenKey')
}

function isColumn(record: SourceRecord | undefined, path: string): boolean {
  return record !== undefined && Object.keys(record).some((name) => path === name || path.startsWith(`${name}.`))
}
