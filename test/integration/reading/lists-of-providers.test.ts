import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const table = (column: string, cell: (at: number) => string) =>
  `id,email,password,${column}\n${some.map((at) => `${at},user${at}@acme.example,${at % 2 === 0 ? madeUpBcrypt(at) : ''},"${cell(at).replaceAll('"', '""')}"\n`).join('')}`

describe('a cell with the names of several providers', () => {
  test.each<[string, string, (names: readonly string[]) => string]>([
    ['with commas', 'providers', (names) => names.join(',')],
    ['as JSON', 'login_providers', (names) => JSON.stringify(names)],
    ['as an array of PostgreSQL', 'auth_providers', (names) => `{${names.join(',')}}`],
  ])('holds back those who sign in there and have no password: %s', async (_, column, write) => {
    const { json, out } = await inspect({
      'users.csv': table(column, (at) => write(at % 2 === 0 ? ['password'] : ['google', 'facebook'])),
    })
    expect(json, out).toMatchObject({ users: 6, ready: 3, hashes: { bcrypt: 3 } })
  })

  test('is no question where all sign in with the password of the table, or where the names are of others', async () => {
    for (const text of [
      table('providers', () => 'password'),
      table('providers', (at) => `${['DHL', 'UPS', 'Hermes'][at % 3]},GLS`),
    ])
      expect((await inspect({ 'users.csv': text })).json).toMatchObject({ ready: 6, blocked: {} })
  })
})
