import { describe, expect, it, test } from 'vitest'
import { readMadeUp, readOne, readUser, userEntry } from '../support.ts'

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
      keys: ['stytch', 'id'].map((word) => `${word}:user-test-5f0c7a1e-0000-4000-8000-000000000001`),
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
