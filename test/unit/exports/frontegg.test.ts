import { expect, test } from 'vitest'
import { countsOf } from './counts.ts'
import { readOne, userEntry } from './support.ts'

test('the users are all accounted for', async () => {
  expect(await countsOf('frontegg/users.json')).toEqual({
    providers: 'frontegg',
    records: { users: 5 },
    calls: { passwordless: 3 },
    hashes: { none: 5 },
    ready: 1,
    blocked: { disabled: 1, 'identity-without-id': 2, 'unverified-email': 1 },
  })
})

test('a user has a password without a hash, or a third party without an id', () => {
  const user = { id: 'E1', email: 'ann@acme.example', verified: true, tenantIds: ['T'] }
  const known = { sourceId: 'E1', email: 'ann@acme.example', emailVerified: true }
  const google = { provider: 'google', userId: '', email: null, emailVerified: null }
  expect([
    readOne({ ...user, provider: 'local' }),
    readOne({ ...user, provider: 'google', isLocked: true, phoneNumber: '+14155552671' }),
  ]).toEqual([
    userEntry({ ...known, hasPassword: true }, ['frontegg:E1']),
    userEntry({ ...known, phone: '+14155552671', hasPassword: false, identities: [google], standing: 'disabled' }, [
      'frontegg:E1',
    ]),
  ])
})
