import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Host } from '../../../electron/ipc/host.ts'
import { createIpcRouter, isWithinMessageLimits } from '../../../electron/ipc/ipc-router.ts'
import { createDocuments } from '../../../electron/ipc/services/documents.ts'
import { hostRequests } from '../../../electron/ipc/services/host-requests.ts'
import { requests } from '../../../shared/ipc/contract.ts'
import { ok, problem } from '../../../shared/result.ts'
import { type Answer, emptyDocument, fakeEngine, fakeHost } from './support/fakes.ts'

const silent = { level: 'error', write: () => undefined, warnings: () => [] } as const

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'router-'))
})
afterEach(() => rm(folder, { recursive: true }))

function setUp(answers: Readonly<Record<string, Answer>> = {}, choices: Partial<Host> = {}) {
  const { engine, asked, path } = fakeEngine(answers)
  const router = createIpcRouter({ engine, host: fakeHost(folder, choices) })
  return { router, asked, path, channels: () => asked.map(([channel]) => channel) }
}

test.each(['toString', '__proto__', 'internal:open', 'queries:open', '', null, 7, ['app:info']])(
  'the channel %j is refused without asking anyone',
  async (channel) => {
    const { router, asked } = setUp()
    expect(await router(channel, {})).toMatchObject({ ok: false, error: { code: 'unknown-channel' } })
    expect(asked).toEqual([])
  },
)

test.each([
  ['users:detail', { id: 'ada@example.com' }],
  ['users:page', { filter: { search: 'x'.repeat(300) }, after: null, limit: 10 }],
  ['run:start', null],
  ['core:connect', { baseUrl: 'ada@example.com' }],
  ['export:add', { files: [] }],
])('an input that does not fit %s is refused without a word of it', async (channel, input) => {
  const { router, asked } = setUp()
  const answer = await router(channel, input)
  expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  expect(JSON.stringify(answer)).not.toMatch(/ada@example|xxx|string|number/)
  expect(asked).toEqual([])
})

test('a migration chosen to compare with is listed with what it holds, though it was never open', async () => {
  const path = join(folder, 'Migrations', 'first.migration')
  await mkdir(join(folder, 'Migrations'))
  await writeFile(path, 'made up')
  const { totals, counts } = emptyDocument('')
  const facts = {
    files: [{ name: 'a.csv', provider: 'auth0', providerTitle: 'Auth0' }],
    target: { kind: 'live', name: 'core.example.com' },
    totals: { ...totals, users: 3 },
    counts: { ...counts, migrated: 3 },
    started: true,
  }
  const { router, channels } = setUp(
    {
      'internal:set-baseline': async () => ok(emptyDocument('')),
      'internal:facts': async () => ok(facts),
    },
    { pickOpen: async () => path },
  )
  const state = async () => {
    const info = (await router('app:info', {})) as {
      readonly value: { readonly recent: readonly { summary: unknown }[] }
    }
    return info.value.recent.find((one) => 'name' in one && one.name === 'first')?.summary
  }
  expect(await state()).toBeNull()
  await router('baseline:pick', {})
  await router('baseline:pick', {})
  expect(await state()).toMatchObject({ sources: ['Auth0'], users: 3, migrated: 3, started: true })
  expect(channels().filter((channel) => channel === 'internal:facts')).toHaveLength(1)
})

test('a reply keeps the fields of the contract and no other', async () => {
  const { router } = setUp({
    'rehearsal:sign-in': async () => ok({ signedIn: true, message: 'Signed in.', passwordHash: '$2b$10$secret' }),
  })
  expect(await router('rehearsal:sign-in', { email: 'a@example.com', password: 'p' })).toEqual(
    ok({ signedIn: true, message: 'Signed in.' }),
  )
})

test('a reply that does not fit is an internal problem named by its channel', async () => {
  const { router } = setUp({ 'rehearsal:sign-in': async () => ok({ signedIn: 'ada@example.com' }) })
  const answer = await router('rehearsal:sign-in', { email: 'a@example.com', password: 'p' })
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(JSON.stringify(answer)).toContain('rehearsal:sign-in')
  expect(JSON.stringify(answer)).not.toContain('ada@example.com')
})

test('the host answers exactly the channels of which the contract says so', () => {
  const { engine } = fakeEngine()
  const host = fakeHost(folder)
  const answered = Object.keys(hostRequests(engine, host, createDocuments(engine, host), silent))
  const hostChannels = Object.entries(requests).filter(([, one]) => one.by === 'host' || 'through' in one)
  expect(answered.toSorted()).toEqual(hostChannels.map(([channel]) => channel).toSorted())
  expect(hostChannels.flatMap(([channel, one]) => (one.by === 'engine' ? [channel] : []))).toEqual([
    'core:connect',
    'export:scrypt',
  ])
})

