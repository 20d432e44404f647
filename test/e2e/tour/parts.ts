import type { Locator } from 'playwright'
import { runIs, setRate, settled, type Scene } from './tour.ts'
import { beginMigration, chooseExports, step, tickAll } from '../hosts/opened-app.ts'

/** Before anything is open, and what can be opened over it. */
export async function startPart({ page, stop }: Scene): Promise<void> {
  await page.getByRole('button', { name: 'Choose files…' }).waitFor()
  await stop('start')
}

/** Connecting: empty, a key refused, a core found, the rehearsal running. */
export async function connectPart({ page, stop, core, apiKey }: Scene): Promise<void> {
  await beginMigration(page)
  await stop('connect')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await stop('connect-shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await page
    .getByRole('img', { name: /^The step Report/ })
    .first()
    .waitFor({ state: 'attached' })
  await stop('connect-help')
  await page.keyboard.press('Escape')
  await page.getByLabel('Address (base_url)').fill('http://core.example.com')
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByRole('dialog').waitFor()
  await stop('connect-unencrypted')
  await page.keyboard.press('Escape')
  await page.getByLabel('Address (base_url)').fill(core.baseUrl)
  await page.getByLabel('API key').fill('the wrong key')
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByText('refused the API key').waitFor()
  await stop('connect-refused')
  await page.getByLabel('API key').fill(apiKey)
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByRole('dialog', { name: /live core/i }).waitFor()
  await stop('connect-confirm')
  await page.getByRole('dialog').getByRole('button', { name: /^Use / }).click()
  await page
    .getByText(/The API key was accepted/)
    .first()
    .waitFor()
  await stop('connect-live')
  await page.getByLabel('Save connection as').fill('Production')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as Production, without its key.').waitFor()
  await stop('connect-saved')
  await page.getByRole('button', { name: 'Change connection…' }).click()
  await page.getByLabel('Saved connections').waitFor()
  await stop('connect-kept')
}

/** The export and how it is read. */
export async function exportPart({ page, stop, files, choose }: Scene): Promise<void> {
  await step(page, 'Export').click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await stop('export-empty')
  await page.locator('label', { hasText: 'Auth0' }).click()
  await page.getByText('Export the users.').waitFor()
  await stop('export-guide')
  await chooseExports({ choose, page }, files)
  await settled(page)
  await page.getByText('members.csv').first().waitFor()
  await stop('export')
  await page
    .getByRole('button', { name: /^Show (1 skipped record|unmatched records) of/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await stop('export-left-behind')
  await page.keyboard.press('Escape')
  await step(page, 'Map columns').click()
  await page.getByRole('table').first().waitFor()
  const confidence = page.getByRole('columnheader', { name: 'Confidence' })
  const hidden = await confidence.evaluate((head) => {
    const scroller = head.closest('table')?.parentElement
    return scroller ? scroller.scrollWidth - scroller.clientWidth : -1
  })
  if (hidden !== 0) throw new Error(`the columns of the mapping are ${hidden} pixels too wide`)
  await stop('mapping')
  await page.getByLabel('windowslive in the core', { exact: true }).selectOption({ label: 'Another name…' })
  const other = page.getByLabel('windowslive in the core: another name')
  if (((await other.boundingBox())?.width ?? 0) < 100) throw new Error('no room for another name')
  await stop('mapping-another-name')
  await page.keyboard.press('Escape')
}

/** The review: the plan, the decisions, one user, and the question before anything is sent. */
export async function reviewPart({ page, stop }: Scene): Promise<void> {
  await step(page, 'Review').click()
  await page.getByRole('heading', { level: 1, name: /review/i }).waitFor()
  await page.getByRole('tab', { name: /users/i }).click()
  await page
    .getByRole('row', { name: /ann@example.com/ })
    .first()
    .click()
  await page.getByRole('complementary', { name: 'Selected user' }).getByRole('heading').first().waitFor()
  await stop('review')
  const details = page.getByRole('complementary', { name: 'Selected user' })
  for (const name of ['Requests', 'Source record', 'History', 'Overview']) {
    await openTab(details, name)
    await stop(`review-user-${name.toLowerCase().replace(' ', '-')}`)
  }
  // The drawer goes away with the table that it was opened from.
  for (const name of ['Decisions', 'Hash families', 'Users']) {
    await openTab(page.getByRole('tablist', { name: 'Review' }), name)
    await stop(`review-${name.toLowerCase().replace(' ', '-')}`)
    if (name !== 'Decisions') continue
    // The effect of all recommended choices shows before they are taken.
    await page.getByRole('button', { name: 'Use all recommended' }).click()
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'PBKDF2 hashes: ' }).waitFor()
    await stop('review-recommended')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: /start migration/i }).click()
  await page.getByRole('dialog').waitFor()
  await stop('review-start')
}

