import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDocument } from '../../../../electron/engine/document/lock.ts'
import {
  closeAfterReaders,
  closeDocument,
  createDocument,
  type Document,
  openDocument,
  openForReading,
  removeDocument,
  withSnapshot,
} from '../../../../electron/engine/document/open-document.ts'
import { currentSchema, schemaOf } from '../../../../electron/engine/document/schema.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { ok } from '../../../../shared/result.ts'
import { hotJournal } from '../../../support/data/hot-journal.ts'
import { closeOnce, codeOf, must, versionsOf } from '../../../support/documents.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

function newDocument(): Document {
  return must(createDocument(join(temporaryFolder(), 'a.migration')))
}

/** A closed document. */
function savedDocument(change: (document: Document) => void = () => undefined): string {
  const document = newDocument()
  change(document)
  closeDocument(document)
  return document.path
}

function reading(path: string): Document {
  const document = must(openForReading(path))
  onTestFinished(() => closeOnce(document))
  return document
}

function pragmas({ database }: Document, names: readonly string[]): unknown[] {
  return names.map((name) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
}

const distrust = ['trusted_schema', 'cell_size_check', 'busy_timeout']
const durable = ['synchronous', 'secure_delete', 'temp_store', 'journal_mode', 'page_size']

test.each([
  ['made', () => newDocument()],
  ['opened again', () => must(openDocument(savedDocument()))],
])('a document that is %s trusts nothing in its file, commits to the disk and overwrites deleted data', (_, open) => {
  const document = open()
  onTestFinished(() => closeOnce(document))
  expect([pragmas(document, distrust), pragmas(document, durable)]).toEqual([
    [0, 1, 5000],
    [2, 1, 2, 'wal', 8192],
  ])
})

test('a reader trusts nothing in the file either, and can change nothing', () => {
  const reader = reading(savedDocument())
  expect(pragmas(reader, distrust)).toEqual([0, 1, 5000])
  expect(() => setSetting(reader.database, 'machine', 'other')).toThrow('readonly')
})

test('a document has an ID of its own and the name of the machine from its start', () => {
  const [one, other] = [newDocument(), newDocument()].map((document) => {
    onTestFinished(() => closeOnce(document))
    return (['document-id', 'machine'] as const).map((key) => getSetting(document.database, key))
  })
  expect([one?.[0] !== other?.[0], one?.map((value) => value !== undefined && value !== '')]).toEqual([
    true,
    [true, true],
  ])
})

test('a document that could not be begun is not in the way of another one at its place', () => {
  const path = join(temporaryFolder(), 'a.migration')
  const failed = createDocument(path, () => {
    throw new Error('database or disk is full')
  })
  const again = createDocument(path)
  if (again.ok) closeDocument(again.value)
  expect([codeOf(failed), codeOf(again)]).toEqual(['disk-full', 'no problem'])
})

test('a document that is up to date is opened as it is, also without an index that is made late', () => {
  const path = savedDocument(({ database }) => database.exec('DROP INDEX user_by_email'))
  const document = must(openDocument(path))
  const index = document.database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'user_by_email'").get()
  closeDocument(document)
  expect(index).toBe(undefined)
})

test('closing while a reader is there leaves a file that says everything by itself', () => {
  const document = newDocument()
  reading(document.path)
  setSetting(document.database, 'machine', 'written last')
  closeDocument(document)
  const copy = join(temporaryFolder(), 'copy.migration')
  copyFileSync(document.path, copy)
  expect(getSetting(reading(copy).database, 'machine')).toBe('written last')
})

/** Reads something and closes again. */
function readOnce(path: string): Document {
  const reader = must(openForReading(path))
  getSetting(reader.database, 'machine')
  closeDocument(reader)
  return reader
}

test('closing after readers that have ended leaves one file, also where one of them is still known', async () => {
  const document = must(openDocument(savedDocument()))
  const reader = readOnce(document.path)
  await withSnapshot(document.path, async (database) => ok(getSetting(database, 'machine')))
  await closeAfterReaders(document)
  expect([existsSync(`${document.path}-wal`), reader.lock]).toEqual([false, null])
  expect(() => document.database.prepare('SELECT 1')).toThrow('not open')
})

test('a reader that is refused lets go of the document', async () => {
  const document = newDocument()
  document.database.exec('INSERT INTO user (id, file_id, line, byte, facet_id) VALUES (1, 1, 1, 0, 1)')
  const refused = openForReading(document.path)
  await closeAfterReaders(document)
  expect([codeOf(refused), existsSync(`${document.path}-wal`)]).toEqual(['document-damaged', false])
})

test('a journal beside a document that says nothing of its pages puts nothing back', () => {
  const path = savedDocument()
  writeFileSync(`${path}-journal`, Buffer.alloc(512))
  const opened = openDocument(path)
  if (opened.ok) closeDocument(opened.value)
  expect(codeOf(opened)).toBe('no problem')
})

test('a document is removed with everything beside it', () => {
  const path = savedDocument()
  for (const ending of ['-journal', '-wal', '-shm']) writeFileSync(`${path}${ending}`, '')
  removeDocument(path)
  expect(['', '-journal', '-wal', '-shm'].filter((ending) => existsSync(`${path}${ending}`))).toEqual([])
})

/** A page that SQLite does not need to read the settings is overwritten. */
function damagedWithin(): string {
  const path = savedDocument(({ database }) =>
    database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      INSERT INTO unreadable (file_id, line, byte, reason) SELECT 1, i, 0, hex(randomblob(50)) FROM n`),
  )
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xa5, bytes.length - 8192))
  return path
}

test('every page is looked through before a document is read, unless a writer of this app has opened it', async () => {
  const path = damagedWithin()
  const known = openForReading(path, { pages: false })
  if (known.ok) closeOnce(known.value)
  const queried: boolean[] = []
  const snapshot = await withSnapshot(path, async () => ok(queried.push(true)))
  const quick = await withSnapshot(path, async () => ok(queried.push(true)), { pages: false })
  expect([codeOf(openForReading(path)), codeOf(known), codeOf(snapshot), codeOf(quick), queried]).toEqual([
    'document-damaged',
    'no problem',
    'document-damaged',
    'no problem',
    [true],
  ])
})

test('a document whose upgrade fails is not read', () => {
  const failing = schemaOf([...versionsOf(currentSchema), 'INSERT INTO nowhere VALUES (1);'])
  expect(codeOf(openForReading(savedDocument(), { schema: failing }))).toBe('document-failed')
})

test('a reader leaves the half-written file of a writer that is at work alone, puts back that of a dead one, and keeps no lock', () => {
  const path = hotJournal(savedDocument(), temporaryFolder())
  const atWork = must(lockDocument(path))
  const busy = openForReading(path)
  const isLeft = existsSync(`${path}-journal`)
  atWork.release()
  const dead = openForReading(path)
  if (dead.ok) closeDocument(dead.value)
  const writer = openDocument(path)
  if (writer.ok) closeDocument(writer.value)
  expect([busy.ok, isLeft, codeOf(dead), codeOf(writer), existsSync(`${path}-journal`)]).toEqual([
    false,
    true,
    'no problem',
    'no problem',
    false,
  ])
})
