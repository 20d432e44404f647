import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const text = (row: (at: number) => string) => `${some.map(row).join('\n')}\n`

async function refused(name: string, content: string): Promise<string> {
  const { code, err } = await cli(['inspect', name], { cwd: folderOf({ [name]: content }) })
  expect(code).toBe(2)
  return err
}
test('rows of a statement without its beginning are named', async () => {
  const row = (at: number) => `('a${at}', ${at}, 'BT', NULL, 'it''s', '${mail(at)}'),`
  expect(await refused('part.sql', text(row))).toContain('INSERT INTO with a table')
  expect(
    await refused(
      'part.csv',
      text((at) => `"${row(at)}"`),
    ),
  ).toContain('Remove the quotes around each line, and put')
})

test('a single line without a column name may be a user', async () => {
  const err = await refused('one.csv', 'admin,Ann Example,Secret1pass,staff,f')
  expect(err).toContain('If its one line is a user')
  expect(err).not.toContain('Secret1pass')
  expect(await refused('none.csv', 'id,email,name\n')).not.toContain('If its one line')
})
