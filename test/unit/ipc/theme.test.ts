import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { themeRequests } from '../../../electron/ipc/services/theme.ts'
import { must } from '../../support/documents.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('the look is the system’s until one is chosen, stays chosen, and is the system’s again when its file is damaged', async () => {
  const folder = temporaryFolder()
  const scheme = async () => must(await themeRequests(folder)['theme:get']({})).scheme
  const first = await scheme()
  must(await themeRequests(folder)['theme:set']({ scheme: 'dark' }))
  const chosen = await scheme()
  writeFileSync(join(folder, 'theme.json'), '{"scheme":"neon"}')
  expect([first, chosen, await scheme()]).toEqual(['system', 'dark', 'system'])
})
