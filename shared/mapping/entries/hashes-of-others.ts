import { isEmailAddress } from '../../users/normalise-email.ts'
import { userWith } from '../../users/user.ts'
import { contactOf, textOf } from '../cell.ts'
import type { Candidate } from '../columns/judge-column.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import type { Entry, SourceRecord } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import { isLoginName, wordsOf } from '../names/column-words.ts'
import { fitOfName, isCalled } from '../names/name-fit.ts'
import { hintsOf } from '../names/name-hints.ts'
import { thirdPartyOf } from '../names/third-party-names.ts'
import { onceForName } from '../names/names-in-order.ts'
import { insideOf, isPlainName, readerOf, valueAt } from '../value-at.ts'

/*
 * A hash beside an email of its own is the password of that account, and never of the user around it: in an object within the user, under
 * an email as its key, or in a column called like that of another email (`child_email`, `child_password`). So is a login at a third party.
 */

/** The account that an object within a record is: its email, else the name that it signs in with where the record has another one; null: none. */
export function accountIn(object: object, record: SourceRecord): string | null {
  return addressOf(object) ?? otherName(object, record)
}

function addressOf(object: object): string | null {
  for (const [name, value] of Object.entries(object)) {
    const address = saysAddress(name) ? (contactOf(value)?.trim() ?? '') : ''
    if (isEmailAddress(address)) return address.toLowerCase()
  }
  return null
}

function saysAddress(name: string): boolean {
  return isCalled('email', name)
}

function otherName(object: object, record: SourceRecord): string | null {
  const [inside] = namesIn(object)
  const own = inside === undefined ? [] : namesIn(record)
  return inside === undefined || own.length === 0 || own.includes(inside) ? null : `user name ${inside}`
}

function namesIn(object: object): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) => (isLoginName(name) ? (textOf(value)?.trim() ?? []) : []))
}

/** Looks for the email in a column that shares the beginning of its name with a column of passwords: `child_email` of `child_password_hash`; null: there is none. */
export function addressBeside(path: string): (record: SourceRecord) => string | null {
  if (!isPlainName(path)) return () => null
  // Taking a name apart for each record takes as long as all else that is done with it.
  const isAddress = onceForName((name) => name !== path && isAddressOf(name, path), maxJudged)
  return (record) => {
    let at = -1
    for (const name in record) {
      at += 1
      if (!isAddress(name, at)) continue
      const address = contactOf(record[name])?.trim().toLowerCase() ?? ''
      return isEmailAddress(address) ? address : null
    }
    return null
  }
}

/** Records of a file have the same names, but for objects with IDs as keys. */
const maxJudged = 1000

/** Whether one column is the email, and the other the password, of the same other person by their names. */
function isAddressOf(email: string, password: string): boolean {
  const [words, others] = [wordsOf(email), wordsOf(password)]
  return words.some((_, at) => {
    if (at === 0 || words.slice(0, at).some((word, index) => word !== others[index])) return false
    const [rest, ofPassword] = [words, others].map((all) => all.slice(at).join('_'))
    return fitOfName('email', rest ?? '') === 'exact' && hintsOf(ofPassword ?? '').password !== null
  })
}

/** Takes a mapped hash from users that have another email than the account it belongs to. */
export function withoutHashesOfOthers({ columns }: Mapping): (entry: Entry, record: SourceRecord) => Entry {
  const mapped = columns.flatMap(({ path, target }) =>
    target === 'password-hash'
      ? [{ path, read: readerOf(path), around: objectsAround(path), beside: addressBeside(path) }]
      : [],
  )
  const mayBeOther = mapped.some(({ path, around }) => around.length > 0 || wordsOf(path).length > 1)
  if (!mayBeOther) return (entry) => entry
  return (entry, record) => {
    if (entry.kind !== 'user' || entry.user.hash === null) return entry
    const { hash, email } = entry.user
    const from = mapped.find(({ read }) => textOf(read(record)) === hash.hash)
    if (from === undefined) return entry
    const owner = from.around.length > 0 ? accountAround(record, from.around) : from.beside(record)
    return isOfOther(email, owner) ? { ...entry, user: userWith(entry.user, { hash: null, hasPassword: null }) } : entry
  }
}

