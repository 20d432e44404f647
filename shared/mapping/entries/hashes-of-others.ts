import { isEmailAddress } from '../../users/normalise-email.ts'
import { userWith } from '../../users/user.ts'
import { contactOf, textOf } from '../cell.ts'
import type { Candidate } from '../columns/judge-column.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import type { Entry, SourceRecord } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import { fitOfName } from '../names/name-hints.ts'
import { insideOf, valueAt } from '../value-at.ts'

/* A hash within an object that has an email of its own is the password of that account, and never of the user around it. */

/** The email of an account that is an object within a record: `child` of `{"email": …, "child": {"email": …, "hash": …}}`; null: it has none. */
export function addressOf(account: object): string | null {
  for (const [name, value] of Object.entries(account)) {
    const address = saysAddress(name) ? (contactOf(value)?.trim() ?? '') : ''
    if (isEmailAddress(address)) return address.toLowerCase()
  }
  return null
}

function saysAddress(name: string): boolean {
  return ['exact', 'likely'].includes(fitOfName('email', name))
}

/** Takes a mapped hash from users that have another email than the object it is in. A function that changes nothing where no hash is in an object. */
export function withoutHashesOfOthers({ columns }: Mapping): (entry: Entry, record: SourceRecord) => Entry {
  const mapped = columns.flatMap(({ path, target }) =>
    target === 'password-hash' ? [{ path, around: objectsAround(path) }] : [],
  )
  if (mapped.every(({ around }) => around.length === 0)) return (entry) => entry
  return (entry, record) => {
    if (entry.kind !== 'user' || entry.user.hash === null || entry.user.email === null) return entry
    const { hash, email } = entry.user
    const from = mapped.find(({ path }) => textOf(valueAt(record, path)) === hash.hash)
    if (from === undefined || !isOfOther(email, firstAddress(record, from.around))) return entry
    return { ...entry, user: userWith(entry.user, { hash: null, hasPassword: null }) }
  }
}

/** Whether an account with an email is another one than the user's. */
export function isOfOther(email: string | null, owner: string | null | undefined): boolean {
  return typeof owner === 'string' && email !== null && email.trim().toLowerCase() !== owner
}

/** The paths of the objects around a value, from the inside out: `a.b`, `a` of `a.b.hash`. */
function objectsAround(path: string): readonly string[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index))
  return ends.filter((outer) => outer !== '').toReversed()
}

function firstAddress(record: SourceRecord, around: readonly string[]): string | null {
  for (const path of around) {
    const object = insideOf(valueAt(record, path))
    const address = typeof object === 'object' && object !== null && !Array.isArray(object) ? addressOf(object) : null
    if (address !== null) return address
  }
  return null
}

/** Drops a column of hashes that is suggested, where they are in objects with other emails than those that were chosen. */
export function dropHashesOfOthers(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const taken = [...chosen.values()].filter(({ confidence }) => confidence !== 'unsure')
  const emails = new Set(taken.flatMap(({ target, column }) => (target === 'email' ? column.values.map(plain) : [])))
  if (emails.size === 0) return
  for (const { target, column } of taken) {
    if (target !== 'password-hash') continue
    const [within] = objectsAround(column.path)
    const own = profiles.find(
      ({ path }) => within !== undefined && path.startsWith(`${within}.`) && saysAddress(path.slice(within.length + 1)),
    )
    if (own?.values.some((value) => isEmailAddress(value.trim()) && !emails.has(plain(value))) === true)
      chosen.delete(column.path)
  }
}

function plain(email: string): string {
  return email.trim().toLowerCase()
}
