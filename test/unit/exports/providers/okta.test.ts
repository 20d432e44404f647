import { describe, expect, it } from 'vitest'
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
