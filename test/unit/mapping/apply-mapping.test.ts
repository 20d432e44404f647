import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import { readByMapping } from '../../../shared/mapping/apply-mapping.ts'
import { isDisabled } from '../../../shared/mapping/entries/standing.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { mappingTargets, type MappingTarget } from '../../../shared/mapping/targets.ts'
import { valueAt } from '../../../shared/mapping/value-at.ts'
import { emptyUser, type User } from '../../../shared/users/user.ts'

function mapping(columns: Readonly<Record<string, MappingTarget>>, fixedProvider: string | null = null): Mapping {
  return { version: 1, columns: Object.entries(columns).map(([path, target]) => ({ path, target })), fixedProvider }
}

/** The part of the user besides its email, which every record here gets so that it is a user. */
function partOf(
  columns: Readonly<Record<string, MappingTarget>>,
  record: SourceRecord,
  provider: string | null = null,
): Partial<User> | string {
  const entry = readByMapping(mapping({ mail: 'email', ...columns }, provider))({ mail: 'ann@acme.example', ...record })
  if (entry.kind !== 'user') return entry.kind
  const fields = Object.entries(entry.user).filter(
    ([name, value]) => name !== 'email' && JSON.stringify(value) !== JSON.stringify(Reflect.get(emptyUser, name)),
  )
  return Object.fromEntries(fields)
}

