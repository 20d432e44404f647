import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { browserMissing, openBrowserHost } from './browser-host.ts'
import { desktopMissing, openDesktop } from './desktop-host.ts'
import { within, type OpenedApp } from './opened-app.ts'
import { runIs } from './tour/tour.ts'

/** What a newcomer may need from the first launch to a finished rehearsal with its report. */
const most = { clicks: 5, seconds: 20 }

/** Counts what is really clicked, not what a test does by other means. */
async function countClicks({ page }: OpenedApp): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0'
    const count = (event: Event) => {
      if (!event.isTrusted) return
      document.documentElement.dataset['clicks'] = String(Number(document.documentElement.dataset['clicks']) + 1)
    }
    document.addEventListener('pointerdown', count, { capture: true })
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset['clicks']))
}

/** The obvious button on every screen, and nothing else. */
async function path(app: OpenedApp): Promise<void> {
  const { page } = app
  const began = performance.now()
  const clicks = await countClicks(app)
  await page.getByRole('button', { name: /try the sample export/i }).click()
  await page.getByRole('heading', { level: 1, name: /review/i }).waitFor()
  await page.getByRole('button', { name: /start migration/i }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
  await runIs(page, ({ state }) => state === 'finished')
  await page.getByRole('button', { name: 'Open report', exact: true }).click()
  const report = await app.save(() => page.getByRole('button', { name: 'Save report…', exact: true }).click())
  await expect.poll(() => readFile(report, 'utf8').catch(() => '')).toContain('accounted for below')
  expect(await clicks()).toBeLessThanOrEqual(most.clicks)
  expect((performance.now() - began) / 1000).toBeLessThan(most.seconds)
}

describe('a newcomer reaches a finished rehearsal with its report in five clicks and twenty seconds', () => {
  test.skipIf(browserMissing() !== null)('in a browser', () => within(openBrowserHost(), path))
  test.skipIf(desktopMissing() !== null)('on the desktop', () => within(openDesktop(), path))
})