test('a handler that throws does not tell what it stumbled over', async () => {
  const { router } = setUp({ 'run:pause': () => Promise.reject(new Error('key abc123')) })
  const answer = await router('run:pause', {})
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(JSON.stringify(answer)).not.toContain('abc123')
})

test("the engine's problems arrive as code and message alone", async () => {
  const { router } = setUp({
    'run:pause': async () => ({ ok: false, error: { ...problem('not-running', 'Nothing runs.').error, stack: 's' } }),
  })
  expect(await router('run:pause', {})).toEqual(problem('not-running', 'Nothing runs.'))
})

test('a new migration gets a readable name that is not taken', async () => {
  const { router, path } = setUp({
    'internal:create': async (input) => {
      await writeFile((input as { path: string }).path, '')
      return ok(emptyDocument(''))
    },
  })
  await router('document:new', {})
  await router('document:new', {})
  expect(await readdir(join(folder, 'Migrations'))).toEqual([
    'migration 2026-11-21 14.05 (2).migration',
    'migration 2026-11-21 14.05.migration',
  ])
  expect(path()).toBeNull()
})

test('the migrations of the app folder are listed as recent and can be opened by their id', async () => {
  const { router, path } = setUp({}, {})
  await router('document:new', {})
  const made = path() ?? ''
  await writeFile(made, '')
  await router('document:close', {})
  const info = await router('app:info', {})
  expect(info).toMatchObject({
    ok: true,
    value: { version: '1.2.3', host: 'desktop', recent: [{ name: 'migration 2026-11-21 14.05' }] },
  })
  const [entry] = (info as { value: { recent: { id: string }[] } }).value.recent
  expect(await router('document:open-recent', { id: entry?.id })).toMatchObject({ ok: true })
  expect(path()).toBe(made)
  await rm(made)
  expect(await router('document:open-recent', { id: entry?.id })).toMatchObject({
    ok: false,
    error: { code: 'document-missing' },
  })
})

test('another migration is not opened while one is running', async () => {
  const { router, channels } = setUp(
    { 'run:progress': async () => ok({ state: 'running' }) },
    { pickOpen: async () => '/b' },
  )
  await router('document:new', {})
  expect(await router('document:open', {})).toMatchObject({ ok: false, error: { code: 'run-in-progress' } })
  expect(channels()).not.toContain('internal:close')
})

test('when another migration cannot be opened, the former one is open again', async () => {
  const { router, path } = setUp({}, { pickOpen: async () => '/b' })
  await router('document:new', {})
  const former = path()
  const refusing = fakeEngine({
    'internal:path': async () => ok({ path: former }),
    'internal:open': async (input) =>
      (input as { path: string }).path === '/b'
        ? problem('locked', 'It is open in another window.')
        : ok(emptyDocument('')),
  })
  const second = createIpcRouter({ engine: refusing.engine, host: fakeHost(folder, { pickOpen: async () => '/b' }) })
  expect(await second('document:open', {})).toEqual(problem('locked', 'It is open in another window.'))
  expect(refusing.asked.filter(([channel]) => channel === 'internal:open')).toEqual([
    ['internal:open', { path: '/b' }],
    ['internal:open', { path: former }],
  ])
})

test('a closed dialog answers null and asks the engine for nothing', async () => {
  const { router, asked } = setUp()
  expect(await router('document:open', {})).toEqual(ok(null))
  expect(await router('export:pick', {})).toEqual(ok(null))
  expect(await router('export:scrypt-file', {})).toEqual(ok(null))
  expect(asked).toEqual([])
})

test('the sample export is written for its owner only and added to a new migration', async () => {
  const { router, asked } = setUp()
  expect(await router('export:sample', {})).toMatchObject({ ok: true })
  const added = asked.find(([channel]) => channel === 'internal:add')?.[1] as { paths: string[]; names: string[] }
  expect(added.names).toEqual(['sample-users.csv', 'sample-auth0-users.ndjson', 'sample-auth0-passwords.ndjson'])
  for (const path of added.paths) expect((await stat(path)).mode & 0o777).toBe(0o600)
})

async function writeRows(input: unknown) {
  await writeFile((input as { path: string }).path, 'rows')
  return ok({ rows: 1 })
}

test('a report is written beside its place first and then takes it, whole', async () => {
  const target = join(folder, 'report.csv')
  const delivered: string[] = []
  const { router } = setUp(
    { 'internal:report': writeRows },
    { pickSave: async () => target, deliver: async ({ name }) => void delivered.push(name) },
  )
  await router('document:new', {})
  expect(await router('report:save', { format: 'csv', masked: true })).toEqual(ok({ saved: 'report.csv' }))
  expect([await readFile(target, 'utf8'), delivered]).toEqual(['rows', ['report.csv']])
})

