import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { versionOf } from '../../../../electron/engine/document/check-document.ts'
import {
  closeDocument,
  createDocument,
  openDocument,
  openForReading,
  withSnapshot,
} from '../../../../electron/engine/document/open-document.ts'
import {
  applicationId,
  currentSchema,
  fingerprintOf,
  lateIndexes,
  schemaOf,
} from '../../../../electron/engine/document/schema.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { allRows, oneNumber, sqliteDriver } from '../../../../electron/engine/document/sqlite.ts'
import { manyRows } from '../../../support/data/hot-journal.ts'
import { closeOnce, codeOf, must, versionsOf } from '../../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'
import { inReadOnlyFolder } from '../../../support/machine/without-rights.ts'

/** A whole document, closed. */
function savedDocument(folder: string): string {
  const path = join(folder, 'saved.migration')
  const document = must(createDocument(path))
  setSetting(document.database, 'machine', 'a machine')
  closeDocument(document)
  return path
}

function modesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  )
}

describe('a migration document', () => {
  test('is readable by its owner only, with everything beside it, also under a loose umask', () => {
    const folder = temporaryFolder()
    const before = process.umask(0)
    try {
      const document = must(createDocument(join(folder, 'new.migration')))
      setSetting(document.database, 'plans-current', true)
      const open = modesIn(folder)
      closeOnce(document)
      expect([open, modesIn(folder)]).toEqual([
        { 'new.migration': '600', 'new.migration-lock': '600', 'new.migration-shm': '600', 'new.migration-wal': '600' },
        expect.objectContaining({ 'new.migration': '600' }),
      ])
    } finally {
      process.umask(before)
    }
  })

  test('is made private again when it is opened', () => {
    const path = savedDocument(temporaryFolder())
    chmodSync(path, 0o644)
    closeOnce(must(openDocument(path)))
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  })

  test('is whole in its one file when it is closed, so that a copy opens', () => {
    const folder = temporaryFolder()
    const path = savedDocument(folder)
    copyFileSync(path, join(folder, 'copy.migration'))
    const copy = must(openDocument(join(folder, 'copy.migration')))
    const machine = getSetting(copy.database, 'machine')
    closeOnce(copy)
    expect(machine).toBe('a machine')
  })

  test('is one file when it is closed before anything was written into it', () => {
    const folder = temporaryFolder()
    closeDocument(must(createDocument(join(folder, 'new.migration'))))
    expect(readdirSync(folder)).toEqual(['new.migration'])
  })

  test('says what it is from the first moment, also to somebody who reads only the file itself', () => {
    const folder = temporaryFolder()
    const document = must(createDocument(join(folder, 'new.migration')))
    copyFileSync(document.path, join(folder, 'killed.migration'))
    closeOnce(document)
    const opened = openDocument(join(folder, 'killed.migration'))
    expect(opened.ok).toBe(true)
    if (opened.ok) closeOnce(opened.value)
  })

  test('holds what it was made with from that same moment', () => {
    const folder = temporaryFolder()
    const document = must(
      createDocument(join(folder, 'new.migration'), (database) => setSetting(database, 'user-filter', ['a', 'b'])),
    )
    copyFileSync(document.path, join(folder, 'killed.migration'))
    closeOnce(document)
    const killed = must(openDocument(join(folder, 'killed.migration')))
    const only = getSetting(killed.database, 'user-filter')
    closeOnce(killed)
    expect(only).toEqual(['a', 'b'])
  })

  test('is not there when what it was to be made with could not be noted', () => {
    const folder = temporaryFolder()
    const begin = () => {
      throw new Error('database or disk is full')
    }
    expect([codeOf(createDocument(join(folder, 'new.migration'), begin)), readdirSync(folder)]).toEqual([
      'disk-full',
      [],
    ])
  })

  test('can be read beside its writer', () => {
    const document = must(createDocument(join(temporaryFolder(), 'new.migration')))
    const reader = must(openForReading(document.path))
    setSetting(document.database, 'machine', 'written later')
    const read = getSetting(reader.database, 'machine')
    closeOnce(reader)
    closeOnce(document)
    expect(read).toBe('written later')
  })

  test('is held by no reader whose queries failed', async () => {
    const document = must(createDocument(join(temporaryFolder(), 'new.migration')))
    const read = await withSnapshot(document.path, (snapshot) => {
      getSetting(snapshot, 'machine')
      throw new Error('the disk is gone')
    })
    setSetting(document.database, 'machine', 'written later')
    const checkpoint = document.database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    closeOnce(document)
    expect([read.ok, checkpoint]).toMatchObject([false, { busy: 0 }])
  })

  test('is not made over an existing file', () => {
    const path = fileIn(temporaryFolder(), 'taken.migration', 'mine')
    expect([codeOf(createDocument(path)), readFileSync(path, 'utf8')]).toEqual(['document-exists', 'mine'])
  })

  test('is not made in a folder that is not there, nor in one that cannot be written to', () => {
    const folder = temporaryFolder()
    const missing = codeOf(createDocument(join(folder, 'missing', 'new.migration')))
    const readOnly = inReadOnlyFolder(folder, () => codeOf(createDocument(join(folder, 'new.migration'))))
    expect([missing, readOnly, readdirSync(folder)]).toEqual(['folder-read-only', 'folder-read-only', []])
  })
})

