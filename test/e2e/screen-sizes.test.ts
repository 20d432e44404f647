import { expect } from 'vitest'
import type { Page } from 'playwright'
import { writeOpenDecisions } from './checks/open-decisions-export.ts'
import { journey } from './hosts/journey.ts'
import { beginMigration, chooseExports, temporaryFolder, startRun, step } from './hosts/opened-app.ts'
import { screenSize, type ScreenSize } from './checks/screen-size.ts'
import { runIs, settled } from './tour/tour.ts'

/**
 * No screen of a migration with 224 users left to decide asks more of its reader, in a window of 1440 x 900. The drawings of
 * these screens have, for as many decisions, causes and files, 5 buttons on Start, 14 on Export, 20 on Review and Decisions,
 * 18 on Run and 33 on Report, headings that sort counted with them; 8 are the frame of every step. Export without a file names each known product.
 */
const limits = {
  Start: { words: 25, buttons: 5, commands: 5, pressable: 5 },
  Connect: { words: 60, buttons: 12, commands: 4, pressable: 8 },
  'Connect with a rehearsal': { words: 53, buttons: 12, commands: 4, pressable: 8 },
  'Export without a file': { words: 153, buttons: 11, commands: 3, pressable: 6 },
  Export: { words: 85, buttons: 13, commands: 5, pressable: 11 },
  Review: { words: 213, buttons: 20, commands: 4, pressable: 18 },
  Decisions: { words: 315, buttons: 20, commands: 9, pressable: 18 },
  Run: { words: 198, buttons: 17, commands: 4, pressable: 17 },
  Report: { words: 186, buttons: 26, commands: 18, pressable: 26 },
  // Two save into a folder and open it, which a browser cannot.
  'Report in the desktop app': { words: 189, buttons: 28, commands: 20, pressable: 28 },
} as const satisfies Record<string, ScreenSize>

/** A table may have a row more until it has measured its room. */
async function staysWithin(page: Page, screen: keyof typeof limits): Promise<void> {
  const limit: ScreenSize = limits[screen]
  const most = async () => {
    const { words, buttons, commands, pressable } = await screenSize(page)
    return {
      words: Math.max(limit.words, words),
      buttons: Math.max(limit.buttons, buttons),
      commands: Math.max(limit.commands, commands),
      pressable: Math.max(limit.pressable, pressable),
    }
  }
  await expect.poll(most, { message: screen }).toEqual(limit)
}

/** A fact about most users stands once above the table, and not in a cell; small windows still show rows. */
async function speaksOfTheSpecial(page: Page): Promise<void> {
  await page.getByText('Holds for all 600:').waitFor()
  await expect.poll(() => page.locator('tr[data-row="0"]').innerText()).not.toMatch(/verified|old ID/i)
  const rows = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    return page.evaluate(() => {
      const foot = document.querySelector('footer')?.getBoundingClientRect().top ?? 0
      const seen = [...document.querySelectorAll('tr[data-row]')].map((row) => row.getBoundingClientRect())
      const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
      return seen.filter(({ top, bottom }) => top >= head - 1 && bottom <= foot).length
    })
  }
  const widerThanSeen = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('nav, main, [aria-label="Users"] div')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ className }) => className),
    )
  // The last is a text at 200 %.
  for (const [width, height, least] of [
    [1024, 700, 8],
    [720, 700, 4],
    [720, 450, 4],
  ] as const) {
    await expect.poll(() => rows(width, height), { message: `${width} x ${height}` }).toBeGreaterThanOrEqual(least)
    await expect.poll(widerThanSeen, { message: `${width} x ${height}` }).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** A selection is counted once; the drawer says what stands in the way in the words of the table. */
async function saysOnce(page: Page): Promise<void> {
  await page.locator('tr[data-row="0"] input').check()
  const chosen = page.getByRole('toolbar', { name: 'Selected users' })
  await chosen.getByText('1 user selected').waitFor()
  const inSight = page.locator(':not(.visually-hidden)', { hasText: /^1 user\s+selected$/ })
  await expect.poll(() => inSight.count()).toBe(1)
  await chosen.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('searchbox').fill('samlp0@')
  const row = page.locator('tr[data-row="0"]', { hasText: 'Needs a decision' })
  await row.click()
  // The keys go on from the row that was pressed.
  expect(await row.evaluate((line) => line.contains(document.activeElement))).toBe(true)
  const drawer = page.getByRole('complementary', { name: 'Selected user' })
  await drawer
    .getByText((await row.locator('td').last().innerText()).trim(), { exact: true })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('')
  await page.getByText('Holds for all 600:').waitFor()
}

/** A window and a dialog scroll in one place: texts for screen readers alone make neither of them longer. */
async function scrollsInOnePlace(page: Page): Promise<void> {
  const longer = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog')]
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ tagName }) => tagName),
    )
  await page.setViewportSize({ width: 720, height: 450 })
  await page.locator('tr[data-row="0"] [data-control="show"]').press('Enter')
  await page.getByRole('complementary', { name: 'Selected user' }).getByRole('heading').first().waitFor()
  await expect.poll(longer, { message: 'with a selected user' }).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 720, height: 300 })
  await page.getByRole('button', { name: 'Start pilot…' }).click()
  await page.getByRole('dialog').waitFor()
  await expect.poll(longer, { message: 'with a dialog' }).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Two cards begin at one height, side by side. */
async function standsBeside(page: Page, left: string, right: string): Promise<void> {
  const [one, other] = await Promise.all([left, right].map((name) => page.getByRole('region', { name }).boundingBox()))
  expect([one?.y, (one?.x ?? 0) + (one?.width ?? 0) < (other?.x ?? 0)], `${left} and ${right}`).toEqual([
    other?.y,
    true,
  ])
}

