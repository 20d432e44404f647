import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Users of YAML under their names, among entries that are no objects. */

const ann = `  ann: {password: "${madeUpBcrypt(1)}", email: ann@acme.example}\n`
const eve = `  eve: {password: "${madeUpBcrypt(3)}", email: eve@acme.example}\n`

describe('each entry is one of its own', () => {
  test('beside a name with its hash, a list and nothing', async () => {
    const text = `users:\n${ann}  bob: [x, y]\n  cleo: "${madeUpBcrypt(2)}"\n  dan:\n`
    const { json } = await inspect({ 'users.yml': text })
    expect(json).toMatchObject({ records: 4, users: 2, unreadable: 2, hashes: { bcrypt: 2 } })
    expect(JSON.stringify(json)).not.toContain('second-hash')
    const users = await usersOf({ 'users.yml': text })
    expect(users.map(({ email, hash }) => [email, hash?.hash])).toEqual([
      ['ann@acme.example', madeUpBcrypt(1)],
      [null, madeUpBcrypt(2)],
    ])
  })

  test.each([
    ['nothing', '  dan:\n'],
    ['a text', '  dan: see below\n'],
    ['a list', '  dan: [x, y]\n'],
  ])('of several users beside %s', async (_what, other) => {
    const { json } = await inspect({ 'users.yml': `users:\n${ann}${eve}${other}` })
    expect(json).toMatchObject({ records: 3, users: 2, ready: 2, unreadable: 1 })
  })

  test.each(['usuarios', 'benutzer', 'utilisateurs'])(
    'under a word for users in another language: %s',
    async (word) => {
      const text = `${word}:\n  ann: {clave: Geheim1!, rol: admin}\n  bob: {clave: Geheim2!, rol: user}\n`
      const { json } = await inspect({ 'all.yml': text })
      expect(json).toMatchObject({ records: 2, users: 2, hashes: { unsupported: { plaintext: 2 } } })
    },
  )

  test('in settings', async () => {
    const text = `server:\n  port: 80\n  users:\n${(ann + eve).replaceAll(/^/gm, '  ').trimEnd()}\n    cleo: "${madeUpBcrypt(2)}"\n`
    expect((await inspect({ 'settings.yml': text })).json).toMatchObject({ users: 3, hashes: { bcrypt: 3 } })
  })
})

test.each([
  [
    'with its login in an object',
    `users:\n  name: Ann\n  roles: [x, y]\n  login: {password: "${madeUpBcrypt(1)}", email: ann@acme.example}\n`,
  ],
  [
    'with its own fields',
    `users:\n  email: ann@acme.example\n  password: "${madeUpBcrypt(1)}"\n  address: {city: Bonn}\n`,
  ],
])('one user %s stays one', async (_what, text) => {
  expect((await inspect({ 'users.yml': text })).json).toMatchObject({ records: 1, users: 1, ready: 1 })
})
