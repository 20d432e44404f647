import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Page } from 'playwright'
import { violationsInThemes } from '../checks/axe.ts'
import type { OpenedApp } from '../hosts/opened-app.ts'

/** An address of forty characters, first in the export: it is never cut. */
export const longEmail = 'marlow.winterbourne-ashcombe@example.org'

const row = (page: Page, index: number) => page.locator(`tr[data-row="${index}"]`)
const found = (page: Page) => page.locator('section[aria-label="Users"] [role="status"]').innerText()
const users = async (page: Page) => Number((await found(page)).replace(/\D/g, ''))
const userHead = (page: Page) => page.locator('th[scope="col"]', { has: page.getByRole('button', { name: /^User/ }) })
const userWidth = (page: Page) => userHead(page).evaluate((head) => Math.round(head.getBoundingClientRect().width))

/** The visible part of the table: rows that are seen whole, its excess width over the window, whether a user is cut. */
function sight(page: Page) {
  return page.evaluate(() => {
    const scroller = document.querySelector('table[aria-rowcount]')?.parentElement
    if (!scroller) return null
    const frame = scroller.getBoundingClientRect()
    const shows = [...scroller.querySelectorAll<HTMLElement>('tr[data-row] [data-control="show"]')]
    const whole = shows.filter((show) => {
      const box = show.closest('tr')?.getBoundingClientRect()
      return box !== undefined && box.top >= frame.top && box.bottom <= frame.bottom + 1
    })
    return {
      rows: whole.length,
      beyond: scroller.scrollWidth - scroller.clientWidth,
      cut: shows.filter((show) => show.scrollWidth > show.clientWidth).map(({ textContent }) => textContent),
    }
  })
}

/** The table holds 14 rows and every address in full at 1440, and is no wider than its window at any size. */
async function fits(page: Page): Promise<void> {
  for (const [width, height, rows] of [
    [1024, 700, 8],
    [1280, 800, 10],
    [1440, 900, 14],
  ] as const) {
    await page.setViewportSize({ width, height })
    // The table is laid out once it has its size.
    const seen = async () => {
      const { rows: whole = 0, beyond, cut } = (await sight(page)) ?? {}
      return { width, rows: Math.min(whole, rows), beyond, cut }
    }
    await expect.poll(seen).toEqual({ width, rows, beyond: 0, cut: [] })
  }
  await expect.poll(() => row(page, 0).innerText()).toContain(longEmail)
}

/** Waits until no filter applies and the first row shows the first user of the export as ready. */
function showsAll(page: Page): Promise<void> {
  return row(page, 0).filter({ hasText: longEmail }).waitFor()
}

/** The tooltip shows what a cell cuts, never over it; it is there for the keyboard too, and Escape closes it. */
async function tooltips(page: Page): Promise<void> {
  await page.setViewportSize({ width: 780, height: 700 })
  const tooltip = page.getByRole('tooltip')
  await page.getByLabel('State', { exact: true }).selectOption('blocked')
  await expect.poll(() => row(page, 0).innerText()).toContain('Needs a decision')
  const widthOfBlocked = await userWidth(page)
  await page.getByPlaceholder('Email, phone, or ID').fill('same')
  const others = page.locator('tr[data-row]', { hasNotText: 'same' })
  await row(page, 0).filter({ hasText: 'same' }).waitFor()
  await expect.poll(() => others.count()).toBe(0)
  const note = page.locator('td[data-clip]', { hasText: 'Same email as ' }).first()
  await expect.poll(() => note.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeGreaterThan(0)
  await page.mouse.move(1, 1)
  await note.hover()
  await tooltip.waitFor()
  await expect.poll(() => tooltip.innerText()).toBe(await note.innerText())
  const [tip, cell] = [await tooltip.boundingBox(), await note.boundingBox()]
  expect(tip && cell && (tip.y >= cell.y + cell.height || tip.y + tip.height <= cell.y)).toBe(true)
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'hidden' })
  await page.getByPlaceholder('Email, phone, or ID').fill('')
  // The rows of another filter widen no column: whether a cell is cut would depend on which rows came first.
  await others.first().waitFor()
  await expect.poll(() => userWidth(page)).toBe(widthOfBlocked)

  const help = page.getByRole('button', { name: 'Help' })
  await help.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await tooltip.getByText('Help (F1), keys (?)').waitFor()
  await expect.poll(() => help.getAttribute('aria-describedby')).toBe('tooltip')
  expect(await violationsInThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'hidden' })
  await expect.poll(() => help.getAttribute('aria-describedby')).toBeNull()
  await page.getByLabel('State', { exact: true }).selectOption('')
  await page.setViewportSize({ width: 1440, height: 900 })
  await showsAll(page)
}

