import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import type { Entry, Names, NamesOfTables, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { readStanding } from '../../mapping/entries/standing.ts'
import type { TableDoubt } from '../../mapping/columns/table-doubt.ts'
import type { MappedColumn, Mapping } from '../../mapping/mapping.ts'
import { holdsAccounts, holdsPeople } from '../../mapping/names/people-names.ts'
import type { MappingTarget } from '../../mapping/targets.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import type { EndedPasswords } from './ended-rows.ts'
import type { Share } from '../tables/owner-columns.ts'
import type { StateHistory } from '../standing/latest-states.ts'

/** A table beside the users that holds logins of theirs: email addresses, password hashes, third-party ids. */
export type LoginTable = {
  readonly table: string
  /** The column that refers to the user of a row. */
  readonly owner: string
  /** The column of the users to which it refers. */
  readonly key: string
  /** The table of users. */
  readonly of: string
  readonly columns: readonly MappedColumn[]
  /** Columns of passkeys, which are no logins elsewhere, and what each becomes; absent: none. */
  readonly uses?: readonly ColumnUse[]
  /** The column of owners is the declared key of the table. */
  readonly isOwnKey?: boolean
  /** A user may have several rows. */
  readonly isRepeated?: boolean
  /** How many rows must refer to a user, or the table is none of theirs; by default nearly all. */
  readonly share?: Share
  /** A user may have a row for each attribute: the column that names it, and which one a row has. */
  readonly attribute?: { readonly column: string; readonly of: (record: SourceRecord) => string }
  /** Rows of other kinds hold other logins, or none. */
  readonly isPart?: boolean
  /** A user may have several rows, of which one counts. */
  readonly choice?: ChoiceOfRow
  /** Rows that another one took the place of, which hold no login; absent: no column says so. */
  readonly ended?: EndedPasswords
  /** A user may have several rows with a state, of which the latest counts. */
  readonly history?: StateHistory
  /** Whether a row counts; of several addresses only the primary one does. */
  readonly counts: (record: SourceRecord) => boolean
  /** Reads the rows that do not count, which say more of their users; absent: nothing does. */
  readonly further?: (record: SourceRecord) => Entry | null
  /** `names`: what the rows of `link` say. */
  readonly read: (record: SourceRecord, names?: Names) => Entry | null
  /** The table whose rows name the user of a row, where none of its own columns does. */
  readonly link?: Pick<LoginTable, 'table' | 'owner' | 'counts'> & Pick<NamesOfTables, 'read'>
}

/** How one of several rows of a user is chosen. */
export type ChoiceOfRow = {
  /** The column whose value the rows differ in. */
  readonly value: string
  /** The column of times: the latest row counts. Null: the first of the highest rank counts, and the others have further addresses. */
  readonly time: string | null
  /** The rank of a row, where its columns tell: the primary address before a verified one, and that before others. */
  readonly rank?: (record: SourceRecord) => number
  /** A column marks the primary rows. */
  readonly hasPrimary?: boolean
}

/** The doubt about people whose accounts are in a table of their own: those without a row there may have none. */
export function doubtAboutPeople(people: string | undefined, beside: readonly LoginTable[]): TableDoubt | null {
  const accounts = beside.find(
    ({ table, columns }) => holdsAccounts(table) && columns.some(({ target }) => target === 'password-hash'),
  )
  if (people === undefined || accounts === undefined || holdsAccounts(people)) return null
  return { reason: `people without a row in “${accounts.table}” may have no account`, asks: true, of: 'person' }
}

/** The users with the key by which tables of logins refer to them, where no column of theirs is an ID. */
export function withKeyOfLogins<T extends Sample & { readonly table: string }>(
  users: T,
  logins: readonly LoginTable[],
): T {
  const [first] = logins
  const { columns } = suggestMapping(users).mapping
  if (first === undefined || users.account !== undefined || columns.some(({ target }) => target === 'source-id'))
    return users
  const isFree = columns.every(({ path }) => path !== first.key)
  return isFree && logins.every(({ key }) => key === first.key)
    ? { ...users, account: { column: first.key, by: `${first.table}.${first.owner}` } }
    : users
}

/**
 * The users as rows that describe accounts, where these have passwords, and a key of their own that the rows have beside their number:
 * `profile` has the `uuid` of `credentials`.
 */
export function withAccounts<T extends Sample & { readonly table: string }>(
  users: T,
  logins: readonly LoginTable[],
): T {
  if (holdsPeople(users.table)) return users
  const accounts = logins.filter(
    ({ key, link, isOwnKey, columns }) =>
      link === undefined &&
      isOwnKey === true &&
      !users.key?.includes(key) &&
      columns.some(({ target }) => target === 'password-hash'),
  )
  const [only, ...others] = accounts
  return only === undefined || others.length > 0
    ? users
    : { ...users, account: { column: only.key, by: `${only.table}.${only.owner}` } }
}

/** Join key of the rows of login tables with their user. */
export function ownerKey(users: string, id: string): string {
  return `row:${users}:${id}`
}

/** Tables that hold names which rows of others need, and how their rows say them. */
type LinkedNames = { readonly tables: ReadonlySet<string>; readonly read: NamesOfTables['read'] }

/** The tables whose rows name the users of other rows; null: there are none. */
export function linkedNames(logins: readonly LoginTable[]): LinkedNames | null {
  const links = new Map(logins.flatMap(({ link }) => (link === undefined ? [] : [[link.table, link]])))
  return links.size === 0
    ? null
    : { tables: new Set(links.keys()), read: (record, table) => links.get(table)?.read(record, table) ?? [] }
}

/** A table of logins of which a mapping says that a column keeps people out, as `accounts.state`. */
export function withStandingOf(login: LoginTable, mapping: Mapping | null): LoginTable {
  const within = `${login.table}.`
  const more = (mapping?.columns ?? []).filter(
    ({ path, target }) => path.startsWith(within) && (target === 'disabled' || target === 'deleted'),
  )
  if (more.length === 0) return login
  const columns = more.map((column) => ({ ...column, path: column.path.slice(within.length) }))
  const standingOf = readStanding({ version: 1, columns, fixedProvider: null })
  return {
    ...login,
    columns: [...login.columns.filter(({ path }) => !columns.some((one) => one.path === path)), ...columns],
    read: (record, names) => {
      const entry = login.read(record, names)
      const standing = standingOf(record)
      if (entry?.kind !== 'part' || standing === 'active') return entry
      return { ...entry, part: { ...entry.part, standing: 'disabled' } }
    },
  }
}

/** The end of a recognition's reason: which tables add logins, by which columns. */
export function besideLogins(logins: readonly LoginTable[]): string {
  return logins
    .map(({ table, owner, key, of, columns, uses, link = { table, owner } }) => {
      const join = `${link.table}.${link.owner} = ${of}.${key}`
      const brings = uses === undefined ? loginsOf(columns) : 'passkeys'
      return brings === '' ? `; ${table} is joined to them (${join})` : `; ${table} has their ${brings} (${join})`
    })
    .join('')
}

/** The logins that columns hold, in words; empty: none that has a name of its own. */
function loginsOf(columns: readonly MappedColumn[]): string {
  const targets = new Set(columns.map(({ target }) => target))
  // Verification goes without saying beside an address, and so does the name of a third party beside an ID there.
  const beside = [...targets].filter((target) => target !== 'email-verified' && target !== 'provider')
  const named = (some: Iterable<MappingTarget>) => [...some].flatMap((target) => loginNames[target] ?? [])
  const all = named(beside)
  return (all.length > 0 ? all : named(targets)).join(' and ')
}

const loginNames: Readonly<Partial<Record<MappingTarget, string>>> = {
  email: 'email addresses',
  'password-hash': 'password hashes',
  'provider-user-id': 'logins at third parties',
  'email-verified': 'verification',
  provider: 'providers',
  'totp-secret': 'secrets of authenticator apps',
  role: 'roles',
}
