import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

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