describe('a document that is open', () => {
  test('is refused to everybody else and stays as it is', () => {
    const folder = temporaryFolder()
    const document = must(createDocument(join(folder, 'open.migration')))
    const before = readFileSync(document.path)
    const refusals = [codeOf(openDocument(document.path)), codeOf(openDocument(document.path))]
    const same = readFileSync(document.path).equals(before)
    closeOnce(document)
    expect([refusals, same]).toEqual([['document-in-use', 'document-in-use'], true])
  })

  test('stays locked against other processes after somebody in this process tried to open it', () => {
    const document = must(createDocument(join(temporaryFolder(), 'open.migration')))
    codeOf(openDocument(document.path))
    closeOnce(must(openForReading(document.path)))
    const locked = lockedForOthers(`${document.path}-lock`)
    closeOnce(document)
    expect(locked).toBe(true)
  })

  test('can be opened again after it was closed, and its lock is gone', () => {
    const path = savedDocument(temporaryFolder())
    const again = must(openDocument(path))
    closeOnce(again)
    expect(existsSync(`${path}-lock`)).toBe(false)
  })

  test('is not in the way when only its lock file was left behind', () => {
    const path = savedDocument(temporaryFolder())
    writeFileSync(`${path}-lock`, '')
    const opened = openDocument(path)
    if (opened.ok) closeOnce(opened.value)
    expect(opened.ok).toBe(true)
  })
})

describe('a document whose last writer died in the middle of writing into the file itself', () => {
  const machines = (path: string, open: typeof openDocument) => {
    const document = must(open(path))
    const machine = getSetting(document.database, 'machine')
    const whole = document.database.prepare('PRAGMA quick_check(1)').get()
    closeOnce(document)
    return [machine, Object.values(whole ?? {}), existsSync(`${path}-journal`)]
  }

  test('is as it was before, for writers', () => {
    expect(machines(halfWritten(), openDocument)).toEqual(['a machine', ['ok'], false])
  })

  test('is as it was before, for those who only read', () => {
    expect(machines(halfWritten(), (path) => openForReading(path))).toEqual(['a machine', ['ok'], false])
  })

  test('while it was made is said to be empty', () => {
    const path = halfMade()
    expect([codeOf(openForReading(path)), codeOf(openDocument(path)), codeOf(openDocument(path))]).toEqual([
      'document-empty',
      'document-empty',
      'document-empty',
    ])
  })
})

/** Pages are written into the file before the commit, as under a power cut: only the journal beside it knows better. */
function interrupted(path: string, write: (database: ReturnType<ReturnType<typeof sqliteDriver>['open']>) => void) {
  const database = sqliteDriver().open(path, false)
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN')
  write(database)
  const copy = join(temporaryFolder(), 'killed.migration')
  copyFileSync(path, copy)
  copyFileSync(`${path}-journal`, `${copy}-journal`)
  database.exec('ROLLBACK')
  database.close()
  return copy
}

function halfWritten(): string {
  return interrupted(savedDocument(temporaryFolder()), (database) =>
    database.exec(`UPDATE setting SET value = '"nobody"'; ${manyRows}`),
  )
}