test('all files of a report go into a new folder, and the list for mailing is the only one in full', async () => {
  const { router, asked } = setUp(
    {
      'internal:reports': async (input) => {
        const { files } = input as { readonly files: readonly { readonly path: string }[] }
        for (const { path } of files) await writeFile(path, 'rows')
        return ok({ files: files.length })
      },
    },
    { pickFolder: async () => folder },
  )
  await router('document:new', {})
  const order = { formats: ['csv', 'created', 'users-without-password'], masked: true }
  const names: string[] = []
  for (const run of [1, 2]) {
    const saved = await router('report:save-all', order)
    const value = saved.ok ? (saved.value as { readonly saved: string; readonly files: number }) : null
    names.push(value?.saved ?? `not saved ${run}`)
    expect([value?.files, (await readdir(join(folder, value?.saved ?? ''))).toSorted()]).toEqual([
      3,
      ['created.csv', 'report.csv', 'users-without-password.csv'],
    ])
  }
  expect([names[1], new Set(names).size]).toEqual([`${names[0]} (2)`, 2])
  const [wanted] = asked.flatMap(([channel, input]) => (channel === 'internal:reports' ? [input] : []))
  expect(wanted).toMatchObject({
    files: [
      { format: 'csv', masked: true },
      { format: 'created', masked: true },
      { format: 'users-without-password', masked: false },
    ],
  })
  const closed = setUp({}, { pickFolder: async () => null })
  await closed.router('document:new', {})
  expect(await closed.router('report:save-all', order)).toEqual(ok({ saved: null, files: 0 }))
  const before = await readdir(folder)
  const stopped = setUp(
    { 'internal:reports': async () => problem('saving-stopped', 'Saving was stopped.') },
    { pickFolder: async () => folder },
  )
  await stopped.router('document:new', {})
  expect([await stopped.router('report:save-all', order), await readdir(folder)]).toEqual([
    problem('saving-stopped', 'Saving was stopped.'),
    before,
  ])
})

test('a report that fails leaves what was there and nothing beside it', async () => {
  const target = join(folder, 'report.csv')
  await writeFile(target, 'the old one')
  const { router } = setUp(
    {
      'internal:report': async (input) => {
        await writeFile((input as { path: string }).path, 'half')
        return problem('disk', 'The disk is full.')
      },
    },
    { pickSave: async () => target },
  )
  await router('document:new', {})
  expect(await router('report:save', { format: 'csv', masked: true })).toEqual(problem('disk', 'The disk is full.'))
  expect([await readFile(target, 'utf8'), (await readdir(folder)).filter((name) => name.includes('.part'))]).toEqual([
    'the old one',
    [],
  ])
})

test('a migration is not copied onto itself', async () => {
  let place = ''
  const { router, path, channels } = setUp({}, { pickSave: async () => place })
  await router('document:new', {})
  place = path() ?? ''
  expect(await router('document:save-copy', {})).toMatchObject({ ok: false, error: { code: 'same-file' } })
  expect(channels()).not.toContain('internal:backup')
})

test('the signer key goes to the clipboard and not into the answer', async () => {
  const copied: string[] = []
  const { router } = setUp(
    { 'internal:signer-key': async () => ok({ key: 'c2lnbmVy' }) },
    { copySecret: async (text) => copied.push(text) > 0 },
  )
  const answer = await router('export:copy-signer-key', {})
  expect([answer, copied]).toEqual([ok({ copied: true }), ['c2lnbmVy']])
})

const ring: Record<string, unknown> = {}
ring['itself'] = ring

test.each([
  ['a map', new Map()],
  ['a date', { at: new Date() }],
  ['a buffer', { bytes: new Uint8Array(1) }],
  ['an error', new Error('made up')],
  ['a big integer', { id: 1n }],
  ['a ring', ring],
  ['a text of more than 4 Mi characters', { text: 'x'.repeat(4 * 1024 ** 2 + 1) }],
  ['many texts that are too much together', { texts: Array.from({ length: 50 }, () => 'x'.repeat(100_000)) }],
  ['more values than can be chosen', { ids: Array.from({ length: 250_001 }, (_, index) => index) }],
  ['an array that is mostly holes', { ids: Array.from({ length: 250_001 }) }],
  ['names longer than all texts may be', { [`x${'y'.repeat(4 * 1024 ** 2)}`]: 1 }],
  ['a tower of arrays', JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown],
])('%s is not borne', (_what, message) => {
  expect(isWithinMessageLimits(message)).toBe(false)
})

test('a hundred thousand selected users are accepted', () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => 1_000_000 + index)
  expect(isWithinMessageLimits({ scope: { kind: 'users', ids }, concurrency: 'auto', ticks: [] })).toBe(true)
})

test('whatever JSON can say in a few words is borne', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => isWithinMessageLimits(value)))
})
