import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { type EventName, events } from '../../shared/ipc/contract.ts'
import { type DesktopApp, desktopMissing, openDesktop } from '../e2e/hosts/desktop-host.ts'
import { beginMigration, documentState, temporaryFolder, within } from '../e2e/hosts/opened-app.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { apiKey, echo, everySecret, exportText, found, hashParts, keys, parametersText, password } from './planted.ts'

const missing = desktopMissing()
if (missing) console.log(`skipped: the search for secrets, because ${missing}`)
let searched = 0
afterAll(() => console.log(`L1 planted secrets in ${searched} places: ${everySecret.length} tried, 0 got through`))

/** Which secrets are in these places: none. */
function expectNone(places: Readonly<Record<string, string>>, secrets: readonly string[]): void {
  searched += Object.keys(places).length
  const holding = Object.entries(places).map(([place, text]) => [place, found(text, secrets)] as const)
  expect(holding.filter(([, which]) => which.length > 0)).toEqual([])
}

describe.skipIf(missing !== null)('whatever is planted, against a core that says everything back', () => {
  test('comes out nowhere', async () => {
    const [folder, removeFolder] = temporaryFolder()
    const core = await startScriptedCore(echo)
    writeFileSync(join(folder, 'members.csv'), exportText)
    writeFileSync(join(folder, 'hash_config.txt'), parametersText)
    await within(openDesktop(), async (app) => {
      const printed: string[] = []
      for (const stream of [app.electron.process().stdout, app.electron.process().stderr]) {
        stream?.on('data', (data: Buffer) => printed.push(data.toString()))
      }
      const { page } = app
      const told = await listen(page)
      await job(app, core.url, folder)
      expect(core.requests.some(({ headers }) => headers['api-key'] === apiKey)).toBe(true)

      const shown = await everythingShown(page)
      const reports = await everyReport(app)
      expect(shown['report:get'] ?? '').toContain('ECHO')
      expectNone(shown, everySecret)
      expectNone(reports, everySecret)
      expectNone({ 'what the page was told unasked': await told() }, everySecret)
      expectNone({ 'what the app printed': printed.join('') }, everySecret)
      expectNone(processArguments(), everySecret)
      expectNone({ 'the heap of the page': await heap(page) }, everySecret)
      await page.evaluate(() => globalThis.migration.invoke('document:close', {}))

      const crashed = page.waitForEvent('crash')
      await app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      )
      await crashed
      // Playwright cannot close an app whose page it saw crash.
      app.electron.process().kill('SIGTERM')
      await app.ended()
      expectNone(filesBelow(join(app.appFolder, '..', 'chromium')), everySecret)
      expectNone({ 'what the app printed, a crash included': printed.join('') }, everySecret)

      const files = filesBelow(app.appFolder)
      const documents = Object.keys(files).filter((name) => name.includes('.migration'))
      expect(documents.length).toBeGreaterThan(0)
      expect(Object.keys(files).some((name) => name.endsWith('.log'))).toBe(true)
      expectNone(Object.fromEntries(Object.entries(files).filter(([name]) => !documents.includes(name))), everySecret)
      // The migration itself has the hashes that are still to be sent, and no key and no password.
      expectNone(files, keys)
      expect(documents.some((name) => found(files[name] ?? '', hashParts).length > 0)).toBe(true)
    })
    removeFolder()
  })
})