/** Whether an account is another one than that of a user with this email. */
export function isOfOther(email: string | null, owner: string | null | undefined): boolean {
  if (typeof owner !== 'string') return false
  return !owner.includes('@') || (email !== null && email.trim().toLowerCase() !== owner)
}

/** The paths of the objects around a value, from the inside out: `a.b`, `a` of `a.b.hash`. */
function objectsAround(path: string): readonly string[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index))
  return ends.filter((outer) => outer !== '').toReversed()
}

function accountAround(record: SourceRecord, around: readonly string[]): string | null {
  for (const path of around) {
    const key = addressKey.exec(path)?.[1]
    if (key !== undefined) return key.toLowerCase()
    const object = insideOf(valueAt(record, path))
    const isObject = typeof object === 'object' && object !== null && !Array.isArray(object)
    const account = isObject ? accountIn(object, record) : null
    if (account !== null) return account
  }
  return null
}

/** An email as the key at the end of a path. */
const addressKey = /(?:^|\.)([^\s.@]+(?:\.[^\s.@]+){0,5}@[^\s@]+)$/

/** Drops suggested columns of hashes and of third-party logins that belong to accounts with other emails than those that were chosen. */
export function dropLoginsOfOthers(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const taken = [...chosen.values()].filter(({ confidence }) => confidence !== 'unsure')
  const emails = emailsAmong(taken)
  if (emails.size === 0) return
  const ofOthers = new Set(
    profiles
      .filter(
        ({ path, values }) =>
          taken.every(({ column }) => column.path !== path) && values.some((value) => isOther(value, emails)),
      )
      .map(({ path }) => path),
  )
  for (const { target, column } of taken) {
    const { path } = column
    const isHash = target === 'password-hash'
    if (!ofAccounts.has(target)) continue
    const isWithin = objectsAround(path).some((outer) => isAccountOf(outer, ofOthers, target.startsWith('provider')))
    const isBeside = isHash && isPlainName(path) && [...ofOthers].some((email) => isAddressOf(email, path))
    if (isWithin || isBeside || (isHash && keyedByAddress.test(path))) chosen.delete(path)
  }
}

/** Columns outside the objects that have another address than the user, such as that of a child: logins in a list there are not the user's. */
export function outsideOthers(
  profiles: readonly ColumnProfile[],
  chosen: ReadonlyMap<string, Candidate>,
): readonly ColumnProfile[] {
  const emails = emailsAmong([...chosen.values()])
  if (emails.size === 0) return profiles
  const objectOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')))
  const ofOthers = profiles.filter(({ values }) => values.some((value) => isOther(value, emails)))
  const objects = new Set(ofOthers.map(({ path }) => objectOf(path)))
  return profiles.filter(({ path }) => !objectsAround(objectOf(path)).some((outer) => objects.has(outer)))
}

function emailsAmong(candidates: readonly Candidate[]): ReadonlySet<string> {
  return new Set(candidates.flatMap(({ target, column }) => (target === 'email' ? column.values.map(plain) : [])))
}

const ofAccounts: ReadonlySet<string> = new Set(['password-hash', 'provider-user-id', 'provider', 'phone'])

/** Whether an object has an email of other people, which is no part of a login at a third party. */
function isAccountOf(object: string, ofOthers: ReadonlySet<string>, mayBeIdentity: boolean): boolean {
  const name = object.slice(object.lastIndexOf('.') + 1)
  if (mayBeIdentity && (thirdPartyOf(name) !== null || fitOfName('provider-email', `${object}.email`) === 'exact'))
    return false
  return [...ofOthers].some((path) => path.startsWith(`${object}.`) && saysAddress(path.slice(object.length + 1)))
}

const keyedByAddress = /(?:^|\.)[^\s.@]+(?:\.[^\s.@]+){0,5}@[^\s@]+\.[^\s.@]+$/

function isOther(value: string, emails: ReadonlySet<string>): boolean {
  return isEmailAddress(value.trim()) && !emails.has(plain(value))
}

function plain(email: string): string {
  return email.trim().toLowerCase()
}
