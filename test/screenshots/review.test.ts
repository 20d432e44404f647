import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBrowserHost } from '../e2e/hosts/browser-host.ts'
import { beginMigration, root, temporaryFolder, within, step } from '../e2e/hosts/opened-app.ts'
import { draw, loadFiles } from './drawing.ts'
import { writeReviewExport } from './review-export.ts'

/** Review in the states of the drawings and beside them, in test-results/screenshots. */
test('screenshots of Review: the list, a selection, filters, the drawer, and the decisions', async () => {
  const folder = join(root, 'test-results', 'screenshots')
  mkdirSync(folder, { recursive: true })
  const [files, remove] = temporaryFolder()
  await within(openBrowserHost(), async (app) => {
    const { page } = app
    const at = { page, folder }
    await beginMigration(page)
    await step(page, 'Connect').click()
    await page.getByRole('button', { name: /Start the rehearsal core/ }).click()
    await page.getByText('Rehearsal core · nothing leaves this computer').first().waitFor()
    await step(page, 'Export').click()
    await loadFiles(app, [await writeReviewExport(files)])
    await step(page, 'Review').click()
    await page.locator('tr[data-row="0"]').waitFor()
    await draw(at, 'review-list')

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('group', { name: 'Saved filters' }).waitFor()
    await draw(at, 'review-filter')
    await page.keyboard.press('Escape')
    for (const row of [0, 1, 3]) await page.locator(`tr[data-row="${row}"] [data-control="box"]`).check()
    await draw(at, 'review-selected')
    await page.locator('tr[data-row="1"]').click({ button: 'right' })
    await page.getByRole('menu').waitFor()
    await draw(at, 'review-row-menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear selection' }).click()

    await page.locator('tr[data-row="3"] [data-control="show"]').click()
    await page.getByRole('heading', { name: 'Correct this user' }).waitFor()
    await draw(at, 'review-correction')
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: /^Decisions/ }).click()
    await draw(at, 'review-decisions-list')
    await page.getByRole('button', { name: 'Use all recommended' }).click()
    await page.getByRole('dialog').waitFor()
    await draw(at, 'review-recommended')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /^Hash families/ }).click()
    await draw(at, 'review-families')
    expect(app.complaints).toEqual([])
  })
  remove()
})
