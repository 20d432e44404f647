import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Columns that are called like an ID, and have the email addresses that users sign in with. */

const people = ['ann', 'ben', 'cleo']
const mail = (name: string) => `${name}@acme.example`
const tableOf = (header: string, cells: (name: string, at: number) => readonly string[]) =>
  `${header},hash\n${people.map((name, at) => `${[...cells(name, at), madeUpBcrypt(at)].join(',')}\n`).join('')}`

describe('addresses under the name of an ID', () => {
  test.each(['_id', 'user_id', 'uid', 'idusuario'])('are the emails and the source IDs: %s', async (column) => {
    const { json, out } = await inspect({ 'users.csv': tableOf(column, (name) => [mail(name)]) })
    expect(json).toMatchObject({ users: 3, ready: 3, loginMethods: { emailPassword: 3 } })
    expect(out).toContain('each is the source ID as well')
    expect(out).toContain('"new-id"')
  })

  test('are the source IDs alone beside another column of emails', async () => {
    const files = { 'users.csv': tableOf('user_id,email', (name) => [mail(name), `${name}@post.example`]) }
    const columns = [{ becomes: 'source-id' }, { becomes: 'email' }, { becomes: 'password-hash' }]
    expect((await inspect(files)).json).toMatchObject({ ready: 3, files: [{ mapping: { columns } }] })
  })

  test('leave the ID to another column that is called one', async () => {
    const { json, out } = await inspect({
      'users.csv': tableOf('id,user_id', (name, at) => [`${at + 40}`, mail(name)]),
    })
    const columns = [{ becomes: 'source-id' }, { becomes: 'email' }, { becomes: 'password-hash' }]
    expect(json).toMatchObject({ ready: 3, files: [{ mapping: { columns } }] })
    expect(out).not.toContain('as well')
  })
})

describe('users who are kept out by an address', () => {
  test.each([
    ['states.csv', `user_id,banned\n${mail('ann')},yes\n${mail('ben')},no\n`],
    ['banned_users.csv', `user_id,reason\n${mail('ann').toUpperCase()},spam\n`],
  ])('are found under any name of the column: %s', async (name, list) => {
    const tables = ['_id', 'username', 'login_id'].map((column) => tableOf(column, (one) => [mail(one)]))
    for (const table of [...tables, tableOf('id,email', (one, at) => [`${at + 40}`, mail(one)])]) {
      const { json } = await inspect({ 'users.csv': table, [name]: list })
      expect(json).toMatchObject({ users: 3, ready: 2, blocked: { disabled: 1 } })
    }
  })
})
