import { isWrittenAsIs } from '../json-text.ts'
import type { User } from '../users/user.ts'
import { type Call, tenantOf } from './call.ts'
import type { Plan } from './plan.ts'

/** The parts of a user that its calls repeat: the contacts of its plan, and what its source says. */
export const ownValues = ['email', 'phone', 'hash', 'sourceId', 'thirdPartyUserId', 'hashFromDollar'] as const

/** Stands for such a value in a template, as no text of JSON can: a control character as it is, numbered from 1 in that order. */
const [email, phone, hash, sourceId, thirdPartyUserId, hashFromDollar] = [
  '\u0001',
  '\u0002',
  '\u0003',
  '\u0004',
  '\u0005',
  '\u0006',
]

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
const importsOf = (sent: string) => {
  const importAs = (family: string) =>
    `[{"kind":"import","email":${email},"passwordHash":${sent},"family":"${family}"}]`
  return {
    bcrypt: importAs('bcrypt'),
    argon2: importAs('argon2'),
    'firebase-scrypt': importAs('firebase-scrypt'),
  }
}
const imports = importsOf(hash)
const importsFromDollar = importsOf(hashFromDollar)

/** A list of this call alone. */
function templateOf(call: Call, plan: Plan, user: User): string {
  const tenant = tenantOf(call)
  const template = templateOutside(call, plan, user)
  if (tenant === null || template === '') return template
  return isWrittenAsIs(tenant) ? `${template.slice(0, -2)},"tenant":"${tenant}"}]` : ''
}

/** The same, whatever tenant the call is sent to. */
function templateOutside(call: Call, plan: Plan, user: User): string {
  switch (call.kind) {
    case 'import': {
      if (!isOwn(call.email, plan.email)) return ''
      const whole = user.hash?.hash
      if (isOwn(call.passwordHash, whole)) return imports[call.family]
      return isFromDollar(call.passwordHash, whole) ? importsFromDollar[call.family] : ''
    }
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

/** Whether a hash is another one without what stands before its first dollar sign, such as `{CRYPT}` of directories. */
function isFromDollar(sent: string, whole = ''): boolean {
  return whole.endsWith(sent) && whole.indexOf('$') === whole.length - sent.length && isWrittenAsIs(sent)
}

function isOwn(value: string, own: string | null | undefined): boolean {
  return value === own && isWrittenAsIs(value)
}