function halfMade(): string {
  const path = fileIn(temporaryFolder(), 'new.migration', '')
  return interrupted(path, (database) =>
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1; CREATE TABLE setting (key, value); ${manyRows}`,
    ),
  )
}

describe('a file that is no sound document', () => {
  const cases: readonly (readonly [string, string, (path: string) => void])[] = [
    ['is empty', 'document-empty', (path) => writeFileSync(path, '')],
    ['is a picture', 'not-a-document', (path) => writeFileSync(path, Buffer.from('89504e470d0a1a0a0000', 'hex'))],
    ['is a long text', 'not-a-document', (path) => writeFileSync(path, 'id,email\n'.repeat(1000))],
    ['is a database of another app', 'not-a-document', (path) => changed(path, 'PRAGMA application_id = 7')],
    ['was saved by a newer version', 'document-newer', (path) => changed(path, 'PRAGMA user_version = 99')],
    ['has a trigger that is not ours', 'document-damaged', (path) => changed(path, trigger)],
    [
      'was made by a build with other tables',
      'document-other-build',
      (path) =>
        changed(
          path,
          "ALTER TABLE attempt ADD COLUMN note; UPDATE setting SET value = '\"0\"' WHERE key = 'schema-fingerprint'",
        ),
    ],
    [
      'was made by a build before fingerprints',
      'document-other-build',
      (path) => changed(path, "DROP TABLE attempt; DELETE FROM setting WHERE key = 'schema-fingerprint'"),
    ],
    ['lacks a table', 'document-damaged', (path) => changed(path, 'DROP TABLE attempt')],
    ['is damaged within', 'document-damaged', (path) => writeFileSync(path, damaged(readFileSync(path)))],
    ['was cut off', 'document-damaged', (path) => writeFileSync(path, readFileSync(path).subarray(0, 6000))],
  ]
  test.each(cases)('that %s is told apart and stays as it is, byte for byte', (_, code, corrupt) => {
    const folder = temporaryFolder()
    const path = savedDocument(folder)
    corrupt(path)
    const before = readFileSync(path)
    const codes = [codeOf(openDocument(path)), codeOf(openDocument(path))]
    expect([codes, readFileSync(path).equals(before), existsSync(`${path}-lock`)]).toEqual([[code, code], true, false])
  })

  test('is told apart for readers as well', () => {
    const folder = temporaryFolder()
    const codes = cases.slice(1, 9).map(([, , corrupt]) => {
      const path = savedDocument(temporaryFolder())
      corrupt(path)
      return codeOf(openForReading(path))
    })
    expect([codes, codeOf(openForReading(join(folder, 'missing')))]).toEqual([
      cases.slice(1, 9).map(([, code]) => code),
      'document-missing',
    ])
  })

  test('or is not there, or is a folder, is said to be missing', () => {
    const folder = temporaryFolder()
    expect([codeOf(openDocument(join(folder, 'missing'))), codeOf(openDocument(folder)), readdirSync(folder)]).toEqual([
      'document-missing',
      'document-missing',
      [],
    ])
  })

  test('or lies in a folder that cannot be written to, is not opened for writing but can be read', () => {
    const folder = temporaryFolder()
    const path = savedDocument(folder)
    const [writing, reading] = inReadOnlyFolder(folder, () => {
      chmodSyncAsOwner(path)
      return [codeOf(openDocument(path)), codeOf(openForReading(path))]
    })
    expect([writing, reading]).toEqual(['folder-read-only', 'no problem'])
  })
})

const trigger = 'CREATE TRIGGER bad AFTER INSERT ON attempt BEGIN DELETE FROM call; END'

function changed(path: string, sql: string): void {
  const database = sqliteDriver().open(path, false)
  database.exec(sql)
  database.close()
}

function damaged(bytes: Buffer): Buffer {
  const corrupted = Buffer.from(bytes)
  corrupted.fill(0xa5, 8192, 20_480)
  return corrupted
}

/** An unprivileged account cannot read a file of root. */
function chmodSyncAsOwner(path: string): void {
  if (process.geteuid?.() !== 65_534) return
  process.seteuid?.(0)
  chmodSync(path, 0o644)
  process.seteuid?.(65_534)
}

/** Asks another process whether it could take the lock. */
function lockedForOthers(lock: string): boolean {
  const program = `
    const { createRequire } = require('node:module')
    const sqlite = process.getBuiltinModule?.('node:sqlite') ?? createRequire(${JSON.stringify(import.meta.url)})('@photostructure/sqlite')
    const database = new sqlite.DatabaseSync(process.argv[1])
    try { database.exec('BEGIN EXCLUSIVE'); console.log('free') } catch { console.log('locked') }`
  return execFileSync(process.execPath, ['-e', program, lock], { encoding: 'utf8' }).includes('locked')
}

describe('a document of an earlier version', () => {
  const added =
    'CREATE TABLE added (user_id INTEGER PRIMARY KEY, email TEXT);\nINSERT INTO added SELECT id, email FROM user;\n'
  const { version } = currentSchema
  const files = versionsOf(currentSchema)
  const next = schemaOf([...files, added])

  /** A document of the version before with one user, and without one of its late indexes. */
  function earlierDocument(): string {
    const path = join(temporaryFolder(), 'earlier.migration')
    const { database, lock } = must(createDocument(path))
    database.exec(`INSERT INTO facet VALUES (1, 'ready', 'bcrypt', 'password', '', 0, '', '', '', '', '', '[]', 0, '');
      INSERT INTO user (id, file_id, line, byte, facet_id, email) VALUES (7, 1, 2, 30, 1, 'a@x.org');
      INSERT INTO user_text (user_id, source) VALUES (7, '{}'); DROP INDEX user_by_email`)
    closeDocument({ path, database, lock })
    return path
  }

  const indexesThere = 'SELECT count(*) AS n FROM sqlite_schema WHERE sql IN (SELECT value FROM json_each(?))'
  const addedRow = z.object({ user_id: z.number(), email: z.string() })

  test.each([
    ['for writing', (path: string) => openDocument(path, next)],
    ['for reading', (path: string) => openForReading(path, { schema: next })],
  ])('is upgraded when it is opened %s, once, and is too new for the app before', (_, open) => {
    const path = earlierDocument()
    for (let times = 0; times < 2; times += 1) {
      const document = must(open(path))
      const { database } = document
      expect([
        versionOf(database),
        allRows(addedRow, database.prepare('SELECT * FROM added')),
        oneNumber(database.prepare(indexesThere), JSON.stringify(lateIndexes)),
        getSetting(database, 'schema-fingerprint'),
      ]).toEqual([
        version + 1,
        [{ user_id: 7, email: 'a@x.org' }],
        lateIndexes.length,
        fingerprintOf(next, version + 1),
      ])
      closeOnce(document)
    }
    expect([codeOf(openDocument(path)), codeOf(openForReading(path))]).toEqual(['document-newer', 'document-newer'])
  })

  test('keeps what it holds when its upgrade fails', () => {
    const path = earlierDocument()
    const failing = schemaOf([...files, `${added}INSERT INTO nowhere VALUES (1);`])
    expect(codeOf(openDocument(path, failing))).toBe('document-failed')
    const document = must(openDocument(path))
    const { database } = document
    const users = oneNumber(database.prepare('SELECT count(*) AS n FROM user'))
    expect([versionOf(database), users]).toEqual([version, 1])
    closeOnce(document)
  })

  test.each(['user_text', 'facet'])('is left as it is when a user has no row in %s', (table) => {
    const path = earlierDocument()
    const database = sqliteDriver().open(path, false)
    database.exec(`DELETE FROM ${table}`)
    database.close()
    const before = readFileSync(path)
    expect([codeOf(openDocument(path, next)), readFileSync(path).equals(before)]).toEqual(['document-damaged', true])
  })

  test('is left as it is when its tables are not what they should be', () => {
    const path = earlierDocument()
    const database = sqliteDriver().open(path, false)
    database.exec('CREATE TABLE stranger (id INTEGER)')
    database.close()
    const before = readFileSync(path)
    expect([codeOf(openDocument(path, next)), readFileSync(path).equals(before)]).toEqual(['document-damaged', true])
  })
})
