import { type AxeResults, type RunOptions, source } from 'axe-core'
import type { Page } from 'playwright'
import { rounds } from '../../support/length.ts'
import { seedOfRun } from '../../support/seed.ts'

/** No rule is switched off; `target-size` is one of wcag22aa. */
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
}

declare global {
  // The global of axe-core's source.
  var axe: { run: (options: RunOptions) => Promise<AxeResults> }
}

/** Violations that axe-core finds in the page as it is now, one line for each element. */
export async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const results = await page.evaluate((how) => globalThis.axe.run(how), options)
  // A native tooltip is out of reach for the keyboard: tooltips are drawn by the app.
  const native = await page.evaluate(() => [...document.querySelectorAll('[title]')].map(({ outerHTML }) => outerHTML))
  const titles = native.map((html) => `title: native tooltip: ${html.slice(0, 200)}`)
  const found = results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
  return [...found, ...titles]
}

const themes = ['light', 'dark'] as const
let looks = seedOfRun('AXE_SEED')

/** The same in light and in dark; in the short form in one of them, in turns, so that every other run begins with the other. */
export async function violationsInThemes(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  looks += 1
  for (const colorScheme of rounds(1, 2) === 2 ? themes : [themes[looks % 2] ?? 'light']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await violations(page)).map((violation) => `${colorScheme}: ${violation}`))
  }
  return found
}
