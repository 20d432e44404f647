import { randomUUID } from 'node:crypto'
import { removeFile } from '../files/folders.ts'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import {
  checkAll,
  checkSchema,
  describeFailure,
  hasHotJournal,
  judgeHeader,
  rollBackHotJournal,
  versionOf,
} from './check-document.ts'
import { judgeNewPlace, judgePlace, lockDocument } from './lock.ts'
import type { Lock } from '../files/lock-file.ts'
import { openOwnDatabase, sidecars } from '../files/own-database.ts'
import { createPrivateFile, hasErrorCode, makePrivate, readOwnHead } from '../files/own-file.ts'
import { applicationId, currentSchema, fingerprintOf, lateIndexes, lateIndexing, type Schema } from './schema.ts'
import { setSetting } from './settings.ts'
import { cacheSize, collectClosed, type Database, forgetStatements, leaveWalMode, transaction } from './sqlite.ts'

/** An open migration document. Writers hold its lock; readers have `lock: null`. */
export type Document = {
  /** The real one, whatever links led to it: a file has one lock, and one journal beside it. */
  readonly path: string
  readonly database: Database
  readonly lock: Lock | null
}

/**
 * Makes a document. Refused when something is at `path` already. `begin` notes what it begins with, in the same commit:
 * whatever happens later, the document is not there without it. `schema`: for tests.
 */
export function createDocument(
  wanted: string,
  begin: (database: Database) => void = () => undefined,
  schema: Schema = currentSchema,
): Result<Document> {
  const place = judgeNewPlace(wanted)
  if (!place.ok) return place
  const path = place.value
  try {
    createPrivateFile(path)
  } catch (error) {
    return hasErrorCode(error, 'EEXIST')
      ? problem(
          'document-exists',
          `There is already a file at ${wanted}. Open it (or use resume), or choose another name.`,
        )
      : problem(
          'folder-read-only',
          `No migration can be written in ${dirname(wanted)}. Choose a folder that exists and that you can write to.`,
        )
  }
  const locked = lockDocument(path)
  if (!locked.ok) {
    removeFile(path)
    return locked
  }
  try {
    const database = connect(path, false)
    database.exec(`PRAGMA page_size = ${pageSize}`)
    // Not yet in the journal: a crash right after this leaves a file that says what it is.
    transaction(database, () => {
      const { version, tablesOf } = schema
      database.exec([tablesOf(version), ...lateIndexes].join(';\n'))
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
      setSetting(database, 'document-id', randomUUID())
      setSetting(database, 'schema-fingerprint', fingerprintOf(schema, version))
      setSetting(database, 'machine', hostname())
      begin(database)
    })
    keepJournal(database)
    return ok({ path, database, lock: locked.value })
  } catch (error) {
    removeDocument(path)
    locked.value.release()
    return describeFailure(error)
  }
}

/**
 * Opens a document for writing, and upgrades one of an earlier version. A file that is not a sound document is reported
 * and never changed. `schema`: for tests.
 */
export function openDocument(wanted: string, schema: Schema = currentSchema): Result<Document> {
  const place = judgePlace(wanted)
  if (!place.ok) return place
  const path = place.value
  const locked = lockDocument(path)
  if (!locked.ok) return locked
  const opened = openLocked(path, schema)
  if (!opened.ok) locked.value.release()
  return opened.ok ? ok({ path, database: opened.value, lock: locked.value }) : opened
}

function openLocked(path: string, schema: Schema): Result<Database> {
  try {
    // Only under the lock: closing a file drops all other locks that this process holds on it.
    const whole = rollBackHotJournal(path, (half) => connect(half, false))
    if (!whole.ok) return whole
    const head = judgeHeader(readOwnHead(path, 100), schema)
    if (!head.ok) return head
    const looked = connectSound(path, true, (database) => checkAll(database, schema))
    if (!looked.ok) return looked
    looked.value.close()
    makePrivate(path)
    return connectSound(path, false, (database) => {
      // Once more, for what may have been put in its place meanwhile.
      const same = checkSchema(database, schema)
      if (!same.ok) return same
      keepJournal(database)
      upgrade(database, schema)
      return same
    })
  } catch (error) {
    return describeFailure(error)
  }
}

