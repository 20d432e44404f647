import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Windows and the rows of the table of users that each has to show; 720 x 450 is a large window with text at 200 %. */
const windows = [
  { width: 1440, height: 900, rows: 6 },
  { width: 1024, height: 700, rows: 8 },
  { width: 720, height: 700, rows: 4 },
  { width: 720, height: 450, rows: 4 },
] as const

/** Expects enough visible rows of the table at every window size up to that width, and a rail without horizontal scrolling. */
export async function expectRoom(page: Page, name: string, widest = Infinity): Promise<void> {
  const before = page.viewportSize()
  for (const { width, height, rows } of windows.filter((window) => window.width <= widest)) {
    await page.setViewportSize({ width, height })
    await page.locator('#main').evaluate((main) => main.scrollTo(0, 0))
    // The table draws the rows that fit once it has its size.
    await expect
      .poll(() => wholeRows(page), { message: `${name} at ${width} x ${height}` })
      .toBeGreaterThanOrEqual(rows)
    const wider = await page
      .getByRole('navigation', { name: 'Steps' })
      .evaluate(
        (rail) =>
          [rail, ...rail.querySelectorAll('*')].filter(
            (one) =>
              one.scrollWidth > one.clientWidth + 1 &&
              getComputedStyle(one).overflowX !== 'hidden' &&
              getComputedStyle(one).overflowX !== 'visible',
          ).length,
      )
    expect({ name, width, height, wider }).toEqual({ name, width, height, wider: 0 })
  }
  if (before !== null) await page.setViewportSize(before)
}

/** Counts fully visible rows above the footer. */
function wholeRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const foot = document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight
    return [...document.querySelectorAll('tbody tr[aria-rowindex]')].filter((row) => {
      const { top, bottom, left } = row.getBoundingClientRect()
      const at = document.elementFromPoint(left + 60, bottom - 3)
      return top >= 0 && bottom <= foot && at !== null && row.contains(at)
    }).length
  })
}
