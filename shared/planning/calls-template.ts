import { isWrittenAsIs } from '../json-text.ts'
import type { User } from '../users/user.ts'
import type { Call } from './call.ts'
import type { Plan } from './plan.ts'

/** The parts of a user that its calls repeat: the contacts of its plan, and what its source says. */
export const ownValues = ['email', 'phone', 'hash', 'sourceId', 'thirdPartyUserId'] as const

/** Stands for such a value in a template, as no text of JSON can: a control character as it is, numbered from 1 in that order. */
const [email, phone, hash, sourceId, thirdPartyUserId] = ['\u0001', '\u0002', '\u0003', '\u0004', '\u0005']

/**
 * The calls of a plan as JSON with marks for the values that the user has anyway, so that many users share it. Empty: some call has
 * a value of its own, such as a corrected hash. `user`: as its source has it; null: parts may be joined to it.
 */
export function callsTemplate(plan: Plan, user: User | null): string {
  const [first] = plan.calls
  if (first === undefined) return '[]'
  if (user === null) return ''
  if (plan.calls.length === 1) return templateOf(first, plan, user)
  const templates = plan.calls.map((call) => templateOf(call, plan, user))
  return templates.includes('') ? '' : `[${templates.map((one) => one.slice(1, -1)).join(',')}]`
}

// One string object for all users, so that their facets compare by identity.
const importAs = (family: string) => `[{"kind":"import","email":${email},"passwordHash":${hash},"family":"${family}"}]`
const imports = {
  bcrypt: importAs('bcrypt'),
  argon2: importAs('argon2'),
  'firebase-scrypt': importAs('firebase-scrypt'),
}

/** A list of this call alone. */
function templateOf(call: Call, plan: Plan, user: User): string {
  if ('tenant' in call) return ''
  switch (call.kind) {
    case 'import':
      return isOwn(call.email, plan.email) && isOwn(call.passwordHash, user.hash?.hash) ? imports[call.family] : ''
    case 'third-party': {
      const { thirdPartyId, isVerified } = call
      return isOwn(call.email, plan.email) &&
        isOwn(call.thirdPartyUserId, user.identities[0]?.userId) &&
        isWrittenAsIs(thirdPartyId)
        ? `[{"kind":"third-party","thirdPartyId":"${thirdPartyId}","thirdPartyUserId":${thirdPartyUserId},"email":${email},"isVerified":${isVerified}}]`
        : ''
    }
    case 'passwordless': {
      const { contact } = call
      if (contact.kind === 'email')
        return isOwn(contact.email, plan.email)
          ? `[{"kind":"passwordless","contact":{"kind":"email","email":${email}}}]`
          : ''
      return isOwn(contact.phoneNumber, plan.phone)
        ? `[{"kind":"passwordless","contact":{"kind":"phone","phoneNumber":${phone}}}]`
        : ''
    }
    case 'verify-email':
      return isOwn(call.email, plan.email) ? `[{"kind":"verify-email","email":${email}}]` : ''
    case 'map-id':
      return isOwn(call.externalUserId, user.sourceId) ? `[{"kind":"map-id","externalUserId":${sourceId}}]` : ''
    case 'make-primary':
      return '[{"kind":"make-primary"}]'
    default:
      return ''
  }
}

function isOwn(value: string, own: string | null | undefined): boolean {
  return value === own && isWrittenAsIs(value)
}
