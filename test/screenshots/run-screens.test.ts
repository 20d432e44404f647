import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openBrowserHost } from '../e2e/hosts/browser-host.ts'
import { root, within } from '../e2e/hosts/opened-app.ts'
import { bulkTour } from '../e2e/tour/bulk-tour.ts'
import { rehearsalTour, runTour } from '../e2e/tour/run-tour.ts'

/**
 * The variants of each state; 720 x 450 is a window of 1440 x 900 with text at 200 %. A run continues meanwhile, so
 * they are few.
 */
const views = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 1024, height: 700, scheme: 'light' },
  { width: 1024, height: 700, scheme: 'dark' },
  { width: 720, height: 450, scheme: 'light' },
  { width: 720, height: 450, scheme: 'forced' },
] as const

async function draw(page: Page, folder: string, name: string): Promise<void> {
  for (const { width, height, scheme } of views) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({
      colorScheme: scheme === 'dark' ? 'dark' : 'light',
      forcedColors: scheme === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    })
    await page.screenshot({ path: join(folder, `${name}-${scheme}-${width}.png`) })
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect({ name, width, sideways }).toEqual({ name, width, sideways: 0 })
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The states of Run and Report that are drawn, as test-results/screenshots/<state>-<scheme>-<width>.png. */
test('screenshots of every state of a run and its report', async () => {
  const folder = join(root, 'test-results', 'screenshots')
  mkdirSync(folder, { recursive: true })
  await within(openBrowserHost(), async (app) => {
    await app.page.setViewportSize({ width: 1440, height: 900 })
    const keep = (name: string): Promise<void> => draw(app.page, folder, name)
    // With more users, the ones that fail alike at the end follow each other: they take long, and could stop the run.
    await runTour(app, keep, 160)
    await rehearsalTour(app, keep)
    await bulkTour(app, keep)
  })
})
