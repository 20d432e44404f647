import { describe, expect, it } from 'vitest'
import { placeholderEmail } from '../../../shared/planning/plan-third-party.ts'
import { bcrypt, blocked, excluded, identity, outline, plan, ready } from './made-users.ts'

const email = 'ann@example.com'
const withId = (userId: string) => outline(plan({ email, identities: [identity('google', userId)] }))

describe('a third-party identity', () => {
  it("goes out with its own email, else the user's", () => {
    expect([
      outline(plan({ email, identities: [identity('google-oauth2', 'G1', { email: 'Ann@Gmail.com' })] })),
      outline(plan({ email, identities: [identity('google.com', 'G1')] })),
      outline(plan({ email, identities: [identity('github', '42', { email: 'broken' })] })),
    ]).toEqual([
      ready(['google G1 ann@gmail.com']),
      ready(['google G1 ann@example.com']),
      ready(['github 42 ann@example.com'], ['email-odd']),
    ])
  })

  it('with an email that cannot be sent waits until it is corrected, and gets no placeholder', () => {
    const choices = { thirdPartyWithoutEmail: { kind: 'placeholder', domain: 'users.example.com' } } as const
    expect([
      outline(plan({ identities: [identity('google', 'G1', { email: 'broken' })] }, choices)).findings,
      outline(plan({ email: 'broken', identities: [identity('google', 'G1')] }, choices)).findings,
    ]).toEqual([[expect.stringContaining('email-invalid')], [expect.stringContaining('email-invalid')]])
  })

  it('is verified only where the export says so of that email', () => {
    const own = { email }
    expect([
      outline(plan({ email, emailVerified: true, identities: [identity('google', 'G')] })).calls,
      outline(plan({ email, emailVerified: true, identities: [identity('google', 'G', own)] })).calls,
      outline(plan({ email: 'b@c.de', emailVerified: true, identities: [identity('google', 'G', own)] })).calls,
      outline(
        plan({ email, emailVerified: true, identities: [identity('google', 'G', { ...own, emailVerified: false })] }),
      ).calls,
      outline(plan({ identities: [identity('google', 'G', { ...own, emailVerified: true })] })).calls,
    ]).toEqual([
      ['google G ann@example.com verified'],
      ['google G ann@example.com verified'],
      ['google G ann@example.com'],
      ['google G ann@example.com'],
      ['google G ann@example.com verified'],
    ])
  })

  it('whose id was rounded by a spreadsheet is no id', () => {
    expect(['1.03548E+20', '1,03548e+20', '1E+5', '103548E20'].map(withId)).toEqual([
      blocked(['!identity-without-id:google']),
      blocked(['!identity-without-id:google']),
      blocked(['!identity-without-id:google']),
      ready(['google 103548E20 ann@example.com']),
    ])
  })

  it('whose ID is an email address is asked about, where its provider gives out other IDs', () => {
    const at = (provider: string) => outline(plan({ email, identities: [identity(provider, 'ann@mail.example')] }))
    expect(['google-oauth2', 'facebook', 'github.com', 'apple'].map(at)).toEqual([
      blocked(['!identity-without-id:google-oauth2']),
      blocked(['!identity-without-id:facebook']),
      blocked(['!identity-without-id:github.com']),
      blocked(['!identity-without-id:apple']),
    ])
    const saml = { email, identities: [identity('SAMLP', 'ann@mail.example')] }
    const named = (name: string) => outline(plan(saml, { providers: { samlp: { kind: 'name', name } } }))
    expect(named('acme-saml')).toEqual(ready(['acme-saml ann@mail.example ann@example.com']))
    expect(named('google')).toEqual(blocked(['!identity-without-id:samlp']))
    expect(withId('ann@home')).toEqual(ready(['google ann@home ann@example.com']))
  })

  it('whose ID the app made up is asked about, where its provider gives out IDs of a known form', () => {
    const at = (provider: string, userId: string) => outline(plan({ email, identities: [identity(provider, userId)] }))
    const uuid = '0b5e0d1c-4a4f-4c1d-9a55-00000000001a'
    const apple = '001234.5f1e0b7c2d9a4e6f8b3c1d0e9f7a6b5c.0912'
    const madeUp = [
      ['google', 'google_5f1e0b7c2d9a4e6f8b3c1d0e9f7a6b5c'],
      ['google-oauth2', uuid],
      ['facebook.com', '5f1e0b7c2d9a4e6f8b3c1d0e'],
      ['github', 'https://github.com/annbell'],
      ['discord', uuid],
      ['twitter', 'twitter-99120456'],
      ['apple', uuid],
      ['google', apple],
      ['apple', '108210000000000000201'],
    ] as const
    expect(madeUp.map(([provider, id]) => at(provider, id))).toEqual(
      madeUp.map(([provider]) => blocked([`!identity-without-id:${provider}`])),
    )
    const given = [
      ['google', '108210000000000000201'],
      ['google', '1042'],
      ['google', 'G1'],
      ['facebook', '10158812345678901'],
      ['github', '583231'],
      ['apple', apple],
      ['apple', '001.Abc'],
      ['linkedin', 'aZ_09xK7mQ2bTq'],
      ['bitbucket', uuid],
    ] as const
    expect(given.map(([provider, id]) => at(provider, id))).toEqual(
      given.map(([provider, id]) => ready([`${provider} ${id} ${email}`])),
    )
  })

  it('of a provider without a known name is blocked until it is named or left out', () => {
    const fields = { email, identities: [identity('SAMLP', 'S1')] }
    expect([
      outline(plan(fields)),
      outline(plan(fields, { providers: { samlp: { kind: 'name', name: 'acme-saml' } } })),
      outline(plan(fields, { providers: { samlp: { kind: 'exclude' } } })),
      outline(plan({ email, identities: [identity('constructor', '1')] })),
    ]).toEqual([
      blocked(['!provider-undecided:samlp']),
      ready(['acme-saml S1 ann@example.com']),
      excluded(['excluded:samlp']),
      blocked(['!provider-undecided:constructor']),
    ])
  })

  it('takes the chosen name before the known one, and the corrected before both', () => {
    const fields = { email, identities: [identity('google-oauth2', 'G1'), identity('google-oauth2', 'G2')] }
    const choices = { providers: { 'google-oauth2': { kind: 'name', name: 'google-workspaces' } } } as const
    const correction = {
      identities: [{ provider: 'google-oauth2', userId: 'G2', name: 'google', providerUserId: 'G3' }],
    }
    expect(outline(plan(fields, choices, correction)).calls).toEqual([
      'google-workspaces G1 ann@example.com',
      'google G3 ann@example.com',
    ])
  })

  it('without any email is blocked until a placeholder is chosen or it is left out', () => {
    const fields = { identities: [identity('apple.com', '001.Abc')] }
    const domain = { kind: 'placeholder', domain: 'no-mail.example.com' } as const
    expect([
      outline(plan(fields)),
      outline(plan(fields, { thirdPartyWithoutEmail: domain })).state,
      outline(plan(fields, { thirdPartyWithoutEmail: domain })).findings,
      outline(plan(fields, { thirdPartyWithoutEmail: { kind: 'exclude' } })),
    ]).toEqual([
      blocked(['!third-party-without-email']),
      'ready',
      ['third-party-without-email', 'placeholder-email'],
      excluded(['third-party-without-email', 'excluded:third-party-without-email']),
    ])
  })

  it('that the core could not store is blocked', () => {
    expect([withId('1'.repeat(256)).state, withId('1'.repeat(257)), withId('a\0b'), withId(' ')]).toEqual([
      'ready',
      blocked(['!too-long']),
      blocked(['!too-long']),
      blocked(['!identity-without-id:google']),
    ])
  })

  it('without the id at the provider is blocked until a code takes its place or it is left out', () => {
    const fields = { email, identities: [identity('google', '')] }
    const hash = { hash: bcrypt }
    expect([
      outline(plan(fields, { identityWithoutId: 'passwordless' })),
      outline(plan({ ...fields, hash }, { identityWithoutId: 'passwordless' })),
      outline(plan({ identities: fields.identities }, { identityWithoutId: 'passwordless' })),
      outline(plan(fields, { identityWithoutId: 'exclude' })),
      outline(plan({ ...fields, hash }, { identityWithoutId: 'exclude' })),
      outline(plan(fields, {}, { identities: [{ provider: 'google', providerUserId: 'G1' }] })),
    ]).toEqual([
      ready(['code ann@example.com'], ['identity-without-id:google']),
      ready(['import ann@example.com bcrypt'], ['identity-without-id:google']),
      blocked(['identity-without-id:google', '!no-login']),
      excluded(['identity-without-id:google', 'excluded:google']),
      ready(['import ann@example.com bcrypt'], ['identity-without-id:google', 'excluded:google']),
      ready(['google G1 ann@example.com']),
    ])
  })

  it('is sent once when the export lists it twice', () => {
    const twice = [identity('google.com', 'G1'), identity('google-oauth2', 'G1')]
    expect(outline(plan({ email, identities: twice }))).toEqual(ready(['google G1 ann@example.com']))
  })

  it('leaves a phone behind, counted', () => {
    expect(outline(plan({ email, phone: '+14155552671', identities: [identity('google', 'G1')] }))).toEqual(
      ready(['google G1 ann@example.com'], ['phone-not-carried']),
    )
  })

  it('without the id there, and no contact, is asked for both and not for a code', () => {
    const user = { identities: [identity('google', ''), identity('github', ' ')] }
    expect([
      outline(plan(user)),
      outline(plan(user, { noLogin: 'exclude' })).state,
      outline(plan(user, { identityWithoutId: 'exclude' })).state,
      outline(plan({ ...user, phone: '+1-555-0101' })),
      outline(plan({ ...user, email: 'ann' })),
      outline(plan({ identities: [identity('google', 'G1', { email }), identity('github', '')] })),
    ]).toEqual([
      blocked(['!no-login']),
      'excluded',
      'excluded',
      blocked(['!phone-unusable']),
      blocked(['!email-invalid']),
      blocked(['!identity-without-id:github', 'several-methods'], ['google G1 ann@example.com']),
    ])
  })
})

