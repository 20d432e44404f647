import { type CoreContext, type CoreReply, json } from '../context.ts'
import { type Code, type CodeContact, type Device, maximumAttempts, codeLifetime } from '../store/codes.ts'
import { onlyPublic, publicTenant, type StoredUser } from '../store/stored-user.ts'
import { inTenant, thirdPartyKey } from '../store/users.ts'

/** Makes a code for an email or a phone number, both already normalised. Nothing is sent to anybody. */
export function makeCode(context: CoreContext, contact: CodeContact, userInputCode?: string): Code {
  return context.codes.openDevice({ random: context.random, now: context.clock() }, contact, userInputCode)
}

/** The reply to a request for a code. */
export function codeReply(code: Code): CoreReply {
  return json({
    status: 'OK',
    preAuthSessionId: code.device.preAuthSessionId,
    codeId: code.codeId,
    deviceId: code.device.deviceId,
    userInputCode: code.userInputCode,
    linkCode: code.linkCode,
    timeCreated: code.createdAt,
    codeLifetime,
  })
}

/** The two ways of consuming a code. */
export type CodeGiven =
  | { readonly kind: 'link'; readonly linkCode: string }
  | { readonly kind: 'typed'; readonly deviceId: string; readonly userInputCode: string }

export type Consumed =
  | { readonly kind: 'ok'; readonly createdNewUser: boolean; readonly user: StoredUser; readonly device: Device }
  /** Unknown, used or expired; the pair code + consume has to be made again. */
  | { readonly kind: 'restart' }
  /** `preAuthSessionId` belongs to another device. */
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'wrong-typed' | 'expired-typed'; readonly failedAttempts: number }

/**
 * Consumes a code once: creates the passwordless user of its contact or finds the one that is there, and deletes every
 * other code of that contact. `verify` marks the email verified.
 */
export function consumeCode(
  context: CoreContext,
  preAuthSessionId: string,
  given: CodeGiven,
  verify: boolean,
  tenant: string,
): Consumed {
  const { codes } = context
  const now = context.clock()
  const code = given.kind === 'link' ? codes.byLinkCode.get(unpadded(given.linkCode)) : undefined
  if (given.kind === 'link' && (code === undefined || isExpired(code, now))) return { kind: 'restart' }
  const device = given.kind === 'link' ? code?.device : codes.byDeviceId.get(given.deviceId)
  if (device === undefined) return { kind: 'restart' }
  if (device.preAuthSessionId !== unpadded(preAuthSessionId)) return { kind: 'mismatch' }
  if (given.kind === 'typed') {
    const typed = device.codes.find((one) => one.userInputCode === given.userInputCode)
    if (typed === undefined || isExpired(typed, now)) return failedAttempt(context, device, typed !== undefined)
  }
  codes.closeDevicesOf(device)
  return { kind: 'ok', ...userOf(context, device, verify, tenant), device }
}

function failedAttempt(context: CoreContext, device: Device, expired: boolean): Consumed {
  device.failedAttempts += 1
  if (device.failedAttempts >= maximumAttempts) {
    context.codes.closeDevice(device)
    return { kind: 'restart' }
  }
  return { kind: expired ? 'expired-typed' : 'wrong-typed', failedAttempts: device.failedAttempts }
}

function userOf(
  context: CoreContext,
  contact: CodeContact,
  verify: boolean,
  tenant: string,
): { readonly createdNewUser: boolean; readonly user: StoredUser } {
  const { users, random, clock } = context
  const verifiedEmail = verify ? contact.email : null
  const user = passwordlessUserOf(context, contact, tenant)
  if (user === undefined) {
    const { email, phoneNumber } = contact
    const tenantIds = tenant === publicTenant ? onlyPublic : [tenant]
    const fields = { recipe: 'passwordless', email, phoneNumber, verifiedEmail, tenantIds } as const
    return { createdNewUser: true, user: users.create(random, clock(), fields) }
  }
  if (verifiedEmail !== null && user.verifiedEmail !== verifiedEmail) users.change(user, { verifiedEmail })
  return { createdNewUser: false, user }
}

function passwordlessUserOf(context: CoreContext, contact: CodeContact, tenant: string): StoredUser | undefined {
  return contact.email !== null
    ? context.users.passwordlessByEmail.get(inTenant(tenant, contact.email))
    : context.users.passwordlessByPhone.get(inTenant(tenant, contact.phoneNumber ?? ''))
}

