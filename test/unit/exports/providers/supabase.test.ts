import { describe, expect, it } from 'vitest'
import { readSupabaseUser } from '../../../../shared/exports/formats/supabase.ts'
import { readMadeUp, readOne, readUser, userEntry } from '../support.ts'

const time = '2024-01-15 10:30:00.000000+00'
const row = (fields: object) => ({
  id: 'U1',
  encrypted_password: '',
  email: '',
  email_confirmed_at: '',
  phone: '',
  raw_app_meta_data: '{"provider":"email","providers":["email"]}',
  ...fields,
})
const third = (provider: string, userId: string, more: object = {}) => ({
  provider,
  userId,
  email: null,
  emailVerified: null,
  ...more,
})

describe('a Supabase user', () => {
  it('with a password has its hash as it is', () => {
    const record = row({ email: 'ann@acme.example', email_confirmed_at: time, encrypted_password: '$2a$10$x' })
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'U1',
          email: 'ann@acme.example',
          emailVerified: true,
          hasPassword: true,
          hash: { hash: '$2a$10$x', provider: 'supabase' },
        },
        ['supabase:U1'],
      ),
    )
  })

  it('without one logs in by code, by email or phone, whose number gets its plus', () => {
    const data = '{"provider":"phone","providers":["phone","email"]}'
    const contacts = { email: 'ann@acme.example', phone: '14155552671', phone_confirmed_at: time }
    expect(readOne(row({ raw_app_meta_data: data, ...contacts }))).toEqual(
      userEntry(
        {
          sourceId: 'U1',
          email: 'ann@acme.example',
          emailVerified: false,
          emailIsLogin: true,
          phone: '+14155552671',
          phoneVerified: true,
          phoneIsLogin: true,
          hasPassword: false,
        },
        ['supabase:U1'],
      ),
    )
  })

  it.each([
    ['an object', { provider: 'google', providers: ['email', 'google', 'github'] }],
    ['text', '{"provider":"google","providers":["email","google","github"]}'],
    [
      'text that was escaped twice',
      '{\\"provider\\":\\"google\\",\\"providers\\":[\\"email\\",\\"google\\",\\"github\\"]}',
    ],
  ])('has the third parties of its metadata without ids, from %s', (_, data) => {
    const { identities } = readUser(row({ raw_app_meta_data: data, encrypted_password: 'x' }))
    expect(identities).toEqual([third('google', ''), third('github', '')])
  })

  it.each([
    ['deleted', { deleted_at: time }],
    ['disabled', { banned_until: '2024-01-15 10:30:01+00' }],
    ['active', { banned_until: '2024-01-15 10:30:00+00' }],
    ['active', { banned_until: '2024-01-15 12:30:00+02:00' }],
    ['disabled', { banned_until: '2024-01-15T10:30:00-01' }],
    ['disabled', { banned_until: '2024-01-16' }],
    ['disabled', { banned_until: 'infinity' }],
    ['active', { banned_until: 'false', deleted_at: '' }],
  ])('is %s: %j', (standing, fields) => {
    const entry = readSupabaseUser(row(fields), Date.parse('2024-01-15T10:30:00Z'))
    expect(entry.kind === 'user' && entry.user.standing).toBe(standing)
  })
})

const part = (fields: object) => ({ user_id: 'U1', provider: 'google', identity_data: '{}', ...fields })

describe('a row of auth.identities', () => {
  it('has the id at the provider where its version keeps it', () => {
    const ids = [
      part({
        provider_id: 'G1',
        id: 'I1',
        identity_data: { sub: 'G2', email: 'ann@acme.example', email_verified: true },
      }),
      part({ id: 'G2', identity_data: '{"sub":"G2"}' }),
      part({ id: 'G3' }),
    ].map((record) => readOne(record))
    expect(ids.map((entry) => entry.kind === 'part' && entry.part.identities)).toEqual([
      [third('google', 'G1', { email: 'ann@acme.example', emailVerified: true })],
      [third('google', 'G2')],
      [third('google', 'G3')],
    ])
  })

  it('of a password or code is joined with nothing to add', () => {
    expect(readOne(part({ provider: 'email' }))).toEqual({ kind: 'part', part: {}, keys: ['supabase:U1'] })
  })

  it('is told from a user where both are in one file', async () => {
    const users = await readMadeUp('supabase/users.csv')
    const identities = await readMadeUp('supabase/identities.csv')
    expect([users.recognition?.role, identities.recognition?.role]).toEqual(['users', 'parts'])
    expect(readOne(part({}), users.recognition).kind).toBe('part')
  })
})
