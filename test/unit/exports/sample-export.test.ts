import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleFiles } from '../../../electron/engine/sample/sample-export.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('the built-in export is read as what it is: a table of one’s own and a pair of Auth0 files', async () => {
  const folder = temporaryFolder()
  for (const { name, text } of sampleFiles) writeFileSync(join(folder, name), text)
  const inspected = await cli(['inspect', ...sampleFiles.map(({ name }) => name), '--json'], { cwd: folder })
  expect(inspected.json).toMatchObject({
    files: [{ provider: 'generic' }, { provider: 'auth0' }, { provider: 'auth0' }],
    records: 73,
    users: 57,
    joined: 14,
    unmatched: 1,
    unreadable: 1,
    ready: 47,
  })
})
