import { describe, expect, it } from 'vitest'
import { readMadeUp, readOne, readUser, userEntry } from '../support.ts'

const user = (status: string, attributes: object, more: object = {}) => ({
  Username: 'ann',
  Attributes: Object.entries({ sub: 'S1', ...attributes }).map(([Name, Value]) => ({ Name, Value })),
  UserStatus: status,
  Enabled: true,
  ...more,
})
const matched = (status: string, attributes: object) => {
  const { emailVerified, hasPassword } = readUser(user(status, { email: 'ann@acme.example', ...attributes }))
  return [emailVerified, hasPassword]
}
const identities = (...list: readonly object[]) => JSON.stringify(list)
const third = (provider: string, userId: string) => ({ provider, userId, email: null, emailVerified: null })

describe('a Cognito user', () => {
  it('of the pool itself has a password and never a hash', () => {
    const attributes = { email: 'ann@acme.example', email_verified: 'true', phone_number: '+14155552671' }
    expect(readOne(user('CONFIRMED', attributes))).toEqual(
      userEntry(
        { sourceId: 'S1', email: 'ann@acme.example', emailVerified: true, phone: '+14155552671', hasPassword: true },
        ['cognito:S1', 'cognito:ann'],
      ),
    )
  })

  it('who was never confirmed has an email nobody proved, unless an attribute says otherwise', () => {
    expect([
      matched('UNCONFIRMED', {}),
      matched('UNCONFIRMED', { email_verified: 'true' }),
      matched('CONFIRMED', {}),
      matched('FORCE_CHANGE_PASSWORD', { email_verified: 'true' }),
      matched('RESET_REQUIRED', { email_verified: 'false' }),
    ]).toEqual([
      [false, null],
      [true, null],
      [null, true],
      [true, null],
      [false, true],
    ])
  })

  it.each([
    [
      'identities',
      'x',
      { identities: identities({ userId: '1098', providerName: 'Google' }) },
      third('Google', '1098'),
    ],
    ['the user name', 'SignInWithApple_001.a_b', {}, third('SignInWithApple', '001.a_b')],
    ['neither', 'acme', {}, third('external provider', '')],
    [
      'a SAML connection with the name of a social provider',
      'Google_ann@acme.example',
      { identities: identities({ userId: 'ann@acme.example', providerName: 'Google', providerType: 'SAML' }) },
      third('Google (SAML)', 'ann@acme.example'),
    ],
  ])('of a third party is told by %s', (_, username, attributes, identity) => {
    const entry = readOne(user('EXTERNAL_PROVIDER', attributes, { Username: username }))
    expect(entry).toEqual(
      userEntry({ sourceId: 'S1', hasPassword: false, identities: [identity] }, ['cognito:S1', `cognito:${username}`]),
    )
  })

  it('of the pool with a linked third party has both', () => {
    const linked = identities({ userId: '2001', providerName: 'Facebook' })
    expect(readUser(user('CONFIRMED', { identities: linked }))).toMatchObject({
      hasPassword: true,
      identities: [third('Facebook', '2001')],
    })
  })

  it('who is off, archived or compromised is disabled', () => {
    const users = [
      user('CONFIRMED', {}, { Enabled: false }),
      user('ARCHIVED', {}),
      user('COMPROMISED', {}),
      user('CONFIRMED', {}),
    ]
    expect(users.map((one) => readUser(one).standing)).toEqual(['disabled', 'disabled', 'disabled', 'active'])
  })

  it('of the import table is known by its user name', async () => {
    const { entries } = await readMadeUp('cognito/user-import.csv')
    expect(entries[1]).toEqual(
      userEntry({ sourceId: 'ben', emailVerified: false, phone: '+14155552673', phoneVerified: true }, ['cognito:ben']),
    )
  })
})
