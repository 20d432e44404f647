import { describe, expect, it, test } from 'vitest'
import { judgeHash } from '../../../../shared/hashes/judge-hash.ts'
import { clearTextMark } from '../../../../shared/hashes/mask-hash.ts'
import { keycloakCredential } from '../../hashes/made-hashes.ts'
import { readMadeUp, readOne, readUser, userEntry } from '../support.ts'

const user = (fields: object) => ({
  id: 'K1',
  username: 'ann',
  email: 'ann@acme.example',
  emailVerified: true,
  enabled: true,
  createdTimestamp: 1733240541297,
  ...fields,
})

test('a realm without users is named as such', async () => {
  const { recognition, entries } = await readMadeUp('keycloak/realm-without-users.json')
  expect([recognition?.shape, entries]).toEqual([
    'realm without users',
    [{ kind: 'aside', what: 'realm without users' }],
  ])
})

describe('a Keycloak user', () => {
  it('has its credential whole, from which Argon2 is put together', () => {
    const credential: unknown = JSON.parse(keycloakCredential())
    const { hash } = readUser(user({ credentials: [{ type: 'otp', secretData: '{}' }, credential] }))
    expect(hash === null ? null : judgeHash(hash, null, 'documented')).toEqual({
      kind: 'rewrite',
      family: 'argon2',
      variant: 'argon2id',
      send: expect.stringMatching(/^\$argon2id\$v=19\$m=64,t=2,p=1\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/),
      reason: expect.any(String),
    })
  })

  it('has third parties, and attributes with a phone number', () => {
    const federatedIdentities = [{ identityProvider: 'google', userId: '1035', userName: 'ann' }]
    const attributes = { phoneNumber: ['+14155552671'], phoneNumberVerified: ['true'] }
    expect(readOne(user({ credentials: [], federatedIdentities, attributes }))).toEqual(
      userEntry(
        {
          sourceId: 'K1',
          email: 'ann@acme.example',
          emailVerified: true,
          phone: '+14155552671',
          phoneVerified: true,
          hasPassword: false,
          identities: [{ provider: 'google', userId: '1035', email: null, emailVerified: null }],
          profile: { metadata: { attributes }, joined: '1733240541297' },
        },
        ['keycloak:K1'],
      ),
    )
  })

  it.each([
    ['in a directory', { federationLink: 'L1', credentials: [] }, true],
    ['not told', {}, null],
    ['not there', { credentials: [] }, false],
  ])('whose password is %s has no hash', (_, fields, hasPassword) => {
    expect(readUser(user(fields))).toMatchObject({ hasPassword, hash: null })
  })

  it('whose password is in clear text is named, and the password is not taken along', () => {
    const read = readUser(user({ credentials: [{ type: 'password', value: 'not-to-be-seen' }] }))
    expect(read).toMatchObject({ hasPassword: true, hash: { hash: clearTextMark } })
    expect(JSON.stringify(read)).not.toContain('not-to-be-seen')
  })

  it('that is the account of a client is no person', () => {
    const client = { email: undefined, credentials: [], realmRoles: [] }
    const kinds = [
      user({ ...client, username: 'service-account-shop' }),
      user({ ...client, username: 'shop', serviceAccountClientId: 'shop' }),
      user({ username: 'service-account-lover' }),
    ].map((record) => readOne(record).kind)
    expect(kinds).toEqual(['aside', 'aside', 'user'])
  })
})
