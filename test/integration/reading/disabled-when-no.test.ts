import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

test('inspect says of a column like “Aktiv?” that its no disables, for people and for programs', async () => {
  const cwd = folderOf({ 'users.csv': 'id,email,Aktiv?\n1,ann@acme.example,ja\n2,ben@acme.example,nein\n' })
  const text = await cli(['inspect', 'users.csv'], { cwd })
  expect(text.out).toContain('Aktiv? -> Disabled when no (')
  const json = await cli(['inspect', 'users.csv', '--json'], { cwd })
  expect(json.json).toMatchObject({
    files: [{ mapping: { columns: [{}, {}, { column: 'Aktiv?', becomes: 'Disabled when no' }] } }],
    blocked: { disabled: 1 },
  })
})
