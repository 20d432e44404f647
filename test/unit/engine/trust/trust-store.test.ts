import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { createTrustStore, sealFor, trustEntry } from '../../../../electron/engine/trust/trust-store.ts'
import { folderOf, temporaryFolder } from '../../../support/temporary-folder.ts'

const core = 'https://core.example.com'
const addCore = (baseUrl: string) => (entry: Parameters<typeof trustEntry.withCore>[0]) =>
  trustEntry.withCore(entry, baseUrl, false)

test('what was confirmed is there for another process, for this migration alone', () => {
  const folder = temporaryFolder()
  expect(createTrustStore(folder).change('one', addCore(core))).toBe(true)
  const later = createTrustStore(folder)
  // Said once more, it is kept already.
  expect(later.change('one', addCore(core))).toBe(true)
  expect([later.entry('one').cores, later.entry('two').cores]).toEqual([[{ baseUrl: core, unencrypted: false }], []])
})

test('its file is readable by its owner alone, and nothing is left beside it', () => {
  const folder = join(temporaryFolder(), 'made', 'anew')
  createTrustStore(folder).change('one', addCore(core))
  expect(readdirSync(folder)).toEqual(['trust.json'])
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'trust.json')).mode & 0o777]).toEqual([0o700, 0o600])
})

test('what another process confirmed meanwhile is seen at once and never lost', () => {
  const folder = temporaryFolder()
  const [first, second] = [createTrustStore(folder), createTrustStore(folder)]
  first.change('one', addCore(core))
  expect(second.entry('one').cores).toHaveLength(1)
  second.change('one', (entry) => trustEntry.withFiles(entry, ['/exports/users.csv']))
  first.change('two', addCore(core))
  expect(second.entry('one')).toMatchObject({ cores: [{ baseUrl: core }], files: ['/exports/users.csv'] })
})

test('eight processes that write at once lose nothing of each other', async () => {
  const folder = temporaryFolder()
  const writer = join(folder, 'writer.mjs')
  await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      ssr: join(import.meta.dirname, 'confirm-files.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'writer.mjs' } },
    },
    ssr: { noExternal: true },
  })
  const writers = Array.from({ length: 8 }, (_, n) => spawn(process.execPath, [writer, folder, String(n), '10']))
  await Promise.all(writers.map((one) => once(one, 'exit')))
  expect(createTrustStore(folder).entry('one').files).toHaveLength(80)
})

test.each(['', '{', 'null', '[]', '{"version":1,"documents":[{"document":"one","cores":true}]}', '{"version":1}'])(
  'a damaged file (%s) confirms nothing and is replaced',
  (text) => {
    const folder = folderOf({ 'trust.json': text })
    const store = createTrustStore(folder)
    expect(store.entry('one').cores).toEqual([])
    expect(store.change('one', addCore(core))).toBe(true)
    expect(createTrustStore(folder).entry('one').cores).toHaveLength(1)
  },
)

const url = (n: number) => `https://core-${n}.example.com`
const longest = {
  document: 'x'.repeat(200),
  cores: Array.from({ length: 200 }, (_, n) => ({ baseUrl: url(n), unencrypted: false })),
  files: [],
}

test.each([
  ['an ID and as many cores as may stand there', longest, 200],
  ['an ID that is too long', { ...longest, document: 'x'.repeat(201) }, 0],
  ['an ID of one character', { ...longest, document: 'x' }, 200],
  ['an empty ID', { ...longest, document: '' }, 0],
  ['one core too many', { ...longest, cores: [...longest.cores, { baseUrl: url(200), unencrypted: false }] }, 0],
])('a file with %s is believed within its bounds alone', (_, entry, cores) => {
  const folder = folderOf({ 'trust.json': JSON.stringify({ version: 1, documents: [entry] }) })
  expect(createTrustStore(folder).entry(entry.document).cores).toHaveLength(cores)
})

test('an address that is confirmed again is there once, first, and stays unencrypted', () => {
  const folder = temporaryFolder()
  const store = createTrustStore(folder)
  for (const [n, unencrypted] of [
    [1, true],
    [2, false],
    [1, false],
  ] as const) {
    store.change('one', (entry) => trustEntry.withCore(entry, url(n), unencrypted))
  }
  expect(createTrustStore(folder).entry('one').cores).toEqual([
    { baseUrl: url(1), unencrypted: true },
    { baseUrl: url(2), unencrypted: false },
  ])
})

