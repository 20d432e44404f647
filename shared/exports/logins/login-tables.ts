import { fullSample, isAnyKey, keysOfPeople, type TableSample } from '../tables/table-keys.ts'
import { isNamedAfter, isNamedIn, isNumberOfRow, type Join, joinOf } from '../tables/owner-columns.ts'
import { type RowsOfKind, rowsWith } from './kinds-of-rows.ts'
import { joinOfSharedKey } from './shared-keys.ts'
import { endedPasswords } from './ended-rows.ts'
import { listsAddresses } from './address-tables.ts'
import { furtherAddresses, partReader } from './part-reader.ts'
import { choiceOfRow, joinOfChosen } from './several-rows.ts'
import { withOwnRows } from '../tables/kinds-of-owners.ts'
import { attributeTable } from './attribute-tables.ts'
import { isOfTable, stemOf } from '../tables/table-names.ts'
import { plainName } from '../../mapping/columns/plain-names.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { splitPath, wordsOf, withoutSchema } from '../../mapping/names/column-words.ts'
import type { Entry, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { hintsOf, isOwnSecret } from '../../mapping/names/name-hints.ts'
import {
  isNamedAfterLogins,
  isNameOfLogin,
  type LoginKind,
  loginKinds as kinds,
  ofLogins,
  withLogOn,
} from './login-names.ts'
import { type LoginTable, ownerKey } from './login-table.ts'
import { isOfOtherPasswords, signInName as signIn } from '../tables/other-people.ts'
import { isPrimary, primaryMark } from '../../mapping/names/primary-names.ts'
import { holdsAccounts, holdsPeople, isOfStaff, mentionsPeople } from '../../mapping/names/people-names.ts'
import type { MappedColumn } from '../../mapping/mapping.ts'
import { environmentIn } from '../../mapping/names/ids/environment-names.ts'
import { isOfOtherPeople } from '../../mapping/names/other-people.ts'
import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import { columnBecomes } from '../../mapping/shown/target-titles.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { textOf, trimmedText } from '../../mapping/cell.ts'
import type { User, UserPart } from '../../users/user.ts'

export type { LoginTable, TableSample }

/**
 * Finds the tables that hold a login of the users, by column names and the first rows of both tables. Whether each user has one row is known
 * only after reading the whole dump. `lacks`: the logins that the users themselves lack.
 */
export function loginTables(
  users: TableSample,
  others: readonly TableSample[],
  lacks: readonly LoginKind[],
): readonly LoginTable[] {
  if (lacks.length === 0) return []
  const keys = keysOfPeople(users)
  if (keys.length === 0) return []
  const candidates = others.flatMap((other) =>
    other.table === users.table || environmentIn(other.table) !== environmentIn(users.table)
      ? []
      : (loginTable(users, keys, other, others, lacks) ?? attributeTable(users, other, others, lacks) ?? []),
  )
  return kinds.flatMap((kind) => chosenFor(kind, candidates)).filter((one, at, all) => all.indexOf(one) === at)
}

/** The one table for a kind of login. Of several with addresses, the one named after people; of several with password hashes, none. */
function chosenFor(kind: LoginKind, found: readonly LoginTable[]): readonly LoginTable[] {
  const ones = found.filter(({ columns }) => columns.some(({ target }) => target === kind))
  const named = ones.length > 1 && kind === 'email' ? ones.filter(({ table }) => mentionsPeople(table)) : ones
  return named.length === 1 ? named : []
}

/** The tables with the logins that the users of this table lack. */
function loginsBeside(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  const own = loginsOf(users)
  if (!holdsPeople(users.table) && own.length === 0) return []
  const found = loginTables(users, withOwnRows(users, others), lackedBy(own))
  // Rows that name the people of another table are logins of theirs, and not the other way round: `claves` with a `usuario_id` beside `usuarios`.
  return holdsPeople(users.table)
    ? found
    : found.filter(({ table, key }) => !(holdsPeople(table) && namesRowOf(key, table)))
}

function namesRowOf(path: string, table: string): boolean {
  return isOfTable(path, { table }) || refersToAccount(splitPath(path).name)
}

/** The sum of `worth` over the kinds of login that other tables hold for these users. */
export function scoreOfLogins(users: TableSample, others: readonly TableSample[], worth: (kind: LoginKind) => number) {
  const columns = loginsBeside(users, others).flatMap((one) => one.columns)
  return kinds.reduce((sum, kind) => sum + (columns.some(({ target }) => target === kind) ? worth(kind) : 0), 0)
}

/** Names of the tables that hold logins of users in another table, so that users are not read from them. */
export function tablesOfOthers(samples: readonly TableSample[]): ReadonlySet<string> {
  const found = samples.flatMap((users) => loginsBeside(users, samples).filter((one) => isChild(one, users, samples)))
  return new Set(found.map(({ table }) => table))
}

/** Whether the owner column refers to a user and is not the row's own key: `person_id`, which is the `id` of people. */
function isChild({ owner, key, table, of }: LoginTable, users: TableSample, samples: readonly TableSample[]): boolean {
  const other = samples.find((one) => one.table === table) ?? users
  if (isAnyKey(plainName(other, owner))) return false
  return isAnyKey(plainName(users, key)) || (holdsPeople(of) && !holdsPeople(table))
}

/**
 * Whether a table extends the users of another: each row of `customer` has the `userId` of a `user`, and all its addresses are among theirs.
 * A table with passwords of its own does not.
 */
export function extendsUsers(other: TableSample, users: TableSample): boolean {
  if (other.table === users.table) return false
  const [own, theirs] = [emailsIn(other), emailsIn(users)]
  if (own.size === 0 || [...own].some((email) => !theirs.has(email))) return false
  return !columnsOf(other).some(({ target }) => target === 'password-hash') && isNamedIn(users, other)
}

/** The addresses in the first rows of a table. */
function emailsIn(sample: TableSample): ReadonlySet<string> {
  const columns = loginsOf(sample).filter(({ target }) => target === 'email')
  return new Set(columns.flatMap(({ path }) => sample.records.map((record) => emailAt(record, path))).filter(Boolean))
}

function emailAt(record: SourceRecord, path: string): string {
  return textOf(record[path])?.trim().toLowerCase() ?? ''
}

/** The kinds of login that a mapping does not read. */
export function lackedBy(columns: readonly MappedColumn[]): readonly LoginKind[] {
  return kinds.filter((kind) => columns.every(({ target }) => target !== kind))
}

const sure = new WeakMap<Sample, readonly MappedColumn[]>()

/** The mapped columns of a table, cached because every table of a dump is compared with every other. */
function columnsOf(sample: Sample): readonly MappedColumn[] {
  const known = sure.get(sample) ?? suggestMapping(sample).mapping.columns
  sure.set(sample, known)
  return known
}

/** The columns that hold a login of each row: by the mapping, or as the only column with such values. `isPart`: it has the rows of one kind. */
function loginsOf(sample: Sample, isPart = false): readonly MappedColumn[] {
  const known = found.get(sample)
  if (known !== undefined) return known
  const mapped = columnsOf(sample).filter(({ target }) => target === 'email' || target === 'password-hash')
  const isOpen = (kind: LoginKind) => mapped.length === 0 || (isPart && mapped.every(({ target }) => target !== kind))
  const profiles = profileColumns(sample.records, sample.header)
  const byValue = kinds.filter(isOpen).flatMap((target): readonly MappedColumn[] => {
    const [only, ...others] = profiles.filter(({ values }) => values.length > 0 && values.every(isOfKind[target]))
    return only !== undefined && others.length === 0 ? [{ path: only.path, target }] : []
  })
  const logins = [...mapped, ...byValue]
  found.set(sample, logins)
  return logins
}

const found = new WeakMap<Sample, readonly MappedColumn[]>()

const isOfKind: Readonly<Record<LoginKind, (value: string) => boolean>> = {
  email: (value) => isEmailAddress(value.trim()),
  'password-hash': (value) => hashLikeness(value) === 'certain',
}

const parts = new WeakMap<TableSample, Map<string, RowsOfKind<TableSample> | null>>()

/** The rows of the one kind that has the logins which the users lack; null: all rows are of one kind. Cached. */
function rowsOfLogins(other: TableSample, lacks: readonly LoginKind[]): RowsOfKind<TableSample> | null {
  const own = parts.get(other) ?? new Map<string, RowsOfKind<TableSample> | null>()
  parts.set(other, own)
  const wanted = lacks.includes('password-hash') ? 'password-hash' : 'email'
  const key = lacks.join()
  const known = own.get(key)
  if (known !== undefined) return known
  const mayBe = (value: string) => (wanted === 'email' ? value.includes('@') : hashLikeness(value) !== null)
  const rows =
    rowsWith(other, isOfKind[wanted], mayBe) ??
    (lacks.length > 1 ? rowsWith(other, isOfKind.email, (value) => value.includes('@')) : null)
  own.set(key, rows)
  return rows
}

/**
 * Whether a table of another name holds the passwords of users all the same: hashes in a column that says password and nothing else, and no word
 * in the name of the table for other things that have a password.
 */
function holdsPasswords(other: TableSample, brought: readonly MappedColumn[]): boolean {
  const { table } = other
  const isPassword = ({ path, target }: MappedColumn) =>
    target === 'password-hash' && hintsOf(plainName(other, path)).password === 'whole'
  return brought.every(isPassword) && !isOfStaff(table) && !hintsOf(table).former && !isOfOtherPasswords(table)
}

function loginTable(
  users: TableSample,
  keys: readonly ColumnProfile[],
  whole: TableSample,
  all: readonly TableSample[],
  lacks: readonly LoginKind[],
): LoginTable | null {
  const part = rowsOfLogins(whole, lacks)
  const other = part?.sample ?? whole
  const logins = loginsOf(other, part !== null)
  const brought = logins.filter(({ target }) => lacks.some((kind) => kind === target))
  if (
    brought.length === 0 ||
    !(isNamedAfterLogins(users, other) || holdsPasswords(other, brought) || listsAddresses(other))
  )
    return null
  const isNamed = ({ path, target }: MappedColumn) => {
    const name = plainName(other, path)
    const isSecret = target === 'password-hash' && (part?.arePasswords === true || isOwnSecret(name))
    return isNameOfLogin(name, [target]) || isSecret
  }
  const unnamed = brought.filter((one) => !isNamed(one))
  if (unnamed.some(({ path, target }) => target !== 'email' || isOfOtherPeople(path))) return null
  const primary = primaryMark(other)
  const ended = brought.some(({ target }) => target === 'password-hash') ? endedPasswords(other) : null
  const current =
    ended === null ? other : { ...other, records: other.records.filter((record) => !ended.hasEnded(record)) }
  const rows = { ...current, records: current.records.filter((record) => isPrimary(record, primary)) }
  const choice = isNamedAfterLogins(users, other) ? choiceOfRow(rows, brought, primary) : null
  const join =
    joinOf(users, keys, rows, all) ??
    joinOfChosen(users, keys, current, all, choice) ??
    joinOfSharedKey(
      users,
      keys,
      rows,
      brought.filter(({ target }) => target === 'password-hash').map(({ path }) => path),
    )
  // The addresses of users may have any name only where the table of their users is named.
  if (unnamed.length > 0 && (join === null || !isNamedAfter(users, other, join.owner))) return null
  if (
    join === null ||
    isNumberOfRow(users, other, join) ||
    (join.byValue ? areOtherPeople(users, other, join.owner) : hasOwnName(users, other, logins, brought, join))
  )
    return null
  const columns = [...brought, ...columnsOf(other).filter(({ target }) => beside.has(target))].filter(
    ({ path }) => path !== join.owner,
  )
  if (columns.every(({ target }) => beside.has(target))) return null
  const isChosen = choice !== null && isNamedAfter(users, other, join.owner)
  const further =
    primary === null || isChosen || part !== null ? null : furtherAddresses(users.table, other, join, columns)
  return {
    ...join,
    table: other.table,
    of: users.table,
    columns,
    isOwnKey: other.key?.length === 1 && other.key[0] === join.owner,
    ...(part === null ? {} : { isPart: true }),
    ...(isChosen ? { choice } : {}),
    ...(ended === null ? {} : { ended }),
    counts: (record) => (part === null || part.isOne(record)) && (isChosen || isPrimary(record, primary)),
    ...(further === null ? {} : { further }),
    read: partReader(users.table, other, join, columns),
  }
}

/** Whether the rows have an address or a name to sign in with that the users lack; then they are other people, whatever their ids. */
function hasOwnName(
  users: TableSample,
  other: TableSample,
  logins: readonly MappedColumn[],
  brought: readonly MappedColumn[],
  { owner, isDeclared = false }: Join,
): boolean {
  const theirs = emailsIn(users)
  const areTheirs = ({ path }: MappedColumn) =>
    !areOtherPeople(users, other) && other.records.every((record) => theirs.has(emailAt(record, path)))
  const contacts = logins.filter((one) => !brought.includes(one) && !areTheirs(one)).map(({ path }) => path)
  const names = areAccountsOf(users, other, owner, isDeclared)
    ? []
    : Object.keys(other.records[0] ?? {}).filter((name) => signIn.test(plainName(other, name)))
  const addresses = brought.filter(({ target }) => target === 'email').map(({ path }) => path)
  return [...contacts, ...names].some((name) => name !== owner && !addresses.includes(name))
}

/**
 * Whether the rows are accounts of these users, by a declared key, or judged by all names: `person_account` or `logins` has a `person_id`, or a `user_info_id` of
 * `user_info`, and a person has no name to sign in with. A table of other people has another name, or another name for the column of ids.
 */
function areAccountsOf(users: TableSample, other: TableSample, owner: string, isDeclared: boolean): boolean {
  const areLogins =
    holdsAccounts(other.table) || wordsOf(withoutSchema(other.table)).every((word) => ofLogins.test(word))
  if (isDeclared && areLogins && !isOfStaff(other.table)) return true
  const isFilled = (name: string) => users.records.some((record) => textOf(record[name]) !== null)
  const isName = (name: string) => signIn.test(plainName(users, name)) && isFilled(name)
  if (Object.keys(users.records[0] ?? {}).some(isName)) return false
  const own = wordsOf(withoutSchema(users.table)).map(stemOf)
  const words = wordsOf(withoutSchema(other.table)).map(stemOf)
  const [noun = '', ...more] = wordsOf(plainName(other, owner)).map(stemOf)
  const isNamed = isNamedAfter(users, other, owner)
  if (isNamed && (more.length > 1 || (areLogins && !isOfStaff(other.table)))) return true
  return own.every((word) => words.includes(word)) && words.length > own.length && own.at(-1) === noun
}

/**
 * Whether a table holds other people, such as administrators. They may share an address or name with a user but have a password of their own.
 * In a table of logins, a column of owners named after the users says that they are theirs: `member_id` in `member_login`. A table called
 * `logins` and nothing else has the passwords of the people beside it.
 */
function areOtherPeople(users: TableSample, other: TableSample, owner?: string): boolean {
  const areLogins =
    withLogOn(wordsOf(withoutSchema(other.table)))
      .at(-1)
      ?.startsWith('login') === true
  const isNothingElse = wordsOf(withoutSchema(other.table)).every((word) => /^logins?$/.test(word))
  const areTheirs = areLogins && owner !== undefined && (isNothingElse || isNamedAfter(users, other, owner))
  const areNamed = (holdsPeople(other.table) && !areTheirs) || isOfStaff(other.table)
  return areNamed || other.records.length * 2 < Math.min(users.records.length, fullSample)
}

/** Targets that describe the login in the same row. */
const beside: ReadonlySet<string> = new Set(['email-verified', 'salt', 'hash-algorithm', 'disabled'])

/** Adds to a user the join keys of login tables. */
export function withOwnerKeys(entry: Entry, record: SourceRecord, tables: readonly LoginTable[]): Entry {
  if (entry.kind !== 'user' || tables.length === 0) return entry
  const ids = tables.flatMap(({ key, of }) => {
    const id = trimmedText(record[key])
    return id === '' ? [] : [ownerKey(of, id)]
  })
  return { ...entry, keys: [...entry.keys, ...new Set(ids)] }
}

/** Whether a column is read whatever the users have: it is of third parties, or of roles. */
function saysItself(target: MappedColumn['target']): boolean {
  return target.startsWith('provider') || target === 'role'
}

/** The columns of login tables, with their use, for the mapping screen. */
export function loginColumns(logins: readonly LoginTable[]): readonly ColumnUse[] {
  const all = logins.flatMap(
    ({ table, owner, key, of, columns, uses = [], choice, ended, history, link = { table, owner } }) => [
      {
        column: `${link.table}.${link.owner}`,
        becomes: 'Source ID of its user',
        confidence: 'likely' as const,
        reason: `it is the ${key} of one row of ${of}`,
      },
      ...columns.map(({ path, target, values }) => ({
        column: `${table}.${path}`,
        becomes: columnBecomes(target, path, values),
        confidence: 'likely' as const,
        reason: saysItself(target) || history !== undefined ? 'its name and values say so' : `${of} has none`,
      })),
      ...[choice?.time ?? [], ended?.columns ?? []].flat().map((path) => ({
        column: `${table}.${path}`,
        becomes: 'Which password counts',
        confidence: 'likely' as const,
        reason: 'its name and values say so',
      })),
      ...uses.map((one) => ({ ...one, column: `${table}.${one.column}` })),
    ],
  )
  return all.filter(({ column }, at) => all.findIndex((one) => one.column === column) === at)
}

/** The kinds of login that the first entries of a known product lack, users and parts alike. */
export function lackedByEntries(entries: readonly Entry[]): readonly LoginKind[] {
  const parts = entries.flatMap((entry): readonly UserPart[] =>
    entry.kind === 'user' ? [partOf(entry.user)] : entry.kind === 'part' ? [entry.part] : [],
  )
  return [
    ...(parts.some(({ email = null }) => email !== null) ? [] : (['email'] as const)),
    ...(parts.some(({ hash = null }) => hash !== null) ? [] : (['password-hash'] as const)),
  ]
}

function partOf({ email, hash }: User): UserPart {
  return { ...(email === null ? {} : { email }), ...(hash === null ? {} : { hash }) }
}
