import * as z from 'zod'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { exists } from '../files/folders.ts'
import { readOwnHead } from '../files/own-file.ts'
import { DatabaseReplaced, ForeignSidecar, openInMemory } from '../files/own-database.ts'
import { foreignEnding } from './lock.ts'
import { applicationId, currentSchema, fingerprintOf, lateIndexes, type Schema } from './schema.ts'
import { allRows, type Database, oneRow } from './sqlite.ts'

type Problem = ReturnType<typeof problem>

function notADocument(): Problem {
  return problem(
    'not-a-document',
    'This file is not a migration. Choose a file that this app saved (its name ends in .migration).',
  )
}

function newer(): Problem {
  return problem(
    'document-newer',
    'This migration was saved by a newer version of the app. Update the app and open it again.',
  )
}

function damaged(): Problem {
  return problem(
    'document-damaged',
    'This migration is damaged and was not changed. Open an earlier copy. The saved reports also show what was sent.',
  )
}

function otherBuild(): Problem {
  return problem(
    'document-other-build',
    'This migration was made by another build of the app, which stores it in another form. It was not changed. Open it with the build that made it, or start a new migration from the export.',
  )
}

function emptyDocument(): Problem {
  return problem(
    'document-empty',
    'This migration is empty: it was never started. Remove the file, and those of its name that end in -journal, -wal, or -shm, then start a new one.',
  )
}

/** Judges the first 100 bytes of a file, so that nothing foreign or newer is even opened. */
export function judgeHeader(head: Buffer, { version }: Schema = currentSchema): Result<null> {
  if (head.length === 0) {
    return emptyDocument()
  }
  if (head.length < 72 || head.toString('latin1', 0, 15) !== 'SQLite format 3') return notADocument()
  return judgeNumbers(head.readUInt32BE(68), head.readUInt32BE(60), version)
}

function judgeNumbers(application: number, version: number, last: number): Result<null> {
  if (application !== applicationId) return notADocument()
  if (version > last) return newer()
  return version >= 1 ? ok(null) : damaged()
}

const applicationRow = z.object({ application_id: z.number() })
const versionRow = z.object({ user_version: z.number() })
const pagesRow = z.object({ quick_check: z.string() })

/** The version of a document's tables. */
export function versionOf(database: Database): number {
  return versionRow.parse(database.prepare('PRAGMA user_version').get()).user_version
}

/** Is this a document with exactly the tables of its version? A document may come from anybody: triggers and views are not ours. */
export function checkSchema(database: Database, schema: Schema): Result<null> {
  const application = applicationRow.parse(database.prepare('PRAGMA application_id').get()).application_id
  const version = versionOf(database)
  const judged = judgeNumbers(application, version, schema.version)
  if (!judged.ok) return judged
  if (isOurSchema(database, schema.tablesOf(version))) return ok(null)
  return isOfOtherBuild(database, schema, version) ? otherBuild() : damaged()
}

/** Checks the tables, then every page, then that every user row has its text and facet rows. Takes a second for some hundred thousand users. */
export function checkAll(database: Database, schema: Schema): Result<null> {
  const ours = checkSchema(database, schema)
  if (!ours.ok) return ours
  return hasWholePages(database) && hasWholeUsers(database) ? ours : damaged()
}

function hasWholePages(database: Database): boolean {
  return pagesRow.parse(database.prepare('PRAGMA quick_check(1)').get()).quick_check === 'ok'
}

/** The tables of users are the same in every version. */
function hasWholeUsers(database: Database): boolean {
  const incomplete = `SELECT 1 FROM user NOT INDEXED LEFT JOIN user_text ON user_id = user.id LEFT JOIN facet ON facet.id = facet_id
    WHERE user_id IS NULL OR facet.id IS NULL LIMIT 1`
  return database.prepare(incomplete).get() === undefined
}

/** Thrown when a document that is open is no longer where it was. */
export class DocumentGone extends Error {}

/** Turns what SQLite or the file system threw into a sentence. */
export function describeFailure(error: unknown): Problem {
  if (error instanceof DocumentGone || error instanceof DatabaseReplaced) {
    return problem(
      'document-missing',
      'The migration file or its folder was moved, renamed, or deleted. Put it back, then open it again.',
    )
  }
  if (error instanceof ForeignSidecar) return foreignEnding(error.ending)
  // Content of a document is parsed when it is read.
  if (isAboutContent(error)) return damaged()
  const text = error instanceof Error ? error.message.toLowerCase() : ''
  if (/\bfull\b|enospc/.test(text)) {
    return problem(
      'disk-full',
      'The disk is full. Nothing more is sent until there is space. Free some space, then continue.',
    )
  }
  if (/readonly|read-only|eacces|eperm|erofs|unable to open/.test(text)) {
    return problem(
      'folder-read-only',
      'The migration cannot be written in its folder. Copy it to a folder that you can write to and open it there.',
    )
  }
  if (/database is locked|\bbusy\b/.test(text)) {
    return problem(
      'document-busy',
      'Another program is reading or copying this migration. Wait until it has finished, then try again.',
    )
  }
  if (/not a database/.test(text)) return notADocument()
  if (/malformed|corrupt/.test(text)) return damaged()
  return problem('document-failed', 'The migration could not be read or written. Check the disk, then open it again.')
}

