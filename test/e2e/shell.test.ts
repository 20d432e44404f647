import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { DesktopApp } from './hosts/desktop-host.ts'
import { inDesktop, inRenewedApp } from './hosts/journey.ts'
import { beginMigration } from './hosts/opened-app.ts'

/** Presses an entry of the native menu by its id. */
async function press({ electron }: DesktopApp, id: string): Promise<void> {
  await electron.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id)
}

async function isEnabled({ electron }: DesktopApp, id: string): Promise<boolean | undefined> {
  return electron.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.enabled, id)
}

/** Records what the window shows outside, as if it had no focus: the bar in the taskbar, notices. Answers the way back. */
async function focusAnotherWindow({ electron }: DesktopApp): Promise<() => Promise<void>> {
  await electron.evaluate(({ BrowserWindow, Notification }) => {
    const seen: { bars: number[]; notices: string[] } = { bars: [], notices: [] }
    const supported = Object.getOwnPropertyDescriptors(Notification)
    const shown = Object.getOwnPropertyDescriptors(Notification.prototype)
    const window = BrowserWindow.getAllWindows()[0]
    if (window === undefined) return
    window.isFocused = () => false
    window.setProgressBar = (share) => void seen.bars.push(share)
    Notification.isSupported = () => true
    Notification.prototype.show = function show(this: Electron.Notification) {
      seen.notices.push(`${this.title}: ${this.body}`)
    }
    const focusAgain = () => {
      for (const name of ['isFocused', 'setProgressBar']) Reflect.deleteProperty(window, name)
      Object.defineProperty(Notification, 'isSupported', supported.isSupported)
      Object.defineProperty(Notification.prototype, 'show', shown.show)
    }
    Object.assign(globalThis, { seenOutside: seen, focusAgain })
  })
  return () => electron.evaluate(() => Reflect.get(globalThis, 'focusAgain')())
}

function seenOutside({
  electron,
}: DesktopApp): Promise<{ readonly bars: readonly number[]; readonly notices: readonly string[] }> {
  return electron.evaluate(() => Reflect.get(globalThis, 'seenOutside'))
}

async function addUsers(app: DesktopApp, users: number): Promise<void> {
  const file = join(dirname(app.appFolder), 'users.csv')
  const rows = Array.from({ length: users }, (_, n) => `${n},user${n}@example.com,g-${n}`)
  await writeFile(file, `id,email,google_id\n${rows.join('\n')}\n`)
  await app.choose([file], () => app.page.evaluate(() => globalThis.migration.invoke('export:pick', {})))
  await expect
    .poll(() => app.page.evaluate(() => globalThis.migration.invoke('document:state', {})))
    .toMatchObject({ value: { counts: { ready: users }, work: { kind: 'idle' } } })
}

/** The migrations behind buttons of the start page. */
function nameAll(buttons: readonly Element[]): readonly string[] {
  return buttons.map((button) => (button.getAttribute('aria-label') ?? '').replace('More actions for ', ''))
}