/** Connects to a document that passes `check`; no connection is left to one that does not. */
function connectSound(path: string, readOnly: boolean, check: (database: Database) => Result<null>): Result<Database> {
  const database = connect(path, readOnly)
  let sound: Result<null>
  try {
    sound = check(database)
  } catch (error) {
    sound = describeFailure(error)
  }
  if (sound.ok) return ok(database)
  database.close()
  return sound
}

/** All or nothing; a document that is up to date is left as it is. */
function upgrade(database: Database, schema: Schema): void {
  const version = versionOf(database)
  if (version >= schema.version) return
  transaction(database, () => {
    database.exec(schema.upgradeFrom(version))
    setSetting(database, 'schema-fingerprint', fingerprintOf(schema, schema.version))
    lateIndexing.restore(database)
  })
}

/**
 * Opens a document beside its writer, for questions only. One of an earlier version is upgraded first; one whose writer
 * died in the middle of writing is put back. `pages`: looks through all of them first, which is for those that no writer
 * of this app has opened: what is damaged on purpose can be read without an end.
 */
export function openForReading(wanted: string, { pages = true, schema = currentSchema } = {}): Result<Document> {
  const place = judgePlace(wanted)
  if (!place.ok) return place
  const path = place.value
  const check = (database: Database) => (pages ? checkAll(database, schema) : checkSchema(database, schema))
  const looked = hasHotJournal(path) ? lookAfterDeath(path, check) : look(path, check)
  if (!looked.ok || versionOf(looked.value.database) === schema.version) return looked
  closeDocument(looked.value)
  const upgraded = openDocument(path, schema)
  if (!upgraded.ok) return upgraded
  closeDocument(upgraded.value)
  return look(path, check)
}

type Check = (database: Database) => Result<null>

function lookAfterDeath(path: string, check: Check): Result<Document> {
  const locked = lockDocument(path)
  // Another process is writing right now, or the file is read-only.
  if (!locked.ok) return look(path, check)
  try {
    const whole = rollBackHotJournal(path, (half) => connect(half, false))
    return whole.ok ? look(path, check) : whole
  } catch (error) {
    return describeFailure(error)
  } finally {
    locked.value.release()
  }
}

function look(path: string, check: Check): Result<Document> {
  try {
    const looked = connectSound(path, true, check)
    return looked.ok ? ok({ path, database: looked.value, lock: null }) : looked
  } catch (error) {
    return describeFailure(error)
  }
}

/** Runs all queries of `work` on one snapshot, also while another process writes. `pages`: see `openForReading`. */
export async function withSnapshot<T>(
  path: string,
  ask: (database: Database) => Promise<Result<T>>,
  { pages = true } = {},
): Promise<Result<T>> {
  const document = openForReading(path, { pages })
  if (!document.ok) return document
  const { database } = document.value
  try {
    database.exec('BEGIN')
    try {
      return await ask(database)
    } finally {
      // The packaged driver keeps a closed connection, with its locks, until its statements are collected.
      database.exec('COMMIT')
    }
  } catch (error) {
    return describeFailure(error)
  } finally {
    closeDocument(document.value)
  }
}

/** Folds the journal into the file and lets go of it: what is left is one file that can be copied. */
export function closeDocument(document: Document): void {
  const { database, lock } = document
  if (!isOneFile(document)) {
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // A reader is still there; the journal stays beside the file and is folded in at the next opening.
    }
  }
  database.close()
  lock?.release()
}

/** The same where readers of this thread that have ended may hold the file until they are collected. */
export async function closeAfterReaders(document: Document): Promise<void> {
  await collectClosed(document.path, 'recent')
  if (!isOneFile(document)) await collectClosed(document.path)
  closeDocument(document)
}

function isOneFile({ database, lock }: Document): boolean {
  forgetStatements(database)
  return lock === null || leaveWalMode(database)
}

/** Removes a closed document with everything beside it. */
export function removeDocument(path: string): void {
  for (const ending of ['', ...sidecars]) removeFile(`${path}${ending}`)
}

/** Of new documents, bytes: half as many pages to write are a twentieth of reading a large export. */
const pageSize = 8192

function connect(path: string, readOnly: boolean): Database {
  const database = openOwnDatabase(path, readOnly)
  database.exec(
    `PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = OFF; PRAGMA cache_size = ${cacheSize}`,
  )
  if (!readOnly) database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
  return database
}

/** Commits go to a journal beside the file, so that readers and the writer never wait for each other. */
function keepJournal(database: Database): void {
  database.exec('PRAGMA journal_mode = WAL')
}
