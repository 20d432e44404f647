import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]

async function blockedBy(fields: (isOff: boolean) => object) {
  const rows = some.map((at) => ({
    _id: `u${at}`,
    email: `u${at}@acme.example`,
    password: madeUpBcrypt(at),
    ...fields(at === 3),
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(rows) })
  return json?.['blocked']
}

describe('a flag of a feature is no state of its user', () => {
  test.each([
    ['mfa', (isOff: boolean) => ({ mfa: { enabled: !isOff } })],
    ['two factors', (isOff: boolean) => ({ twoFactor: { isActive: !isOff } })],
    ['an app that is not set up', (isOff: boolean) => ({ security: { otp: { enabled: !isOff } } })],
    ['notifications', (isOff: boolean) => ({ notifications: { active: !isOff } })],
    ['notifications that are off', (isOff: boolean) => ({ notifications: { email: { disabled: isOff } } })],
    ['a newsletter', (isOff: boolean) => ({ newsletter: { enabled: !isOff } })],
    ['a preference', (isOff: boolean) => ({ preferences: { darkMode: { enabled: !isOff } } })],
    ['a passkey', (isOff: boolean) => ({ webauthn: { enabled: !isOff } })],
    ['settings of a thing', (isOff: boolean) => ({ aisleSettings: { enabled: !isOff } })],
    ['an alarm', (isOff: boolean) => ({ alarm: { disabled: isOff } })],
    ['messages', (isOff: boolean) => ({ sms: { enabled: !isOff }, newsletter: { status: isOff ? 'blocked' : 'on' } })],
    ['a payment', (isOff: boolean) => ({ autopay: { enabled: !isOff } })],
    ['an API', (isOff: boolean) => ({ apiAccess: { enabled: !isOff } })],
  ])('%s', async (_, fields) => {
    expect(await blockedBy(fields)).toEqual({})
  })

  test.each([
    ['an account', (isOff: boolean) => ({ account: { enabled: !isOff } })],
    ['a login', (isOff: boolean) => ({ login: { disabled: isOff } })],
    ['settings of an account', (isOff: boolean) => ({ accountSettings: { enabled: !isOff } })],
    ['settings of a login', (isOff: boolean) => ({ login_settings: { disabled: isOff } })],
    ['a ban among settings', (isOff: boolean) => ({ gameSettings: { banned: isOff } })],
    ['a ban among preferences', (isOff: boolean) => ({ preferences: { banned: isOff } })],
  ])('but one of an account is: %s', async (_, fields) => {
    expect(Object.values((await blockedBy(fields)) ?? {})).toEqual([1])
  })

  test('in an export of Rocket.Chat, an app that was never confirmed holds no user back', async () => {
    const users = some.map((at) => ({
      _id: `u${at}`,
      emails: [{ address: `u${at}@acme.example`, verified: true }],
      services: {
        google: { id: `11754799159714200000${at}` },
        totp: { enabled: at !== 3, secret: 'JBSWY3DPEHPK3PXP' },
      },
      type: 'user',
      active: true,
      roles: ['user'],
    }))
    const { json } = await inspect({ 'users.ndjson': users.map((user) => JSON.stringify(user)).join('\n') })
    expect(json).toMatchObject({ ready: some.length, blocked: {} })
  })
})
