import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { violationsInThemes } from './checks/axe.ts'
import { journey } from './hosts/journey.ts'
import { chooseExports, step } from './hosts/opened-app.ts'
import { runIs, settled } from './tour/tour.ts'

/** A migration that was interrupted is listed with how it stands, renamed, continued with one click, and taken off the list. */
journey('the start page lists migrations, and continues the interrupted one', 'browser', async (app) => {
  const { page } = app
  await page.getByRole('button', { name: 'Rehearse with sample data' }).click()
  await settled(page)

  // Files can be dropped on any step; here the one that follows.
  await step(page, 'Review').click()
  await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['id,email\n1,late@example.com\n'], 'late.csv', { type: 'text/csv' }))
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  if (app.host === 'desktop') {
    // A file made by a page is not on disk, like one dragged out of a mail.
    await page.getByText(/Only files on disk can be added/).waitFor()
    const late = join(app.appFolder, 'late.csv')
    await writeFile(late, 'id,email\n1,late@example.com\n')
    await step(page, 'Export').click()
    await chooseExports(app, [late])
  }
  await page.getByRole('heading', { level: 2, name: /late\.csv/ }).waitFor()
  await settled(page)

  await page.evaluate(() =>
    globalThis.migration.invoke('run:start', {
      scope: { kind: 'all' },
      concurrency: 1,
      maxRate: 2,
      confirmations: [],
    }),
  )
  await runIs(page, ({ counts }) => counts.migrated > 1)
  await page.evaluate(() => globalThis.migration.invoke('run:pause', {}))
  await runIs(page, ({ state }) => state === 'paused')
  await page.getByRole('button', { name: /Document menu/ }).click()
  await page.getByRole('button', { name: /^Close/ }).click()

  const primary = page.locator('button[data-primary]')
  const card = page.getByRole('region', { name: 'Interrupted migration' })
  await card.waitFor()
  await expect.poll(() => primary.innerText()).toBe('Continue migration')
  for (const text of ['Rehearsal', 'Paused', / · \d+ users/]) await card.getByText(text).first().waitFor()
  // The migration is shown once, not in the list below as well.
  await expect.poll(() => page.getByRole('row').count()).toBe(0)

  const choose = async (item: string): Promise<void> => {
    await card.getByRole('button', { name: /^More actions for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Rename…')
  const dialog = page.getByRole('dialog', { name: 'Rename migration' })
  await dialog.getByLabel('Name').fill('a/b')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByText(/A name has 1 to 100 characters/).waitFor()
  expect(await violationsInThemes(page)).toEqual([])
  await dialog.getByLabel('Name').fill('Globex members')
  await page.keyboard.press('Enter')
  await card.getByRole('heading', { name: 'Globex members' }).waitFor()
  expect(await violationsInThemes(page)).toEqual([])

  await primary.click()
  await page.getByRole('heading', { level: 1, name: /run paused/i }).waitFor()
  await expect.poll(() => app.title()).toContain('Globex members')
  await page.getByRole('button', { name: /Document menu/ }).click()
  await page.getByRole('button', { name: /^Close/ }).click()
  await card.waitFor()
  await choose('Remove from list')
  await card.waitFor({ state: 'detached' })
  // Nothing to continue: the next step is an export.
  await expect.poll(() => primary.innerText()).toBe('Choose files…')
  expect(app.complaints).toEqual([])
})