/** The menu of a row, by right click and by keyboard: it excludes the user and takes that back. */
async function rowMenu(page: Page): Promise<void> {
  const menu = page.getByRole('menu', { name: `Actions for ${longEmail}` })
  await row(page, 0).click({ button: 'right' })
  await menu.waitFor()
  expect(await violationsInThemes(page)).toEqual([])
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open user')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })

  const show = row(page, 0).locator('[data-control="show"]')
  await show.focus()
  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Exclude user' }).press('Enter')
  await page.getByText('1 user excluded.').waitFor()
  await row(page, 0).getByText('Excluded', { exact: true }).waitFor()
  await expect.poll(() => show.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Include user again' }).click()
  await row(page, 0).getByText('Ready', { exact: true }).waitFor()

  for (const index of [0, 1, 2]) await row(page, index).locator('[data-control="box"]').check()
  await row(page, 1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Exclude 3 users' }).waitFor()
  expect(await violationsInThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear selection' }).click()
}

/**
 * Presses Stop in the app bar as soon as it is there. A fast machine is done before that: the answer takes the press back, and
 * says whether it came.
 */
async function stopAtOnce(page: Page): Promise<() => Promise<boolean>> {
  const handle = await page.evaluateHandle(() => {
    const bar = document.querySelector('header')
    const pressing = { pressed: false, observer: new MutationObserver(() => press()) }
    const press = () => {
      const stop = [...(bar?.querySelectorAll('button') ?? [])].find(({ innerText }) => innerText === 'Stop')
      if (stop === undefined || pressing.pressed) return
      pressing.pressed = true
      pressing.observer.disconnect()
      stop.click()
    }
    if (bar) pressing.observer.observe(bar, { childList: true, characterData: true, subtree: true })
    return pressing
  })
  return () =>
    handle.evaluate((pressing) => {
      pressing.observer.disconnect()
      return pressing.pressed
    })
}

/** The content of the clipboard, pasted as a user does: reading it by script may wait for a permission for ever. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' })))
  const area = page.locator('#pasted')
  await area.press('Control+V')
  const text = await area.inputValue()
  await area.evaluate((element) => element.remove())
  return text
}

/** Actions on all selected users: emails copied, a file saved, all excluded in the background, and included again. */
async function bulkActions({ page, save }: OpenedApp): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // A selection that was there is gone.
  await expect.poll(() => found(page)).toMatch(/^[\d,]+ users$/)
  const all = await users(page)
  const tools = page.getByRole('toolbar', { name: 'Selected users' })
  const selectAll = () => page.getByRole('checkbox', { name: /^Select all/ }).check()
  await selectAll()
  // Actions on them stand beside the tabs, never over them.
  await page.setViewportSize({ width: 1024, height: 700 })
  const tabs = await page.getByRole('tab').last().boundingBox()
  const count = await tools.locator('b').boundingBox()
  expect((count?.x ?? 0) - ((tabs?.x ?? 0) + (tabs?.width ?? 0))).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await tools.getByRole('button', { name: 'Copy emails' }).click()
  const copied = page.getByText(/^[\d,]+ emails copied\.$/)
  await copied.waitFor()
  const emails = (await pasted(page)).split('\n')
  expect([emails.length, emails[0]]).toEqual([Number((await copied.innerText()).replace(/\D/g, '')), longEmail])

  await tools.getByRole('button', { name: 'Save as CSV…' }).click()
  const dialog = page.getByRole('dialog')
  expect(await violationsInThemes(page)).toEqual([])
  const button = dialog.getByRole('button', { name: 'Save CSV…' })
  const width = async () => (await button.boundingBox())?.width
  const before = await width()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/bridge/users:save-csv', async (route) => {
    await released
    await route.continue()
  })
  const saving = save(() => button.click())
  // A button that works keeps its place and its size.
  await dialog.locator('button[aria-busy="true"]').waitFor()
  expect(await width()).toBe(before)
  release()
  const path = await saving
  await dialog.waitFor({ state: 'detached' })
  expect((await readFile(path, 'utf8')).trim().split('\r\n').length).toBe(all + 1)

  await tools.getByRole('button', { name: 'Exclude' }).click()
  // All users of a filter are excluded after a question that says how many.
  await page
    .getByRole('dialog', { name: /^Exclude [\d,]+ users\?$/ })
    .getByRole('button', { name: /^Exclude/ })
    .click()
  await page.getByText(/^[\d,]+ users excluded\./).waitFor()
  await page.getByLabel('State', { exact: true }).selectOption('excluded')
  await expect.poll(() => users(page)).toBe(all)
  await selectAll()
  const stopped = await stopAtOnce(page)
  await tools.getByRole('button', { name: 'Include' }).click()
  const done = page.getByText(/^[\d,]+ users? included again\./)
  await done.waitFor()
  const text = await done.innerText()
  const included = Number(text.replace(/ users? included.*$/s, '').replaceAll(',', ''))
  // A quick stop comes before the first of them, a late one after the last.
  const isPartial = text.includes('Then it was stopped: the other selected users are as they were.')
  expect([isPartial ? await stopped() : true, isPartial ? included < all : included === all]).toEqual([true, true])
  if (isPartial) await expect.poll(() => users(page)).toBe(all - included)
  await page.getByRole('banner').getByText('Saved', { exact: true }).waitFor()
  if (isPartial) {
    await selectAll()
    await tools.getByRole('button', { name: 'Include' }).click()
  }
  await expect.poll(() => users(page)).toBeLessThan(all / 50)
  await page.getByLabel('State', { exact: true }).selectOption('')
  await page.getByRole('banner').getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => users(page)).toBe(all)
}

