import { expect } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { journey } from './journey.ts'
import { runIs, settled, step } from './tour/tour.ts'

/** A migration that was interrupted is listed with how it stands, renamed, continued with one click, and taken off the list. */
journey('the start page lists migrations, and continues the interrupted one', 'browser', async (app) => {
  const { page } = app
  await page.getByRole('button', { name: 'Try the sample export' }).click()
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
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  expect(await primary.innerText()).toBe('Continue migration')
  const [users = 0, migrated = 0] =
    /(\d+) of (\d+) migrated/
      .exec(await row.innerText())
      ?.slice(1)
      .map(Number)
      .toReversed() ?? []
  expect([migrated > 1, users > migrated]).toEqual([true, true])
  for (const text of ['Rehearsal', 'Paused', /Auth0/, /^Today, \d\d:\d\d$/]) await row.getByText(text).first().waitFor()

  const choose = async (item: string): Promise<void> => {
    await row.getByRole('button', { name: /^More actions for/ }).click()
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
  await row.getByRole('button', { name: 'Globex members', exact: true }).waitFor()
  expect(await violationsInThemes(page)).toEqual([])

  await primary.click()
  await page.getByRole('heading', { level: 1, name: /run paused/i }).waitFor()
  expect(await app.title()).toContain('Globex members')
  await page.getByRole('button', { name: /Document menu/ }).click()
  await page.getByRole('button', { name: /^Close/ }).click()
  await row.waitFor()
  await choose('Remove from list')
  await row.waitFor({ state: 'detached' })
  expect(await primary.innerText()).toBe('New migration')
  expect(app.complaints).toEqual([])
})
