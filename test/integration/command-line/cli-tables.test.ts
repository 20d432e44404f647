import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const rows = (table: string, first: number) =>
  [1, 2, 3]
    .map(
      (n) =>
        `INSERT INTO ${table} (id, email, password) VALUES (${first + n}, '${table}${n}@acme.example', '${madeUpBcrypt(first + n)}');\n`,
    )
    .join('')
const dump = `${rows('users', 0)}${rows('members', 10)}`
const other = 'id,role\n1,editor\n'

test('inspect says how to choose a table, of one file and of several, and the option is taken', async () => {
  const cwd = folderOf({ 'all.sql': dump, 'roles.csv': other })
  const one = await cli(['inspect', 'all.sql'], { cwd })
  expect(one.out).toMatch(/add --table NAME: (?:users|members)/)
  const several = await cli(['inspect', 'all.sql', 'roles.csv'], { cwd })
  expect(several.out).toMatch(/add --table all\.sql=NAME: (?:users|members)/)
  const chosen = await cli(['inspect', 'all.sql', 'roles.csv', '--table', 'all.sql=members', '--json'], { cwd })
  expect(chosen.json).toMatchObject({ users: 3, files: [{ mapping: { tables: ['members'] } }, {}] })
})
