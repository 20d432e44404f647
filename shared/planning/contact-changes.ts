import type { Dialect } from '../core-api/dialects.ts'
import { type Call, type CallKind, type ContactChange, type Contacts, createsUser, tenantOf } from './call.ts'
import { callKey, loginOfKey, partsOfKey } from './call-key.ts'

/** A call of an earlier migration to the same core that was done, or may have been. */
export type BaselineCall = {
  readonly key: string
  readonly kind: CallKind
  /** The id that the core gave to the login that the call created; null: it is not known. */
  readonly coreUserId: string | null
  /** The email that the call carried. */
  readonly email: string | null
  /** Is it this very call, with every value? */
  readonly is: (call: Call) => boolean
}

const names: { readonly [N in keyof Contacts]: string } = { email: 'Email', phoneNumber: 'Phone number' }

/** The contacts that `to` has and `from` has not. One that `to` lacks stays as it is in the core. */
export function changedContacts(
  from: { readonly [N in keyof Contacts]?: string | null | undefined },
  to: Contacts,
): readonly (keyof Contacts)[] {
  return (['email', 'phoneNumber'] as const).filter((name) => to[name] !== null && (from[name] ?? null) !== to[name])
}

/** "Email: ann@example.com → ann@example.org." */
export function describeContactChange({ from, to }: Pick<ContactChange, 'from' | 'to'>): string {
  return changedContacts(from, to)
    .map((name) => `${names[name]}: ${from[name] ?? 'none'} → ${to[name]}.`)
    .join(' ')
}

type ContactCall = Extract<Call, { kind: 'change-contact' }>

/** A login that the core has by an earlier migration. */
type KnownLogin = {
  readonly kind: CallKind
  readonly key: string
  readonly tenant: string | null
  readonly coreUserId: string | null
  readonly contacts: Contacts
  readonly is: (call: Call) => boolean
}

export type ContactChanges = {
  /** Calls of today whose login is there, as it is or with a change: sent, they would make a second user. */
  readonly handled: ReadonlySet<Call>
  readonly changes: readonly ContactCall[]
  /** Some login cannot be changed by a call of the core, or it is not known which user of the core it is. */
  readonly isStuck: boolean
}

/**
 * Finds the logins of a plan that are in the core with another email or phone, and what changes them there. A login of today
 * that is not known takes the place of one of the same kind and tenant that the export no longer has.
 */
export function findContactChanges(
  today: readonly Call[],
  before: readonly BaselineCall[],
  dialect: Dialect,
  force: boolean,
): ContactChanges {
  const logins = knownLogins(before)
  const keys = new Set(today.map(callKey))
  const left = logins.filter(({ key }) => !keys.has(key))
  const handled = new Set<Call>()
  const changes: ContactCall[] = []
  let isStuck = false
  for (const call of today.filter(createsUser)) {
    const same = logins.find(({ key }) => key === callKey(call))
    // A user has one password in a tenant, so several users had this ID.
    if (same === undefined && call.kind === 'import' && left.filter((one) => isOfKind(one, call)).length > 1) {
      isStuck = true
      continue
    }
    const known = same ?? takeFrom(left, call)
    if (known === undefined) continue
    const update = call.kind === 'passwordless' ? today.find((one) => isUpdateOf(one, call)) : undefined
    const to = contactsOf(call, update)
    const isChanged =
      (call.kind === 'passwordless' || !known.is(call)) && changedContacts(known.contacts, to).length > 0
    // An account at a provider is its id there: another one is another login.
    const isOther = call.kind === 'third-party' && known.key !== callKey(call)
    const change = isChanged && !isOther ? contactChangeOf(call, known, to, dialect, force) : null
    if (change !== null) changes.push(change)
    else if (isChanged || isOther) isStuck = true
    if (call.kind !== 'import' || isSamePassword(call, known)) handled.add(call)
    if (update !== undefined) handled.add(update)
  }
  return { handled, changes, isStuck }
}

function knownLogins(before: readonly BaselineCall[]): KnownLogin[] {
  return before.filter(createsUser).map(({ kind, key, coreUserId, email, is }) => {
    const login = loginOfKey(key)
    const { tenant } = partsOfKey(key)
    const update =
      kind === 'passwordless'
        ? before.find((one) => one.kind === 'update' && partsOfKey(one.key).tenant === tenant)
        : undefined
    const added = update === undefined ? null : contactsOfUpdate(partsOfKey(update.key).key)
    const phoneNumber = login !== null && 'phoneNumber' in login ? login.phoneNumber : null
    const carried = email ?? (login !== null && 'email' in login ? login.email : null)
    return { kind, key, tenant, coreUserId, contacts: added ?? { email: carried, phoneNumber }, is }
  })
}

/** The key of a call that attaches a contact names both. No phone number has a colon. */
function contactsOfUpdate(key: string): Contacts {
  const colon = key.lastIndexOf(':')
  return { email: key.slice('update:'.length, colon), phoneNumber: key.slice(colon + 1) }
}

function takeFrom(left: KnownLogin[], call: Call): KnownLogin | undefined {
  const place = left.findIndex((one) => isOfKind(one, call))
  return place < 0 ? undefined : left.splice(place, 1)[0]
}

function isOfKind({ kind, tenant }: KnownLogin, call: Call): boolean {
  return kind === call.kind && tenant === tenantOf(call)
}

function isUpdateOf(one: Call, login: Call): boolean {
  return one.kind === 'update' && tenantOf(one) === tenantOf(login)
}

function contactsOf(call: Call, update: Call | undefined): Contacts {
  if (update?.kind === 'update') return { email: update.email, phoneNumber: update.phoneNumber }
  if (call.kind === 'passwordless') {
    return call.contact.kind === 'email'
      ? { email: call.contact.email, phoneNumber: null }
      : { email: null, phoneNumber: call.contact.phoneNumber }
  }
  return { email: 'email' in call ? call.email : null, phoneNumber: null }
}

function isSamePassword(call: Extract<Call, { kind: 'import' }>, known: KnownLogin): boolean {
  return known.is({ ...call, email: known.contacts.email ?? call.email })
}

/** Null: the interface has no call for it (a password user's email; 4.3 without both contacts), or the user is not known. */
function contactChangeOf(
  call: Call,
  known: KnownLogin,
  to: Contacts,
  dialect: Dialect,
  force: boolean,
): ContactCall | null {
  const tenant = tenantOf(call)
  const common = {
    kind: 'change-contact',
    from: known.contacts,
    to,
    force,
    ...(tenant === null ? {} : { tenant }),
  } as const
  if (call.kind === 'third-party') {
    const { thirdPartyId, thirdPartyUserId, isVerified } = call
    return { ...common, login: { recipe: 'thirdparty', thirdPartyId, thirdPartyUserId, isVerified } }
  }
  const { coreUserId, contacts } = known
  if (coreUserId === null) return null
  if (call.kind === 'import')
    return dialect === 'documented' ? null : { ...common, login: { recipe: 'emailpassword', coreUserId } }
  const hasBoth = (to.email ?? contacts.email) !== null && (to.phoneNumber ?? contacts.phoneNumber) !== null
  return dialect === 'documented' && !hasBoth ? null : { ...common, login: { recipe: 'passwordless', coreUserId } }
}
