import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { startRehearsalCore, type RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import type { Faults } from '../../../electron/engine/rehearsal/faults/faults.ts'
import { closeMigration, holdNext, type OpenedApp, temporaryFolder, step, tickAll } from '../hosts/opened-app.ts'
import { knownPassword } from './tour-export.ts'
import { connect, connectAndRead, runIs, setRate, settled, type Stop } from './tour.ts'

const apiKey = 'a-made-up-key-for-this-test'
const pilot = 10

/** Slow enough to be looked at, with failures of two causes. */
const faults: Faults = {
  latencyMs: [60, 160],
  rules: [
    { kind: '500', on: ['import'], for: 'fay', text: 'value too long for this column' },
    { kind: '500', on: ['third-party'], for: 'gil', text: 'connection to the storage was lost' },
  ],
}

/**
 * A pilot, the others after it, a core that goes away in the middle, a pause that is taken up again in a later session,
 * and what failed: each left by the one filled button. Stops where there is something to see.
 */
export async function runTour({ host, page, choose }: OpenedApp, stop: Stop, users = 220): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const start = async (port = 0): Promise<RehearsalCore> => {
    const file = join(folder, 'core.json')
    const core = await startRehearsalCore({ dialect: 'supertokens', apiKey, signerKey: null, file, port })
    if (!core.ok) throw new Error(core.error.message)
    return core.value
  }
  let core = await start()
  const primary = page.locator('button[data-primary]')
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
  try {
    await connectAndRead({ page, choose }, { core, apiKey, users, folder: join(folder, 'export') })

    await step(page, 'Review').click()
    await press(/start migration/i)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('spinbutton', { name: 'Users in the pilot' }).fill(String(pilot))
    await dialog.getByRole('radio', { name: /a pilot/i }).check()
    await tickAll(dialog)
    await dialog.getByRole('button', { name: /^Send \d/ }).click()
    await runIs(page, ({ state }) => state === 'finished')
    await page.getByRole('heading', { level: 1, name: /run pilot/i }).waitFor()
    await stop('run-pilot')
    await checkPilot(page, stop)

    // One click from there, and the usual confirmation.
    await expect.poll(() => primary.innerText()).toMatch(/^Migrate the other \d+$/)
    await primary.click()
    await tickAll(dialog)
    await stop('run-pilot-confirm')
    core.setFaults(faults)
    await dialog.getByRole('button', { name: /^Send \d/ }).click()
    // Never so fast that the run ends before it is slowed down, however busy the machine.
    await runIs(page, ({ state }) => state === 'running')
    await setRate(page, 30)
    await runIs(page, ({ counts }) => counts.migrated >= users / 5)
    await setRate(page, 4)
    // The table opens on users set aside, by cause, and shows all others on demand. It names each of a few.
    const shortened = await watchText(page, 'table[aria-label="Set aside"]', 'and \\d+ more')
    const aside = page.getByRole('table', { name: 'Set aside' })
    await aside.waitFor()
    await expect
      .poll(() => aside.getByRole('columnheader').allInnerTexts())
      .toEqual(['User', 'Login methods', 'Tries', 'Last try'])
    await aside
      .getByRole('rowheader', { name: /^gil\d+@/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'All users', exact: true }).click()
    await page.locator('tr[data-row="0"]').waitFor()
    await page.getByRole('button', { name: /set aside, tried again at the end/ }).click()
    await aside.waitFor()
    expect(await shortened()).toEqual([])
    await stop('run')
    await page.getByRole('button', { name: 'All users', exact: true }).click()

    await core.stop()
    await runIs(page, ({ outage }) => outage !== null && outage.tries >= 2)
    await page.getByRole('heading', { level: 1, name: /run waiting/i }).waitFor()
    await page.getByText('Unknown', { exact: true }).waitFor()
    await page.getByText('After 1 hour without an answer the run pauses.').waitFor()
    await stop('run-away')
    await page.getByRole('contentinfo', { name: 'Next step' }).getByRole('button', { name: 'Change…' }).click()
    await dialog.getByLabel('Pause after').fill('90')
    await stop('run-away-limit')
    await dialog.getByRole('button', { name: 'Change limit' }).click()
    await page.getByText('After 1 h 30 min without an answer the run pauses.').waitFor()
    await expect.poll(() => primary.innerText()).toBe('Try now')
    core = await start(Number(new URL(core.baseUrl).port))
    core.setFaults(faults)
    // A try of the run itself may find the core first.
    const isBack = runIs(page, ({ outage }) => outage === null)
    await Promise.race([page.getByRole('button', { name: 'Try now', exact: true }).click(), isBack])
    await isBack

    await pauseRun(page)
    await stop('run-paused')

    // Closed, opened again: the key is all that is missing.
    await closeMigration(page)
    await press('Continue migration')
    await page.getByRole('heading', { level: 1, name: /run paused/i }).waitFor()
    await stop('run-reopened')
    const resume = page.getByRole('button', { name: /^Resume with \d+ users$/ })
    expect([await primary.allInnerTexts(), await resume.isDisabled()]).toEqual([['Check and use'], true])
    await page.getByRole('button', { name: 'Use the saved key' }).waitFor()
    await page.getByLabel('API key').fill(apiKey)
    await primary.click()
    await expect.poll(() => resume.isEnabled()).toBe(true)
    await expect.poll(() => primary.allInnerTexts()).toEqual([await resume.innerText()])
    await expect.poll(() => resume.evaluate((button) => button === document.activeElement)).toBe(true)
    await stop('run-connected')
    await setRate(page, null)
    await primary.click()
    await runIs(page, ({ state }) => state === 'finished')
    await page.getByRole('heading', { level: 1, name: /run finished/i }).waitFor()
    // The table of a run that is over opens on who failed in it.
    await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('failed')
    await expect.poll(() => page.locator('tr[data-row="0"]').innerText()).toMatch(/Failed/)
    await stop('run-finished')
    await expect.poll(() => primary.innerText()).toMatch(/^Retry \d+ users$/)
    await correctCause(page)
    await stop('run-corrected')

    // The key is refused in the middle: why the run stopped, and on from there.
    core.setFaults({ rules: [{ kind: 'refuse-key' }] })
    await primary.click()
    await runIs(page, ({ state }) => state === 'stopped')
    await page.locator('#stopped').waitFor()
    // The key that was just refused is not offered again.
    await expect.poll(() => primary.allInnerTexts()).toEqual(['Check and use'])
    expect(await page.getByRole('button', { name: 'Use the saved key' }).count()).toBe(0)
    await stop('run-stopped')
    core.setFaults(faults)
    await connect(page, core, apiKey)
    await page.evaluate(() => globalThis.migration.invoke('run:resume', {}))
    await runIs(page, ({ state, counts }) => state === 'finished' && counts.ready === 0)

    await step(page, 'Report').click()
    await page.getByRole('heading', { name: 'Downloads' }).waitFor()
    await stop('report')
    if (host === 'desktop') {
      await press('Save all…')
      await page.getByRole('dialog', { name: 'Save all files' }).waitFor()
      await stop('report-save-all')
      await page.keyboard.press('Escape')
    }
    await signOff(page)
  } finally {
    await core.stop()
    removeFolder()
  }
}