describe('a login of a device or a guest', () => {
  const uuid = '1c9b0000-0000-4000-8000-000000000003'
  const at = (provider: string, userId: string) => identity(provider, userId)

  it.each([
    ['AndroidDevice', 'a1b2c3d4e5f60718'],
    ['IOSDevice', uuid],
    ['ios', uuid],
    ['android', 'a1b2c3d4e5f60718'],
    ['device', uuid],
    ['device_id', 'ios:1c9b'],
    ['anonymous', uuid],
    ['anon-user', '5f1e0b7c2d9a4e6f8b3c1d0e'],
    ['Guest', 'guest-4711'],
    ['Custom ID', uuid],
    ['web', uuid],
    ['ios', ''],
  ])('is no third party to decide, and is counted: %s %s', (provider, userId) => {
    const behind = `device-login:${provider.toLowerCase()}`
    expect(outline(plan({ email, identities: [at(provider, userId)] }))).toEqual(
      ready(['code ann@example.com'], [behind]),
    )
    expect(outline(plan({ email, identities: [at(provider, userId), at('google', '103547991597142000004')] }))).toEqual(
      ready(['google 103547991597142000004 ann@example.com'], [behind]),
    )
  })

  it.each([
    ['steam', '76561190000000003'],
    ['XBoxLive', '2535400000000003'],
    ['psn', 'cleo_plays'],
    ['custom', uuid],
    ['customer-portal', uuid],
    ['web3', uuid],
    ['web', ''],
    ['ios', '001234.5f1e0b7c2d9a4e6f8b3c1d0e9f7a6b5c.0912'],
    ['android', '103547991597142000004'],
    ['android', 'ann@mail.example'],
  ])('is not that of an account at a third party: %s %s', (provider, userId) => {
    expect(outline(plan({ email, identities: [at(provider, userId)] })).state).toBe('blocked')
  })

  it('leaves a password in place, and gives way to the word of the operator', () => {
    const hash = { hash: bcrypt }
    const name = { kind: 'name', name: 'my-game' } as const
    expect([
      outline(plan({ email, hash, identities: [at('ios', uuid)] })),
      outline(plan({ email, identities: [at('ios', uuid)] }, { providers: { ios: name } })),
      outline(plan({ email, identities: [at('ios', uuid)] }, { providers: { ios: { kind: 'exclude' } } })).state,
    ]).toEqual([
      ready(['import ann@example.com bcrypt'], ['device-login:ios']),
      ready([`my-game ${uuid} ann@example.com`]),
      'excluded',
    ])
  })

  it('is nothing to sign in with where nothing else is', () => {
    const lonely = plan({ identities: [at('ios', uuid)] })
    expect(outline(lonely)).toEqual(blocked(['device-login:ios', '!no-login']))
    expect(lonely.findings.find(({ code }) => code === 'no-login')?.detail).toBe(
      'There is no email or phone number to send a code to. The login of a device or a guest works only at the old system.',
    )
    expect(outline(plan({ identities: [at('ios', uuid), at('google', '')] }))).toEqual(
      blocked(['device-login:ios', '!no-login']),
    )
  })
})

describe('a placeholder email', () => {
  it('is the id where the id can stand in an email, and else unique by a digest', () => {
    expect([
      placeholderEmail('google', '10354', 'no-mail.example.com'),
      placeholderEmail('apple', '001.Abc', 'no-mail.example.com'),
      placeholderEmail('apple', '001.abc', 'no-mail.example.com'),
      placeholderEmail('apple', 'A.410', 'no-mail.example.com'),
      placeholderEmail('saml', 'x'.repeat(200), 'no-mail.example.com').indexOf('@'),
    ]).toEqual([
      'google.10354@no-mail.example.com',
      'apple.001-abc-9654edea@no-mail.example.com',
      'apple.001-abc-fb59ee8a@no-mail.example.com',
      'apple.a-410-0a97a62f@no-mail.example.com',
      64,
    ])
  })
})