/** The same for errors that may have come from anywhere; null for those that neither SQLite nor the file system threw. */
export function knownFailure(error: unknown): Problem['error'] | null {
  const fromBelow =
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(?:ERR_SQLITE|E[A-Z]+$)/.test(error.code)
  if (!fromBelow && !isAboutContent(error) && !(error instanceof DocumentGone) && !(error instanceof ForeignSidecar))
    return null
  const { error: failure } = describeFailure(error)
  return failure.code === 'document-failed' ? null : failure
}

/** A value was not what it should be, a number larger than any that we store (drivers refuse to hand it out), or no moment. */
function isAboutContent(error: unknown): boolean {
  return (
    error instanceof z.ZodError ||
    error instanceof SyntaxError ||
    (error instanceof Error && /too large to be represented|Invalid time value/.test(error.message))
  )
}

/*
 * Allow-list of a document's schema. A document may come from anybody, and a trigger or a view in it would be a program
 * that runs inside every statement of ours. So each entry must be one of ours by type, name, table and text, whatever it
 * is called; names that SQLite keeps for itself are compared like all others.
 */

/** Far more than a document ever had; whatever has more is not ours. */
const maxEntries = 200

const entryRow = z.object({
  type: z.string(),
  name: z.string(),
  tbl_name: z.string(),
  rootpage: z.number(),
  sql: z.string().nullable(),
})
type Entry = z.infer<typeof entryRow>

/** True if the document has all of `tables` (SQL), and nothing but them and indexes of ours. */
function isOurSchema(database: Database, tables: string): boolean {
  const entries = entriesOf(database)
  const { required, optional } = allowed(tables)
  const found = new Set(entries.map(keyOf))
  return (
    found.size === entries.length &&
    entries.every((entry) => required.has(keyOf(entry)) || optional.has(keyOf(entry))) &&
    [...required].every((key) => found.has(key)) &&
    haveOwnPages(entries)
  )
}

const fingerprintRow = z.object({ value: z.string() })

/**
 * True if the document says that it was made with other tables than this build knows for its version; one without a
 * fingerprint is of an earlier build. Only the message depends on it. Read from a table of ours alone: another one could be a program.
 */
function isOfOtherBuild(database: Database, schema: Schema, version: number): boolean {
  const { required } = allowed(schema.tablesOf(version))
  const entries = entriesOf(database)
  const isOurs = (entry: Entry) => required.has(keyOf(entry))
  const isPlain = ({ type }: Entry) => type === 'table' || type === 'index'
  if (!entries.some((entry) => entry.name === 'setting' && isOurs(entry))) return false
  if (!haveOwnPages(entries) || !entries.every((entry) => isPlain(entry) || isOurs(entry))) return false
  const row = oneRow(fingerprintRow, database.prepare("SELECT value FROM setting WHERE key = 'schema-fingerprint'"))
  return row?.value !== JSON.stringify(fingerprintOf(schema, version))
}

/** `sqlite_master`: the one name of this table that nothing in a file can take. */
function entriesOf(database: Database): readonly Entry[] {
  const statement = database.prepare(
    `SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master LIMIT ${maxEntries}`,
  )
  return allRows(entryRow, statement)
}

/** Two entries with one root page are two names for the same rows. A view has no page. */
function haveOwnPages(entries: readonly Entry[]): boolean {
  const stored = entries.filter(({ type }) => type !== 'view')
  const pages = new Set(stored.map(({ rootpage }) => rootpage))
  return pages.size === stored.length && [...pages].every((page) => page > 1)
}

function keyOf({ type, name, tbl_name, sql }: Omit<Entry, 'rootpage'>): string {
  return JSON.stringify([type, name, tbl_name, sql])
}

type Allowed = { readonly required: ReadonlySet<string>; readonly optional: ReadonlySet<string> }

const allowedOf = new Map<string, Allowed>()

/** Schema entries that SQLite makes of our statements; asked once for each version. */
function allowed(tables: string): Allowed {
  const known = allowedOf.get(tables)
  if (known !== undefined) return known
  const database = openInMemory()
  database.exec(tables)
  const required = new Set(entriesOf(database).map(keyOf))
  database.close()
  const entries = { required, optional: new Set(lateIndexes.map(indexKey)) }
  allowedOf.set(tables, entries)
  return entries
}

/** `CREATE INDEX name ON table (...)`, as all of ours are written. */
function indexKey(statement: string): string {
  const [, , name = '', , table = ''] = statement.split(' ')
  return keyOf({ type: 'index', name, tbl_name: table, sql: statement })
}

/** Did a writer die while it wrote into the file itself? Then what the file says is only true with the journal beside it. */
export function hasHotJournal(path: string): boolean {
  return exists(`${path}-journal`)
}

/**
 * Puts a file back to what it was before its last writer died in the middle of writing; only under its lock, and only
 * where the file is one of ours. Error: `document-empty` when there was nothing before.
 */
export function rollBackHotJournal(path: string, connect: (path: string) => Database): Result<null> {
  if (!hasHotJournal(path)) return ok(null)
  if (pagesBefore(`${path}-journal`) === 0) return emptyDocument()
  const head = judgeHeader(readOwnHead(path, 100))
  if (!head.ok) return head
  // Connecting reads the file, which makes SQLite roll back first.
  connect(path).close()
  return ok(null)
}

/** The journal says how many pages the file had before (SQLite's file format, "The Rollback Journal"). */
function pagesBefore(journal: string): number | null {
  const head = readOwnHead(journal, 28)
  const isJournal = head.length === 28 && head.toString('hex', 0, 8) === 'd9d505f920a163d7'
  return isJournal ? head.readUInt32BE(16) : null
}
