import { describe, expect, it } from 'vitest'
import { knownProvider, listedProviders } from '../../../shared/users/known-provider.ts'

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

  it('of an enterprise connection, or an unknown one, is left to the operator', () => {
    const names = ['samlp', 'adfs', 'waad', 'okta', 'oidc', 'oauth2', 'windowslive', 'microsoft.com', 'acme', '']
    expect(names.map(knownProvider)).toEqual(names.map(() => null))
  })

  it('on the list fits what the core stores', () => {
    expect(listedProviders.filter((p) => !/^[a-z0-9][a-z0-9._-]{0,27}$/.test(p.name))).toEqual([])
  })
})
