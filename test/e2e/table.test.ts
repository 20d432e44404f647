import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { madeUpExport } from '../bench/queries/made-up-export.ts'
import { violationsInThemes } from './checks/axe.ts'
import { inBrowser, inRenewedApp, journey } from './hosts/journey.ts'
import { beginMigration, chooseExports, type OpenedApp, step, temporaryFolder } from './hosts/opened-app.ts'
import { byMouse, longEmail } from './scenarios/table-by-mouse.ts'

const users = 5000

/** A migration of many made-up users, on screen in Review. */
async function openReview({ page, choose }: OpenedApp): Promise<() => void> {
  const [folder, remove] = temporaryFolder()
  const file = join(folder, 'members.csv')
  await writeFile(file, madeUpExport(users).replace(/(?<=\n[^,]+,)[^,]+/, longEmail))
  await beginMigration(page)
  await step(page, 'Export').click()
  await chooseExports({ choose, page }, [file])
  await expect
    .poll(() => page.evaluate(() => globalThis.migration.invoke('document:state', {})))
    .toMatchObject({ value: { totals: { users }, work: { kind: 'idle' } } })
  await step(page, 'Review').click()
  await page.locator('tr[data-row="0"]').waitFor()
  return remove
}

const found = (page: Page) => page.locator('section[aria-label="Users"] [role="status"]').innerText()
const names = (page: Page) => page.locator('tr[data-row] th').allInnerTexts()
const firstNames = async (page: Page) => (await names(page)).slice(0, 6)

/** How the first users stand, once they are all there. */
async function orderNow(page: Page, asExported: readonly string[]): Promise<string> {
  const shown = await firstNames(page)
  const orders = { 'as exported': asExported, ascending: shown.toSorted(), descending: shown.toSorted().toReversed() }
  const [order] = Object.entries(orders).find(([, names]) => String(names) === String(shown)) ?? ['mixed']
  return shown.length === asExported.length ? order : 'being loaded'
}

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('tr')?.getAttribute('data-row') ?? document.activeElement?.tagName,
  )

