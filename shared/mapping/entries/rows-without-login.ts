import { emptyUser, hasFactor, isHashKind, type UnmappedValue, type User, userWith } from '../../users/user.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { partOfUser } from '../../users/part-of-user.ts'
import { madeId } from '../columns/keys/key-values.ts'
import type { Entry, SourceRecord } from '../export-format.ts'
import { isInMaker } from '../names/other-people.ts'
import { shownName } from '../shown/shown-name.ts'
import { anyEmailKey, anyUserKey, sameColumnKey } from '../rows/standing-rows.ts'
import type { withUnmapped } from '../unmapped/unmapped-values.ts'
import { labelKey } from './label-key.ts'
import { calledKey, signInKey } from './sign-in-names.ts'

/* Rows of a table without a mapped login: users by a value that is not mapped, rows that say something of users in other files, and neither. */

/**
 * A record with nothing in its mapped columns is a user all the same where another one holds a hash or, with columns `ofAddresses`, an
 * address.
 */
export function orHoldsLogin(
  entry: Entry,
  note: ReturnType<typeof withUnmapped>,
  record: SourceRecord,
  ofAddresses: boolean,
): Entry {
  const user: Entry = { kind: 'user', user: emptyUser, keys: [] }
  const noted = note(user, record)
  const isAsked = ({ kind, asks }: UnmappedValue) => asks && (isHashKind(kind) || (ofAddresses && kind === 'email'))
  return noted.kind === 'user' && noted.user.unmapped?.some(isAsked) === true ? user : entry
}

/** A row that says whether a user of another file, who has this ID, is disabled. */
export function asStanding(entry: Entry, owner?: string, keysOf = keysOfOwner): Entry {
  if (entry.kind !== 'user') return entry
  const { user } = entry
  const id = owner ?? user.sourceId ?? ''
  return id === '' ? noLogin : { kind: 'part', part: partOfUser(user), keys: keysOf(id) }
}

/** The keys of a user by the ID, which may be the address, by the label of an entry of fixtures, or by a name, which no number is. */
function keysOfOwner(id: string): readonly string[] {
  const names = /^\d+$/.test(id) ? [] : [`${signInKey}${id}`, `${calledKey}${id}`]
  const addresses = isEmailAddress(id) ? [`${anyEmailKey}${id.toLowerCase()}`] : []
  return [`${anyUserKey}${id}`, `${labelKey}${id}`, ...names, ...addresses]
}

/** The keys of a user by an ID that a program made, in a column that does not say whose it is; none by another ID. */
export function keysOfMade(id: string): readonly string[] {
  return madeId.test(id) ? keysOfOwner(id) : []
}

/** The same, or by any ID that the user has in a column of this name. */
export function keysOfNamed(id: string): readonly string[] {
  return [`${sameColumnKey}${id}`, ...keysOfMade(id)]
}

/** A row of a table that may hold something other than users. */
export function asDoubted(entry: Entry, mayBeOther: NonNullable<User['mayBeOther']>): Entry {
  return entry.kind === 'user' ? { ...entry, user: userWith(entry.user, { mayBeOther }) } : entry
}

/**
 * An entry with an ID alone is no user: settings, schemas, orders. A secret of an authenticator app or a value that looks like a login keeps it one, and a status does not. By an ID
 * that tells (`keysOf`, null: its table has no standings), a row of standings finds the user of another file who has it.
 */
export function withoutLogin(entry: Entry, keysOf: typeof keysOfMade | null): Entry {
  if (entry.kind !== 'user' || hasFactor(entry.user)) return entry
  const logins = entry.user.unmapped?.filter(isLogin) ?? []
  if (logins.length > 0 && !areOfMakers(logins)) return entry
  if (keysOf === null) return noLogin
  return keysOf(entry.user.sourceId ?? '').length > 0 ? asStanding(entry, undefined, keysOf) : noLoginButStatus
}

/** Whether nothing but addresses of the person who made or owns a record is in it, and of people in lists beside: a group or a post. */
function areOfMakers(logins: readonly UnmappedValue[]): boolean {
  return (
    logins.every(({ kind }) => kind === 'email') &&
    logins.some(({ field }) => isInMaker(field)) &&
    logins.every(({ field }) => isInMaker(field) || /\[\]\.[^.[]+\./.test(field))
  )
}

function isLogin({ kind }: UnmappedValue): boolean {
  return kind !== 'status' && kind !== 'provider'
}

const lacksLogin =
  'No column that is mapped holds a login: no email, phone number, password hash or provider user ID. Map one that does on Map columns or with --mapping, or add the file that has them.'

/** The entry of a row of a table whose users are in another file, and which says nothing that is read of them. */
export function idsWithoutLogin(columns: readonly string[]): Entry {
  const named = columns.map((path) => `“${shownName(path)}”`).join(', ')
  const reason = `This row has an ID (${named}), and no login of a user: no email, phone number, password hash or provider user ID. Leave this file out if the users are in another one; otherwise map the columns that have these on Map columns or with --mapping.`
  return { kind: 'unreadable', reason, lacksLogin: true }
}

const noLogin: Entry = { kind: 'unreadable', reason: lacksLogin, lacksLogin: true }
const noLoginButStatus: Entry = {
  ...noLogin,
  reason: `${lacksLogin} If its status is that of users in another file, write one row for each of them, with nothing but their ID as user_id and the status.`,
}
