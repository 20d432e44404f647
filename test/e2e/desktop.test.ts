import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktopMissing, openDesktop } from './desktop-host.ts'
import { files } from './files.ts'
import { mainJob } from './main-job.ts'
import { temporaryFolder } from './opened-app.ts'
import type { OpenedApp } from './opened-app.ts'
import { smoke, stays } from './smoke.ts'

const missing = desktopMissing()
if (missing) console.log(`skipped: the desktop app, because ${missing}`)

describe.skipIf(missing !== null)('the desktop app', () => {
  let app: OpenedApp
  beforeAll(async () => {
    app = await openDesktop()
  })
  afterAll(() => app?.close())

  test('opens its window under a strict policy and answers', () => smoke(app))
  test('takes files in and hands files out', () => files(app))
  test('does the whole job', () => mainJob(app))
  test('names the open migration in its title', () =>
    expect.poll(() => app.title()).toMatch(/^migration .* - User Migration Assistant$/))
  // Last, because Playwright keeps waiting for the navigations that were refused.
  test('cannot be led away', () => stays(app))
})

describe.skipIf(missing !== null)('the desktop app, started with a migration', () => {
  test('opens it', async () => {
    const [folder, removeFolder] = temporaryFolder()
    const path = join(folder, 'from before.migration')
    const first = await openDesktop()
    const copy = await first.save(async () => {
      await first.page.evaluate(() => globalThis.migration.ask('document:new', {}))
      return first.page.evaluate(() => globalThis.migration.ask('document:save-copy', {}))
    })
    await copyFile(copy, path)
    await first.close()

    const second = await openDesktop([path])
    await expect.poll(() => second.title()).toBe('from before - User Migration Assistant')
    await second.close()
    removeFolder()
  })
})
