import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

test('the metadata of Hasura are named as what they are', async () => {
  const table = {
    table: { schema: 'public', name: 'users' },
    select_permissions: [{ role: 'user', permission: { columns: ['email'] } }],
  }
  const text = JSON.stringify({
    resource_version: 7,
    metadata: { version: 3, sources: [{ name: 'default', tables: [table] }] },
  })
  const { err } = await cli(['inspect', 'metadata.json'], { cwd: folderOf({ 'metadata.json': text }) })
  expect(err).toContain('the metadata of Hasura, not an export of users')
})
