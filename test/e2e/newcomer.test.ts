import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { journey } from './hosts/journey.ts'
import { type OpenedApp, root } from './hosts/opened-app.ts'
import { runIs } from './tour/tour.ts'

/** Clicks from the first launch to a finished rehearsal with its report. */
const maxClicks = 5

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

/** The later label of a button that saves the report, on the same element; null: none. */
async function watchSaveButton({ page }: OpenedApp): Promise<() => Promise<string | null>> {
  await page.evaluate(() => {
    const isSave = (node: Node | null | undefined) => node?.textContent === 'Save report…'
    const saving = new Set<Node>()
    const look = () => {
      for (const button of document.querySelectorAll('footer button')) if (isSave(button)) saving.add(button)
      for (const button of saving)
        if (!isSave(button)) document.documentElement.dataset['changed'] = button.textContent ?? ''
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => document.documentElement.dataset['changed'] ?? null)
}

/** The obvious button on every screen, and nothing else. */
async function path(app: OpenedApp): Promise<void> {
  const { page } = app
  const clicks = await countClicks(app)
  await page.getByRole('button', { name: /rehearse with sample data/i }).click()
  await page.getByRole('heading', { level: 1, name: /review/i }).waitFor()
  await page.getByRole('button', { name: /start migration/i }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start with \d/ })
    .click()
  await runIs(page, ({ state }) => state === 'finished')
  const changedInto = await watchSaveButton(app)
  await page.getByRole('button', { name: 'Open report', exact: true }).click()
  const report = await app.save(() => page.getByRole('button', { name: 'Save report…', exact: true }).click())
  expect(await changedInto()).toBeNull()
  await expect.poll(() => readFile(report, 'utf8').catch(() => '')).toContain('✓ adds up')
  expect(await clicks()).toBeLessThanOrEqual(maxClicks)
}

journey(`a newcomer reaches a finished rehearsal with its report in ${maxClicks} clicks`, 'desktop', path)

const maxClicksWithFiles = 6

/** Two files of Auth0, from the first window to the report of a rehearsal: on every screen the filled button. */
async function withFiles(app: OpenedApp): Promise<void> {
  const { page } = app
  const clicks = await countClicks(app)
  const primary = page.locator('button[data-primary]:not([aria-disabled])')
  const pair = ['users.ndjson', 'password-hashes.ndjson'].map((name) => join(root, 'test/fixtures/exports/auth0', name))
  await app.choose(pair, () => page.getByRole('button', { name: 'Choose files…' }).click())
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
  // Called after what it holds.
  await page.getByRole('button', { name: /^Auth0 · \d+ users\s+Document menu/ }).waitFor()
  await page.getByRole('button', { name: 'Start the rehearsal core' }).click()
  await primary.filter({ hasText: 'Review users' }).click()
  await primary.filter({ hasText: /start migration/i }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start with \d/ })
    .click()
  await runIs(page, ({ state }) => state === 'finished')
  await page.getByRole('button', { name: 'Open report', exact: true }).click()
  // Its heading is the result, once it is loaded.
  await page.getByRole('heading', { level: 1, name: /^6 migrated/ }).waitFor()
  expect(await clicks()).toBeLessThanOrEqual(maxClicksWithFiles)
}

journey(`a newcomer with two files of Auth0 needs at most ${maxClicksWithFiles} clicks`, 'browser', withFiles)
