import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* A dump with a copy of its users, or with their former passwords. */

const some = [1, 2, 3, 4]
const table = (name: string, hash: (at: number) => string) =>
  `CREATE TABLE ${name} (id int primary key, email varchar(99), password varchar(60));\n${some.map((at) => `INSERT INTO ${name} VALUES (${at},'user${at}@acme.example','${hash(at)}');\n`).join('')}`
const history = (hash: (at: number) => string) =>
  `CREATE TABLE password_history (id int primary key, user_id int, password varchar(60));\n${some.map((at) => `INSERT INTO password_history VALUES (${at},${at},'${hash(at)}');\n`).join('')}`
const users = table('users', madeUpBcrypt)
const partly = (at: number) => (at === 2 ? madeUpBcrypt(90 + at) : madeUpBcrypt(at))
const look = (text: string) => cli(['inspect', 'dump.sql'], { cwd: folderOf({ 'dump.sql': text }) })

describe('hashes in a table beside the users', () => {
  test.each([
    ['a copy of the users', table('users_backup', madeUpBcrypt)],
    ['their former passwords', history(madeUpBcrypt)],
  ])('are no question where they are those of the users: %s', async (_, beside) => {
    for (const text of [users + beside, beside + users])
      expect((await look(text)).out).not.toContain('--exclude-tables')
  })

  test.each([
    ['a copy of the users', table('users_backup', partly), 'users_backup'],
    ['their former passwords', history(partly), 'password_history'],
  ])('are counted where they differ, and the older table is named: %s', async (_, beside, name) => {
    const { out } = await look(users + beside)
    expect(out).toContain('password hashes in password (1 row, 3 more with hashes of users)')
    expect(out).toContain(`By its name, ${name} has older values than the users.`)
  })

  test('of a table whose name does not say so are not called older', async () => {
    const { out } = await look(users + table('staff', partly))
    expect(out).toContain('3 more with hashes of users')
    expect(out).not.toContain('older values')
  })

  test.each([
    ['without a salt', () => '5f4dcc3b5aa765d61d8327deb882cf99', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['that several users have', (at: number) => madeUpBcrypt(at % 2), madeUpBcrypt(1)],
  ])('of people who are no users are asked about, though a user has the same hash %s', async (_, hash, own) => {
    const admins = `CREATE TABLE admin (name varchar(99), password varchar(60));\nINSERT INTO admin VALUES ('boss','${own}');\n`
    for (const text of [table('users', hash) + admins, admins + table('users', hash)]) {
      const { out } = await look(text)
      expect(out).toContain('table admin: password hashes in password (1 row)')
      expect(out).toContain('--exclude-tables')
    }
  })
})
