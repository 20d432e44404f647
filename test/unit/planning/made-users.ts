import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import type { Correction } from '../../../shared/planning/correction.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import type { PlanContext } from '../../../shared/planning/judge-for-plan.ts'
import { describeContactChange } from '../../../shared/planning/contact-changes.ts'
import { planUser } from '../../../shared/planning/plan-user.ts'
import { emptyUser, type Identity, type User } from '../../../shared/users/user.ts'

export const bcrypt = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'
export const pbkdf2 = 'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c='
export const rawScrypt = `${'A'.repeat(85)}A==`

export const anyContext: PlanContext = { scrypt: null, dialect: 'documented' }

export function user(fields: Partial<User>): User {
  return { ...emptyUser, ...fields }
}

export function identity(provider: string, userId: string, fields: Partial<Identity> = {}): Identity {
  return { provider, userId, email: null, emailVerified: null, ...fields }
}

/** Plans a user with nothing decided but `choices`. */
export function plan(
  fields: Partial<User>,
  choices: Partial<Choices> = {},
  correction: Correction | null = null,
  context: PlanContext = anyContext,
): Plan {
  return planUser(user(fields), correction, { ...noChoices, ...choices }, context)
}

/** The findings of a plan as `code` or `code:group`, blocking ones with a `!` in front. */
export function findingsOf({ findings }: Plan): readonly string[] {
  return findings.map(({ code, group, blocks }) => `${blocks ? '!' : ''}${code}${group === '' ? '' : `:${group}`}`)
}

/** State, calls and findings in short, to compare whole plans. */
export function outline(one: Plan) {
  const calls = one.calls.map((call) => {
    switch (call.kind) {
      case 'import':
        return `import ${call.email} ${call.family}`
      case 'third-party':
        return `${call.thirdPartyId} ${call.thirdPartyUserId} ${call.email}${call.isVerified ? ' verified' : ''}`
      case 'update':
        return `update ${call.email} ${call.phoneNumber}`
      case 'verify-email':
        return `verify ${call.email}`
      case 'make-primary':
        return 'primary'
      case 'link':
        return `link ${call.method}`
      case 'metadata':
        return `metadata ${JSON.stringify(call.metadata)}`
      case 'role':
        return `${call.create ? 'create and give' : 'give'} ${call.role}`
      case 'totp':
        return `totp ${call.deviceName}`
      case 'map-id':
        return `keep ${call.externalUserId}`
      case 'change-contact':
        return `change ${describeContactChange(call)}`
      default:
        return `code ${call.contact.kind === 'email' ? call.contact.email : call.contact.phoneNumber}`
    }
  })
  return { state: one.state, calls, findings: findingsOf(one) }
}

/* Outlines of the plans of one user, to compare with `outline`. */

export const ready = (calls: readonly string[], findings: readonly string[] = []) => ({
  state: 'ready',
  calls,
  findings,
})
export const blocked = (findings: readonly string[], calls: readonly string[] = []) => ({
  state: 'blocked',
  calls,
  findings,
})
export const excluded = (findings: readonly string[]) => ({ state: 'excluded', calls: [], findings })