describe('readByMapping', () => {
  it('makes a user with its key', () => {
    const columns = mapping({
      id: 'source-id',
      mail: 'email',
      ok: 'email-verified',
      tel: 'phone',
      pw: 'password-hash',
      s: 'salt',
      how: 'hash-algorithm',
    })
    const record = { id: 42, mail: 'Ann@Acme.example', ok: 't', tel: '030 123', pw: 'abc', s: 'xyz', how: 'md5' }
    expect(readByMapping(columns)(record)).toEqual({
      kind: 'user',
      user: {
        ...emptyUser,
        sourceId: '42',
        email: 'Ann@Acme.example',
        emailVerified: true,
        phone: '030 123',
        hasPassword: true,
        hash: { hash: 'abc', salt: 'xyz', declared: 'md5' },
      },
      keys: ['id:42'],
    })
  })

  it.each([
    [true, true],
    ['TRUE', true],
    ['yes', true],
    ['y', true],
    ['t', true],
    [1, true],
    ['1', true],
    ['2024-01-15 10:30:00.000000+00', true],
    [1705314600000, true],
    [false, false],
    ['no', false],
    ['0', false],
    ['', false],
    [null, false],
    ['0000-00-00 00:00:00', false],
    ['perhaps', false],
  ])('reads %j as verified: %j', (value, verified) => {
    expect(partOf({ seen: 'email-verified' }, { seen: value })).toEqual({ emailVerified: verified })
  })

  it('leaves unsaid what the record does not have', () => {
    expect(partOf({ seen: 'email-verified', tel: 'phone', pw: 'password-hash' }, {})).toEqual({})
  })

  it.each([
    ['blocked', 'true', 'disabled'],
    ['blocked', 'false', 'active'],
    ['enabled', 'false', 'disabled'],
    ['isActive', 0, 'disabled'],
    ['isActive', 1, 'active'],
    ['account_enabled', '', 'active'],
    ['status', 'Suspended', 'disabled'],
    ['status', 'UNCONFIRMED', 'active'],
    ['locked_at', '2024-01-01', 'disabled'],
    ['is_forbidden', '1', 'disabled'],
    ['accountNonLocked', false, 'disabled'],
    ['Aktiv (j/n)', 'n', 'disabled'],
    ['Aktiv (j/n)', 'j', 'active'],
    ['accountNonLocked', true, 'active'],
  ])('reads %s %j as %s', (name, value, standing) => {
    expect(partOf({ [name]: 'disabled' }, { [name]: value })).toEqual(standing === 'active' ? {} : { standing })
  })

  it('takes a flag that counts on for deleted', () => {
    expect(partOf({ del_flag: 'deleted' }, { del_flag: '2' })).toEqual({ standing: 'deleted' })
    expect(partOf({ del_flag: 'deleted' }, { del_flag: '0' })).toEqual({})
  })

  it('takes deleted for more than disabled', () => {
    expect(partOf({ gone: 'deleted', off: 'disabled' }, { gone: '2024-01-01', off: true })).toEqual({
      standing: 'deleted',
    })
  })

  it.each([
    ['a list', ['ann@acme.example', 'b@acme.example']],
    ['bars', 'ann@acme.example|b@acme.example'],
    ['JSON', '["ann@acme.example","b@acme.example"]'],
    ['an array of a database', '{ann@acme.example,b@acme.example}'],
    ['a name before it', ';ann@acme.example; b@acme.example'],
  ])('takes the first email of several: %s', (_, mail) => {
    const entry = readByMapping(mapping({ mail: 'email' }))({ mail })
    expect(entry.kind === 'user' && entry.user.email).toBe('ann@acme.example')
  })

  it.each(['NULL', '\\N', 'null', ' ', '""'])('takes %j for nothing', (nothing) => {
    expect(
      partOf({ pw: 'password-hash', tel: 'phone', id: 'source-id' }, { pw: nothing, tel: nothing, id: nothing }),
    ).toEqual({})
  })

  it('makes an identity of a provider and a user id', () => {
    const columns = { p: 'provider', u: 'provider-user-id', e: 'provider-email' } as const
    const identity = { provider: 'google', userId: '1035', email: null, emailVerified: null }
    expect(partOf(columns, { p: 'google', u: 1035 })).toEqual({ identities: [identity] })
    expect(partOf(columns, { u: '1035', e: 'a@b.example' }, 'google')).toEqual({
      identities: [{ ...identity, email: 'a@b.example' }],
    })
    expect(partOf(columns, { u: '1035' })).toEqual({ identities: [{ ...identity, provider: 'unknown' }] })
    expect(partOf(columns, { p: 'local', u: '1035' })).toEqual({})
    expect(partOf(columns, { p: 'google', u: '' })).toEqual({ identities: [{ ...identity, userId: '' }] })
    expect(partOf(columns, { p: 'local', u: '' })).toEqual({})
  })

  it('takes for every record what is the same in all of them, where no column says it', () => {
    const constants: NonNullable<Mapping['constants']> = [
      { target: 'email-verified', value: 'true' },
      { target: 'hash-algorithm', value: 'bcrypt' },
      { target: 'salt', value: 'pinch' },
    ]
    const whole = {
      ...mapping({ mail: 'email', ok: 'email-verified', pw: 'password-hash', how: 'hash-algorithm' }),
      constants,
    }
    const made = (record: SourceRecord) => {
      const entry = readByMapping(whole)({ mail: 'ann@acme.example', ...record })
      return entry.kind === 'user' ? [entry.user.emailVerified, entry.user.hash] : [entry.kind]
    }
    expect([made({ pw: 'x' }), made({ ok: 'no', pw: 'x', how: 'md5' }), made({ ok: '' })]).toEqual([
      [true, { hash: 'x', declared: 'bcrypt', salt: 'pinch' }],
      [false, { hash: 'x', declared: 'md5', salt: 'pinch' }],
      [false, null],
    ])
    expect(readByMapping(whole)({ mail: '' }).kind).toBe('unreadable')
  })

  it('takes a second choice where the first is empty', () => {
    const columns = mapping({ mail: 'email', tel: 'phone', 'meta.mobile': 'phone' })
    const phone = (record: SourceRecord) => {
      const entry = readByMapping(columns)({ mail: 'ann@acme.example', ...record })
      return entry.kind === 'user' ? entry.user.phone : null
    }
    expect([
      phone({ tel: '030 1', meta: '{"mobile":"0151 2"}' }),
      phone({ tel: 'NULL', meta: '{"mobile":"0151 2"}' }),
      phone({ tel: '', meta: '' }),
    ]).toEqual(['030 1', '0151 2', null])
  })

  it('names a record without a value in any mapped column', () => {
    expect(readByMapping(mapping({ mail: 'email' }))({ mail: '', name: 'Ann' }).kind).toBe('unreadable')
    expect(readByMapping(mapping({}))({ mail: 'ann@acme.example' }).kind).toBe('unreadable')
  })

  it('never fails, whatever a record holds', () => {
    const columns = mapping(Object.fromEntries(mappingTargets.map((target) => [target, target])))
    const record = fc.dictionary(
      fc.constantFrom(...mappingTargets),
      fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom('{', '[', '{}', '[1', '\\')),
    )
    fc.assert(
      fc.property(record, (value) => {
        expect(['user', 'unreadable']).toContain(readByMapping(columns)(value).kind)
      }),
    )
  })
})

describe('valueAt', () => {
  it.each([
    ['a.b', { a: { b: 1 } }, 1],
    ['a.b', { 'a.b': 2, a: { b: 1 } }, 2],
    ['a.b.c', { 'a.b': { c: 3 } }, 3],
    ['a[1].b', { a: [{ b: 1 }, { b: 2 }] }, 2],
    ['a[0]', { a: ['x'] }, 'x'],
    ['identities[0].provider', { 'identities[0].provider': 'auth0' }, 'auth0'],
    ['meta.provider', { meta: '{"provider":"email"}' }, 'email'],
    ['meta.provider', { meta: '{\\"provider\\":\\"email\\"}' }, 'email'],
    [
      'Attributes.email',
      {
        Attributes: [
          { Name: 'sub', Value: 1 },
          { Name: 'email', Value: 2 },
        ],
      },
      2,
    ],
    ['a.b', { a: null }, undefined],
    ['a.b', { a: 'text' }, undefined],
    ['constructor.name', {}, undefined],
    ['__proto__', {}, undefined],
  ])('finds %s', (path, record, value) => {
    expect(valueAt(record, path)).toEqual(value)
  })
})

