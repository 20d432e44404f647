import { fullSample, isAnyKey, isNamedIn, type Join, joinOf, keysOf, type TableSample } from './owner-columns.ts'
import { stemOf } from './table-names.ts'
import { wordsOf, withoutSchema } from '../mapping/names/column-words.ts'
import type { Entry, Sample, SourceRecord } from '../mapping/export-format.ts'
import { fitOfName } from '../mapping/names/name-hints.ts'
import { type LoginTable, ownerKey } from './login-table.ts'
import { isOfStaff, signInName as signIn } from './other-people.ts'
import { isPrimary, primaryColumn } from '../mapping/names/primary-names.ts'
import { holdsPeople, isPeopleWord, mentionsPeople } from '../mapping/names/people-names.ts'
import type { MappedColumn, Mapping } from '../mapping/mapping.ts'
import type { MappingTarget } from '../mapping/targets.ts'
import { doubtfulColumns } from '../mapping/columns/doubtful-columns.ts'
import type { ColumnUse } from '../mapping/column-report.ts'
import { columnBecomes } from '../mapping/target-titles.ts'
import { tableReader } from '../mapping/read-table.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import { hashLikeness } from '../hashes/hash-likeness.ts'
import { type ColumnProfile, profileColumns } from '../mapping/columns/profile-columns.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import { textOf } from '../mapping/cell.ts'
import type { User, UserPart } from '../users/user.ts'

export type { LoginTable, TableSample }

/** The logins that another table can bring to users who have none of their own. */
const kinds = ['email', 'password-hash'] as const
type LoginKind = (typeof kinds)[number]

/**
 * Finds the tables that hold a login of the users of `users`, by the names of their columns and the first rows of both. Whether each
 * user has one row in all of the dump, only reading tells. `lacks`: the logins that the users themselves do not have.
 */
export function loginTables(
  users: TableSample,
  others: readonly TableSample[],
  lacks: readonly LoginKind[],
): readonly LoginTable[] {
  if (lacks.length === 0) return []
  const keys = keysOf(users)
  if (keys.length === 0) return []
  const candidates = others.flatMap((other) =>
    other.table === users.table ? [] : (loginTable(users, keys, other, others, lacks) ?? []),
  )
  return kinds.flatMap((kind) => chosenFor(kind, candidates)).filter((one, at, all) => all.indexOf(one) === at)
}

/** The one table for a login; of several tables of addresses the one that is named after people. Two of password hashes are not guessed between. */
function chosenFor(kind: LoginKind, found: readonly LoginTable[]): readonly LoginTable[] {
  const ones = found.filter(({ columns }) => columns.some(({ target }) => target === kind))
  const named = ones.length > 1 && kind === 'email' ? ones.filter(({ table }) => mentionsPeople(table)) : ones
  return named.length === 1 ? named : []
}

/** The tables with the logins that the users of this table lack. */
function loginsBeside(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  const own = loginsOf(users)
  return holdsPeople(users.table) || own.length > 0 ? loginTables(users, others, lackedBy(own)) : []
}

/** The worth of logins in other tables for the table of their users. */
export function scoreOfLogins(users: TableSample, others: readonly TableSample[], worth: (kind: LoginKind) => number) {
  const columns = loginsBeside(users, others).flatMap((one) => one.columns)
  return kinds.reduce((sum, kind) => sum + (columns.some(({ target }) => target === kind) ? worth(kind) : 0), 0)
}

/** The tables of logins that refer to the users in another table, so that users are not read from them. */
export function tablesOfOthers(samples: readonly TableSample[]): ReadonlySet<string> {
  const found = samples.flatMap((users) => loginsBeside(users, samples))
  return new Set(found.filter(isChild).map(({ table }) => table))
}

/** Whether its column names a user, and not the row itself: `person_id`, which is the `id` of people. */
function isChild({ owner, key, table, of }: LoginTable): boolean {
  return !isAnyKey(owner) && (isAnyKey(key) || (holdsPeople(of) && !holdsPeople(table)))
}

/**
 * Whether a table says more of the users in another one, in which all of its addresses are too: each row of `customer` has the `userId` of
 * a `user`. One with passwords of its own is no such table.
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

/** The logins that a mapping does not read. */
export function lackedBy(columns: readonly MappedColumn[]): readonly LoginKind[] {
  return kinds.filter((kind) => columns.every(({ target }) => target !== kind))
}

const sure = new WeakMap<Sample, readonly MappedColumn[]>()

/** The columns of a table whose targets are sure. Every table of a dump is asked about with every other. */
function columnsOf(sample: Sample): readonly MappedColumn[] {
  const known = sure.get(sample) ?? suggestMapping(sample).mapping.columns
  sure.set(sample, known)
  return known
}

