import { app } from '../app.ts'
import { judgeHash } from '../hashes/judge-hash.ts'
import type { HashInput } from '../hashes/verdict.ts'
import { dummyEmail, isDummyPhone } from '../users/dummy-contacts.ts'
import { normaliseEmail } from '../users/normalise-email.ts'
import { formOfId } from '../users/known-provider.ts'
import { isPlainPhone } from '../users/normalise-phone.ts'
import { readTimeJoined } from '../users/time-joined.ts'
import type { Identity, Profile, User } from '../users/user.ts'
import { earliestNow } from './judge-for-plan.ts'

/*
 * The kind of a user: all that its plan follows from besides the decisions and the core, but for values that calls only repeat
 * (`ownValues`). Users of one kind have plans of one form, whatever is decided, so one of them shows what all of them are planned as.
 */

/** T, if these are all of its fields. Another field compiles nowhere below before it is decided what it says about a plan. */
type Only<T, K extends keyof T> = [Exclude<keyof T, K>] extends [never] ? T : never

type OwnField = 'sourceId' | 'email' | 'phone' | 'hash' | 'identities'
type KindField =
  | 'emailVerified'
  | 'phoneVerified'
  | 'hasPassword'
  | 'phoneIsLogin'
  | 'emailIsLogin'
  | 'standing'
  | 'profile'
type OtherField =
  | 'tenants'
  | 'unmapped'
  | 'roundedTimes'
  | 'mayBeOther'
  | 'computedId'
  | 'computedContacts'
  | 'lacksCells'
  | 'phoneInEmail'
  | 'mayBeCut'
  | 'sameIdElsewhere'

/** Characters of a value that planning repeats and never looks into: among them is no number that a spreadsheet rounded. */
const plain = /^[A-Za-z0-9_.|:@-]+$/
/** Every core stores as many. */
const widest = 128

function isPlain(value: string): boolean {
  return value.length <= widest && plain.test(value)
}

/** The kind of a user; empty: a value of its own can make its plan another one than that of any other user. With a phone number it has none. */
export function kindOf(user: User): string {
  return user.phone === null ? kindWithPhone(user) : ''
}

/** The kind of a user who may have a phone number, of which it says nothing but that no country is needed to read it. */
export function kindWithPhone(user: Only<User, OwnField | KindField | OtherField>): string {
  const { sourceId, email, phone, phoneVerified, hash, identities } = user
  const identity = identities[0]
  if (hasMore(user) || identities.length > 1) return ''
  if (phone === null ? phoneVerified !== null : !isPlainPhone(phone) || isDummyPhone(phone)) return ''
  if (sourceId !== null && !isPlain(sourceId)) return ''
  if (email !== null && !isUsual(email)) return ''
  if (identity !== undefined && !isRepeated(identity, email)) return ''
  const family = hash === null ? 'none' : familyOf(hash)
  if (family === null) return ''
  const fields = fieldsOf(user, family)
  return identity === undefined ? fields : `${fields} ${identityFields(identity)}`
}

function hasMore(user: Pick<User, OtherField | 'profile'>): boolean {
  const { tenants, profile, unmapped, roundedTimes, mayBeOther, computedId, computedContacts } = user
  const { lacksCells, phoneInEmail, mayBeCut, sameIdElsewhere } = user
  if (profile !== undefined && !isTimeAlone(profile)) return true
  const marks =
    mayBeOther ?? computedId ?? computedContacts ?? lacksCells ?? phoneInEmail ?? mayBeCut ?? sameIdElsewhere
  return (tenants ?? unmapped ?? roundedTimes ?? marks) !== undefined
}

/** Whether a profile is the time joined alone, and plausible to any clock that plans are made by. */
function isTimeAlone(
  profile: Only<Profile, 'joined' | 'metadata' | 'roles' | 'totp' | 'systemRoles' | 'passkeys'>,
): boolean {
  const { joined, metadata, roles, totp, systemRoles, passkeys } = profile
  if ((metadata ?? roles ?? totp ?? systemRoles ?? passkeys) !== undefined) return false
  return joined !== undefined && readTimeJoined(joined, earliestNow) !== null
}

/** Whether an email is sent in its normal form, without anything of note about it. */
function isUsual(raw: string): boolean {
  const email = normaliseEmail(raw)
  return email.kind === 'ok' && email.odd === null && dummyEmail(raw) === null
}

/** Whether a call repeats the ID at a provider and the email of the user, and not another email or a placeholder, which may be too long. */
function isRepeated(
  identity: Only<Identity, 'provider' | 'userId' | 'email' | 'emailVerified'>,
  own: string | null,
): boolean {
  const { provider, userId, email } = identity
  const isId = isPlain(userId) && formOfId(userId) !== 'address'
  return isPlain(provider) && isId && own !== null && (email === null || email === own)
}

function identityFields({ provider, userId, email, emailVerified }: Identity): string {
  return `${email === null ? 'bare' : 'with email'} ${emailVerified} ${formOfId(userId)} ${provider}`
}

/**
 * The family of a hash that is sent to any core as it is, or without the word in braces before it (`{CRYPT}` of directories, `{bcrypt}` of
 * Spring), whatever its parameters; null: its verdict says more.
 */
function familyOf(
  input: Only<HashInput, 'hash' | 'salt' | 'declared' | 'factor' | 'digestBytes' | 'provider'>,
): (typeof families)[number] | null {
  const { hash, salt, declared, factor, digestBytes } = input
  if ((salt ?? declared ?? factor ?? digestBytes) !== undefined) return null
  const verdict = judgeHash(input, null, 'documented')
  if (verdict.kind !== 'accept' && verdict.kind !== 'rewrite') return null
  const { family, send } = verdict
  if (family === 'firebase-scrypt') return null
  if (verdict.kind === 'accept') return send === hash ? family : null
  return hash.startsWith('{') && send === hash.slice(hash.indexOf('}') + 1) ? `{} ${family}` : null
}

const three = [null, false, true] as const
const families = ['none', 'bcrypt', 'argon2', '{} bcrypt', '{} argon2'] as const
const standings = ['active', 'disabled', 'deleted'] as const

/** With the version, as another one may plan by more. One string object for all users, so that their facets compare by identity. */
const known: string[] = []

function fieldsOf(
  user: Pick<User, KindField | 'sourceId' | 'email' | 'phone'>,
  family: (typeof families)[number],
): string {
  const { sourceId, email, emailVerified, hasPassword, phoneIsLogin, emailIsLogin, standing, profile } = user
  const phone = user.phone === null ? 0 : 1 + three.indexOf(user.phoneVerified)
  let place = (phone * families.length + families.indexOf(family)) * 3 + standings.indexOf(standing)
  place = (place * 3 + three.indexOf(emailVerified)) * 3 + three.indexOf(hasPassword)
  const bits = [sourceId !== null, email !== null, phoneIsLogin, emailIsLogin, profile !== undefined]
  for (const one of bits) place = place * 2 + (one ? 1 : 0)
  known[place] ??= `${app.version} ${place}`
  return known[place] ?? ''
}