/** Writes down every event; the function answers them. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(
    (names) => {
      const heard: unknown[] = []
      for (const name of names) globalThis.migration.on(name, (value) => heard.push([name, value]))
      Object.assign(globalThis, { heard })
    },
    Object.keys(events) as EventName[],
  )
  return async () => {
    const text = await page.evaluate(() => JSON.stringify((globalThis as { heard?: unknown[] }).heard))
    expect(text).toContain('progress')
    return text
  }
}

/** Connects by hand, loads export and parameters, checks a password, sends all users. */
async function job({ page, choose }: DesktopApp, url: string, folder: string): Promise<void> {
  await beginMigration(page)
  await page.getByLabel('Address (base_url)').fill(url)
  await page.getByLabel('API key').fill(apiKey)
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page
    .getByRole('dialog', { name: /live core/i })
    .getByRole('button', { name: /^Use / })
    .click()
  await expect.poll(() => documentState(page)).toMatchObject({ target: { kind: 'live' } })
  const answered = (channel: 'export:pick' | 'export:scrypt-file') =>
    page.evaluate(async (name) => (await globalThis.migration.invoke(name, {})).ok, channel)
  await choose([join(folder, 'members.csv')], async () => expect(await answered('export:pick')).toBe(true))
  await choose([join(folder, 'hash_config.txt')], async () => expect(await answered('export:scrypt-file')).toBe(true))
  await page.evaluate(() =>
    globalThis.migration.invoke('decisions:update', {
      choices: { signerKeySet: true, consumeVerifies: true } as never,
    }),
  )
  await expect.poll(() => documentState(page)).toMatchObject({ work: { kind: 'idle' }, totals: { users: 4 } })

  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Review/ })
    .click()
  await page.getByRole('tab', { name: /users/i }).click()
  await page.getByRole('row', { name: /b@example.com/ }).click()
  await page
    .getByRole('complementary', { name: 'Selected user' })
    .getByRole('button', { name: 'Check password…' })
    .click()
  const part = page.getByRole('region', { name: 'Check a password' })
  await part.getByLabel('Known password').fill(password)
  await part.getByRole('button', { name: 'Try it' }).click()
  await part.getByText('a known password did not match').waitFor()

  const started = await page.evaluate(async () => {
    const preview = await globalThis.migration.invoke('preview:get', {})
    const confirmations = preview.ok ? preview.value.confirmations.map(({ key }) => key) : []
    return globalThis.migration.invoke('run:start', {
      scope: { kind: 'all' },
      concurrency: 'auto',
      confirmations,
    } as never)
  })
  expect(started).toMatchObject({ ok: true })
  await expect.poll(async () => (await documentState(page))?.counts).toMatchObject({ ready: 0, sending: 0 })
}

/** Every view that the page can ask for. */
async function everythingShown(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async () => {
    const { invoke: ask } = globalThis.migration
    const views: Record<string, unknown> = {
      'document:state': await ask('document:state', {}),
      'preview:get': await ask('preview:get', {}),
      'report:get': await ask('report:get', {}),
      'run:progress': await ask('run:progress', {}),
      'run:failures': await ask('run:failures', {}),
      'mapping:get': await ask('mapping:get', { fileId: 1 }),
    }
    for (const index of [0, 1, 2, 3]) views[`record ${index}`] = await ask('mapping:record', { fileId: 1, index })
    for (const id of [1, 2, 3, 4]) views[`user ${id}`] = await ask('users:detail', { id })
    return Object.fromEntries(Object.entries(views).map(([name, view]) => [name, JSON.stringify(view)]))
  })
}

const formats = ['html', 'csv', 'json', 'failed', 'blocked', 'excluded', 'created', 'users-without-password'] as const

/** Every report that can be saved, as text; an empty list is not written. */
async function everyReport({ page, save }: DesktopApp): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {}
  for (const format of formats) {
    for (const masked of format === 'users-without-password' ? [false] : [true, false]) {
      let written = false
      const path = await save(async () => {
        const saved = await page.evaluate((input) => globalThis.migration.invoke('report:save', input), {
          format,
          masked,
        })
        written = saved.ok
      })
      if (written) texts[`${format}, ${masked ? 'masked' : 'unmasked'}`] = readFileSync(path, 'utf8')
    }
  }
  const always = ['html', 'csv', 'json', 'failed'].flatMap((format) => [`${format}, masked`, `${format}, unmasked`])
  expect(Object.keys(texts)).toEqual(expect.arrayContaining(always))
  return texts
}

/** The arguments of every process of this machine. */
function processArguments(): Readonly<Record<string, string>> {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const read = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  return { 'the arguments of all processes': processes.map(read).join('\n') }
}

/** The whole heap of the page's engine, after garbage collection. */
async function heap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  const text = chunks.join('')
  expect(text).toContain('b@example.com')
  return text
}

function filesBelow(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name)).toString('latin1')]),
  )
}
