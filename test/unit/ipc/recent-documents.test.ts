import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { timeLeft } from '../../../electron/ipc/services/documents.ts'
import { createRecentDocuments } from '../../../electron/ipc/services/recent-documents.ts'
import { createSettingsStore } from '../../../electron/ipc/services/settings-store.ts'
import type { MigrationSummary } from '../../../shared/ipc/views.ts'
import { codeOf } from '../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const summary: MigrationSummary = {
  sources: ['Auth0'],
  core: { kind: 'live', name: 'core.example.com' },
  users: 10,
  migrated: 7,
  failed: 0,
  blocked: 0,
  excluded: 0,
  ready: 3,
  started: true,
}

async function recent() {
  const folder = temporaryFolder()
  let clock = 1000
  const list = createRecentDocuments(createSettingsStore(folder), folder, () => (clock += 1))
  const paths = ['a', 'b'].map((name) => fileIn(folder, `${name}.migration`, 'x'))
  const add = async (path: string) => {
    await list.add(path)
    list.note(path, summary)
  }
  for (const path of paths) await add(path)
  const names = async () => (await list.list()).map(({ name }) => name)
  const idOf = async (name: string) => (await list.list()).find((one) => one.name === name)?.id ?? ''
  return { folder, list, names, idOf, add }
}

test('migrations are listed with their summaries, the last opened first', async () => {
  const { list, names } = await recent()
  expect([await names(), (await list.list())[0]?.summary]).toEqual([['b', 'a'], summary])
})

test('a later export can be compared with what sent users to a live core, by its title, but for the open one', async () => {
  const { list, folder, add } = await recent()
  const draft = fileIn(folder, 'draft.migration', 'x')
  await list.add(draft)
  list.note(draft, { ...summary, started: false })
  const rehearsed = fileIn(folder, 'rehearsed.migration', 'x')
  await list.add(rehearsed)
  list.note(rehearsed, { ...summary, core: { kind: 'rehearsal', name: 'Rehearsal core' } })
  const made = fileIn(folder, 'migration 2026-11-21 14.05.migration', 'x')
  await add(made)
  const earlier = async (open: string | null) => (await list.earlier(open)).map(({ name }) => name)
  expect([await earlier(null), await earlier(made), list.title(made), list.title(join(folder, 'b.migration'))]).toEqual(
    [['migration 2026-11-21 14.05', 'b', 'a'], ['b', 'a'], expect.stringMatching(/ users · /), 'b'],
  )
})

test('the migration opened last is first before its summary is recorded, however old its file is', async () => {
  const folder = temporaryFolder()
  const [old, other] = ['old', 'other'].map((name) => fileIn(folder, `${name}.migration`, 'x'))
  const list = createRecentDocuments(createSettingsStore(folder), folder, () => Date.now() + 60_000)
  await list.add(other ?? '')
  list.note(other ?? '', summary)
  await list.add(old ?? '')
  expect((await list.list()).map(({ name }) => name)).toEqual(['old', 'other'])
})

test('a migration is renamed in its folder and keeps what is known of it', async () => {
  const { folder, list, names, idOf } = await recent()
  expect((await list.rename(await idOf('a'), ' Acme customers ')).ok).toBe(true)
  expect([
    await names(),
    existsSync(join(folder, 'Acme customers.migration')),
    existsSync(join(folder, 'a.migration')),
  ]).toEqual([['b', 'Acme customers'], true, false])
  expect((await list.list()).map((one) => one.summary)).toEqual([summary, summary])
})

test.each([
  ['../up', 'name-refused'],
  ['', 'name-refused'],
  ['a:b', 'name-refused'],
  ['.hidden', 'name-refused'],
  ['x'.repeat(101), 'name-refused'],
  ['b', 'name-taken'],
])('the name %j is refused', async (name, code) => {
  const { list, idOf } = await recent()
  expect(codeOf(await list.rename(await idOf('a'), name))).toBe(code)
})

test('a migration that is open, or that was not closed, is not renamed', async () => {
  const { folder, list, idOf } = await recent()
  fileIn(folder, 'a.migration-wal', 'x')
  expect(codeOf(await list.rename(await idOf('a'), 'c'))).toBe('document-in-use')
})

test('a migration removed from the list stays on the disk, and returns when it is opened again', async () => {
  const { folder, list, names, idOf, add } = await recent()
  await list.remove(await idOf('a'))
  expect([await names(), existsSync(join(folder, 'a.migration'))]).toEqual([['b'], true])
  await add(join(folder, 'a.migration'))
  expect(await names()).toEqual(['a', 'b'])
})

test('a migration that is not listed cannot be renamed', async () => {
  const { list, names } = await recent()
  expect([codeOf(await list.rename('no such id', 'Acme')), await names()]).toEqual(['document-missing', ['b', 'a']])
})

test('the time left is computed from all runs at this core, and is null for a run that was too short or has ended', () => {
  const none = { ready: 0, blocked: 0, excluded: 0, existing: 0, sending: 0, migrated: 0, failed: 0, 'in-doubt': 0 }
  const after = (elapsedMs: number, counts: Partial<typeof none>) =>
    timeLeft({ elapsedMs, counts: { ...none, ...counts } })
  expect([
    after(60_000, { migrated: 90, failed: 8, 'in-doubt': 2, ready: 45, sending: 5, blocked: 1000 }),
    after(4999, { migrated: 90, ready: 45 }),
    after(60_000, { migrated: 90 }),
    after(60_000, { ready: 45 }),
  ]).toEqual([30_000, null, null, null])
})
