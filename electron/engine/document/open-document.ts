import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { lockDocument, type Lock } from './lock.ts'
import { createPrivateFile } from './private-file.ts'
import { applicationId, schemaVersion, tables } from './schema.ts'
import { sql, sqliteDriver, type Database } from './sqlite.ts'

/** An open migration document. Writers hold its lock; readers have `lock: null`. */
export type Document = {
  readonly path: string
  readonly database: Database
  readonly lock: Lock | null
}

/** Makes an empty document. Refused when something is at `path` already. */
export function createDocument(path: string): Result<Document> {
  if (existsSync(path)) {
    return problem(
      'document-exists',
      `There is already a file at ${path}. Open it (or use resume), or choose another name.`,
    )
  }
  try {
    createPrivateFile(path)
  } catch {
    return problem(
      'folder-read-only',
      `No migration can be written in ${dirname(path)}. Choose a folder that exists and that you can write to.`,
    )
  }
  const locked = lockDocument(path)
  if (!locked.ok) return locked
  try {
    const database = connect(path, false)
    database.exec('BEGIN')
    database.exec(tables)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
    sql(database, 'INSERT INTO setting (key, value) VALUES (?, ?)').run('document-id', JSON.stringify(randomUUID()))
    // From here on the file itself says what it is, also to a reader beside the writer.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return ok({ path, database, lock: locked.value })
  } catch (error) {
    locked.value.release()
    rmSync(path, { force: true })
    return describeFailure(error)
  }
}

/** Opens a document for writing. A file that is not a sound document is reported and never changed. */
export function openDocument(path: string): Result<Document> {
  const looked = lookAt(path)
  if (!looked.ok) return looked
  const locked = lockDocument(path)
  if (!locked.ok) return locked
  try {
    createPrivateFile(path)
    const database = connect(path, false)
    const sound = checkDocument(database)
    if (!sound.ok) {
      database.close()
      locked.value.release()
      return sound
    }
    return ok({ path, database, lock: locked.value })
  } catch (error) {
    locked.value.release()
    return describeFailure(error)
  }
}

/** Opens a document beside its writer, for questions only. */
export function openForReading(path: string): Result<Document> {
  const looked = lookAt(path)
  if (!looked.ok) return looked
  try {
    const database = connect(path, true)
    const sound = checkDocument(database)
    return sound.ok ? ok({ path, database, lock: null }) : sound
  } catch (error) {
    return describeFailure(error)
  }
}

/** Folds the journal into the file and lets go of it. */
export function closeDocument(document: Document): void {
  if (document.lock !== null) {
    try {
      document.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // A reader is still there; the journal stays beside the file and is folded in at the next opening.
    }
  }
  document.database.close()
  document.lock?.release()
}

function connect(path: string, readOnly: boolean): Database {
  const database = sqliteDriver().open(path, readOnly)
  database.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -32768',
  )
  if (!readOnly) {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY',
    )
  }
  return database
}

/** Reads the first bytes without letting SQLite create or repair anything. */
function lookAt(path: string): Result<null> {
  const head = Buffer.alloc(72)
  try {
    if (statSync(path).isDirectory()) return problem('document-missing', `${path} is a folder, not a migration.`)
    const handle = openSync(path, 'r')
    try {
      readSync(handle, head, 0, head.length, 0)
    } finally {
      closeSync(handle)
    }
  } catch {
    return problem(
      'document-missing',
      `There is no migration that can be read at ${path}. It may have been moved or renamed.`,
    )
  }
  if (head.toString('latin1', 0, 15) !== 'SQLite format 3' || head.readUInt32BE(68) !== applicationId) {
    return problem(
      'not-a-document',
      'This file is not a migration. Choose a file that this app saved (its name ends in .migration).',
    )
  }
  return ok(null)
}

function checkDocument(database: Database): Result<null> {
  const row = database.prepare('PRAGMA user_version').get()
  const version = typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0
  if (version > schemaVersion) {
    return problem(
      'document-newer',
      'This migration was saved by a newer version of the app. Update the app and open it again.',
    )
  }
  const check = database.prepare('PRAGMA quick_check(1)').get()
  const sound = typeof check === 'object' && check !== null && Object.values(check)[0] === 'ok'
  return sound && version === schemaVersion ? ok(null) : damaged()
}

function damaged(): ReturnType<typeof problem> {
  return problem(
    'document-damaged',
    'This migration is damaged and was left as it is. Open a copy made earlier; what was sent is also in the saved reports.',
  )
}

/** Turns what SQLite or the file system threw into a sentence. */
export function describeFailure(error: unknown): ReturnType<typeof problem> {
  const text = error instanceof Error ? error.message.toLowerCase() : ''
  if (/full|enospc/.test(text)) {
    return problem(
      'disk-full',
      'The disk is full. Nothing more is sent until there is room; free some space and continue.',
    )
  }
  if (/readonly|read-only|eacces|eperm|erofs|unable to open/.test(text)) {
    return problem(
      'folder-read-only',
      'The migration cannot be written where it lies. Copy it to a folder of your own and open it there.',
    )
  }
  if (/malformed|not a database|corrupt/.test(text)) return damaged()
  return problem('document-failed', 'The migration could not be read or written. Check the disk, then open it again.')
}
