import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { openBrowserHost } from '../e2e/browser-host.ts'
import { root, within } from '../e2e/opened-app.ts'
import { rehearsalTour, runTour } from '../e2e/tour/run-tour.ts'

/** The states of Run and Report that are drawn, as test-results/screenshots/<state>-<scheme>-<width>.png. */
test('screenshots of every state of a run and its report', async () => {
  const folder = join(root, 'test-results', 'screenshots')
  mkdirSync(folder, { recursive: true })
  await within(openBrowserHost(), async (app) => {
    const wide = { width: 1440, height: 900 }
    await app.page.setViewportSize(wide)
    const keep = async (name: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await app.page.screenshot({ path: join(folder, `${name}-${colorScheme}-1440.png`) })
      }
      await app.page.emulateMedia({ colorScheme: 'light' })
      await app.page.setViewportSize({ width: 1024, height: 700 })
      await app.page.screenshot({ path: join(folder, `${name}-light-1024.png`) })
      await app.page.setViewportSize(wide)
    }
    await runTour(app, keep)
    await rehearsalTour(app, keep)
  })
})
