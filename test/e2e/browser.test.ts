import { describe, expect, test } from 'vitest'
import { browserMissing, openBrowserHost } from './browser-host.ts'
import { fetchUsers } from './fetch-users.ts'
import { files } from './files.ts'
import { decideGroups } from './groups.ts'
import { mainJob } from './main-job.ts'
import { within } from './opened-app.ts'
import { reportFiles } from './report-files.ts'
import { smoke } from './smoke.ts'

const missing = browserMissing()
if (missing) console.log(`skipped: the app in a browser, because ${missing}`)

describe.skipIf(missing !== null)('the app in a browser', () => {
  test('opens under a strict policy and answers', () => within(openBrowserHost(), smoke))
  test('takes files in and hands files out', () => within(openBrowserHost(), files))
  test('fetches users of an old system', () => within(openBrowserHost(), fetchUsers))
  test('decides groups of users', () => within(openBrowserHost(), decideGroups))
  test('does the whole job', () => within(openBrowserHost(), mainJob))
  test('saves every file of the report', () => within(openBrowserHost(), reportFiles))

  test('keeps neither the token in its address nor anything in a store', () =>
    within(openBrowserHost(), async ({ page }) => {
      const kept = await page.evaluate(() => [
        location.hash,
        document.cookie,
        localStorage.length,
        sessionStorage.length,
      ])
      expect(kept).toEqual(['', '', 0, 0])
    }))

  test('a page that was loaded anew is out, and a new address lets it in', () =>
    within(openBrowserHost(), async ({ page, nextAddress }) => {
      const printed = nextAddress()
      await page.reload()
      await page.getByText('Open the address printed in the terminal.').waitFor()
      await page.goto(await printed)
      await expect
        .poll(() => page.evaluate(() => globalThis.migration?.invoke('app:info', {})))
        .toMatchObject({ ok: true, value: { host: 'browser' } })
    }))
})
