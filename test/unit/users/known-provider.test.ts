import { describe, expect, it, test } from 'vitest'
import {
  identityWithoutId,
  joinIdentities,
  knownProvider,
  listedProviders,
} from '../../../shared/users/known-provider.ts'

describe('a provider name', () => {
  it('with one meaning gets the name of the core, in any spelling', () => {
    expect(
      ['google-oauth2', 'google.com', ' Google ', 'facebook.com', 'github.com', 'apple.com', 'SignInWithApple'].map(
        knownProvider,
      ),
    ).toEqual(['google', 'google', 'google', 'facebook', 'github', 'apple', 'apple'])
    expect(['linkedin', 'linkedin_oidc', 'twitter', 'twitter.com'].map(knownProvider)).toEqual([
      'linkedin',
      'linkedin',
      'twitter',
      'twitter',
    ])
  })

  it('is known by the class that stands for the logins there', () => {
    const names = ['GoogleCredential', 'github_account', 'FacebookLogin', 'Twitter Identity', 'AppleMusicAccount']
    expect(names.map(knownProvider)).toEqual(['google', 'github', 'facebook', 'twitter', null])
  })

  it('of an enterprise connection, or an unknown one, is left to the operator', () => {
    const names = ['samlp', 'adfs', 'waad', 'okta', 'oidc', 'oauth2', 'windowslive', 'microsoft.com', 'acme', '']
    expect(names.map(knownProvider)).toEqual(names.map(() => null))
  })

  it('on the list fits what the core stores', () => {
    expect(listedProviders.filter((p) => !/^[a-z0-9][a-z0-9._-]{0,27}$/.test(p.name))).toEqual([])
  })
})

test('an identity without an id gives way to one of the same provider that has it, whichever came first', () => {
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
    [google],
    [google],
  ])
})
