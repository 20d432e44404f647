import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choicesSchema, type Choices } from '../../../shared/planning/choices.ts'
import { applyCorrection, type Correction } from '../../../shared/planning/correction.ts'
import { claimKeys, withDuplicates } from '../../../shared/planning/duplicates.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { planUser, type PlanContext } from '../../../shared/planning/plan-user.ts'
import type { User } from '../../../shared/users/user.ts'
import { bcrypt, pbkdf2, rawScrypt } from './made-users.ts'

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const email = fc.oneof(
  fc.constantFrom('ann@example.com', ' Ann@Example.com', 'bo@example.com', 'ann', '', 'a b@c.de', 'x@intranet'),
  fc.integer({ min: 240, max: 260 }).map((length) => `${'a'.repeat(length - 12)}@example.com`),
)
const phone = fc.constantFrom('+14155552671', '4155552671', '12', '', '+491711234567')
const hash = fc.record(
  {
    hash: fc.constantFrom(bcrypt, `bcrypt$${bcrypt}`, pbkdf2, rawScrypt, '$2b$10$cut', 'UkVEQUNURUQ=', '!no', 'secret'),
    salt: fc.constantFrom('', 'AAAA', 'not base64'),
    provider: fc.constantFrom('firebase', 'auth0'),
    declared: fc.constantFrom('bcrypt', 'bcrypt_peppered', 'sha256', ''),
  },
  { requiredKeys: ['hash'] },
)
const identity = fc.record({
  provider: fc.constantFrom('google-oauth2', 'google.com', 'samlp', 'constructor', '__proto__', 'SAMLP'),
  userId: fc.oneof(
    fc.constantFrom('1', '2', '', 'a\0b'),
    fc.constantFrom(255, 256, 257).map((n) => 'i'.repeat(n)),
  ),
  email: maybe(email),
  emailVerified: maybe(fc.boolean()),
})
const user: fc.Arbitrary<User> = fc.record({
  sourceId: maybe(fc.string()),
  email: maybe(email),
  emailVerified: maybe(fc.boolean()),
  phone: maybe(phone),
  phoneVerified: maybe(fc.boolean()),
  phoneIsLogin: fc.boolean(),
  emailIsLogin: fc.boolean(),
  hasPassword: maybe(fc.boolean()),
  hash: maybe(hash),
  identities: fc.array(identity, { maxLength: 3 }),
  standing: fc.constantFrom('active', 'active', 'disabled', 'deleted'),
})
const given = fc.constantFrom('passwordless', 'leave-out')
const choices: fc.Arbitrary<Choices> = fc
  .record({
    country: maybe(fc.constant('US')),
    providers: fc.dictionary(
      fc.constantFrom('samlp', 'constructor', 'google.com'),
      fc.constantFrom({ kind: 'name', name: 'acme' }, { kind: 'leave-out' }),
    ),
    hashes: fc.dictionary(fc.constantFrom('pbkdf2', 'malformed', 'redacted', 'partner-scrypt'), given),
    otherHashes: maybe(given),
    hashWithoutEmail: maybe(fc.constantFrom('passwordless-by-phone', 'leave-out')),
    thirdPartyWithoutEmail: maybe(
      fc.constantFrom({ kind: 'placeholder', domain: 'no-mail.example.com' }, { kind: 'leave-out' }),
    ),
    identityWithoutId: maybe(given),
    unverifiedEmail: maybe(fc.constantFrom('migrate', 'leave-out')),
    disabled: maybe(fc.constantFrom('migrate', 'leave-out')),
    duplicates: maybe(fc.constant('leave-out')),
    severalMethods: fc.constantFrom('all', 'first'),
    signerKeySet: fc.boolean(),
    keepUserIds: fc.constant(false),
    verifyEmails: fc.constant(false),
    existing: fc.constant(null),
  })
  .map((value) => choicesSchema.parse(value))
const correction: fc.Arbitrary<Correction | null> = maybe(
  fc.record(
    {
      email: maybe(email),
      phone: maybe(phone),
      hash: maybe(hash),
      identities: fc.constant([{ provider: 'samlp', name: 'acme', providerUserId: '9' }]),
    },
    { requiredKeys: [] },
  ),
)
const context: fc.Arbitrary<PlanContext> = fc.record({
  scrypt: maybe(fc.constant({ separator: 'Bw==', rounds: 8, memoryCost: 14, signerKeyLength: 64 })),
  dialect: fc.constantFrom('documented', 'supertokens'),
})

function always(law: (plan: Plan, choices: Choices, again: () => Plan) => void): void {
  fc.assert(
    fc.property(user, correction, choices, context, (user, correction, choices, context) => {
      const corrected = correction === null ? user : applyCorrection(user, correction)
      law(planUser(user, correction, choices, context), choices, () =>
        planUser(corrected, correction, choices, context),
      )
    }),
    { numRuns: 2000 },
  )
}

/** Everything of a call that the core stores, with its width. */
function values(plan: Plan): readonly (readonly [value: string, width: number])[] {
  return plan.calls.flatMap((call): readonly (readonly [string, number])[] => {
    switch (call.kind) {
      case 'import':
        return [
          [call.email, 256],
          [call.passwordHash, 256],
        ]
      case 'third-party':
        return [
          [call.email, 256],
          [call.thirdPartyId, 28],
          [call.thirdPartyUserId, 256],
        ]
      case 'update':
        return [
          [call.email, 256],
          [call.phoneNumber, 16],
        ]
      case 'verify-email':
      case 'map-id':
        return []
      default:
        return [call.contact.kind === 'email' ? [call.contact.email, 256] : [call.contact.phoneNumber, 16]]
    }
  })
}

describe('every plan', () => {
  it('is blocked exactly when a finding blocks', () => {
    always((plan) => expect(plan.findings.some((finding) => finding.blocks)).toBe(plan.state === 'blocked'))
  })

  it('has calls when it is ready, and a reason but no call when it is excluded', () => {
    always((plan) => {
      if (plan.state === 'ready') expect(plan.calls).not.toEqual([])
      if (plan.state !== 'excluded') return
      expect(plan.calls).toEqual([])
      expect(plan.findings.some(({ code }) => code === 'deleted' || code === 'left-out')).toBe(true)
    })
  })

  it('sends only what the core can store', () => {
    always((plan) => {
      const unfit = values(plan).filter(
        ([value, width]) => value === '' || value.length > width || value.includes('\0'),
      )
      expect(unfit).toEqual([])
    })
  })

  it('claims every key once, and says every finding once', () => {
    always((plan) => {
      const keys = claimKeys(plan).map(({ key }) => key)
      const findings = plan.findings.map(({ code, group }) => `${code}:${group}`)
      expect([new Set(keys).size, new Set(findings).size]).toEqual([keys.length, findings.length])
    })
  })

  it('stays the same when the correction is laid over a corrected user again', () => {
    always((plan, _, again) => expect(again()).toEqual(plan))
  })

  it('keeps these laws when all its claims are taken', () => {
    always((plan, choices) => {
      const judged = withDuplicates(plan, () => ({ line: 1, file: 'users.json' }), choices)
      expect(judged.findings.some((finding) => finding.blocks)).toBe(judged.state === 'blocked')
      expect(judged.state === 'ready').toBe(false)
    })
  })
})
