import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hash } from 'bcryptjs'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import * as z from 'zod'
import { type RehearsalCore, startRehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { violationsInThemes } from '../checks/axe.ts'
import {
  closeMigration,
  beginMigration,
  chooseExports,
  documentState,
  type OpenedApp,
  step,
  tickAll,
} from '../hosts/opened-app.ts'

const known = 'planted-pa55word-XYZZY'

const answered = z.object({ user: z.object({ id: z.string() }) })

async function post(core: RehearsalCore, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${core.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return reply.json()
}

/** A user in the core before the migration; returns the id. */
async function signUp(core: RehearsalCore, email: string): Promise<string> {
  const passwordHash = await hash('a newer password', 4)
  return answered.parse(await post(core, '/recipe/user/passwordhash/import', { email, passwordHash })).user.id
}

/** Another user in the core takes the old id of Bo. */
async function takeOldId(core: RehearsalCore): Promise<void> {
  const superTokensUserId = await signUp(core, 'zoe@example.com')
  await post(core, '/recipe/userid/map', { superTokensUserId, externalUserId: '2' })
}

/** After the migration Ann signs in with Google, and the core links both logins. */
async function linkAnn(core: RehearsalCore): Promise<void> {
  const google = {
    thirdPartyId: 'google',
    thirdPartyUserId: 'g-ann',
    email: { id: 'ann@example.com', isVerified: true },
  }
  const recipeUserId = answered.parse(await post(core, '/recipe/signinup', google)).user.id
  await post(core, '/recipe/accountlinking/user/primary', { recipeUserId: '1' })
  expect(await post(core, '/recipe/accountlinking/user/link', { recipeUserId, primaryUserId: '1' })).toMatchObject({
    status: 'OK',
  })
}

async function connectAndRead({ page, choose }: OpenedApp, core: RehearsalCore, file: string): Promise<void> {
  await beginMigration(page)
  await page.getByLabel('Address (base_url)').fill(core.baseUrl)
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page
    .getByRole('dialog', { name: /live core/i })
    .getByRole('button', { name: /^Use / })
    .click()
  await expect.poll(() => documentState(page)).toMatchObject({ target: { connected: true, dialect: 'supertokens' } })
  await step(page, 'Export').click()
  await chooseExports({ choose, page }, [file])
  await expect.poll(() => documentState(page)).toMatchObject({ work: { kind: 'idle' }, counts: { ready: 3 } })
  const ann = { filter: { search: 'ann@' }, sort: { by: 'place', descending: false }, from: 0, limit: 1 } as const
  const matched = await page.evaluate(
    async ([filter, password]) => {
      const found = await globalThis.migration.invoke('users:page', filter)
      const id = found.ok ? (found.value.rows[0]?.id ?? 0) : 0
      return globalThis.migration.invoke('users:check-password', { id, password })
    },
    [ann, known] as const,
  )
  expect(matched).toMatchObject({ ok: true, value: { outcome: 'match' } })
}

/** The rule to ask holds the one who is there; all others go on, and one word decides. */
async function runAndDecide({ page }: OpenedApp, core: RehearsalCore): Promise<void> {
  await step(page, 'Review').click()
  await page.getByRole('tab', { name: /decisions/i }).click()
  await page.getByLabel(/^Decide later: hold them/).click()
  await expect.poll(() => documentState(page)).toMatchObject({ choices: { existing: 'hold' }, work: { kind: 'idle' } })
  await page.getByLabel(/^Keep the old user ids/i).click()
  await expect.poll(() => documentState(page)).toMatchObject({ choices: { keepUserIds: true }, work: { kind: 'idle' } })
  await page.getByRole('button', { name: /start migration/i }).click()
  const dialog = page.getByRole('dialog')
  await tickAll(dialog)
  await dialog.getByRole('button', { name: /^Send \d/ }).click()
  await expect
    .poll(() => documentState(page))
    .toMatchObject({ counts: { migrated: 1, failed: 1, blocked: 1, ready: 0 } })
  await page.getByRole('button', { name: 'Continue without old ID: 1 user' }).click()
  await expect.poll(() => documentState(page)).toMatchObject({ counts: { migrated: 2, failed: 0, blocked: 1 } })
  const card = page.getByRole('region', { name: '1 user already in the core' })
  await card.getByRole('button', { name: 'Leave them as they are' }).click()
  await expect.poll(() => documentState(page)).toMatchObject({ counts: { migrated: 2, existing: 1, blocked: 0 } })
  expect(core.count()).toBe(4)
}

async function lookUp({ page }: OpenedApp): Promise<void> {
  await step(page, 'Report').click()
  await page.getByRole('button', { name: 'Verify users…' }).click()
  const card = page.getByRole('dialog', { name: 'Verify users' })
  const password = card.getByLabel('Its old password')
  await password.fill(known)
  await card.getByRole('button', { name: 'Look up 3 users' }).click()
  expect(await password.inputValue().catch(() => '')).toBe('')
  await card.getByText(/3 of 3 users looked up are in the core\. The known account could sign in/).waitFor()
  await page.keyboard.press('Escape')
}

/** A yes is not enough; a user that the migration did not create stays, and one that was linked since takes a tick. */
async function undo({ page, save }: OpenedApp, core: RehearsalCore): Promise<void> {
  await page.getByRole('button', { name: 'Undo…' }).click()
  // One question, and not a second dialog on top of a first.
  const dialog = page.getByRole('dialog')
  await page.getByRole('dialog', { name: /^Remove 2 users/ }).waitFor()
  await expect.poll(() => dialog.count()).toBe(1)
  const remove = dialog.getByRole('button', { name: 'Remove 2 users' })
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(0)
  await dialog.getByLabel(/to confirm/).fill('yes')
  await expect.poll(() => remove.isDisabled()).toBe(true)
  await dialog.getByLabel(/to confirm/).fill('2')
  core.setFaults({ latencyMs: 400 })
  await remove.click()
  // To migrate those who are just removed is no next step.
  await page.locator('h1', { hasText: /^Removing users: \d of 2/ }).waitFor()
  const foot = page.locator('footer[aria-label="Next step"] button')
  await expect.poll(() => foot.allInnerTexts()).toEqual(['Save report…'])
  await expect.poll(() => foot.getAttribute('aria-disabled')).toBe('true')
  core.setFaults({})
  await dialog
    .getByText(/1 user removed from the core\. 1 not removed: other accounts were linked to them since/)
    .waitFor()
  expect(core.count()).toBe(4)
  const path = await save(() => dialog.getByRole('button', { name: 'Save the list of removed users' }).click())
  await dialog.getByText(/^Saved as /).waitFor()
  const outcomes = (await readFile(path, 'utf8')).trim().split('\r\n').slice(1)
  expect(outcomes.map((line) => line.split(',')[6] ?? '').toSorted()).toEqual(['"left"', '"linked"', '"removed"'])
  await undoLinked(page, core)
  await expect.poll(() => documentState(page)).toMatchObject({ counts: { ready: 2, existing: 1 }, undone: 2 })
  await showsUndone(page)
}

/** An undone migration says so on its report and its run, with sums; to migrate again is not the next step. */
async function showsUndone(page: Page): Promise<void> {
  const primary = page.locator('button[data-primary]')
  const title = 'Undone: 2 users removed again'
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  // The report has the result, so the dialog that asked leaves it the screen and the focus.
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title)
  await expect.poll(() => primary.innerText()).toBe('Save report…')
  // No user is left for a second undo or for a sign-in; the list of the removed users can be saved.
  await expect.poll(() => page.getByRole('button', { name: /^(Undo|Check password)…$/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Save removed.csv' }).waitFor()
  const sums = page.getByRole('region', { name: 'Users in the core' })
  const parts = (await sums.locator('dl').innerText()).split(/\s*\n\s*/).join(' ')
  expect(parts).toMatch(/^\d before 2 migrated 2 removed (\d others since )?\d now$/)
  const history = page.getByRole('region', { name: 'History' }).getByRole('row')
  expect((await history.allInnerTexts()).at(-1)).toMatch(/\tUndo\t2\t\S/)
  expect((await history.allInnerTexts())[1]).toMatch(/\tRun\t\d+\t\S/)
  await expect.poll(() => step(page, 'Run').innerText()).toMatch(/undone/)
  expect(await violationsInThemes(page)).toEqual([])
  await step(page, 'Run').click()
  await page.getByRole('heading', { level: 1, name: /Run Undone/i }).waitFor()
  await page.getByText('2 users of this migration were removed from the core again.').waitFor()
  await expect.poll(() => primary.innerText()).toBe('Open report')
  await page.getByRole('button', { name: 'Migrate again: 2 users…' }).waitFor()
  // Users were sent to this core, whether they are there now or not.
  await step(page, 'Connect').click()
  const foot = page.getByRole('contentinfo', { name: 'Next step' })
  await expect.poll(() => foot.innerText()).toMatch(/^Connected to \S+, a live core\.\s*Review users$/)
  await closeMigration(page)
  await page.getByRole('row').getByText('Undone', { exact: true }).waitFor()
  await expect.poll(() => primary.innerText()).toBe('Choose files…')
}

/** Only the login of the migration goes; the one that was linked to it stays. */
async function undoLinked(page: Page, core: RehearsalCore): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Remove 1 user / })
  await dialog.getByLabel(/Also remove 1 user linked to other accounts since/).check()
  await dialog.getByLabel(/to confirm/).fill('1')
  await dialog.getByRole('button', { name: 'Remove 1 user' }).click()
  await expect.poll(() => core.count()).toBe(3)
}

/** Users who are in the core already are asked about; afterwards all are looked up, and the run is taken back. */
export async function afterTheRun(app: OpenedApp): Promise<void> {
  const { appFolder, complaints } = app
  const before = complaints.length
  const started = await startRehearsalCore({ dialect: 'supertokens', apiKey: null, signerKey: null })
  if (!started.ok) throw new Error(started.error.message)
  const core = started.value
  const file = join(dirname(appFolder), 'members.csv')
  const bcrypt = await hash(known, 4)
  const rows = ['ann', 'bo', 'cy'].map((name, index) => `${index + 1},${name}@example.com,${bcrypt}`)
  await writeFile(file, ['id,mail,pw', ...rows, ''].join('\n'))
  try {
    await signUp(core, 'cy@example.com')
    await takeOldId(core)
    await connectAndRead(app, core, file)
    await runAndDecide(app, core)
    await lookUp(app)
    await linkAnn(core)
    await undo(app, core)
  } finally {
    await core.stop()
  }
  expect(complaints.slice(before)).toEqual([])
}
