import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { openBrowserHost } from '../e2e/hosts/browser-host.ts'
import { root, within } from '../e2e/hosts/opened-app.ts'
import { wholeTour } from '../e2e/tour/parts.ts'
import { tour } from '../e2e/tour/tour.ts'
import { keepPicture } from './pictures.ts'

const sizes = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
] as const

const forDocs = process.env['SCREENSHOTS_FOR_DOCS'] === '1'

/** Each step in light and dark at two sizes, with made-up data, as test-results/screenshots/<step>-<scheme>-<width>.png. */
test('screenshots of every step', async () => {
  const folder = join(root, 'test-results', 'screenshots')
  mkdirSync(folder, { recursive: true })
  await within(openBrowserHost(), (app) =>
    tour(
      app,
      wholeTour,
      async (name) => {
        for (const size of sizes) {
          await app.page.setViewportSize(size)
          for (const colorScheme of ['light', 'dark'] as const) {
            await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            const png = await app.page.screenshot({ path: join(folder, `${name}-${colorScheme}-${size.width}.png`) })
            if (forDocs && size.width === 1440) await keepPicture(app.page, name, colorScheme, png)
          }
        }
        await app.page.setViewportSize(sizes[1])
      },
      220,
    ),
  )
})