/** Codes of older cores end in `=`; both spellings are accepted. */
function unpadded(code: string): string {
  return code.endsWith('=') ? code.replace(/(?<!=)=+$/, '') : code
}

/** Absent: keep it. A text: set it (already normalised). Null: remove it. */
export type ContactEdit = { readonly email?: string | null; readonly phoneNumber?: string | null }

/** The status of a reply to a change of contacts, the same in both interfaces. */
export const contactsStatus = {
  ok: 'OK',
  'unknown-user': 'UNKNOWN_USER_ID_ERROR',
  'email-taken': 'EMAIL_ALREADY_EXISTS_ERROR',
  'phone-taken': 'PHONE_NUMBER_ALREADY_EXISTS_ERROR',
} as const

type ContactsUpdated = keyof typeof contactsStatus | 'nothing-left'

/** Changes the contacts of a passwordless user (specification 4.3). Users of other login methods count as unknown. */
export function updateContacts(context: CoreContext, userId: string, edit: ContactEdit): ContactsUpdated {
  const { users, codes } = context
  const user = users.byId.get(context.userIds.ownId(userId))
  if (user === undefined || user.recipe !== 'passwordless') return 'unknown-user'
  const email = edit.email === undefined ? user.email : edit.email
  const phoneNumber = edit.phoneNumber === undefined ? user.phoneNumber : edit.phoneNumber
  if (email === null && phoneNumber === null) return 'nothing-left'
  const isTaken = (index: ReadonlyMap<string, unknown>, key: string): boolean =>
    user.tenantIds.some((tenant) => index.has(inTenant(tenant, key)))
  if (email !== null && email !== user.email && isTaken(users.passwordlessByEmail, email)) return 'email-taken'
  if (phoneNumber !== null && phoneNumber !== user.phoneNumber && isTaken(users.passwordlessByPhone, phoneNumber)) {
    return 'phone-taken'
  }
  if (email === user.email && phoneNumber === user.phoneNumber) return 'ok'
  for (const one of [user.email, email]) if (one !== null) codes.closeDevicesOf({ email: one, phoneNumber: null })
  for (const one of [user.phoneNumber, phoneNumber]) {
    if (one !== null) codes.closeDevicesOf({ email: null, phoneNumber: one })
  }
  users.change(user, { email, phoneNumber })
  return 'ok'
}

type ThirdPartyLogin = {
  readonly provider: string
  readonly providerUserId: string
  /** Normalised. */
  readonly email: string
  /** True marks the email verified; false never takes that back. */
  readonly isVerified: boolean
  /** The same for a user that is created. Default: `isVerified`. */
  readonly isVerifiedWhenNew?: boolean
  /** Nothing: `public`. */
  readonly tenant?: string
}

/** Creates the user of a provider's ID, or finds it and changes its email (specification 4.4). */
export function signInOrUp(
  context: CoreContext,
  login: ThirdPartyLogin,
): { readonly createdNewUser: boolean; readonly user: StoredUser } {
  const { users, random, clock } = context
  const { provider, providerUserId, email, tenant = publicTenant } = login
  const verifiedEmail = login.isVerified ? email : null
  const user = users.thirdPartyByKey.get(inTenant(tenant, thirdPartyKey(provider, providerUserId)))
  if (user === undefined) {
    const fields = {
      recipe: 'thirdparty',
      provider,
      providerUserId,
      email,
      verifiedEmail: (login.isVerifiedWhenNew ?? login.isVerified) ? email : null,
      tenantIds: tenant === publicTenant ? onlyPublic : [tenant],
    } as const
    return { createdNewUser: true, user: users.create(random, clock(), fields) }
  }
  // Real cores write this mark under their own ID and read it under the mapped one: then it lasts for the reply alone.
  const isMapped = context.userIds.externalById.has(user.id)
  const newlyVerified = verifiedEmail !== null && user.verifiedEmail !== verifiedEmail
  if (user.email !== email || (newlyVerified && !isMapped)) {
    users.change(user, { email, verifiedEmail: (isMapped ? null : verifiedEmail) ?? user.verifiedEmail })
  }
  return { createdNewUser: false, user: newlyVerified ? { ...user, verifiedEmail } : user }
}

function isExpired(code: Code, now: number): boolean {
  return code.createdAt < now - codeLifetime
}
