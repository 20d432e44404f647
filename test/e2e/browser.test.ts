import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowserHost } from './browser-host.ts'
import { mainJob } from './main-job.ts'
import type { OpenedApp } from './opened-app.ts'
import { smoke } from './smoke.ts'

const missing = browserMissing()
if (missing) console.log(`skipped: the app in a browser, because ${missing}`)

describe.skipIf(missing !== null)('the app in a browser', () => {
  let app: OpenedApp
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
  test('does the whole job', () => mainJob(app))
})