/** The columns with the login of each row: by the mapping, or as the only column with such values, whatever its name. */
function loginsOf(sample: Sample): readonly MappedColumn[] {
  const known = found.get(sample)
  if (known !== undefined) return known
  const mapped = columnsOf(sample).filter(({ target }) => target === 'email' || target === 'password-hash')
  const profiles = mapped.length > 0 ? [] : profileColumns(sample.records, sample.header)
  const byValue = kinds.flatMap((target): readonly MappedColumn[] => {
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

/** Words of tables and columns that hold the logins of users and nothing else. */
const ofLogins =
  /^(?:auth\w*|logins?|credentials?|creds|zugang\w*|passw\w*|pwds?|hash(?:es|ed)?|digests?|crypt(?:ed)?|encrypted|bcrypt|argon2|e|e?mails?|address(?:es)?|threepids?|identit(?:y|ies)|local|methods?|data|info|details?|profiles?|values?)$/

/**
 * Whether a table holds, by its name, what the users of another sign in with, and nothing else of theirs: `user_passwords` does;
 * `emergency_contacts`, `user_pins`, `secret_answers` and `app_passwords` may have one row for each user as well.
 */
function isNamedAfterLogins(users: TableSample, other: TableSample): boolean {
  const known = new Set(wordsOf(withoutSchema(users.table)).map(stemOf))
  return wordsOf(withoutSchema(other.table)).every(
    (word) => known.has(stemOf(word)) || isPeopleWord(word) || isNameOfLogin(word.replace(gluedPeople, '')),
  )
}

/** As GLPI begins names: `useremails`. */
const gluedPeople = /^(?:users?|members?|customers?|accounts?|persons?|people)(?=\w{4})/

/** Whether the name of a column, or a word of it, says a login and no more: `pin_hash` and `manager_email` say more. */
function isNameOfLogin(name: string, targets: readonly MappingTarget[] = kinds): boolean {
  const fits = targets.some((target) => ['exact', 'likely'].includes(fitOfName(target, name)))
  return fits || wordsOf(name).every((word) => ofLogins.test(word))
}

function loginTable(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  all: readonly TableSample[],
  lacks: readonly LoginKind[],
): LoginTable | null {
  const logins = loginsOf(other)
  const brought = logins.filter(({ target }) => lacks.some((kind) => kind === target))
  if (brought.length === 0 || !isNamedAfterLogins(users, other)) return null
  if (brought.some(({ path, target }) => !isNameOfLogin(path, [target]))) return null
  const primary = primaryColumn(other)
  const rows = { ...other, records: other.records.filter((record) => isPrimary(record, primary)) }
  const join = joinOf(users, keys, rows, all)
  if (join === null || (join.byValue ? areOtherPeople(users, other) : hasOwnName(users, other, logins, brought, join)))
    return null
  const columns = [...brought, ...columnsOf(other).filter(({ target }) => beside.has(target))].filter(
    ({ path }) => path !== join.owner,
  )
  if (columns.every(({ target }) => beside.has(target))) return null
  return {
    ...join,
    table: other.table,
    of: users.table,
    columns,
    counts: (record) => isPrimary(record, primary),
    read: partReader(users.table, other, join, columns),
  }
}

/** An address or a name of their own to sign in with: whatever their IDs are, they are other people. */
function hasOwnName(
  users: TableSample,
  other: TableSample,
  logins: readonly MappedColumn[],
  brought: readonly MappedColumn[],
  { owner }: Join,
): boolean {
  const theirs = emailsIn(users)
  const areTheirs = ({ path }: MappedColumn) =>
    !areOtherPeople(users, other) && other.records.every((record) => theirs.has(emailAt(record, path)))
  const contacts = logins.filter((one) => !brought.includes(one) && !areTheirs(one)).map(({ path }) => path)
  const names = areAccountsOf(users, other, owner)
    ? []
    : Object.keys(other.records[0] ?? {}).filter((name) => signIn.test(name))
  return [...contacts, ...names].some((name) => name !== owner)
}

/**
 * Whether the rows are the accounts of these users, by all names: `person_account` has a `person_id`, and a person has no name to sign in with.
 * Other people have a table, or a column for their IDs, of another name.
 */
function areAccountsOf(users: TableSample, other: TableSample, owner: string): boolean {
  if (Object.keys(users.records[0] ?? {}).some((name) => signIn.test(name))) return false
  const own = wordsOf(withoutSchema(users.table)).map(stemOf)
  const words = wordsOf(withoutSchema(other.table)).map(stemOf)
  const noun = stemOf(wordsOf(owner)[0] ?? '')
  return own.every((word) => words.includes(word)) && words.length > own.length && own.at(-1) === noun
}

/** Administrators may be among the users under the same address or name, and have a password of their own all the same. */
function areOtherPeople(users: TableSample, other: TableSample): boolean {
  const areNamed = holdsPeople(other.table) || isOfStaff(other.table)
  return areNamed || other.records.length * 2 < Math.min(users.records.length, fullSample)
}

/** Targets that say something of the login beside them. */
const beside: ReadonlySet<string> = new Set(['email-verified', 'salt', 'hash-algorithm', 'disabled'])

/** Reads the rows of a table with one for each user as parts of theirs. */
export function partReader(
  of: string,
  other: TableSample,
  { owner }: Pick<LoginTable, 'owner'>,
  columns: readonly MappedColumn[],
) {
  // The status of an account keeps its user out; one beside an address says something of the address.
  const isOfAddress = columns.some(({ target }) => target === 'email')
  const isAccount = !isOfAddress || columns.some(({ target }) => target === 'password-hash')
  const isLogin = columns.some(({ target }) => kinds.some((kind) => kind === target))
  // A row without a login is one of its user all the same.
  const id: readonly MappedColumn[] = isLogin ? [] : [{ path: owner, target: 'source-id' }]
  const mapping: Mapping = { version: 1, columns: [...columns, ...id], fixedProvider: null }
  const doubtful = isAccount ? doubtfulColumns(other, suggestMapping(other).columns) : undefined
  const read = tableReader(mapping, { ...(doubtful === undefined ? {} : { doubtful }), loginsBeside: !isLogin })
  return (record: SourceRecord): Entry | null => {
    const id = textOf(record[owner])?.trim() ?? ''
    const entry = read(record)
    if (id === '' || entry.kind !== 'user') return null
    const { email, emailVerified, hash, standing } = entry.user
    const unmapped = entry.user.unmapped
      ?.filter(({ field }) => field !== owner)
      .map((one) => (one.kind === 'status' ? { ...one, field: `${other.table}.${one.field}` } : one))
    const part: UserPart = {
      ...(email === null ? {} : { email }),
      ...((email === null && isOfAddress) || emailVerified === null ? {} : { emailVerified }),
      ...(hash === null ? {} : { hash }),
      ...(standing === 'disabled' ? { standing } : {}),
      ...(unmapped === undefined || unmapped.length === 0 ? {} : { unmapped }),
    }
    return { kind: 'part', part, keys: [ownerKey(of, id)] }
  }
}

/** A user with the keys under which the rows of login tables find it. */
export function withOwnerKeys(entry: Entry, record: SourceRecord, tables: readonly LoginTable[]): Entry {
  if (entry.kind !== 'user' || tables.length === 0) return entry
  const ids = tables.flatMap(({ key, of }) => {
    const id = textOf(record[key])?.trim() ?? ''
    return id === '' ? [] : [ownerKey(of, id)]
  })
  return { ...entry, keys: [...entry.keys, ...new Set(ids)] }
}

/** Columns of the tables of logins, with what they become. */
export function loginColumns(logins: readonly LoginTable[]): readonly ColumnUse[] {
  return logins.flatMap(({ table, owner, key, of, columns }) => [
    {
      column: `${table}.${owner}`,
      becomes: 'Source ID of its user',
      confidence: 'likely' as const,
      reason: `it is the ${key} of one row of ${of}`,
    },
    ...columns.map(({ path, target, values }) => ({
      column: `${table}.${path}`,
      becomes: columnBecomes(target, path, values),
      confidence: 'likely' as const,
      reason: isOfThirdParty.test(target) ? 'its name and values say so' : `${of} has none`,
    })),
  ])
}

/** The logins that neither the users of a known product nor the parts of them have in their first records. */
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

/** Says by which columns users get their logins from other tables. */
export function besideLogins(logins: readonly LoginTable[]): string {
  return logins
    .map(({ table, owner, key, of, columns }) => {
      const all = columns.flatMap(({ target }) => loginNames[target] ?? [])
      // An address brings its verification.
      const brings = all.length > 1 ? all.filter((name) => name !== loginNames['email-verified']) : all
      return `; ${table} has their ${brings.join(' and ')} (${table}.${owner} = ${of}.${key})`
    })
    .join('')
}

const isOfThirdParty = /^provider/

const loginNames: Readonly<Partial<Record<MappingTarget, string>>> = {
  email: 'email addresses',
  'password-hash': 'password hashes',
  'provider-user-id': 'logins at third parties',
  'email-verified': 'verification',
}
