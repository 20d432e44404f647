import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const some = [1, 2, 3, 4, 5]
const mail = (at: number) => `user${at}@acme.example`
const google = (at: number) => `10${at}555666777888999000`
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const table = (cell: (at: number) => string) =>
  `id,email,password,data\n${some.map((at) => `${at},${mail(at)},${madeUpBcrypt(at)},${quoted(cell(at))}\n`).join('')}`
const php = (at: number) => `a:2:{s:6:"banned";b:${at === 3 ? 1 : 0};s:9:"google_id";s:21:"${google(at)}";}`
const hstore = (at: number) => `"banned"=>"${at === 3 ? 't' : 'f'}", "google_id"=>"${google(at)}"`

describe('a cell that holds several values', () => {
  test.each([
    ['as PHP serializes them', php],
    ['as hstore has them', hstore],
  ])('keeps nobody in who is banned, and loses no login: %s', async (_, cell) => {
    const { json, out } = await inspect({ 'users.csv': table(cell) })
    expect(json, out).toMatchObject({ users: 5, ready: 4, blocked: { disabled: 1 }, loginMethods: { thirdParty: 5 } })
    const users = await usersOf({ 'users.csv': table(cell) })
    expect(users.map(({ identities }) => identities.map(({ userId }) => userId))).toEqual(
      some.map((at) => [google(at)]),
    )
  })

  test('is a value of a dump as well', async () => {
    const rows = some.map(
      (at) => `INSERT INTO users VALUES (${at},'${mail(at)}','${madeUpBcrypt(at)}','${php(at)}');\n`,
    )
    const { json } = await inspect({
      'users.sql': `CREATE TABLE users (id int, email varchar(99), password varchar(60), data text);\n${rows.join('')}`,
    })
    expect(json).toMatchObject({ ready: 4, blocked: { disabled: 1 }, loginMethods: { thirdParty: 5 } })
  })

  test('shows no code of a session as the name of a column', async () => {
    const code = (at: number) => `${at}123456789abcdef`.repeat(4).slice(0, 64)
    const { out } = await inspect({
      'users.csv': table((at) => `a:1:{s:64:"${code(at)}";a:1:{s:2:"ip";s:9:"127.0.0.1";}}`),
    })
    for (const at of some) expect(out).not.toContain(code(at))
  })
})
