import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { startRehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import { madeUpBcrypt, madeUpCsv, usersWithHashes } from '../support/made-up-csv.ts'
import { violationsInThemes } from './checks/axe.ts'
import { inDesktop, inRenewedApp } from './hosts/journey.ts'
import {
  beginMigration,
  chooseExports,
  type OpenedApp,
  temporaryFolder,
  documentState,
  step,
} from './hosts/opened-app.ts'

/** Expects no finding of axe-core and no horizontal scrolling at any size down to text at 200 %. */
async function fits(page: Page): Promise<void> {
  expect(await violationsInThemes(page)).toEqual([])
  for (const [width, height] of [
    [1024, 700],
    [720, 700],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    const wider = await page.evaluate(() => {
      const main = document.getElementById('main')
      return [document.documentElement.scrollWidth - innerWidth, (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0)]
    })
    expect({ width, height, wider }).toEqual({ width, height, wider: [0, 0] })
    await expect.poll(() => page.getByRole('button', { name: 'Cut over…' }).isVisible()).toBe(true)
  }
  await page.setViewportSize({ width: 1280, height: 860 })
}

/** A finished migration is kept in step with its file, and cut over; the passes add up on screen. */
async function follow({ page, choose }: OpenedApp): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const started = await startRehearsalCore({ dialect: 'supertokens', apiKey: null, signerKey: null })
  if (!started.ok) throw new Error(started.error.message)
  const core = started.value
  const state = () => documentState(page)
  const users = usersWithHashes(12)
  const exported = join(folder, 'users.csv')
  try {
    await writeFile(exported, madeUpCsv(users))
    await beginMigration(page)
    await page.getByLabel('Address (base_url)').fill(core.baseUrl)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByRole('button', { name: /^Use 127/ }).click()
    await expect.poll(state).toMatchObject({ target: { connected: true } })
    await step(page, 'Export').click()
    await chooseExports({ choose, page }, [exported])
    await expect.poll(state).toMatchObject({ work: { kind: 'idle' }, counts: { ready: 12 } })
    await page.evaluate(async () => {
      const order = { scope: { kind: 'all' as const }, concurrency: 'auto' as const }
      const preview = await globalThis.migration.invoke('preview:get', {})
      const confirmations = preview.ok ? preview.value.confirmations.map(({ key }) => key) : []
      await globalThis.migration.invoke('run:start', { ...order, confirmations })
    })
    await expect.poll(state).toMatchObject({ counts: { migrated: 12 } })
    await step(page, 'Run').click()
    await writeFile(
      exported,
      madeUpCsv([
        ...users.slice(1),
        { ...users[0], email: 'renamed@example.com' },
        { id: 'n1', email: 'new@example.com', password_hash: madeUpBcrypt(99) },
      ]),
    )
    await page.getByRole('button', { name: 'Keep in step…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep in step' })
    // Another folder can be chosen; the file of the first reading is followed after all.
    await mkdir(join(folder, 'dumps'))
    await choose([join(folder, 'dumps')], () => dialog.getByRole('button', { name: 'Choose a folder…' }).click())
    await expect.poll(() => dialog.getByLabel('The newest file in the folder dumps').isChecked()).toBe(true)
    await dialog.getByLabel(/users.csv, when a newer one replaces it/).click()
    await dialog.getByLabel(/^Not yet/).click()
    await dialog.getByRole('button', { name: 'Keep in step' }).click()
    await page.getByRole('heading', { name: 'In step until cut-over' }).waitFor()
    const passes = page.getByRole('table')
    await passes.getByRole('button', { expanded: false }).first().click()
    await page.getByText('Same user').waitFor()
    // The changed email comes before the new user, and a column without a number is left out.
    expect([
      await passes.getByRole('columnheader').allInnerTexts(),
      await passes.getByRole('listitem').allInnerTexts(),
    ]).toEqual([
      ['Time', 'New', 'Passwords', 'Emails', 'Took'],
      [expect.stringContaining('renamed@example.com'), expect.stringContaining('new@example.com')],
    ])
    await page.getByText('A password changed in the core is never overwritten.').waitFor()
    await fits(page)
    // A user who left the source is removed from the core only after a confirmation.
    const now = [
      ...users.slice(2),
      { ...users[0], email: 'renamed@example.com' },
      { id: 'n1', email: 'new@example.com', password_hash: madeUpBcrypt(99) },
    ]
    await writeFile(exported, madeUpCsv(now))
    await page.getByRole('button', { name: 'Pass now' }).click()
    await page.getByText('1 user is no longer in the source. The core keeps them.').waitFor()
    expect(core.count()).toBe(13)
    await page.getByRole('button', { name: 'Remove from the core…' }).click()
    const removal = page.getByRole('dialog', { name: 'Remove from the core' })
    await removal.getByText('1 user left the source. Remove 1 user with their passwords').waitFor()
    await removal.getByRole('button', { name: 'Remove 1 user' }).click()
    await expect.poll(() => core.count()).toBe(12)
    // A listing of half the users has to be accepted.
    await writeFile(exported, madeUpCsv(now.slice(6)))
    await page.getByRole('button', { name: 'Pass now' }).click()
    await page
      .getByText(/6 of the 12 known ones are missing/)
      .first()
      .waitFor()
    await page.getByText('Needs a decision').waitFor()
    await page.getByRole('button', { name: 'Accept this listing' }).click()
    await page.getByText('6 users are no longer in the source. The core keeps them.').waitFor()
    expect(core.count()).toBe(12)
    await writeFile(exported, madeUpCsv(now))
    await page.getByRole('button', { name: 'Pass now' }).click()
    await page.getByText('no longer in the source. The core keeps them.').waitFor({ state: 'hidden' })
    // One of them was removed from the core since.
    await page.getByText('First run, 12 users').waitFor()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Resume…' }).waitFor()
    if (process.env['FOLLOW_PICTURE'] !== undefined) await page.screenshot({ path: process.env['FOLLOW_PICTURE'] })
    await page.getByRole('button', { name: 'Cut over…' }).click()
    const cutOver = page.getByRole('dialog', { name: 'Cut over' })
    await cutOver.getByLabel(/are frozen in the old system/).click()
    await cutOver.getByRole('button', { name: 'Cut over' }).click()
    await page.getByRole('button', { name: 'Save report…' }).waitFor()
    await page.getByText(/Cut over: .*last read/).waitFor()
    expect(core.count()).toBe(12)
    await expect.poll(state).toMatchObject({ counts: { migrated: 12 } })
  } finally {
    await core.stop()
    removeFolder()
  }
}

// A browser uploads a file once, so there is nothing to follow.
inDesktop('in the desktop app', () => {
  test('a migration is kept in step with its source until the cut-over', () => inRenewedApp('desktop', follow))
})
