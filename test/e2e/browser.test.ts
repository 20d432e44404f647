import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowserHost } from './browser-host.ts'
import type { OpenedBrowser } from './browser-host.ts'
import { files } from './files.ts'
import { mainJob } from './main-job.ts'
import { smoke } from './smoke.ts'

const missing = browserMissing()
if (missing) console.log(`skipped: the app in a browser, because ${missing}`)

describe.skipIf(missing !== null)('the app in a browser', () => {
  let app: OpenedBrowser
  beforeAll(async () => {
    app = await openBrowserHost()
  })
  afterAll(() => app?.close())

  test('opens under a strict policy and answers', () => smoke(app))
  test('keeps neither the token in its address nor anything in a store', async () => {
    const kept = await app.page.evaluate(() => [
      location.hash,
      document.cookie,
      localStorage.length,
      sessionStorage.length,
    ])
    expect(kept).toEqual(['', '', 0, 0])
  })
  test('takes files in and hands files out', () => files(app))
  test('does the whole job', () => mainJob(app))
  test('a page that was loaded anew is out, and a new address lets it in', async () => {
    const printed = app.nextAddress()
    await app.page.reload()
    await app.page.getByText('Open the address printed in the terminal.').waitFor()
    await app.page.goto(await printed)
    await expect
      .poll(() => app.page.evaluate(() => globalThis.migration?.ask('app:info', {})))
      .toMatchObject({ ok: true, value: { host: 'browser' } })
  })
})