inDesktop('around the window of the desktop app', () => {
  test('the menu leads to steps and help, and offers only what can be done', () =>
    inRenewedApp('desktop', async (app) => {
      const { page } = app
      await page.getByRole('button', { name: 'Choose files…' }).waitFor()
      expect(await isEnabled(app, 'document:save-copy')).toBe(false)
      await press(app, 'help')
      await page.getByRole('dialog', { name: 'Help' }).getByText('The six steps').waitFor()
      await page.keyboard.press('Escape')
      await press(app, 'document:new')
      await page.getByRole('heading', { level: 1, name: /connect/i }).waitFor()
      await expect.poll(() => isEnabled(app, 'document:save-copy')).toBe(true)
      await press(app, 'export')
      await page.getByRole('heading', { level: 1, name: /export/i }).waitFor()
      // Nothing to report yet.
      await press(app, 'report')
      expect(
        await page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]').innerText(),
      ).toMatch(/Export/)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Help' }).getByText('Search users').waitFor()
      await page.keyboard.press('Escape')
      await press(app, 'document:close')
      await page.getByRole('button', { name: 'Choose files…' }).waitFor()
    }))

  test('diagnostics are shown, and what is saved is what was shown', () =>
    inRenewedApp('desktop', async (app) => {
      const { page } = app
      await beginMigration(app.page)
      await addUsers(app, 3)
      await press(app, 'diagnostics')
      const dialog = page.getByRole('dialog', { name: 'Save diagnostics' })
      const shown = (await dialog.getByLabel('Diagnostics', { exact: true }).textContent()) ?? ''
      const path = await app.save(() => dialog.getByRole('button', { name: 'Save as a file…' }).click())
      await dialog.getByText(/Saved as/).waitFor()
      expect(await readFile(path, 'utf8')).toBe(shown)
      expect(shown).toMatch(/electron \d+/)
      expect(shown).toMatch(/totals: records 3, users 3/)
      expect(shown).not.toMatch(/@|users\.csv|example/)
    }))

  test('a double click on a migration opens it in the window that is there', () =>
    inRenewedApp('desktop', async (app) => {
      const { page, title } = app
      await beginMigration(app.page)
      const copy = await app.save(() => page.evaluate(() => globalThis.migration.invoke('document:save-copy', {})))
      await expect.poll(title).toMatch(/^migration /)
      // On other systems the file manager starts the app again with the path.
      await app.startAgain([copy])
      await expect.poll(title).toBe('saved-1 - User Migration Assistant')
      expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
      // On a Mac it sends an event.
      const other = await app.save(() => page.evaluate(() => globalThis.migration.invoke('document:save-copy', {})))
      await app.electron.evaluate(
        ({ app: here }, path) => here.emit('open-file', { preventDefault: () => {} }, path),
        other,
      )
      await expect.poll(title).toBe('saved-2 - User Migration Assistant')
      // The menu follows the title.
      const recent = () =>
        app.electron.evaluate(({ Menu }) =>
          Menu.getApplicationMenu()
            ?.getMenuItemById('recent')
            ?.submenu?.items.map(({ label }) => label.replace(/ {2}\(.*/, ''))
            .slice(0, 2),
        )
      await expect.poll(recent).toEqual(['saved-2', 'saved-1'])
      // The start page shows where a migration lies.
      await app.electron.evaluate(({ shell }) => {
        shell.showItemInFolder = (path) => Object.assign(globalThis, { shownInFolder: path })
      })
      await press(app, 'document:close')
      await page.getByRole('button', { name: 'More actions for saved-2' }).click()
      await page.getByRole('menuitem', { name: 'Show in folder' }).click()
      await expect.poll(() => app.electron.evaluate(() => Reflect.get(globalThis, 'shownInFolder'))).toBe(other)
    }))

  test('a migration that is opened and closed while the start page stays is the first of the recent ones', () =>
    inRenewedApp('desktop', async (app) => {
      const { page } = app
      await beginMigration(page)
      for (const copy of [1, 2]) {
        const path = await app.save(() => page.evaluate(() => globalThis.migration.invoke('document:save-copy', {})))
        await app.startAgain([path])
        await expect.poll(app.title).toBe(`saved-${copy} - User Migration Assistant`)
      }
      await press(app, 'document:close')
      const names = () => page.getByRole('button', { name: /^More actions for/ }).evaluateAll(nameAll)
      await expect.poll(names).toEqual(['saved-2', 'saved-1', 'New migration'])
      await page.evaluate(async () => {
        const info = await globalThis.migration.invoke('app:info', {})
        const older = info.ok && info.value.recent.find(({ name }) => name === 'saved-1')
        if (!older) throw new Error('saved-1 is not in the list')
        const { id } = older
        await Promise.all([
          globalThis.migration.invoke('document:open-recent', { id }),
          globalThis.migration.invoke('document:close', {}),
        ])
      })
      await expect.poll(names).toEqual(['saved-1', 'saved-2', 'New migration'])
    }))

  test('while users are sent the taskbar shows how far, the title that it is not saved; the end is told', () =>
    inRenewedApp('desktop', async (app) => {
      const { page, title } = app
      await beginMigration(app.page)
      const focusAgain = await focusAnotherWindow(app)
      expect(
        await page.evaluate(() =>
          globalThis.migration.invoke('rehearsal:start', { dialect: 'documented', afresh: true }),
        ),
      ).toMatchObject({ ok: true })
      await page.evaluate(() => globalThis.migration.invoke('rehearsal:faults', { fault: 'latency' }))
      await addUsers(app, 60)
      await expect.poll(title).toMatch(/^migration /)
      await page.evaluate(() =>
        globalThis.migration.invoke('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: [] }),
      )
      await expect.poll(title, { interval: 20 }).toMatch(/^• migration /)
      await expect.poll(() => isEnabled(app, 'run:pause'), { interval: 20 }).toBe(true)
      await expect
        .poll(() => seenOutside(app))
        .toMatchObject({
          notices: ['Migration finished: 60 users migrated. The report is ready.'],
        })
      await expect.poll(title).toMatch(/^migration /)
      await expect.poll(async () => (await seenOutside(app)).bars.at(-1)).toBe(-1)
      expect((await seenOutside(app)).bars.some((share) => share > 0 && share < 1)).toBe(true)
      await focusAgain()
    }))

  test('a run that stops by itself is told, too', () =>
    inRenewedApp('desktop', async (app) => {
      const { page } = app
      await beginMigration(app.page)
      const focusAgain = await focusAnotherWindow(app)
      expect(
        await page.evaluate(() =>
          globalThis.migration.invoke('rehearsal:start', { dialect: 'documented', afresh: true }),
        ),
      ).toMatchObject({ ok: true })
      await addUsers(app, 20)
      await page.evaluate(() => globalThis.migration.invoke('rehearsal:faults', { fault: 'refuse-key' }))
      await page.evaluate(() =>
        globalThis.migration.invoke('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: [] }),
      )
      await expect
        .poll(() => seenOutside(app))
        .toMatchObject({
          notices: [
            expect.stringMatching(/^Migration stopped: action needed: The core refused the API key\. 0 users migrated/),
          ],
        })
      await expect.poll(() => isEnabled(app, 'run:resume')).toBe(true)
      await focusAgain()
    }))
})