/** Opens a tab, whatever number stands behind its name. */
async function openTab(where: Locator, name: string): Promise<void> {
  const pattern = new RegExp(`^${name}`)
  await where.getByRole('tab', { name: pattern }).click()
  await where.getByRole('tab', { name: pattern, selected: true }).waitFor()
}

/** A run: under way, paused, about to be cancelled, ended with failures. */
export async function runPart({ page, stop, users }: Scene): Promise<void> {
  const dialog = page.getByRole('dialog')
  await tickAll(dialog)
  await dialog.getByRole('button', { name: /^Send \d/ }).click()
  await page.getByRole('heading', { level: 1, name: /run running/i }).waitFor()
  await runIs(page, ({ counts }) => counts.migrated >= users / 5)
  // Few users would all be sent while they are looked at.
  if (users < 300) await setRate(page, 4)
  await stop('run')
  await page.getByRole('button', { name: 'Cancel run…' }).click()
  await page.getByRole('dialog').waitFor()
  await stop('run-cancel')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pause run', exact: true }).click()
  await runIs(page, ({ state }) => state === 'paused')
  await stop('run-paused')
  await setRate(page, null)
  await page.getByRole('button', { name: /^Resume with \d+ users?$/ }).click()
  await runIs(page, ({ state }) => state === 'finished')
  await page.getByRole('heading', { level: 1, name: /finished/i }).waitFor()
  await stop('run-finished')
}

/** The report, one user of it, and the menu of the document. */
export async function reportPart({ page, stop }: Scene): Promise<void> {
  await step(page, 'Report').click()
  await page.getByRole('heading', { name: 'Downloads' }).waitFor()
  await stop('report')
  await page.getByRole('button', { name: /^Correct: \d+ users?, Value too long/ }).click()
  await page.getByRole('complementary', { name: 'Selected user' }).getByRole('heading').first().waitFor()
  await stop('report-user')
  await page.getByRole('button', { name: /Document menu/ }).click()
  await stop('document-menu')
  await page.keyboard.press('Escape')
}

/** The rehearsal core inside the app, and who is in it. */
export async function rehearsalPart({ page, stop }: Scene): Promise<void> {
  await step(page, 'Connect').click()
  await page.getByRole('button', { name: /Start the rehearsal core/ }).click()
  await page.getByText('Rehearsal core · nothing leaves this computer').first().waitFor()
  await page.getByText('Advanced').first().click()
  await page.getByLabel('Simulate failures').waitFor()
  await stop('rehearsal')
  await page.evaluate(() =>
    globalThis.migration.invoke('run:start', {
      scope: { kind: 'first', users: 20 },
      concurrency: 'auto',
      maxRate: null,
      confirmations: [],
    }),
  )
  await runIs(page, ({ state }) => state === 'finished')
  await page.getByRole('heading', { name: 'Sign in as a migrated user' }).waitFor()
  await stop('rehearsal-users')
  // The question names the data that a reset removes.
  await page.getByRole('button', { name: 'Reset rehearsal…' }).click()
  await page.getByRole('dialog', { name: 'Reset the rehearsal?' }).waitFor()
  await stop('rehearsal-reset')
  await page.keyboard.press('Escape')
}

export const wholeTour = [startPart, connectPart, exportPart, reviewPart, runPart, reportPart, rehearsalPart] as const
