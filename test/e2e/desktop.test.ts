import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDesktop } from './hosts/desktop-host.ts'
import { files } from './hosts/files.ts'
import { inDesktop, inRenewedApp } from './hosts/journey.ts'
import { temporaryFolder, within } from './hosts/opened-app.ts'
import { smoke, stays } from './scenarios/smoke.ts'

inDesktop('the desktop app', () => {
  test('opens its window under a strict policy, answers, and cannot be led away', () =>
    inRenewedApp('desktop', async (app) => {
      await smoke(app)
      await stays(app)
    }))
  test('takes files in and hands files out', () => inRenewedApp('desktop', files))

  test('opens the migration it is started with and names it in its title', async () => {
    const [folder, removeFolder] = temporaryFolder()
    const path = join(folder, 'from before.migration')
    await inRenewedApp('desktop', async ({ page, title, save }) => {
      await page.evaluate(() => globalThis.migration.invoke('document:new', {}))
      await expect.poll(title).toMatch(/^migration .* - User Migration Assistant$/)
      await copyFile(await save(() => page.evaluate(() => globalThis.migration.invoke('document:save-copy', {}))), path)
    })
    await within(openDesktop([path]), ({ title }) => expect.poll(title).toBe('from before - User Migration Assistant'))
    removeFolder()
  })
})
