import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { startRehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import { journey } from './hosts/journey.ts'
import { step, temporaryFolder, type OpenedApp } from './hosts/opened-app.ts'
import { writeTourExport } from './tour/tour-export.ts'
import { runIs, settled } from './tour/tour.ts'

const apiKey = 'a-made-up-key-for-this-test'

/** Presses Tab until the element has the focus; a failure lists the elements that had it. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  const been: string[] = []
  for (let press = 0; press < 120; press++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    been.push(await page.evaluate(() => document.activeElement?.textContent?.slice(0, 30) ?? ''))
  }
  throw new Error(`Tab never came to it, but to: ${been.join(' | ')}`)
}

/** The whole job with keys alone: connecting, the export, a decision, one user, the run, the report. */
async function job(app: OpenedApp): Promise<void> {
  const { page } = app
  const [folder, removeFolder] = temporaryFolder()
  const core = await startRehearsalCore({ dialect: 'supertokens', apiKey, signerKey: null })
  if (!core.ok) throw new Error(core.error.message)
  const press = (key: string) => page.keyboard.press(key)
  const next = () => press('Control+Enter')
  const heading = (name: RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  // Listens for file dialogs from now on: registering after the key would be too late.
  page.on('filechooser', () => undefined)
  try {
    const files = await writeTourExport(folder, 48)
    await page.evaluate(() =>
      document.addEventListener('pointerdown', () => document.body.append('the mouse was used')),
    )

    await tabTo(page, page.getByRole('button', { name: 'Choose files…' }))
    await app.choose(files, () => press('Enter'))
    await heading(/connect/i)
    await settled(page)
    await tabTo(page, page.getByRole('button', { name: /Document menu/ }))
    await press('Enter')
    await press('ArrowDown')
    await press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close migration')
    await press('Escape')
    await tabTo(page, page.getByLabel('Address (base_url)'))
    await page.keyboard.type(core.value.baseUrl)
    await tabTo(page, page.getByLabel('API key'))
    await page.keyboard.type(apiKey)
    await press('Enter')
    const live = page.getByRole('dialog', { name: /live core/i })
    await tabTo(page, live.getByRole('button', { name: /^Use / }))
    await press('Enter')
    await page
      .getByText(/The API key was accepted/)
      .first()
      .waitFor()
    await live.waitFor({ state: 'detached' })

    await tabTo(page, step(page, 'Map columns'))
    await press('Enter')
    await heading(/map columns/i)
    await tabTo(page, page.getByLabel(/windowslive/))
    await page.keyboard.type('leave')
    await next()
    await heading(/review/i)

    await press('/')
    await page.keyboard.type('ann@')
    await expect.poll(() => page.getByRole('row', { name: /ann@example.com/ }).count()).toBe(1)
    await tabTo(page, page.getByRole('rowheader', { name: 'ann@example.com', exact: true }))
    await press('Enter')
    const details = page.getByRole('complementary', { name: 'Selected user' })
    await tabTo(page, details.getByRole('tab', { name: 'Overview' }))
    await press('ArrowRight')
    await details.getByText('/recipe/user/passwordhash/import').waitFor()

    await next()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (const tick of await dialog.getByRole('checkbox').all()) {
      await tabTo(page, tick)
      await press('Space')
    }
    await next()
    await runIs(page, ({ state }) => state === 'finished')
    await heading(/finished/i)
    await tabTo(page, page.getByRole('button', { name: 'Open report', exact: true }))
    await press('Enter')
    await page.getByRole('heading', { name: 'Downloads' }).waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Save created.csv' }))
    const created = await app.save(() => press('Enter'))
    await expect.poll(() => readFile(created, 'utf8').catch(() => '')).toContain('core_user_id')
    expect((await readFile(created, 'utf8')).trim().split('\r\n').length - 1).toBe(core.value.count())
    await expect.poll(() => page.getByText('the mouse was used').count()).toBe(0)
  } finally {
    await core.value.stop()
    removeFolder()
  }
}

journey('the whole job can be done by keyboard alone', 'browser', job)
