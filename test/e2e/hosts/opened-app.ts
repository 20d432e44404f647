import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { Channel } from '../../../shared/ipc/contract.ts'

export const root = resolve(import.meta.dirname, '../../..')

/** The app in one of its hosts, with a folder of its own, as a scenario uses it. */
export type OpenedApp = {
  readonly host: 'desktop' | 'browser'
  readonly page: Page
  /** Where this app keeps its files; gone when it is closed. */
  readonly appFolder: string
  /** Errors of the page and violations of its policy since it was loaded. */
  readonly complaints: readonly string[]
  /** The text of the title bar. */
  readonly title: () => Promise<string>
  /** Does what opens a file dialog, and chooses these files in it. */
  readonly choose: (paths: readonly string[], action: () => Promise<unknown>) => Promise<void>
  /** Does what saves a file, and answers where it was saved. */
  readonly save: (action: () => Promise<unknown>) => Promise<string>
  readonly close: () => Promise<void>
}

/** An app that can serve one scenario after another. */
export type RenewableApp = OpenedApp & {
  /** Closes the migration, forgets files and settings, and loads the page anew: as after a first start. */
  readonly renew: () => Promise<void>
  /** Ends it without waiting for anything, because this process is being ended. */
  readonly abandon: () => void
}

/** Runs a scenario in an app of its own, which is closed afterwards, whatever happened: for one that changes the app itself. */
export async function within<A extends OpenedApp>(
  opening: Promise<A>,
  scenario: (app: A) => Promise<unknown>,
): Promise<void> {
  const app = await opening
  try {
    await scenario(app)
  } catch (error) {
    await showPage(app, error)
    throw error
  } finally {
    await app.close()
  }
}

/** The text of the page, with the chosen option of each list alone, and what stands in its fields. */
function shownText(): string {
  let text = document.body.innerText
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type="text"]')]
  const buttons = [...document.querySelectorAll('[aria-disabled="true"], [aria-busy="true"]')]
  text += ` fields: ${fields.map(({ name, value }) => `${name} “${value}”`).join(', ')}`
  text += ` waiting: ${buttons.map((button) => `${button.textContent} (${button.getAttribute('data-tip') ?? 'busy'})`).join(', ')}`
  for (const list of document.querySelectorAll('select')) {
    text = text.replace(list.innerText, list.selectedOptions[0]?.text ?? '')
  }
  return text
}

/** The first line of each error that led to this one. */
function causesOf({ cause }: Error): readonly string[] {
  return cause instanceof Error ? [cause.message.trim().split('\n')[0] ?? '', ...causesOf(cause)] : []
}

/** Adds to a failure what the page showed at that moment, and puts a picture of it into `test-results`. */
export async function showPage({ host, page, complaints }: OpenedApp, error: unknown): Promise<void> {
  const name = (expect.getState().currentTestName ?? host).replaceAll(/\W+/g, '-')
  try {
    await page.screenshot({ path: `test-results/${name}.png`, timeout: 5000 })
    const text = (await page.evaluate(shownText)).replaceAll(/\s+/g, ' ')
    if (!(error instanceof Error)) return
    const { message, stack = '' } = error
    const shown = [text.slice(0, 700), text.slice(700).slice(-700)]
    error.message = [[message, ...causesOf(error)].join(': '), ...complaints, ...shown].join('\n  - the page: ')
    // Reporters print the stack, which holds the message of before.
    error.stack = stack.replace(message, () => error.message)
  } catch {
    // The window is gone, which the failure itself says.
  }
}

/** Longest wait for a process, in milliseconds: beside other suites it starts ten times as slowly as alone. */
const maxWaitMs = 90_000

/** Waits for what has no time limit of its own: a process that starts or ends. Fails with the name of what did not come. */
export async function comes<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${maxWaitMs / 1000} s`)), maxWaitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A folder that is removed by the second function. */
export function temporaryFolder(): readonly [path: string, remove: () => void] {
  const path = mkdtempSync(join(tmpdir(), 'user-migration-'))
  // A process that still writes into it is being closed.
  return [path, () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })]
}

/** The environment of the app under test: its own folder, no Node options of the test runner. */
export function environment(appFolder: string): Record<string, string> {
  const { NODE_OPTIONS: _options, ELECTRON_RUN_AS_NODE: _asNode, VITEST: _vitest, ...rest } = process.env
  const kept = Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(kept), USER_MIGRATION_FOLDER: appFolder }
}

/** Closes the migration that is open and removes every file of the app but those it holds open. */
export async function forgetEverything(page: Page, folder: string, appFolder: string): Promise<void> {
  const closed = await page.evaluate(() => globalThis.migration.invoke('document:close', {}))
  if (!closed.ok) throw new Error(closed.error.message)
  const held = [join(folder, 'chromium'), appFolder, join(appFolder, 'browser'), join(appFolder, 'logs')]
  const found = [folder, appFolder].flatMap((path) => readdirSync(path).map((name) => join(path, name)))
  for (const path of found) {
    if (!held.includes(path)) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Writes down what goes wrong in a page, from before its own scripts run. */
export async function collectComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  )
  return complaints
}

/** Chooses these files on the Export screen. */
export async function chooseExports(
  { page, choose }: Pick<OpenedApp, 'page' | 'choose'>,
  files: readonly string[],
): Promise<void> {
  await choose(files, () =>
    page
      .getByRole('button', { name: /choose files/i })
      .first()
      .click(),
  )
}

/** Begins a migration without an export, as the menu of the desktop app does. */
export async function beginMigration(page: Page): Promise<void> {
  const begun = await page.evaluate(() => globalThis.migration.invoke('document:new', {}))
  if (!begun.ok) throw new Error(begun.error.message)
  await page.getByRole('heading', { level: 1, name: /connect/i }).waitFor()
}

/** The open migration as the page sees it. */
export async function documentState(page: Page) {
  const answer = await page.evaluate(() => globalThis.migration.invoke('document:state', {}))
  if (!answer.ok || answer.value === null) throw new Error('no migration is open')
  return answer.value
}

/** Waits until nothing is read or planned and the users are counted so. */
export async function settles(page: Page, counts: Partial<Awaited<ReturnType<typeof documentState>>['counts']>) {
  await expect.poll(() => documentState(page)).toMatchObject({ work: { kind: 'idle' }, counts })
}

/** Closes the migration that is open, by its menu. */
export async function closeMigration(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Document menu/ }).click()
  await page.getByRole('button', { name: 'Close migration' }).click()
  await page.getByRole('heading', { level: 1, name: 'User Migration Assistant' }).waitFor()
}

/** The button of a step in the rail. */
export function step(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: new RegExp(`^\\d?\\s*${name}`) })
}

/** Ticks every box of a dialog that opens: asking a dialog for all of its boxes does not wait for it. */
export async function tickAll(dialog: Locator): Promise<void> {
  await dialog.waitFor()
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
}

/** Starts a run of all users at automatic speed. */
export async function startRun(page: Page): Promise<void> {
  await page.evaluate(() =>
    globalThis.migration.invoke('run:start', {
      scope: { kind: 'all' },
      concurrency: 'auto',
      maxRate: null,
      confirmations: [],
    }),
  )
}

/** Holds the next request of a channel until the function that it answers is called. In a browser only: Electron asks by its own messages. */
export async function holdNext(page: Page, channel: Channel): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    `**/bridge/${channel}`,
    async (route) => {
      await released
      await route.continue()
    },
    { times: 1 },
  )
  return release
}
