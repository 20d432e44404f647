import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEngine } from '../../electron/ipc/engine-client.ts'
import { type RehearsalCore, startRehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import { someOf } from '../support/length.ts'
import { type DesktopApp, openDesktop } from './hosts/desktop-host.ts'
import { inDesktop } from './hosts/journey.ts'
import { documentState, root, temporaryFolder } from './hosts/opened-app.ts'

/** More than are sent until the last of a test's actions. */
const users = 600

type UnderWay = {
  readonly app: DesktopApp
  readonly core: RehearsalCore
  /** Where the migration lies. */
  readonly document: string
  /** How often the operator was asked. */
  readonly questions: () => Promise<number>
}

/** The desktop app in the middle of a run; its question is answered with these buttons, one after the other. */
async function underWay(answers: readonly number[], scenario: (run: UnderWay) => Promise<void>): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const core = await startRehearsalCore({
    dialect: 'documented',
    apiKey: null,
    signerKey: null,
    faults: { latencyMs: 40 },
  })
  if (!core.ok) throw new Error(core.error.message)
  const file = join(folder, 'users.csv')
  const rows = Array.from({ length: users }, (_, n) => `${n},user${n}@example.com,g-${n}`)
  await writeFile(file, `id,email,google_id\n${rows.join('\n')}\n`)
  const app = await openDesktop()
  try {
    await app.electron.evaluate(({ dialog }, buttons) => {
      const left = [...buttons]
      Object.assign(globalThis, { askedBeforeClosing: 0 })
      dialog.showMessageBox = () => {
        Object.assign(globalThis, { askedBeforeClosing: Reflect.get(globalThis, 'askedBeforeClosing') + 1 })
        return Promise.resolve({ response: left.shift() ?? 0, checkboxChecked: false })
      }
    }, answers)
    const { page } = app
    await page.evaluate(() => globalThis.migration.invoke('document:new', {}))
    await app.choose([file], () => page.evaluate(() => globalThis.migration.invoke('export:pick', {})))
    await expect.poll(() => documentState(app.page)).toMatchObject({ counts: { ready: users }, work: { kind: 'idle' } })
    await page.evaluate(
      (baseUrl) =>
        globalThis.migration.invoke('core:connect', { baseUrl, apiKey: '', dialect: 'documented', allowHttp: false }),
      core.value.baseUrl,
    )
    const { location, name } = await documentState(app.page)
    await page.evaluate(() =>
      globalThis.migration.invoke('run:start', {
        scope: { kind: 'all' },
        concurrency: 4,
        confirmations: ['live', 'overwrite'],
      }),
    )
    await expect.poll(() => core.value.count(), { interval: 20 }).toBeGreaterThan(20)
    const questions = () => app.electron.evaluate(() => Number(Reflect.get(globalThis, 'askedBeforeClosing')))
    await scenario({ app, core: core.value, document: join(location, name), questions })
  } finally {
    await app.close()
    await core.value.stop()
    removeFolder()
  }
}

/** Opens the migration that was left, with an engine of its own, and compares it with what the core has. */
async function holdsWhatTheCoreHas(document: string, core: RehearsalCore): Promise<void> {
  const there = core.count()
  expect(there).toBeLessThan(users)
  const [appFolder, removeFolder] = temporaryFolder()
  const engine = startEngine({ workerFolder: join(root, 'dist/main'), appFolder })
  try {
    expect(await engine.internal('internal:open', { path: document })).toMatchObject({
      value: { counts: { migrated: there, ready: users - there, sending: 0, failed: 0, 'in-doubt': 0 } },
    })
    // No user was sent twice: every request that arrived is a user there, except for the probe of the connection.
    expect(core.requests()['third-party']).toBe(there)
  } finally {
    await engine.end()
    removeFolder()
  }
}

const closings: readonly (readonly [string, (app: DesktopApp) => Promise<unknown>])[] = [
  ['the window', ({ electron }) => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())],
  // Ctrl-Q and Cmd-Q: the menu's own entry.
  [
    'the app with its menu',
    ({ electron }) =>
      electron.evaluate(({ Menu }) => {
        const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? []
        items.find(({ role }) => role === 'quit')?.click()
      }),
  ],
]

inDesktop('leaving the desktop app while users are sent', () => {
  // All ways lead through one question, and both signals to one end: the short form takes one of each, by the seed of the run.
  test.each(someOf(closings, 1))(
    'a sleeping machine sends nothing; closing %s asks; stay: it goes on; close: what is in flight is finished',
    (_what, close) =>
      underWay([0, 1], async ({ app, core, document, questions }) => {
        await sleepsAndWakes(app, core)
        expect(await questions()).toBe(0)
        const before = core.count()
        await close(app)
        await expect.poll(questions).toBe(1)
        await expect.poll(() => core.count(), { interval: 20 }).toBeGreaterThan(before + 20)
        await close(app)
        await app.ended()
        await holdsWhatTheCoreHas(document, core)
      }),
  )

  test.each(someOf(['SIGTERM', 'SIGINT'] as const, 1))(
    'a page that crashes is loaded again, and the run goes on; %s ends it without a question, in the same order',
    (signal) =>
      underWay([], async ({ app, core, document, questions }) => {
        await crashesAndLoads(app)
        const before = core.count()
        await expect.poll(() => core.count(), { interval: 20 }).toBeGreaterThan(before + 20)
        expect(await questions()).toBe(0)
        app.electron.process().kill(signal)
        await app.ended()
        await holdsWhatTheCoreHas(document, core)
      }),
  )

  test('an error that nobody caught closes the migration, says so, and ends the app', () =>
    underWay([], async ({ app, core, document }) => {
      await app.electron.evaluate(({ dialog }) => {
        dialog.showErrorBox = (_title, message) => Object.assign(globalThis, { said: message })
        setTimeout(() => {
          throw new Error('made to stop')
        })
      })
      await app.ended()
      await holdsWhatTheCoreHas(document, core)
    }))
})

/** Puts the machine to sleep, during which no request is sent, and wakes it: the run continues. */
async function sleepsAndWakes(app: DesktopApp, core: RehearsalCore): Promise<void> {
  await app.electron.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'))
  await expect.poll(() => runOf(app)).toMatchObject({ state: 'paused' })
  const asleep = core.count()
  expect(await runOf(app)).toMatchObject({ counts: { migrated: asleep, failed: 0, sending: 0 } })
  await app.electron.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await expect.poll(() => runOf(app)).toMatchObject({ state: 'running' })
  await expect.poll(() => core.count(), { interval: 20 }).toBeGreaterThan(asleep + 20)
}

async function crashesAndLoads(app: DesktopApp): Promise<void> {
  await app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.once('did-finish-load', () => Object.assign(globalThis, { loadedAgain: contents.getURL() }))
    contents?.forcefullyCrashRenderer()
  })
  const loaded = () => app.electron.evaluate(() => String(Reflect.get(globalThis, 'loadedAgain')))
  await expect.poll(loaded).toMatch(/^app:/)
}

async function runOf({ page }: DesktopApp): Promise<unknown> {
  const response = await page.evaluate(() => globalThis.migration.invoke('run:progress', {}))
  return response.ok ? response.value : null
}
