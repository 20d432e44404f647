import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { violationsInThemes } from '../e2e/checks/axe.ts'
import type { OpenedApp } from '../e2e/hosts/opened-app.ts'
import { settled } from '../e2e/tour/tour.ts'

/** The last one is text at 200 %. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 720, height: 450 },
] as const

/** Pictures of one state at every size and in both themes; at none does the page scroll sideways, and axe finds nothing. */
export async function draw(
  { page, folder }: { readonly page: Page; readonly folder: string },
  name: string,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${size.width}.png`) })
    }
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect({ name, width: size.width, sideways }).toEqual({ name, width: size.width, sideways: 0 })
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  await page.screenshot({ path: join(folder, `${name}-forced-720.png`) })
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize(sizes[0])
  expect({ name, found: await violationsInThemes(page) }).toEqual({ name, found: [] })
}

/** Loads files as the operator does, and waits until all is read and planned. */
export async function loadFiles({ page, choose }: OpenedApp, files: readonly string[]): Promise<void> {
  await choose(files, () => page.getByRole('button', { name: 'Choose files…' }).click())
  await settled(page)
}
