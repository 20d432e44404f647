import * as z from 'zod'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { DatabaseReplaced, ForeignSidecar } from '../files/own-database.ts'
import { isOurSchema } from './allowed-schema.ts'
import { foreignEnding } from './place.ts'
import { oneRow } from './rows.ts'
import { applicationId, currentSchema, type Schema } from './schema.ts'
import type { Database } from './sqlite.ts'

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

export function emptyDocument(): Problem {
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

/** The version of a document's tables. */
export function versionOf(database: Database): number {
  return oneRow(versionRow, database.prepare('PRAGMA user_version'))?.user_version ?? 0
}

/** Is this a document with exactly the tables of its version? A document may come from anybody: triggers and views are not ours. */
export function checkSchema(database: Database, schema: Schema = currentSchema): Result<null> {
  const application = oneRow(applicationRow, database.prepare('PRAGMA application_id'))?.application_id ?? 0
  const version = versionOf(database)
  const judged = judgeNumbers(application, version, schema.version)
  if (!judged.ok) return judged
  return isOurSchema(database, schema.tablesOf(version)) ? ok(null) : damaged()
}

/** Looks through every page. Takes a second for some hundred thousand users. */
export function checkPages(database: Database): Result<null> {
  const check = database.prepare('PRAGMA quick_check(1)').get()
  return typeof check === 'object' && check !== null && Object.values(check)[0] === 'ok' ? ok(null) : damaged()
}

/** Checks that every user row has its text and facet rows (current schema only). */
export function checkUsers(database: Database, { version }: Schema = currentSchema): Result<null> {
  if (versionOf(database) !== version) return ok(null)
  const incomplete = `SELECT 1 FROM user NOT INDEXED LEFT JOIN user_text ON user_id = user.id LEFT JOIN facet ON facet.id = facet_id
    WHERE user_id IS NULL OR facet.id IS NULL LIMIT 1`
  return database.prepare(incomplete).get() === undefined ? ok(null) : damaged()
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
  // Whatever a document holds is parsed when it is read.
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
