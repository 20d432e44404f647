import { expect } from 'vitest'
import { violationsInThemes } from './checks/axe.ts'
import { saysHowMany } from './checks/button-counts.ts'
import { journey } from './hosts/journey.ts'
import { type OpenedApp, step } from './hosts/opened-app.ts'
import { expectRoom } from './checks/room.ts'
import { bulkTour } from './tour/bulk-tour.ts'
import { rehearsalTour, runTour } from './tour/run-tour.ts'

/** A run from its pilot to its report, each state left by the one filled button; what axe-core finds there, by place. */
async function nextSteps(app: OpenedApp): Promise<void> {
  const found: Record<string, readonly string[]> = {}
  const look = async (name: string): Promise<void> => {
    const inThemes = await violationsInThemes(app.page)
    if (inThemes.length > 0) found[name] = inThemes
    await saysHowMany(app.page)
    expect([name, await blankParts(app)]).toEqual([name, []])
    if (name === 'run-connected' && app.host === 'browser') await roomUnderChart(app)
    if (name === 'run-connected' && app.host === 'browser') await roomBesideCauses(app)
    if (name === 'run-corrected') await saysCauseOnce(app)
    if (name === 'run-away' && app.host === 'browser') await expectRoom(app.page, 'run-away', 1024)
  }
  if (app.host === 'browser') await withLongHistory(app)
  const whileWorking = await watchWork(app)
  await runTour(app, look, 64)
  expect(await whileWorking()).toEqual({ seen: true, coversCore: 0, final: [] })
  await rehearsalTour(app, look)
  await bulkTour(app, look)
  expect(found).toEqual({})
  expect(app.complaints).toEqual([])
}

/** Parts of the head of the screen that take room from the table and say nothing. */
function blankParts({ page }: OpenedApp): Promise<readonly string[]> {
  return page
    .locator('#main header:has(> h1) > *')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.textContent.trim() === '' && part.getBoundingClientRect().height > 0)
        .map(({ className }) => className),
    )
}

/** One cause is left, which the filled button retries: its line and the sentence on top offer nothing else. */
async function saysCauseOnce({ page }: OpenedApp): Promise<void> {
  const causes = page.getByRole('region', { name: 'Failures by cause' })
  await expect.poll(() => causes.getByRole('listitem').count()).toBe(1)
  await expect.poll(() => page.locator('button[data-primary]').innerText()).toMatch(/^Retry \d+ users$/)
  expect(await page.getByRole('button', { name: /^Retry \d/ }).count()).toBe(1)
  await page.getByText(/^\d+ users failed\. See the cause below, then retry them\.$/).waitFor()
}

/**
 * Watches how reading and planning look while they last: whether their line covers that of the core, and what the Export screen says that
 * only holds when they have ended.
 */
async function watchWork({ page }: OpenedApp) {
  const watched = await page.evaluateHandle(() => {
    const found = { seen: false, coversCore: 0, final: [] as string[] }
    const look = () => {
      const line = document.querySelector('header progress')
      if (line === null) return
      found.seen = true
      const edge = line.closest('header')?.getBoundingClientRect().bottom ?? 0
      if (line.getBoundingClientRect().bottom > edge - 4) found.coversCore += 1
      const foot = document.querySelector<HTMLElement>('footer')?.innerText ?? ''
      const sum = document.querySelector<HTMLElement>('[aria-label="Records by result"]')?.innerText ?? ''
      for (const text of [foot, sum]) if (/users found|=\s*\d/.test(text)) found.final.push(text)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    return found
  })
  return () => watched.jsonValue()
}

/**
 * A run that sent for a minute before, so that it is drawn, whatever the machine does now. Only a browser's replies can be changed in
 * the page.
 */
async function withLongHistory({ page }: OpenedApp): Promise<void> {
  await page.evaluate(() => {
    const begun = Date.UTC(2026, 0, 1)
    const before = Array.from({ length: 60 }, (_, n) => ({
      at: begun + n * 1000,
      ms: 1000,
      users: 10,
      p50: 20,
      p99: 90,
      atOnce: 8,
      ...(n === 0 ? { begins: true } : {}),
    }))
    const lengthened = (reply: { value?: { history?: unknown[]; elapsedMs?: number } } | null) => {
      if (reply?.value?.elapsedMs !== undefined) reply.value.history?.unshift(...before)
      return reply
    }
    const parse = JSON.parse.bind(JSON)
    JSON.parse = (text: string) => lengthened(parse(text))
    Response.prototype.json = async function () {
      return JSON.parse(await this.text())
    }
  })
}

/** The table keeps its rows under a chart, and a count that is pressed brings what it filters into view. */
async function roomUnderChart({ page }: OpenedApp): Promise<void> {
  await page.getByRole('group', { name: /Speed over time/ }).waitFor()
  await expectRoom(page, 'run')
  await page.setViewportSize({ width: 1024, height: 560 })
  await page.locator('#main').evaluate((main) => main.scrollTo(0, 0))
  const migrated = page.getByRole('list', { name: 'Users by state' }).getByRole('button', { name: /^Migrated/ })
  await migrated.click()
  await expect
    .poll(() =>
      page.locator('#run-users').evaluate((table) => {
        const { top, bottom } = table.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)
  await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('migrated')
  // It is said there and on the count, and nowhere else.
  expect(await page.getByRole('button', { name: /^(Remove filter|Clear filters)/ }).count()).toBe(0)
  await migrated.click()
  await page.setViewportSize({ width: 1280, height: 860 })
}

/** Of three causes a low window shows the first in one line, and as many rows of the table as without any. */
async function roomBesideCauses({ page }: OpenedApp): Promise<void> {
  const again = async () => {
    await step(page, 'Connect').click()
    await step(page, 'Run').click()
  }
  await page.evaluate(() => {
    // Replies are parsed by it since they were lengthened.
    const plain = JSON.parse.bind(JSON)
    const groups = [
      'Error in the core (HTTP 500)',
      'Web page (503) instead of an answer',
      'No answer from the core',
    ].map((title) => ({
      key: title,
      title,
      users: 7,
      advice: 'Check its log, then retry.',
      action: 'retry',
      replies: [],
    }))
    const withCauses = (reply: { value?: { groups?: unknown; waiting?: unknown } } | null) => {
      if (Array.isArray(reply?.value?.groups) && reply.value.waiting !== undefined) reply.value.groups = groups
      return reply
    }
    JSON.parse = (text: string) => withCauses(plain(text))
    Object.assign(globalThis, { withoutCauses: () => (JSON.parse = plain) })
  })
  await again()
  const causes = page.getByRole('region', { name: 'Failures by cause' })
  await expect.poll(() => causes.getByRole('listitem').count()).toBe(3)
  await expectRoom(page, 'run with three causes', 1024)
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect.poll(() => causes.getByRole('listitem').count()).toBe(1)
  await causes.getByRole('button', { name: 'Show all 3 causes' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.evaluate(() => (globalThis as { withoutCauses?: () => void }).withoutCauses?.())
  await again()
  await expect.poll(() => page.getByText('Web page (503)').count()).toBe(0)
}

journey('a run leads from one step to the next', 'browser', nextSteps)