/** Many users are ordered, narrowed, selected and looked at, by keys alone. */
async function byKeys(app: OpenedApp): Promise<void> {
  const { page, complaints } = app
  const remove = await openReview(app)

  // Ordered up, down, and as the export has them.
  const asExported = await firstNames(page)
  const header = page.getByRole('columnheader', { name: 'User' }).getByRole('button')
  await header.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => orderNow(page, asExported)).toBe('ascending')
  await page.keyboard.press('Enter')
  await expect.poll(() => orderNow(page, asExported)).toBe('descending')
  expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending')
  await page.keyboard.press('Enter')
  await expect.poll(() => firstNames(page)).toEqual(asExported)

  // From row to row, to the very end and back, and shown.
  await page.locator('tr[data-row="0"] [data-control="show"]').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('1')
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).toBe(String(users - 1))
  await page.keyboard.press('Home')
  await expect.poll(() => focused(page)).toBe('0')
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Selected user' })
  await details
    .getByRole('heading', { level: 2 })
    .getByText(asExported[0] ?? '')
    .waitFor()
  await details.getByRole('tab', { name: 'Source record' }).focus()
  await page.keyboard.press('Enter')
  await details.getByText('members.csv, line 2. Read again').waitFor()
  expect(await details.innerText()).not.toMatch(/\$2b\$10\$[./A-Za-z0-9]{8}/)
  await page.keyboard.press('Escape')

  // Some are selected by the space bar, up to another one with Shift.
  await page.locator('tr[data-row="1"] [data-control="show"]').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('3')
  await page.keyboard.press('Shift+Space')
  await expect.poll(() => found(page)).toBe('3 users selected')

  // From here to there with Shift and the arrows, and back again; to the very end over rows that were never loaded.
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('4')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => found(page)).toBe('6 users selected')
  await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(() => found(page)).toBe('5 users selected')
  await page.keyboard.press('Shift+End')
  await expect.poll(() => found(page)).toBe(`${(users - 1).toLocaleString('en')} users selected`)
  await expect.poll(() => focused(page)).toBe(String(users - 1))
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.locator(`tr[data-row="${users - 2}"] [data-control="box"]`).click()
  await page.locator('tbody').press('Home')
  await page.locator('tr[data-row="0"] [data-control="show"]').focus()
  await page.keyboard.press('Home')
  await page.locator('tr[data-row="10"] [data-control="box"]').click({ modifiers: ['Shift'] })
  await expect.poll(() => found(page)).toBe(`${(users - 11).toLocaleString('en')} users selected`)
  await page.getByRole('button', { name: 'Clear selection' }).click()

  // Words, a state and a family hold together; what they let through is selected as a whole, but for one.
  await page.keyboard.press('/')
  await page.keyboard.type('@example.com')
  await page.getByLabel('State', { exact: true }).selectOption('ready')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Password hash' }).getByRole('checkbox').first().press('Space')
  await page.keyboard.press('Escape')
  await expect.poll(() => found(page)).toMatch(/^[12],\d{3} users$/)
  const total = Number((await found(page)).replace(/\D/g, ''))
  await page.getByRole('checkbox', { name: /^Select all/ }).press('Space')
  await page.locator('tr[data-row="2"] [data-control="box"]').press('Space')
  await expect.poll(() => found(page)).toBe(`${(total - 1).toLocaleString('en')} users selected`)

  await page.getByRole('button', { name: 'Clear selection' }).click()

  // Columns are chosen and stay chosen.
  await page.getByRole('button', { name: 'Columns…' }).click()
  await page.getByRole('checkbox', { name: 'Phone' }).check()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await step(page, 'Export').click()
  await step(page, 'Review').click()
  await page.getByRole('columnheader', { name: 'Phone' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => globalThis.migration.invoke('columns:get', { table: 'review' })))
    .toMatchObject({ value: { kept: expect.stringContaining('phone') } })

  await page.locator('tr[data-row="0"] [data-control="show"]').click()
  await details.getByRole('tab', { name: 'Source record' }).waitFor()
  await page.getByRole('button', { name: /^Filter/ }).press('Enter')
  expect(await violationsInThemes(page)).toEqual([])
  expect(complaints).toEqual([])
  remove()
}

/** The keys lead over rows that are still being loaded, and what is pressed there is done once they are. */
async function whileLoading(app: OpenedApp): Promise<void> {
  const { page, complaints } = app
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/bridge/users:page', async (route) => {
    await released
    await route.continue()
  })
  const place = () =>
    page.evaluate(() => [
      Number(document.activeElement?.closest('tr')?.ariaRowIndex) - 2,
      document.activeElement?.closest('tr')?.ariaBusy ?? 'false',
    ])
  await page.locator('tr[data-row="0"] [data-control="show"]').focus()
  await page.keyboard.press('End')
  await expect.poll(place).toEqual([users - 1, 'true'])
  await page.keyboard.press('ArrowUp')
  await expect.poll(place).toEqual([users - 2, 'true'])
  expect(await violationsInThemes(page)).toEqual([])
  await page.keyboard.press('Space')
  await page.keyboard.press('PageUp')
  await expect.poll(place).not.toEqual([users - 2, 'true'])
  const [row] = await place()
  await page.keyboard.press('Enter')
  release()
  await page.locator(`tr[data-row="${row}"][data-shown]`).waitFor()
  await expect.poll(place).toEqual([row, 'false'])
  // The space bar was for a user that the keys have left again before it was there.
  expect(await found(page)).toBe(`${users.toLocaleString('en')} users`)
  expect(complaints).toEqual([])
}

journey('many users are ordered, narrowed and selected by keys alone', 'desktop', byKeys)
inBrowser('a table of users', () =>
  test('loses no key while users are being loaded, and the mouse does the rest', () =>
    inRenewedApp('browser', async (app) => {
      const remove = await openReview(app)
      await whileLoading(app)
      await byMouse(app)
      remove()
    })),
)
