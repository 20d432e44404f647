import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const lines = (...rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(',')).join('\n')
const codesOf = (json: Readonly<Record<string, unknown>> | null) =>
  ((json?.['findings'] ?? []) as readonly { code: string }[]).map(({ code }) => code)

describe('users of the tutorial of Passport.js', () => {
  const hash = (at: number) => madeUpBcrypt(at)
  const users = [
    { _id: 'a1', local: { email: 'ann@acme.example', password: hash(1) }, google: { id: '103547991597142000004' } },
    { _id: 'a2', local: { email: 'ben@acme.example', password: hash(2) } },
    { _id: 'a3', local: { email: 'cat@acme.example', password: hash(3) }, isActive: false },
    {
      _id: 'a4',
      local: { email: 'dan@acme.example', password: hash(4) },
      facebook: { id: '1001', email: 'd@acme.example' },
    },
    { _id: 'a5', local: { email: 'eve@acme.example', password: hash(5) } },
  ]
  const inspected = async (more: object) => {
    const { json } = await inspect({ 'users.json': JSON.stringify([...users, { _id: 'a6', ...more }]) })
    return json
  }

  test.each([
    ['an address alone', { local: { email: 'fay@acme.example' } }],
    ['a password that is empty', { local: { email: 'fay@acme.example', password: null } }],
  ])('sign in with a code where they have %s, and are disabled by a flag beside', async (_, more) => {
    const json = await inspected(more)
    expect(json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
    expect(codesOf(json)).not.toContain('unmapped-email')
    expect(JSON.stringify(json?.['files'])).not.toContain('isActive=')
  })
})

describe('a ban of Better Auth', () => {
  const dumped = async (...ban: readonly string[]) => {
    const rows = [1, 2, 3].map((at) => [
      `u${at}`,
      `U${at}`,
      `u${at}@acme.example`,
      true,
      '',
      '2024-01-15 10:30:00',
      '2024-01-15 10:30:00',
      ...(at === 2 ? ban : ['f', '', '']),
    ])
    const header = [
      'id',
      'name',
      'email',
      'emailVerified',
      'image',
      'createdAt',
      'updatedAt',
      'banned',
      'banReason',
      'banExpires',
    ]
    return (await inspect({ 'user.csv': lines(header, ...rows) })).json
  }

  test('that is over asks nothing, also not about its reason', async () => {
    expect(await dumped('t', 'unpaid', '2020-01-31 00:00:00')).toMatchObject({ ready: 3, blocked: {} })
  })

  test('that was lifted asks nothing about the reason that stayed', async () => {
    expect(await dumped('f', 'unpaid', '2999-01-31 00:00:00')).toMatchObject({ ready: 3, blocked: {} })
  })

  test.each(['2999-01-31 00:00:00', ''])('that is not over disables its user: until “%s”', async (end) => {
    expect(await dumped('t', 'unpaid', end)).toMatchObject({ ready: 2, blocked: { disabled: 1 } })
  })
})

test('columns of Supabase that say how users sign in are no question', async () => {
  const header = [
    'id',
    'email',
    'encrypted_password',
    'email_confirmed_at',
    'raw_app_meta_data',
    'is_sso_user',
    'is_anonymous',
  ]
  const rows = [1, 2, 3, 4, 5, 6].map((at) => [
    `0b2ba2c8-3a0c-4b0a-8d3b-00000000000${at}`,
    at === 6 ? '' : `u${at}@acme.example`,
    at === 6 ? '' : madeUpBcrypt(at),
    at === 6 ? '' : '2024-01-15 10:30:00',
    '{}',
    at === 5 ? 't' : 'f',
    at === 6 ? 't' : 'f',
  ])
  const { json } = await inspect({ 'users_rows.csv': lines(header, ...rows) })
  expect(json).toMatchObject({ users: 6, ready: 5, blocked: { 'no-login': 1 } })
  expect(codesOf(json)).not.toContain('may-keep-out')
})

test('a user of Rocket.Chat who comes from a directory is no question', async () => {
  const users = Array.from({ length: 12 }, (_, at) => ({
    _id: `aZ3kLm8qRtW5xY7p${at + 10}`,
    username: `user${at}`,
    emails: [{ address: `u${at}@acme.example`, verified: true }],
    services: at === 6 ? { ldap: { id: 'f00d' } } : { password: { bcrypt: madeUpBcrypt(at) } },
    active: at !== 3,
    ...(at === 6 ? { ldap: true } : {}),
  }))
  const { json } = await inspect({ 'users.ndjson': users.map((one) => JSON.stringify(one)).join('\n') })
  expect(json).toMatchObject({ users: 12 })
  expect(codesOf(json)).not.toContain('may-keep-out')
})

test.each([
  'RegistrationDate',
  'registered_on',
  'DateOfRegistration',
  'SignupDate',
  'date_inscription',
  'AccountCreationTime',
])('a date at which some users signed up keeps none of them out: %s', async (column) => {
  const header = ['Id', 'UserName', 'Email', 'EmailConfirmed', 'PasswordHash', 'SecurityStamp', column]
  const rows = [1, 2, 3, 4, 5].map((at) => [
    `8a5c0f3e-0000-4000-8000-00000000000${at}`,
    `u${at}`,
    `u${at}@acme.example`,
    true,
    madeUpBcrypt(at),
    'STAMP',
    at < 3 ? `2024-01-1${at} 10:30:00` : '',
  ])
  const { json } = await inspect({ 'AspNetUsers.csv': lines(header, ...rows) })
  expect(json).toMatchObject({ ready: 5 })
  expect(codesOf(json)).not.toContain('may-keep-out')
})
