import { describe, expect, it, test } from 'vitest'
import { countsOf } from '../counts.ts'
import { clearTextMark } from '../../../../shared/hashes/mask-hash.ts'
import { readOne, readUser, userEntry } from '../support.ts'

const email = 'ann@acme.example'
const user = (status: string, credentials: object) => ({
  id: '00u1',
  status,
  profile: { login: email, email },
  credentials,
})
const own = { password: {}, provider: { type: 'OKTA', name: 'OKTA' } }

test.each([
  [
    'users.json',
    {
      records: { users: 8 },
      calls: { passwordless: 6 },
      hashes: { none: 8 },
      ready: 3,
      blocked: { disabled: 2, 'identity-without-id': 2, 'unverified-email': 1 },
    },
  ],
  [
    'password-health.csv',
    {
      records: { users: 2, unreadable: 1 },
      calls: { passwordless: 2 },
      hashes: { none: 2 },
      ready: 1,
      blocked: { disabled: 1 },
    },
  ],
  [
    'users-with-hashes.json',
    {
      records: { users: 3 },
      calls: { emailPassword: 1 },
      hashes: { bcrypt: 1, pbkdf2: 1, sha: 1 },
      ready: 1,
      blocked: { 'unsupported-hash': 2 },
    },
  ],
])('the users of %s are all accounted for', async (name, counts) => {
  expect(await countsOf(`okta/${name}`)).toEqual({ providers: 'okta', ...counts })
})

describe('an Okta user', () => {
  it('has a password without a hash, and an email that its list calls verified', () => {
    const credentials = { ...own, emails: [{ value: email.toUpperCase(), status: 'VERIFIED', type: 'PRIMARY' }] }
    expect(readOne(user('ACTIVE', credentials))).toEqual(
      userEntry({ sourceId: '00u1', email, emailVerified: true, hasPassword: true }, ['okta:00u1']),
    )
  })

  it('of another provider has no id there, and one of a directory a password there', () => {
    const providers = ['SOCIAL google', 'FEDERATION FEDERATION', 'ACTIVE_DIRECTORY corp', 'LDAP x'].map((text) => {
      const [type, name] = text.split(' ')
      return readUser(user('ACTIVE', { provider: { type, name } }))
    })
    expect(providers.map((one) => [one.hasPassword, one.identities.map(({ provider }) => provider)])).toEqual([
      [false, ['google']],
      [false, ['FEDERATION']],
      [true, []],
      [true, []],
    ])
  })

  it('with the hash of an import has it in its parts, and never a plain password', () => {
    const hash = { algorithm: 'BCRYPT', workFactor: 10, salt: 'salt', value: 'value' }
    const users = [{ hash }, { value: 'not-to-be-seen' }].map((password) =>
      readUser(user('ACTIVE', { ...own, password })),
    )
    expect(users.map((one) => [one.hasPassword, one.hash])).toEqual([
      [true, { hash: 'value', salt: 'salt', declared: 'BCRYPT', factor: 10, provider: 'okta' }],
      [true, { hash: clearTextMark, provider: 'okta' }],
    ])
  })

  it.each([
    'STAGED',
    'PROVISIONED',
    'ACTIVE',
    'RECOVERY',
    'PASSWORD_EXPIRED',
    'LOCKED_OUT',
    'SUSPENDED',
    'DEPROVISIONED',
  ])('that is %s can log in or not', (status) => {
    const off = ['LOCKED_OUT', 'SUSPENDED', 'DEPROVISIONED'].includes(status)
    expect(readUser(user(status, own)).standing).toBe(off ? 'disabled' : 'active')
  })
})
