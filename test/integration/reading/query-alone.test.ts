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