/**
 * Pauses with the keyboard. What follows is a button of its own, which has the focus, and a press that comes in the moment of
 * the change does nothing.
 */
async function pauseRun(page: Page): Promise<void> {
  const primary = page.locator('button[data-primary]')
  const pauseButton = page.getByRole('button', { name: 'Pause run', exact: true })
  await pauseButton.and(primary).evaluate((pause) => {
    const foot = pause.parentElement
    if (!foot) return
    const pressNext = new MutationObserver(() => {
      const next = foot.querySelector<HTMLButtonElement>('button[data-primary]')
      if (next === pause || next === null) return
      pressNext.disconnect()
      next.click()
    })
    pressNext.observe(foot, { childList: true })
  })
  await pauseButton.press('Enter')
  await runIs(page, ({ state }) => state === 'paused')
  await page.getByRole('heading', { level: 1, name: /run paused/i }).waitFor()
  await expect.poll(() => primary.isEnabled()).toBe(true)
  await runIs(page, ({ state }) => state === 'paused')
  expect(await primary.evaluate((next) => [next.textContent, next === document.activeElement])).toEqual([
    expect.stringMatching(/^Resume with \d+ users$/),
    true,
  ])
}

/** The offers after a pilot: its users are looked up in the core, and one of them signs in with a known password. */
async function checkPilot(page: Page, stop: Stop): Promise<void> {
  const checks = page.getByRole('region', { name: 'Check the pilot' })
  await checks.getByRole('button', { name: `Look up ${pilot} users` }).click()
  await checks.getByRole('heading', { name: `All ${pilot} users are in the core` }).waitFor()
  await expect.poll(() => page.getByRole('cell', { name: 'Found' }).count()).toBe(pilot)
  await checks.getByRole('button', { name: 'Check password…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check a password' })
  await dialog.getByLabel('Its old password').fill(knownPassword)
  await stop('run-pilot-password')
  await dialog.getByRole('button', { name: 'Check password', exact: true }).click()
  await checks.getByText('ann@example.com could sign in with its old password.').waitFor()
  await stop('run-pilot-checked')
}

