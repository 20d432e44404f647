import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startRehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import { inBrowser, inRenewedApp } from './hosts/journey.ts'
import { beginMigration, chooseExports, type OpenedApp, temporaryFolder, step, tickAll } from './hosts/opened-app.ts'

/** More users than the rate limit lets through during the test. */
const users = 300

/** Starts a run with a rate limit, reads why it is slow, and removes the limit. */
async function changeSpeed({ page, choose, complaints }: OpenedApp): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const core = await startRehearsalCore({ dialect: 'documented', apiKey: null, signerKey: null })
  if (!core.ok) throw new Error(core.error.message)
  try {
    const file = join(folder, 'users.csv')
    const rows = Array.from({ length: users }, (_, n) => `${n},user${n}@example.com,g-${n}`)
    await writeFile(file, `id,email,google_id\n${rows.join('\n')}\n`)
    await beginMigration(page)
    const exportStep = step(page, 'Export')
    // Nothing can be connected before the migration exists.
    await exportStep.waitFor()
    const connected = await page.evaluate(
      (baseUrl) =>
        globalThis.migration.invoke('core:connect', { baseUrl, apiKey: '', dialect: 'documented', allowHttp: false }),
      core.value.baseUrl,
    )
    expect(connected).toMatchObject({ ok: true })
    await exportStep.click()
    await chooseExports({ choose, page }, [file])
    const speed = () => page.evaluate(() => globalThis.migration.invoke('run:progress', {}))
    const state = () => page.evaluate(() => globalThis.migration.invoke('document:state', {}))
    await expect
      .poll(state, { timeout: 30_000 })
      .toMatchObject({ value: { work: { kind: 'idle' }, counts: { ready: users } } })
    await step(page, 'Review').click()
    await page.getByRole('button', { name: /start migration/i }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Advanced/).click()
    await dialog.getByLabel('Limit').fill('2')
    await tickAll(dialog)
    await dialog.getByRole('button', { name: /^Send \d/ }).click()
    await page.getByText('limit 2 requests/s').waitFor()
    const before = core.value.count()
    await page.getByRole('button', { name: 'Change…' }).click()
    // The second change is made while the first is still being stored.
    let answer = (): void => undefined
    const changedTwice = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/bridge/run:speed', async (route) => {
      await changedTwice
      await route.continue()
    })
    await dialog.getByLabel('Parallel users').selectOption('8')
    await dialog.getByLabel('Limit').fill('')
    await dialog.getByLabel('Limit').press('Enter')
    await dialog.getByRole('button', { name: 'Done' }).click()
    answer()
    await expect.poll(state, { timeout: 30_000 }).toMatchObject({ value: { counts: { migrated: users } } })
    await expect.poll(speed).toMatchObject({ value: { speed: { concurrency: 8, maxRate: null } } })
    expect([before < users, complaints]).toEqual([true, []])
  } finally {
    await core.value.stop()
    removeFolder()
  }
}

inBrowser('the speed of a run', () => {
  test('is set before it, explained while it goes on, and changed in the middle', () =>
    inRenewedApp('browser', changeSpeed))
})
