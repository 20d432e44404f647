import { expect, test } from 'vitest'
import { identityWithoutId, joinIdentities } from '../../../shared/users/known-provider.ts'

test('an identity without an id gives way to one of the same provider that has it', () => {
  const google = { provider: 'Google', userId: 'G1', email: null, emailVerified: null }
  const github = { provider: 'github', userId: '42', email: null, emailVerified: null }
  expect([
    joinIdentities([identityWithoutId('google'), github], [google]),
    joinIdentities([identityWithoutId('google')], [github]),
    joinIdentities([google], [identityWithoutId('google')]),
    joinIdentities([google], []),
  ]).toEqual([
    [github, google],
    [{ provider: 'google', userId: '', email: null, emailVerified: null }, github],
    [google, { provider: 'google', userId: '', email: null, emailVerified: null }],
    [google],
  ])
})