/** Several values of one kind are alternatives; what narrows the table is saved under a name, and used again. */
async function filters(page: Page): Promise<void> {
  const families = page.getByRole('group', { name: 'Password hash' })
  const open = () => page.getByRole('button', { name: /^Filter/ }).click()
  await open()
  const both: number[] = []
  for (const name of ['bcrypt', 'Argon2']) {
    const choice = families.locator('label', { hasText: name }).first()
    both.push(Number((await choice.locator('b').innerText()).replaceAll(',', '')))
    await choice.getByRole('checkbox').check()
  }
  await expect.poll(() => users(page)).toBe((both[0] ?? 0) + (both[1] ?? 0))
  const total = await users(page)
  await page.getByLabel('Name of the filter').fill('Ordinary hashes')
  await page.getByRole('button', { name: 'Save filter' }).click()
  await page.getByRole('button', { name: 'Remove saved filter: Ordinary hashes' }).waitFor()
  await page.getByRole('group', { name: 'Saved filters' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => users(page)).toBeGreaterThan(total)
  await open()
  await page.getByRole('button', { name: 'Ordinary hashes', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => users(page)).toBe(total)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await showsAll(page)
}

/** Rows are as high as chosen; a double click on its edge makes a column as wide as what it holds. */
async function sizes(page: Page): Promise<void> {
  const before = await userWidth(page)
  const head = userHead(page)
  await head.getByRole('button').focus()
  for (let times = 0; times < 6; times++) await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => userWidth(page)).toBe(before - 96)
  await head.locator('[aria-hidden="true"]').last().dblclick()
  await expect.poll(() => userWidth(page)).toBe(before)

  const height = () => row(page, 1).evaluate((element) => element.getBoundingClientRect().height)
  const comfortable = await height()
  await page.getByRole('button', { name: 'Columns…' }).click()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect.poll(height).toBeLessThan(comfortable)
}

/** The drawer is wider by its edge, and its tabs and arrows lead on. */
async function drawer(page: Page): Promise<void> {
  await row(page, 0).locator('[data-control="show"]').click()
  const details = page.getByRole('complementary', { name: 'Selected user' })
  const width = async () => (await details.boundingBox())?.width ?? 0
  const before = await width()
  await details.getByRole('separator', { name: 'Width of the drawer' }).press('ArrowLeft')
  await expect.poll(width).toBe(before + 24)
  for (const name of ['Requests', 'Source record', 'History', 'Overview'])
    await details.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  await details.getByRole('button', { name: 'Next user' }).click()
  await page.locator('tr[data-row="1"][data-shown]').waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
}

/** The behavior of a table of users by mouse, and its use of the room. */
export async function byMouse(app: OpenedApp): Promise<void> {
  const { page, complaints } = app
  await page.locator('tbody').press('Home')
  await page.keyboard.press('Escape')
  await row(page, 0).waitFor()
  await fits(page)
  await tooltips(page)
  await rowMenu(page)
  await bulkActions(app)
  await filters(page)
  await sizes(page)
  await drawer(page)
  expect(complaints).toEqual([])
}
