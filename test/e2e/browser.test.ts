import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBrowserHost } from './hosts/browser-host.ts'
import { files } from './hosts/files.ts'
import { inBrowser, inRenewedApp } from './hosts/journey.ts'
import { root, within } from './hosts/opened-app.ts'
import { smoke } from './scenarios/smoke.ts'

inBrowser('the app in a browser', () => {
  test('opens under a strict policy and answers', () => inRenewedApp('browser', smoke))
  test('takes files in and hands files out', () => inRenewedApp('browser', files))

  test('is built for production, whatever builds it', () => {
    const assets = join(root, 'dist/renderer/assets')
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
    const ofDevelopment = scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes('jsxDEV'))
    expect([scripts.length > 0, ofDevelopment]).toEqual([true, []])
  })

  test('keeps neither the token in its address nor anything in a store', () =>
    inRenewedApp('browser', async ({ page }) => {
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
