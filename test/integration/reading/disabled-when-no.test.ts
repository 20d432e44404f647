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

test('inspect says the same of a column of a known product', async () => {
  const rows = ["(1,'en','ann','$2y$10$x','ann@acme.example',1)", "(2,'en','ben','$2y$10$x','ben@acme.example',0)"]
  const dump = `INSERT INTO users_field_data (uid, langcode, name, pass, mail, status) VALUES ${rows.join(', ')};`
  const { json } = await cli(['inspect', 'drupal.sql', '--json'], { cwd: folderOf({ 'drupal.sql': dump }) })
  expect(json).toMatchObject({
    files: [
      {
        provider: 'drupal',
        mapping: {
          columns: expect.arrayContaining([expect.objectContaining({ column: 'status', becomes: 'Disabled when no' })]),
        },
      },
    ],
  })
})
