import { join } from 'node:path'
import { expect } from 'vitest'
import { startRehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { closeMigration, type OpenedApp, temporaryFolder, step, tickAll } from '../hosts/opened-app.ts'
import { connectAndRead, runIs, type Stop } from './tour.ts'

const apiKey = 'a-made-up-key-for-this-test'
const users = 60

/** A run by bulk import: the choice before it, the wait for the core's job, a pause, and the report that names the way. */
export async function bulkTour({ page, choose }: OpenedApp, stop: Stop): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const started = await startRehearsalCore({
    dialect: 'supertokens',
    apiKey,
    signerKey: null,
    bulk: { intervalMs: null, parallelism: 4 },
  })
  if (!started.ok) throw new Error(started.error.message)
  const core = started.value
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
  try {
    await closeMigration(page)
    await connectAndRead({ page, choose }, { core, apiKey, users, folder: join(folder, 'export') })

    await step(page, 'Review').click()
    await press(/start migration/i)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Automatic .*Expected: single calls\./ }).waitFor()
    await dialog.getByRole('radio', { name: /^Bulk import Users are staged/ }).check()
    await tickAll(dialog)
    await stop('run-bulk-confirm')
    await dialog.getByRole('button', { name: /^Send \d/ }).click()

    const card = page.getByRole('region', { name: 'Bulk import' })
    await card
      .getByText(/for the core’s import job, which runs every five minutes: \d+ users? staged, at most \d+ s to go\./)
      .waitFor()
    await expect.poll(() => core.staged().length).toBeGreaterThan(0)
    const staged = core.staged().length
    await stop('run-bulk-waiting')
    await expect
      .poll(() => card.getByRole('listitem').allInnerTexts())
      .toContainEqual(expect.stringMatching(`^Wait for the core\\s+${staged}$`))

    // Paused and resumed: what is in the core is followed, nothing is staged again.
    await press('Pause run')
    await runIs(page, ({ state }) => state === 'paused')
    await page
      .getByText(/are staged in the core and may still be imported/)
      .first()
      .waitFor()
    await stop('run-bulk-paused')
    await press(/^Resume with/)
    await card.waitFor()
    await core.runBulkCron()
    await runIs(page, ({ state }) => state === 'finished')
    expect([core.staged().length, core.requests()['bulk-stage']]).toEqual([0, 1])
    await stop('run-bulk-finished')
  } finally {
    await core.stop()
    removeFolder()
  }
}
