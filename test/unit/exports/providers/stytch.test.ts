import { describe, expect, it, test } from 'vitest'
import { countsOf } from '../counts.ts'
import { readMadeUp, readOne, readUser, userEntry } from '../support.ts'

test('users and the hashes that join them are all accounted for', async () => {
  expect(await countsOf('stytch/users.json', 'stytch/password-hashes.csv')).toEqual({
    providers: 'stytch',
    records: { users: 5, joined: 2, unmatched: 1 },
    calls: { thirdParty: 1, passwordless: 2 },
    hashes: { scrypt: 2, none: 3 },
    ready: 2,
    blocked: { disabled: 1, 'unsupported-hash': 2 },
  })
})

test('hashes alone find nobody', async () => {
  expect(await countsOf('stytch/password-hashes.csv')).toEqual({ providers: 'stytch', records: { unmatched: 3 } })
})

test('the parameters before the hashes are no records', async () => {
  const { recognition, entries } = await readMadeUp('stytch/password-hashes.csv')
  expect([recognition?.role, entries.length, entries[0]]).toEqual([
    'parts',
    3,
    {
      kind: 'part',
      part: {
        hash: {
          hash: expect.stringMatching(/^[A-Za-z0-9_-]{43}=$/),
          salt: expect.any(String),
          declared: 'scrypt',
          provider: 'stytch',
        },
      },
      keys: ['stytch:user-test-5f0c7a1e-0000-4000-8000-000000000001'],
    },
  ])
})

describe('a Stytch user', () => {
  it('has the first verified email and phone number, and third parties with their ids', () => {
    const record = {
      user_id: 'user-live-1',
      emails: [
        { email: 'a@acme.example', verified: false },
        { email: 'ann@acme.example', verified: true },
      ],
      phone_numbers: [{ phone_number: '+14155552671', verified: true }],
      providers: [{ provider_type: 'Google', provider_subject: '1098' }],
      password: null,
      status: 'active',
    }
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'user-live-1',
          email: 'ann@acme.example',
          emailVerified: true,
          phone: '+14155552671',
          phoneVerified: true,
          phoneIsLogin: true,
          hasPassword: false,
          identities: [{ provider: 'Google', userId: '1098', email: null, emailVerified: null }],
        },
        ['stytch:user-live-1'],
      ),
    )
  })

  it('keeps the hash that somebody put beside it', () => {
    const user = readUser({
      user_id: 'user-test-1',
      emails: [],
      hash: 'uiOC_Bw=',
      salt: 'BbV-sGQ=',
      hashAlgorithm: 'scrypt',
    })
    expect([user.hash, user.hasPassword]).toEqual([
      { hash: 'uiOC_Bw=', salt: 'BbV-sGQ=', declared: 'scrypt', provider: 'stytch' },
      true,
    ])
  })

  it('is locked or deleted where it says so', () => {
    const users = [{ is_locked: true }, { status: 'deleted' }, {}].map((fields) =>
      readUser({ user_id: 'user-test-1', emails: [], ...fields }),
    )
    expect(users.map(({ standing }) => standing)).toEqual(['disabled', 'deleted', 'active'])
  })
})
