import { describe, expect, test } from 'vitest'
import {
  keysOfMethods,
  keyText,
  loginsOfMethods,
  personOf,
} from '../../../../../electron/engine/runner/bulk/person-of.ts'
import { callKey } from '../../../../../shared/planning/call-key.ts'
import type { Call } from '../../../../../shared/planning/call.ts'

const email = 'ann@example.com'
const password: Call = { kind: 'import', email, passwordHash: 'made up', family: 'bcrypt' }
const google: Call = {
  kind: 'third-party',
  thirdPartyId: 'google',
  thirdPartyUserId: 'g1',
  email,
  isVerified: true,
}
const byPhone: Call = { kind: 'passwordless', contact: { kind: 'phone', phoneNumber: '+14155552671' } }
const linked = (call: Call): Call => ({ kind: 'link', method: callKey(call) })

describe('the calls of a user as one person', () => {
  test('are a login with what belongs to it', () => {
    const candidate = personOf(
      [
        password,
        { kind: 'verify-email', email },
        { kind: 'map-id', externalUserId: 'old-1' },
        { kind: 'metadata', metadata: { plan: 'gold' } },
        { kind: 'role', role: 'admin', create: false },
        { kind: 'role', role: 'editor', create: true, tenant: 'acme' },
        { kind: 'totp', secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Phone', period: 60 },
      ],
      1_700_000_000_000,
    )
    expect(candidate).toEqual({
      person: {
        externalUserId: 'old-1',
        methods: [
          {
            recipe: 'emailpassword',
            email,
            passwordHash: 'made up',
            family: 'bcrypt',
            isVerified: true,
            timeJoined: 1_700_000_000_000,
          },
        ],
        metadata: { plan: 'gold' },
        roles: [
          { role: 'admin', tenantIds: ['public'] },
          { role: 'editor', tenantIds: ['acme'] },
        ],
        totp: [{ secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Phone', period: 60, skew: 1 }],
      },
      keys: [{ recipe: 'emailpassword', email }],
      externalUserId: 'old-1',
    })
  })

  test.each([
    [[{ kind: 'passwordless', contact: { kind: 'email', email } }], { email, isVerified: true }, [email]],
    [[byPhone], { phoneNumber: '+14155552671', isVerified: false }, ['+14155552671']],
    [
      [byPhone, { kind: 'update', email, phoneNumber: '+14155552671' }],
      { email, phoneNumber: '+14155552671', isVerified: false },
      [email, '+14155552671'],
    ],
  ] as const satisfies readonly (readonly [readonly Call[], object, readonly string[]])[])(
    'are a login without a password: %j',
    (calls, method, contacts) => {
      const found = personOf(calls, null)
      expect([
        found?.person.methods,
        found?.keys.map((key) => [key.recipe, 'email' in key ? key.email : 'phoneNumber' in key && key.phoneNumber]),
      ]).toEqual([
        [expect.objectContaining({ recipe: 'passwordless', ...method })],
        contacts.map((contact) => ['passwordless', contact]),
      ])
    },
  )

  test('have no part that the plan does not have', () => {
    expect(personOf([password])?.person).toEqual({
      methods: [{ recipe: 'emailpassword', email, passwordHash: 'made up', family: 'bcrypt', isVerified: false }],
    })
    expect(personOf([password, { kind: 'metadata', metadata: { a: 1 } }])?.person).not.toHaveProperty('roles')
  })

  test('are several login methods only where all are linked, the first one primary', () => {
    const all = personOf([password, google, { kind: 'make-primary' }, linked(google)])
    expect(all?.person.methods.map(({ recipe, isPrimary }) => [recipe, isPrimary])).toEqual([
      ['emailpassword', true],
      ['thirdparty', undefined],
    ])
    expect(all?.keys.map(keyText)).toHaveLength(2)
    expect([personOf([password, google]), personOf([password, google, byPhone, linked(google)])]).toEqual([null, null])
  })

  test('are a login in its tenant, which the core is told', () => {
    const candidate = personOf([{ ...password, tenant: 'acme' }])
    expect([candidate?.person.methods[0]?.tenantIds, candidate?.keys]).toEqual([
      ['acme'],
      [{ recipe: 'emailpassword', email, tenant: 'acme' }],
    ])
  })

  test('are no person across tenants, and none without a login', () => {
    const other = { ...google, tenant: 'acme' }
    expect([personOf([password, other, linked(other)]), personOf([{ kind: 'make-primary' }])]).toEqual([null, null])
  })
})

describe('the logins of methods', () => {
  const none = { tenantIds: null, email: null, phoneNumber: null, thirdPartyId: null, thirdPartyUserId: null }

  test.each([
    [{ recipe: 'passwordless', email }, [{ recipe: 'passwordless', email }]],
    [{ recipe: 'passwordless', phoneNumber: '+1' }, [{ recipe: 'passwordless', phoneNumber: '+1' }]],
    [
      { recipe: 'passwordless', email, phoneNumber: '+1' },
      [
        { recipe: 'passwordless', email },
        { recipe: 'passwordless', phoneNumber: '+1' },
      ],
    ],
    [{ recipe: 'emailpassword', email }, [{ recipe: 'emailpassword', email }]],
    [{ recipe: 'emailpassword' }, []],
    [{ recipe: 'thirdparty', email, thirdPartyId: 'google' }, []],
    [{ recipe: 'thirdparty', email, thirdPartyUserId: 'g1' }, []],
    [
      { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g1' },
      [{ recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g1' }],
    ],
  ])('of %j', (method, logins) => {
    expect(loginsOfMethods([{ ...none, ...method }])).toEqual(logins)
  })

  test('are one for each tenant, and each has a text of its own', () => {
    const both = { ...none, recipe: 'emailpassword', email: ' Ann@Example.com ', tenantIds: ['public', 'acme'] }
    const keys = keysOfMethods([both])
    expect([new Set(keys).size, keys[0]]).toEqual([2, keyText({ recipe: 'emailpassword', email })])
  })
})

test('the same login in another tenant, of another provider or as another method has another text', () => {
  const logins: readonly Parameters<typeof keyText>[0][] = [
    { recipe: 'emailpassword', email },
    { recipe: 'emailpassword', email, tenant: 'acme' },
    { recipe: 'emailpassword', email, tenant: 'branch' },
    { recipe: 'passwordless', email },
    { recipe: 'passwordless', phoneNumber: email },
    { recipe: 'passwordless', phoneNumber: email, tenant: 'acme' },
    { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g1' },
    { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g1', tenant: 'acme' },
    { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g1', tenant: 'branch' },
    { recipe: 'thirdparty', thirdPartyId: 'googleg', thirdPartyUserId: '1' },
  ]
  expect(new Set(logins.map(keyText)).size).toBe(logins.length)
  expect(keyText({ recipe: 'emailpassword', email: ' Ann@Example.com ' })).toBe(
    keyText({ recipe: 'emailpassword', email }),
  )
})
