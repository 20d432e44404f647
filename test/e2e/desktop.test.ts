import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { desktopMissing, openDesktop } from './desktop-host.ts'
import { fetchUsers } from './fetch-users.ts'
import { files } from './files.ts'
import { mainJob } from './main-job.ts'
import { temporaryFolder, within } from './opened-app.ts'
import { reportFiles } from './report-files.ts'
import { smoke, stays } from './smoke.ts'

const missing = desktopMissing()
if (missing) console.log(`skipped: the desktop app, because ${missing}`)

describe.skipIf(missing !== null)('the desktop app', () => {
  test('opens its window under a strict policy, answers, and fetches users of an old system', () =>
    within(openDesktop(), async (app) => {
      await smoke(app)
      await fetchUsers(app)
    }))
  test('cannot be led away', () => within(openDesktop(), stays))
  test('takes files in and hands files out', () => within(openDesktop(), files))
  test('does the whole job', () => within(openDesktop(), mainJob))
  test('saves every file of the report', () => within(openDesktop(), reportFiles))

  test('opens the migration it is started with and names it in its title', async () => {
    const [folder, removeFolder] = temporaryFolder()
    const path = join(folder, 'from before.migration')
    await within(openDesktop(), async ({ page, title, save }) => {
      await page.evaluate(() => globalThis.migration.invoke('document:new', {}))
      await expect.poll(title).toMatch(/^migration .* - User Migration Assistant$/)
      await copyFile(await save(() => page.evaluate(() => globalThis.migration.invoke('document:save-copy', {}))), path)
    })
    await within(openDesktop([path]), ({ title }) => expect.poll(title).toBe('from before - User Migration Assistant'))
    removeFolder()
  })
})