/**
 * Signing off right from a field stores its input, also while the field before is still being stored, and a sign-off
 * stays when a field is only visited.
 */
async function signOff(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: /^Sign-off/ })
  const release = await holdNext(page, 'report:sign-off')
  await expect.poll(() => card.getByLabel('Project').inputValue()).toMatch(/^members\.csv · \d+ users · /)
  await card.getByLabel('Operator').fill('Marta Quill')
  await card.getByLabel('Note').fill('Ticket OPS-1182')
  await card.getByRole('button', { name: 'Sign off', exact: true }).click()
  release()
  await card.getByText(/^Signed off on/).waitFor()
  await card.getByLabel('Note').focus()
  await card.getByLabel('Operator').focus()
  const report = await page.evaluate(() => globalThis.migration.invoke('report:get', {}))
  const signed = report.ok ? report.value.signOff : null
  expect([signed?.operator, signed?.note, signed?.signedAt !== null]).toEqual(['Marta Quill', 'Ticket OPS-1182', true])
}

/** Correcting a cause opens the first of its users; one who waited is sent from the table, too, once corrected. */
async function correctCause(page: Page): Promise<void> {
  const details = page.getByRole('complementary', { name: 'Selected user' })
  const cause = page.getByRole('button', { name: /^Correct \d+: / }).first()
  const users = Number(/\d+/.exec(await cause.innerText())?.[0])
  await cause.click()
  await details.getByRole('heading', { name: 'Correct this user' }).waitFor()
  await details.getByLabel('Email').fill('corrected@example.com')
  const actions = details.locator('form button', { hasText: /^(Save and retry|Reset|Retry|Exclude user)$/ })
  const tops = await actions.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect([tops.length, new Set(tops).size], 'the actions of a failed user stand in one row').toEqual([4, 1])
  const before = await migratedNow(page)
  await details.getByRole('button', { name: 'Save and retry' }).click()
  await expect.poll(() => migratedNow(page), { message: 'the corrected user is migrated' }).toBe(before + 1)
  await runIs(page, ({ state }) => state === 'finished')
  await page.keyboard.press('Escape')
  // The table shows the cause alone until all of its users are migrated.
  const clear = page.getByRole('button', { name: /^Remove filter: / })
  await expect.poll(() => clear.count()).toBe(users > 1 ? 1 : 0)
  if (users > 1) await clear.click()
  await page.getByLabel('State', { exact: true }).selectOption('blocked')
  await page.locator('tr[data-row="0"]', { hasText: 'windowslive' }).locator('[data-control="show"]').press('Enter')
  await details.getByLabel('Provider in the core').fill('google')
  await details.getByRole('button', { name: 'Save correction' }).click()
  const migrated = await migratedNow(page)
  const migrate = page.getByRole('button', { name: 'Migrate 1 user' })
  await migrate.waitFor()
  const send = page.getByRole('button', { name: 'Send 1 corrected user' })
  expect(await send.count(), 'below the run stands one button for the corrected user').toBe(0)
  await migrate.click()
  const question = page.getByRole('dialog', { name: /start|migrat|send/i })
  await tickAll(question)
  await question.getByRole('button', { name: /^Send 1 user/ }).click()
  await expect.poll(() => migratedNow(page), { message: 'the corrected user is migrated' }).toBe(migrated + 1)
  await runIs(page, ({ state }) => state === 'finished')
  await page.keyboard.press('Escape')
  await page.getByLabel('State', { exact: true }).selectOption('')
}

