import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { usersOf } from '../../support/read-users.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Sessions, tokens, codes and logs with a copy of their user, or with the address of the user. */

const some = [1, 2, 3]
const mail = (at: number) => `ann${at}@acme.example`
const hex = (at: number) => `${at}f`.repeat(32)
const users = some.map((at) => ({ id: `u-${at}`, email: mail(at), password: madeUpBcrypt(at), isActive: at !== 2 }))
const gone = [...some, 9]
const text = (rows: readonly object[]) => JSON.stringify(rows)
const past = (at: number) => `2024-12-0${at}T13:43:32.294Z`

describe('rows with a copy of a user', () => {
  test.each([
    [
      'sessions.json',
      gone.map((at) => ({
        user: { id: `u-${at}`, email: mail(at), isActive: true },
        token: hex(at),
        expiresAt: past(at),
      })),
    ],
    [
      'refresh_tokens.json',
      gone.map((at) => ({ token: hex(at), userId: `u-${at}`, email: mail(at), expiresAt: past(at) })),
    ],
    [
      'audit_logs.json',
      gone.map((at) => ({
        id: `log-${at}`,
        user: { id: `u-${at}`, email: mail(at) },
        action: 'login',
        success: at !== 1,
      })),
    ],
    [
      'otps.json',
      gone.map((at) => ({ id: at, email: mail(at), code: `12345${at}`, expires_at: past(at), used: true })),
    ],
  ])('become no users of their own, and none takes the place of the record: %s', async (name, rows) => {
    for (const files of [
      { 'a-users.json': text(users), [name]: text(rows) },
      { [name]: text(rows), 'users.json': text(users) },
    ]) {
      const { json, out } = await inspect(files)
      expect(json).toMatchObject({ ready: 2 })
      expect(json?.['blocked']).toMatchObject({ disabled: 1, 'may-be-no-user': expect.any(Number) as number })
      expect(Object.keys(json?.['blocked'] ?? {})).toHaveLength(2)
      expect(out).not.toContain(hex(1))
    }
  })

  test('are joined where each has a user', async () => {
    const rows = some.map((at) => ({ token: hex(at), userId: at, email: mail(at), expiresAt: past(at) }))
    const own = some.map((at) => ({ id: at, email: mail(at), password: madeUpBcrypt(at) }))
    for (const files of [
      { 'a-users.json': text(own), 'tokens.json': text(rows) },
      { 'refresh_tokens.json': text(rows), 'users.json': text(own) },
    ])
      expect((await inspect(files)).json).toMatchObject({ users: 3, ready: 3, joined: 3, blocked: {} })
  })
})

test('a code that was used, or whose time is over, keeps no user out', async () => {
  const list = `id,email,password\n${some.map((at) => `${at},${mail(at)},${madeUpBcrypt(at)}\n`).join('')}`
  const codes = (head: string, row: (at: number) => string) => `${head}\n${some.map((at) => `${row(at)}\n`).join('')}`
  for (const [name, rows] of [
    ['otps', codes('id,user_id,otp,expires_at,used', (at) => `${at},${4 - at},12345${at},2024-01-01,1`)],
    ['verification_codes', codes('user_id,code,expires_at,used', (at) => `${at},12345${at},2024-01-01,1`)],
    ['password_resets', codes('user_id,token,expires_at,used', (at) => `${at},${hex(at)},2024-01-01,true`)],
    ['magic_links', codes('user_id,token,expired', (at) => `${at},${hex(at)},1`)],
  ] as const) {
    const { json } = await inspect({ 'users.csv': list, [`${name}.csv`]: rows })
    expect(json).toMatchObject({ users: 3, ready: 3, blocked: {} })
  }
})

describe('a token', () => {
  const token = (at: number) => `io0R9SEFl8S0aGlprJaJMeRUZ2LNGAvOQLwAedhqX${at}${at}`
  const jwt = (at: number) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl${at}`
  const own = {
    'zoe@acme.example': { emailVerified: true, passwordHash: madeUpBcrypt(9), username: 'zoe@acme.example' },
  }
  const sourceIds = async (files: Readonly<Record<string, string>>) => {
    const found = await usersOf(files)
    return found.map(({ sourceId }) => sourceId)
  }

  test.each([
    [
      'that is the key of its entry',
      'refresh_tokens.json',
      JSON.stringify(
        Object.fromEntries(
          some.map((at) => [token(at), { token: token(at), username: mail(at), expiryEpoch: 1771563630909 + at }]),
        ),
      ),
    ],
    ['called an ID', 'sessions.json', text(some.map((at) => ({ id: token(at), email: mail(at) })))],
    ['called an ID, of letters and points', 'a.json', text(some.map((at) => ({ id: jwt(at), email: mail(at) })))],
    [
      'in two columns',
      'a.csv',
      `id,session_token,email\n${some.map((at) => `${token(at)},${token(at)},${mail(at)}\n`).join('')}`,
    ],
    ['called so', 'a.csv', `token,email\n${some.map((at) => `${token(at)},${mail(at)}\n`).join('')}`],
  ])('is no source ID, and is shown nowhere: %s', async (_, name, content) => {
    for (const files of [{ [name]: content }, { [name]: content, 'users.json': JSON.stringify(own) }]) {
      const ids = await sourceIds(files)
      expect(ids.filter((id) => id !== null && (id.includes('AedhqX') || id.startsWith('eyJ')))).toEqual([])
      const { json, out } = await inspect(files)
      expect(out).not.toMatch(/AedhqX|c2lnbmF0dXJl/)
      expect(json?.['blocked']).not.toHaveProperty('unmapped-status')
      expect(json?.['other']).not.toHaveProperty('earlier version of a user')
    }
  })

  test('is none where it is a long ID of an account', async () => {
    const ids = some.map((at) => `auth0|65f0c0ffee0000000000000${at}`)
    const long = some.map((at) => `AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbta${at}`)
    for (const all of [ids, long]) {
      const rows = all.map((id, at) => ({ id, email: mail(at), password: madeUpBcrypt(at) }))
      expect(await sourceIds({ 'users.json': text(rows) })).toEqual(all)
    }
  })
})