test('a seal differs by its purpose, its secret, and every fact, and is the same for the same', () => {
  const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const seal = sealFor('runs', secret)(['a', 1])
  expect(seal).toMatch(/^[\w-]{43}$/)
  expect(sealFor('runs', secret)(['a', 1])).toBe(seal)
  const others = [
    sealFor('files', secret)(['a', 1]),
    sealFor('runs', other)(['a', 1]),
    sealFor('runs', secret)([1, 'a']),
  ]
  expect(new Set([seal, ...others]).size).toBe(4)
})

test('the file of a later version confirms nothing, is kept, and this process remembers for itself', () => {
  const folder = temporaryFolder()
  const later = '{"version":2,"documents":{}}'
  writeFileSync(join(folder, 'trust.json'), later)
  const store = createTrustStore(folder)
  expect(store.change('one', addCore(core))).toBe(false)
  expect(store.entry('one').cores).toHaveLength(1)
  expect(readFileSync(join(folder, 'trust.json'), 'utf8')).toBe(later)
})

test.skipIf(process.getuid?.() === 0)('a folder that cannot be written to makes it hold for this process only', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o500)
  const store = createTrustStore(folder)
  expect([store.change('one', addCore(core)), store.entry('one').cores.length]).toEqual([false, 1])
})

test('what could not be saved is saved with what other processes confirmed meanwhile', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'trust.json')
  const [first, second] = [createTrustStore(folder), createTrustStore(folder)]
  // A later version of the app has been here.
  writeFileSync(file, '{"version":99}', { mode: 0o600 })
  expect(first.change('one', (entry) => trustEntry.withSource(entry, 'a database'))).toBe(false)
  rmSync(file)
  expect(second.change('one', (entry) => trustEntry.withSource(entry, 'a directory'))).toBe(true)
  expect(first.change('one', addCore(core))).toBe(true)
  expect(second.entry('one').sources?.toSorted()).toEqual(['a database', 'a directory'])
})

test('what is known already is not written again', () => {
  const folder = temporaryFolder()
  const written = () => statSync(join(folder, 'trust.json'), { bigint: true }).ino
  const store = createTrustStore(folder)
  store.change('one', addCore(core))
  const first = written()
  store.change('one', addCore(core))
  const again = written()
  store.change('one', addCore(url(1)))
  expect([again === first, written() === first]).toEqual([true, false])
})

/** A store whose word could not be saved at first: a later version of the app has been here. */
function heldBack(make: (store: ReturnType<typeof createTrustStore>) => void) {
  const folder = temporaryFolder()
  const file = join(folder, 'trust.json')
  const store = createTrustStore(folder)
  writeFileSync(file, '{"version":99}', { mode: 0o600 })
  make(store)
  rmSync(file)
  return { folder, store }
}

test('cores and files that could not be saved are saved with the next word, the newest first and each once', () => {
  const { folder, store } = heldBack((one) => {
    one.change('one', addCore(url(1)))
    one.change('one', (entry) => trustEntry.withFiles(entry, ['/held']))
  })
  const other = createTrustStore(folder)
  other.change('one', (entry) => trustEntry.withCore(trustEntry.withFiles(entry, ['/other', '/held']), url(1), true))
  other.change('one', addCore(url(2)))
  store.change('one', (entry) => trustEntry.withFiles(entry, ['/new']))
  const { cores, files } = createTrustStore(folder).entry('one')
  expect([cores, files]).toEqual([
    [
      { baseUrl: url(1), unencrypted: false },
      { baseUrl: url(2), unencrypted: false },
    ],
    ['/new', '/held', '/other'],
  ])
})

test('once a word is saved, the file counts again: what others confirm later is seen', () => {
  const { folder, store } = heldBack((one) => one.change('one', addCore(url(1))))
  store.change('one', addCore(url(2)))
  createTrustStore(folder).change('one', addCore(url(3)))
  expect(store.entry('one').cores.map(({ baseUrl }) => baseUrl)).toEqual([url(3), url(2), url(1)])
})