async function migratedNow(page: Page): Promise<number> {
  const response = await page.evaluate(() => globalThis.migration.invoke('run:progress', {}))
  return response.ok ? response.value.counts.migrated : -1
}

/** The sample export in a rehearsal: its end, its report, and the way to the real core. */
export async function rehearsalTour({ page }: OpenedApp, stop: Stop): Promise<void> {
  const primary = page.locator('button[data-primary]')
  await closeMigration(page)
  await page.getByRole('button', { name: /rehearse with sample data/i }).click()
  await page.getByRole('heading', { level: 1, name: /review/i }).waitFor()
  await settled(page)
  // The key is right: what is offered ends the simulated refusal.
  await page.evaluate(() => globalThis.migration.invoke('rehearsal:faults', { fault: 'refuse-key' }))
  await page.getByRole('button', { name: /start migration/i }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start with \d/ })
    .click()
  await runIs(page, ({ state }) => state === 'stopped')
  await expect.poll(() => primary.allInnerTexts()).toEqual(['Turn off the failure and resume'])
  await stop('run-simulated')
  await primary.click()
  await runIs(page, ({ state }) => state === 'finished')
  await page.getByRole('heading', { level: 1, name: /run finished/i }).waitFor()
  await stop('run-rehearsal')
  await page.getByRole('button', { name: 'Open report', exact: true }).click()
  await page.getByRole('heading', { name: 'Downloads' }).waitFor()
  await stop('report-rehearsal')
  await expect.poll(() => primary.innerText()).toBe('Migrate for real…')
  await primary.click()
  await page.getByRole('heading', { level: 1, name: /connect/i }).waitFor()
  await migrateForReal(page, stop)
}

/** The real core after a rehearsal: its address and key, one click to the confirmation, and the comparison at the end. */
async function migrateForReal(page: Page, stop: Stop): Promise<void> {
  const primary = page.locator('button[data-primary]')
  const core = await startRehearsalCore({ dialect: 'documented', apiKey, signerKey: null })
  if (!core.ok) throw new Error(core.error.message)
  try {
    const address = page.getByLabel('Address (base_url)')
    expect(await address.evaluate((field) => field === document.activeElement)).toBe(true)
    await address.fill(core.value.baseUrl)
    await page.getByLabel('API key').fill(apiKey)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Use / }).click()
    await page.getByRole('button', { name: /^Start migration of \d+ users…$/ }).waitFor()
    await stop('connect-for-real')
    await expect.poll(() => primary.innerText()).toMatch(/^Start migration of \d+ users…$/)
    await primary.click()
    await tickAll(dialog)
    await dialog.getByRole('button', { name: /^Send \d/ }).click()
    await runIs(page, ({ state }) => state === 'finished')
    await step(page, 'Report').click()
    await page.getByRole('region', { name: /^Compared with the rehearsal/ }).waitFor()
    await stop('report-compared')
    await page.getByText(/all with the same outcome/).waitFor()
  } finally {
    await core.value.stop()
  }
}

/** Collects what an element says from now on wherever it matches a pattern, however briefly. */
async function watchText(page: Page, selector: string, pattern: string): Promise<() => Promise<readonly string[]>> {
  const found = await page.evaluateHandle(
    ([where, wanted]) => {
      const texts: string[] = []
      const look = () => {
        const text = document.querySelector(where)?.textContent ?? ''
        if (new RegExp(wanted).test(text)) texts.push(text)
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
      return texts
    },
    [selector, pattern] as const,
  )
  return () => found.evaluate((texts) => texts)
}
