import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

test('a query that lists users as constants is no table with a header, and its password hashes are named', async () => {
  const row = (at: number) =>
    `select ${at} as id, 'u${at}@acme.example' as email, '${madeUpBcrypt(at)}' as password_hash`
  const cwd = folderOf({ 'users.sql': `${row(1)}\nunion\n${row(2)}\nfrom dual\n` })
  const { out, err, code } = await cli(['inspect', 'users.sql'], { cwd })
  expect(code).toBe(2)
  expect(err).toContain('password hashes in statements that only a database can run')
  expect(out + err).not.toContain('$2')
})

test.each([
  (at: number) => `EXEC dbo.AddUser @Email = N'u${at}@acme.example', @Hash = N'${madeUpBcrypt(at)}'\nGO\n`,
  (at: number) => `CALL add_user('u${at}@acme.example', '${madeUpBcrypt(at)}');\n`,
])('calls that add users are no table, and their password hashes are named: %s', async (call) => {
  const cwd = folderOf({ 'users.sql': call(1) + call(2) })
  const { out, err, code } = await cli(['inspect', 'users.sql'], { cwd })
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('password hashes in statements that only a database can run'),
  ])
  expect(out + err).not.toContain('$2')
})