/** A small window says as well what the recommended choices settle, and no sentence of a decision is cut. */
async function saysDecisionsWhole(page: Page): Promise<void> {
  const decisions = page.getByRole('tabpanel').getByRole('listitem')
  const cut = () =>
    decisions
      .locator('span')
      .evaluateAll((texts) =>
        texts
          .filter(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1)
          .map((text) => text.textContent),
      )
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: width === 1024 ? 700 : 900 })
    await expect.poll(() => page.getByText(/^Recommended choices settle \d/).isVisible()).toBe(true)
    await expect.poll(cut, { message: `at ${width}` }).toEqual([])
  }
}

/** The names of products stay in their boxes. */
async function holdsNames(page: Page): Promise<void> {
  const wider = () =>
    page
      .getByRole('group', { name: 'Provider' })
      .locator('label')
      .evaluateAll((labels) =>
        labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((label) => label.textContent),
      )
  for (const width of [720, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(wider, { message: `at ${width}` }).toEqual([])
  }
}

/** Small windows show causes of the report whole, and nothing scrolls sideways; the last is a text at 200 %. */
async function showsCauses(page: Page): Promise<void> {
  const lines = page.getByRole('region', { name: 'Not migrated' }).getByRole('listitem')
  const seen = () =>
    lines.evaluateAll((all) => {
      const foot = document.querySelector('footer')?.getBoundingClientRect().top ?? 0
      return all.filter((line) => line.getBoundingClientRect().bottom <= foot).length
    })
  const sideways = () =>
    page.evaluate(() => {
      const places = [document.documentElement, ...document.querySelectorAll('nav, main')]
      return places.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length
    })
  for (const [width, height, least] of [
    [1024, 700, 4],
    [720, 700, 4],
    // Below the banner of a rehearsal.
    [720, 450, 1],
  ] as const) {
    await page.setViewportSize({ width, height })
    const message = `Report at ${width} x ${height}`
    await expect.poll(seen, { message }).toBeGreaterThanOrEqual(least)
    expect([message, await sideways()]).toEqual([message, 0])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Each cause once with its count and one button; three names below it, then all of them in a table. */
async function namesCauses(page: Page): Promise<void> {
  const causes = page.getByRole('region', { name: 'Not migrated' })
  const lines = causes.getByRole('listitem')
  expect(await lines.allInnerTexts().then((texts) => texts.map((text) => text.replaceAll(/\s+/g, ' ')))).toEqual([
    '119 Provider “samlp” Choose the provider in the core, or exclude them. Decide',
    '39 Same login as an earlier user Keep the first. Decide',
    '58 Disabled in the source Change',
    '8 No way to log in Change',
  ])
  const samlp = lines.filter({ hasText: 'samlp' }).first()
  await samlp.getByRole('button', { expanded: false }).click()
  await samlp
    .getByRole('button', { name: /samlp\d+@example\.com/ })
    .nth(2)
    .waitFor()
  await samlp.getByRole('button', { name: 'Show all 119: Provider “samlp”' }).click()
  const all = page.getByRole('region', { name: 'All users: Provider “samlp”' })
  await all.locator('tr[data-row="3"]').waitFor()
  await page.getByRole('button', { name: /^Decide: 119 users/ }).click()
  await page.getByRole('tab', { name: /^Decisions/, selected: true }).waitFor()
}

journey('screens with many open decisions stay short', 'browser', async ({ host, page, choose }) => {
  const [folder, removeFolder] = temporaryFolder()
  try {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByText(/^v\d/).waitFor()
    await staysWithin(page, 'Start')
    await beginMigration(page)
    const start = page.getByRole('button', { name: /start the rehearsal core/i })
    await start.waitFor()
    await staysWithin(page, 'Connect')
    await standsBeside(page, 'Rehearse first', 'Connect a live core')
    await start.click()
    await page.getByText('Connected to the rehearsal core.').waitFor()
    await staysWithin(page, 'Connect with a rehearsal')
    await step(page, 'Export').click()
    await page.getByText('How to get this export').waitFor()
    await staysWithin(page, 'Export without a file')
    await holdsNames(page)
    await chooseExports({ choose, page }, [await writeOpenDecisions(folder)])
    await settled(page)
    await page.getByText(/600 users found/).waitFor()
    await staysWithin(page, 'Export')
    await expect
      .poll(() => page.getByLabel('Records by result').innerText())
      .toMatch(/^600 records\s*=\s*600 users\s*Adds up$/)
    await step(page, 'Review').click()
    await page.locator('tr[data-row="0"]').waitFor()
    await staysWithin(page, 'Review')
    await speaksOfTheSpecial(page)
    await saysOnce(page)
    await scrollsInOnePlace(page)
    await page.getByRole('tab', { name: /^Decisions/ }).click()
    await page
      .getByRole('radio', { name: /Decide later/ })
      .first()
      .waitFor()
    await staysWithin(page, 'Decisions')
    await saysDecisionsWhole(page)
    await page.evaluate(async () => {
      await globalThis.migration.invoke('decisions:update', {
        choices: { disabled: 'exclude', noLogin: 'exclude', otherHashes: 'passwordless' },
      })
    })
    await settled(page)
    await startRun(page)
    await runIs(page, ({ state }) => state === 'finished')
    await step(page, 'Run').click()
    await page.locator('tr[data-row="0"]').waitFor()
    await staysWithin(page, 'Run')
    await step(page, 'Report').click()
    await page.getByRole('heading', { name: 'Downloads' }).waitFor()
    await staysWithin(page, host === 'desktop' ? 'Report in the desktop app' : 'Report')
    await standsBeside(page, 'Not migrated', 'Downloads')
    await showsCauses(page)
    await namesCauses(page)
  } finally {
    removeFolder()
  }
})
