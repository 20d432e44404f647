import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { madeUpExport } from '../bench/queries/made-up-export.ts'
import { journey } from './hosts/journey.ts'
import { beginMigration, chooseExports, type OpenedApp, step } from './hosts/opened-app.ts'
import { settled } from './tour/tour.ts'

/** Leaves steps half done, opens another step and comes back. */
async function comingBack({ page }: OpenedApp): Promise<void> {
  await beginMigration(page)
  await page.getByLabel('Address (base_url)').fill('https://core.example.com/half-typed')
  await page.getByLabel('API key').fill('a key half typed')
  await step(page, 'Export').click()
  await step(page, 'Connect').click()
  await expect
    .poll(() => page.getByLabel('Address (base_url)').inputValue())
    .toBe('https://core.example.com/half-typed')
  // A key is kept nowhere on the page.
  expect(await page.getByLabel('API key').inputValue()).toBe('')

  await step(page, 'Export').click()
  await page.evaluate(() => globalThis.migration.invoke('export:sample', {}))
  await settled(page)
  await step(page, 'Review').click()
  await page.getByRole('searchbox').first().fill('ada@')
  await page.getByRole('rowheader', { name: /^ada@example\.com/ }).click()
  const details = page.getByRole('complementary', { name: 'Selected user' })
  await details.getByRole('heading', { name: /ada@example\.com/ }).waitFor()
  await step(page, 'Map columns').click()
  await page.getByRole('heading', { level: 1, name: /map columns/i }).waitFor()
  await step(page, 'Review').click()
  await details.getByRole('heading', { name: /ada@example\.com/ }).waitFor()
  await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('ada@')
  await page.getByRole('tab', { name: /decisions/i }).click()
  await step(page, 'Export').click()
  await step(page, 'Review').click()
  await expect.poll(() => page.getByRole('tab', { name: /decisions/i }).getAttribute('aria-selected')).toBe('true')
}

/** Scrolls far down, opens a user, opens another step and comes back. */
async function samePlace({ page, choose, appFolder }: OpenedApp): Promise<void> {
  const file = join(appFolder, 'members.csv')
  await writeFile(file, madeUpExport(3000))
  await page.setViewportSize({ width: 1024, height: 700 })
  await beginMigration(page)
  await step(page, 'Export').click()
  await chooseExports({ choose, page }, [file])
  await settled(page)
  await step(page, 'Review').click()
  const users = page.getByRole('grid', { name: 'Users' })
  await users.locator('tr[data-row="0"] [data-control="show"]').focus()
  await page.keyboard.press('End')
  await users.locator('tr[data-row="2999"] [data-control="show"]').waitFor()
  for (let up = 0; up < 30; up++) await page.keyboard.press('PageUp')
  const place = () =>
    page.evaluate(() => {
      const table = document.querySelector('table[aria-label="Users"]')
      return {
        main: document.querySelector('#main')?.scrollTop,
        table: table?.parentElement?.scrollTop,
        shown: table?.querySelector('[data-shown]')?.getAttribute('data-row'),
        tabbable: table?.querySelector('[data-control="show"][tabindex="0"]')?.closest('tr')?.getAttribute('data-row'),
      }
    })
  // Both before the table has scrolled: Enter means the row that the key before it leads to.
  await page.evaluate(() => {
    for (const key of ['PageUp', 'Enter'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expect.poll(place).toMatchObject({ shown: expect.stringMatching(/^2\d{3}$/) })
  const { shown } = await place()
  await page.locator('#main').evaluate((main) => main.scrollTo({ top: 20 }))
  await expect.poll(place).toMatchObject({ shown, tabbable: shown })
  const before = await place()
  expect(before.main).toBeGreaterThan(0)
  // As text, so that a failure names both places.
  const same = () => expect.poll(async () => JSON.stringify(await place())).toBe(JSON.stringify(before))
  for (const other of ['Export', 'Connect', 'Map columns']) {
    await step(page, other).click()
    await step(page, 'Review').click()
    await same()
  }
  await page.getByRole('tab', { name: /families/i }).click()
  await page.getByRole('tab', { name: /users/i }).click()
  await same()
  // Others begin at their first.
  await page.getByRole('searchbox').first().fill('@example')
  await expect.poll(place).toMatchObject({ table: 0 })
}

journey('leaving a step and coming back loses nothing but a key', 'desktop', comingBack)
journey('leaving a step and coming back is at the same place', 'browser', samePlace)