describe('IDs at several third parties', () => {
  const both = { google_id: 'provider-user-id', facebook_id: 'provider-user-id' } as const
  const google = { provider: 'google', userId: 'g-1', email: null, emailVerified: null }
  const facebook = { provider: 'facebook', userId: 'f-1', email: null, emailVerified: null }

  it.each([
    [{ google_id: 'g-1', facebook_id: 'f-1' }, [google, facebook]],
    [{ google_id: '', facebook_id: 'f-1' }, [facebook]],
    [{ google_id: 'g-1', facebook_id: '0' }, [google]],
  ])('are logins of their own where their columns name the providers: %j', (record, identities) => {
    expect(partOf(both, record, 'google')).toEqual({ identities })
  })
  it('are one login where no name or one name says a provider, and the first that has an ID counts', () => {
    const columns = { google_id: 'provider-user-id', google_sub: 'provider-user-id' } as const
    expect(partOf(columns, { google_id: '', google_sub: 'g-1' }, 'google')).toEqual({ identities: [google] })
    const unnamed = { uid: 'provider-user-id', subject: 'provider-user-id' } as const
    expect(partOf(unnamed, { uid: 'g-1', subject: 'g-2' }, 'google')).toEqual({ identities: [google] })
  })
  it('take the provider of the record where a column names none, and never two IDs of one provider', () => {
    const columns = { kind: 'provider', uid: 'provider-user-id', google_id: 'provider-user-id' } as const
    expect(partOf(columns, { kind: 'facebook', uid: 'f-1', google_id: 'g-1' })).toEqual({
      identities: [facebook, google],
    })
    expect(partOf(columns, { kind: 'google-oauth2', uid: 'g-1', google_id: 'g-1' })).toEqual({
      identities: [{ ...google, provider: 'google-oauth2' }],
    })
    expect(partOf(columns, { kind: 'local', uid: '17', google_id: 'g-1' })).toEqual({ identities: [google] })
  })
})

describe('a third party that is named without the ID of the user there', () => {
  it.each([
    ['google', ['google']],
    ['saml-acme', ['saml-acme']],
    ['INSTAGRAM', ['INSTAGRAM']],
    ['ORCID', ['ORCID']],
    ['weibo', ['weibo']],
    ['SSO-Corp', ['SSO-Corp']],
    ['password', []],
    ['internal', []],
    ['phone', []],
    ['username', []],
    ['no', []],
    ['0', []],
  ])('%s', (provider, expected) => {
    const entry = readByMapping(mapping({ mail: 'email', via: 'provider' }))({
      mail: 'ann@acme.example',
      via: provider,
    })
    const identities = entry.kind === 'user' ? entry.user.identities : []
    expect(identities.map((one) => [one.provider, one.userId])).toEqual(expected.map((name) => [name, '']))
  })
})

it('takes a name that no one knows beside a password for the way to that password', () => {
  const columns = { via: 'provider', pw: 'password-hash' } as const
  const providers = (via: string, pw: string) => {
    const part = partOf(columns, { via, pw })
    return typeof part === 'string' ? part : part.identities?.map(({ provider }) => provider)
  }
  expect(['acme-db', 'LINE', 'google'].map((via) => providers(via, 'abc'))).toEqual([undefined, ['LINE'], ['google']])
  expect(providers('acme-db', '')).toEqual(['acme-db'])
})

describe('the end of an account in a date that a spreadsheet wrote', () => {
  it.each([
    ['AccountExpirationDate', '1/31/2020 12:00:00 AM', true],
    ['AccountExpirationDate', '31/01/2020', true],
    ['AccountExpirationDate', '12/31/2199 11:59 PM', false],
    ['valid_until', '31-12-2199', false],
    ['banned_until', '1/2/2020', false],
    ['banned_until', '12/31/2199 1:00 pm', true],
  ])('%s %s: disabled %s', (path, value, expected) => {
    expect(isDisabled(path, value)).toBe(expected)
  })
})

it('keeps out users with a code of any form where the mapping names codes', () => {
  const has = (value: string) => isDisabled('reg_key', value, ['(a code)'])
  expect(['k3J9q27f', '5f2b8c1e-9d3a-4b6c-8e7f-0a1b2c3d4e5f', '', 'done', '2024-05-01 10:00:00'].map(has)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
