import { expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { createTrustStore } from '../../../../electron/engine/trust/trust-store.ts'
import {
  isUnread,
  mayReadFor,
  trustIn,
  unconfirmedFile,
  unconfirmedFiles,
} from '../../../../electron/engine/trust/trust.ts'
import type { FollowSettings, PassSource } from '../../../../shared/follow/follow-settings.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const database = (host: string, more: Readonly<Record<string, string>> = {}): PassSource => ({
  kind: 'fetch',
  source: 'postgresql',
  settings: { host, database: 'app', table: 'users', ...more },
})

const folderOf = (path: string): PassSource => ({ kind: 'path', path })

const following = (source: PassSource, more: Partial<FollowSettings> = {}): FollowSettings => ({
  source,
  everyMinutes: 5,
  signIn: 'can',
  file: null,
  ...more,
})

/** The trust of a new migration, and another look at it from the same machine. */
function opened(appFolder = temporaryFolder()) {
  const document = emptyDocument()
  const store = createTrustStore(appFolder)
  const trust = trustIn(store, document.database)
  return { document, store, trust, again: () => trustIn(createTrustStore(appFolder), document.database) }
}

test('a source is known by all of its settings, in whatever order they are named', () => {
  const { trust, again } = opened()
  expect(trust.confirmSource(database('db.example.com'))).toBe(true)
  const sameInOtherOrder: PassSource = {
    kind: 'fetch',
    source: 'postgresql',
    settings: { table: 'users', host: 'db.example.com', database: 'app' },
  }
  const others = [database('db.example.net'), database('db.example.com', { user: 'eve' }), folderOf('db.example.com')]
  expect([sameInOtherOrder, ...others].map((source) => again().knowsSource(source))).toEqual([
    true,
    ...others.map(() => false),
  ])
})

test('a file that has the text of another source is another source', () => {
  const { trust } = opened()
  trust.confirmSource(folderOf('/dumps'))
  const named: PassSource = { kind: 'fetch', source: '', settings: {} }
  expect([folderOf('/dumps'), folderOf('/dump'), named].map(trust.knowsSource)).toEqual([true, false, false])
})

test('a way of following is known with its source, its interval, and its word about passwords, as said last', () => {
  const { trust, again } = opened()
  const settings = following(folderOf('/dumps'))
  trust.confirmFollowing(settings)
  const others = [
    following(folderOf('/other')),
    following(folderOf('/dumps'), { everyMinutes: 1 }),
    following(folderOf('/dumps'), { signIn: 'not-yet' }),
  ]
  expect([settings, ...others].map(again().knowsFollowing)).toEqual([true, false, false, false])
  expect(again().knowsSource(folderOf('/dumps'))).toBe(true)

  trust.confirmFollowing(following(folderOf('/other')))
  expect([settings, following(folderOf('/other'))].map(again().knowsFollowing)).toEqual([false, true])
  // The source of before stays one that was given here.
  expect(again().knowsSource(folderOf('/dumps'))).toBe(true)
})

test('of many sources of one migration the last twenty are known', () => {
  const { trust } = opened()
  const sources = Array.from({ length: 21 }, (_, n) => folderOf(`/dumps/${n}`))
  for (const source of sources) trust.confirmSource(source)
  expect(sources.map(trust.knowsSource)).toEqual([false, ...Array.from({ length: 20 }, () => true)])
})

test('files are confirmed for the migration that they were chosen for, and a reader asks for the same one', () => {
  const appFolder = temporaryFolder()
  const [one, two] = [opened(appFolder), opened(appFolder)]
  one.trust.confirmFiles(['/exports/users.csv'])
  expect([one, two].map(({ trust }) => trust.knowsFile('/exports/users.csv'))).toEqual([true, false])
  const readers = [one, two].map(({ store, document }) => mayReadFor(store, document.database))
  expect(readers.map((mayRead) => mayRead('/exports/users.csv'))).toEqual([true, false])
  expect(readers.map((mayRead) => mayRead('/exports/other.csv'))).toEqual([false, false])
})

test.each([
  ['whose ID is empty', ''],
  ['whose ID is longer than any of this app', 'x'.repeat(101)],
])('a migration %s gets an ID of its own, which it keeps', (_, id) => {
  const { document, store } = opened()
  document.database.prepare("UPDATE setting SET value = ? WHERE key = 'document-id'").run(JSON.stringify(id))
  const trust = trustIn(store, document.database)
  const made = getSetting(document.database, 'document-id')
  expect(made).toMatch(/^[\da-f-]{36}$/)
  trust.confirmFiles(['/exports/users.csv'])
  expect(trustIn(store, document.database).knowsFile('/exports/users.csv')).toBe(true)
  expect(getSetting(document.database, 'document-id')).toBe(made)
})

test('an ID that was given is kept, up to 100 characters', () => {
  const { document, store } = opened()
  for (const id of ['one', 'x'.repeat(100)]) {
    setSetting(document.database, 'document-id', id)
    trustIn(store, document.database)
    expect(getSetting(document.database, 'document-id')).toBe(id)
  }
})

test('a file that nobody chose here is refused by its name, with a code', () => {
  expect(unconfirmedFile('users.csv')).toMatchObject({
    ok: false,
    error: { code: 'file-unconfirmed', message: expect.stringContaining('users.csv') },
  })
})

test('unencrypted traffic is allowed for the address that it was confirmed for, and stays allowed', () => {
  const { trust, again } = opened()
  trust.confirmCore('http://core.example.com', true)
  trust.confirmCore('http://other.example.com', false)
  trust.confirmCore('http://core.example.com/', false)
  expect(['http://core.example.com', 'http://other.example.com'].map(again().allowsHttp)).toEqual([true, false])
  expect(['http://core.example.com', 'http://other.example.com', 'no address'].map(again().knowsCore)).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['was not read yet', {}, true],
  ['was read', { complete: true }, false],
  ['cannot be read', { problem: { code: 'file-of-other-kind', message: 'This is a picture.' } }, false],
])('a file that %s is still to be read, or not', (_, change, expected) => {
  const { database: own } = emptyDocument()
  const id = fileTable.add(own, '/exports/users.csv', 'users.csv', 12)
  fileTable.change(own, id, change)
  const file = fileTable.get(own, id)
  expect(file === undefined ? null : isUnread(file)).toBe(expected)
})

test('of the files of a document, those that are unread and were not chosen here are unconfirmed', () => {
  const { document, trust } = opened()
  const ids = ['chosen', 'read', 'named'].map((name) => fileTable.add(document.database, `/exports/${name}`, name, 12))
  fileTable.change(document.database, ids[1] ?? 0, { complete: true })
  trust.confirmFiles(['/exports/chosen'])
  expect(unconfirmedFiles(document.database, trust).map(({ name }) => name)).toEqual(['named'])
})