test('a secret that cannot be saved is the same for as long as this process lives', () => {
  const secrets: (Buffer | null)[] = []
  const { folder, store } = heldBack((one) => secrets.push(one.secret(), one.ensureSecret(), one.ensureSecret()))
  const [before, made, again] = secrets
  expect([before, made?.length, again?.equals(made ?? Buffer.alloc(0))]).toEqual([null, 32, true])
  expect(store.secret()?.equals(made ?? Buffer.alloc(0))).toBe(true)
  expect(createTrustStore(folder).secret()).toBeNull()
})

test('a secret that was saved is that of the file, also when another process has replaced it', () => {
  const folder = temporaryFolder()
  const store = createTrustStore(folder)
  const made = store.ensureSecret()
  rmSync(join(folder, 'trust.json'))
  expect(store.secret()).toBeNull()
  expect(store.ensureSecret().equals(made)).toBe(false)
})

test('how a source is followed is kept, too, when a later word is the first that can be saved', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'trust.json')
  const store = createTrustStore(folder)
  writeFileSync(file, '{"version":99}', { mode: 0o600 })
  expect(store.change('one', (entry) => trustEntry.withFollowing(entry, 'every five minutes'))).toBe(false)
  rmSync(file)
  expect(store.change('one', addCore(core))).toBe(true)
  expect(createTrustStore(folder).entry('one').following).toBe('every five minutes')
})

test('a word that is too long to be read again is remembered by this process, and takes nothing from the file', () => {
  const folder = temporaryFolder()
  const store = createTrustStore(folder)
  store.change('one', addCore(core))
  const secret = store.ensureSecret()
  expect(store.change('two', (entry) => trustEntry.withSource(entry, 'x'.repeat(100_001)))).toBe(false)
  expect(store.entry('two').sources).toHaveLength(1)
  const later = createTrustStore(folder)
  expect([later.entry('one').cores.length, later.secret()?.equals(secret)]).toEqual([1, true])
})

test('as many cores, files and sources as a migration may have are kept, those that were confirmed last', () => {
  const folder = temporaryFolder()
  const store = createTrustStore(folder)
  for (let n = 0; n <= 100; n++) store.change('one', addCore(url(n)))
  for (let n = 0; n <= 20; n++) store.change('one', (entry) => trustEntry.withSource(entry, `source ${n}`))
  const paths = Array.from({ length: 5001 }, (_, n) => `/exports/${n}.csv`)
  store.change('one', (entry) => trustEntry.withFiles(entry, paths.toReversed()))
  const { cores, files, sources } = createTrustStore(folder).entry('one')
  expect([cores.length, cores.at(-1)?.baseUrl]).toEqual([100, url(1)])
  expect([sources?.length, sources?.at(-1)]).toEqual([20, 'source 1'])
  expect([files.length, files.at(-1)]).toEqual([5000, '/exports/1.csv'])
})

test('a mutex of a process that died keeps nobody out', () => {
  const folder = temporaryFolder()
  const lock = join(folder, 'trust.json.lock')
  writeFileSync(lock, '')
  utimesSync(lock, 0, 0)
  const store = createTrustStore(folder)
  expect(store.change('one', addCore(core))).toBe(true)
  expect(existsSync(lock)).toBe(false)
})

test('names that objects have by themselves are names like any other', () => {
  const store = createTrustStore(temporaryFolder())
  expect(['__proto__', 'constructor', 'toString'].map((id) => store.entry(id).cores.length)).toEqual([0, 0, 0])
  store.change('__proto__', addCore(core))
  expect([store.entry('__proto__').cores.length, store.entry('constructor').cores.length]).toEqual([1, 0])
})

test('its secret is made once for all processes, and what was confirmed stays beside it', () => {
  const folder = temporaryFolder()
  const [first, second] = [createTrustStore(folder), createTrustStore(folder)]
  first.change('one', addCore(core))
  const secret = first.ensureSecret()
  second.change('two', addCore(core))
  expect([
    secret.length,
    second.ensureSecret().equals(secret),
    createTrustStore(folder).secret()?.equals(secret),
  ]).toEqual([32, true, true])
  expect(first.entry('one').cores).toHaveLength(1)
})
