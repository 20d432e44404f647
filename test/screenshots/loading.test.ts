import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openBrowserHost } from '../e2e/hosts/browser-host.ts'
import { beginMigration, closeMigration, root, temporaryFolder, within, step } from '../e2e/hosts/opened-app.ts'
import { runIs, settled } from '../e2e/tour/tour.ts'
import { draw, loadFiles } from './drawing.ts'
import { writeLegacyExport } from './legacy-export.ts'

/** Sends the sample and pauses it. */
async function interruptSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rehearse with sample data' }).click()
  await settled(page)
  await page.evaluate(() =>
    globalThis.migration.invoke('run:start', { scope: { kind: 'all' }, concurrency: 1, maxRate: 1, confirmations: [] }),
  )
  await runIs(page, ({ counts }) => counts.migrated > 2)
  await page.evaluate(() => globalThis.migration.invoke('run:pause', {}))
  await runIs(page, ({ state }) => state === 'paused')
  await closeMigration(page)
}

/** The screens before Review in the states of the drawings, in test-results/screenshots. */
test('screenshots of Start, Connect, Export, and Map columns', async () => {
  const folder = join(root, 'test-results', 'screenshots')
  mkdirSync(folder, { recursive: true })
  const [files, remove] = temporaryFolder()
  await within(openBrowserHost(), async (app) => {
    const { page } = app
    const at = { page, folder }
    const { whole, others } = await writeLegacyExport(files)
    await beginMigration(page)
    await step(page, 'Export').click()
    await loadFiles(app, [whole])
    await step(page, 'Map columns').click()
    await page.getByText(/^Record 1 of/).waitFor()
    await draw(at, 'map-columns-review')
    await page.getByText(/^Not imported \(/).click()
    await draw(at, 'map-columns-unfolded')
    await step(page, 'Export').click()
    await loadFiles(app, others)
    await page.getByText('This file is incomplete.').waitFor()
    await draw(at, 'export-incomplete')
    await page.getByRole('button', { name: 'More actions for legacy-shop.csv' }).click()
    await draw(at, 'export-menu')
    await page.keyboard.press('Escape')
    await closeMigration(page)
    await interruptSample(page)
    await draw(at, 'start-interrupted')
    await page
      .getByRole('button', { name: /^More actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('a/b')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByText(/A name has 1 to 100 characters/).waitFor()
    await draw(at, 'start-rename')
    await page.getByLabel('Name', { exact: true }).fill('Globex members')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByRole('heading', { name: 'Globex members' }).waitFor()
    await page.getByRole('button', { name: 'Continue migration' }).click()
    await step(page, 'Connect').click()
    await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
    await draw(at, 'connect-reopened')
    expect(app.complaints).toEqual([])
  })
  remove()
})
