import * as z from 'zod'
import { setTimeout } from 'node:timers/promises'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { facetCounts, hasProfilePart, withFacet } from './facets.ts'
import { leaveWalMode } from './bulk-load.ts'
import type { Document } from './open-document.ts'
import { allRows, oneNumber } from './rows.ts'
import { getSetting, setSetting } from './settings.ts'
import { collectClosed, type Database } from './sqlite.ts'
import { sql } from './statements.ts'
import { transaction } from './transactions.ts'
import { readStoredCalls } from './stored-calls.ts'
import { bumpUsersVersion } from './users-version.ts'
import { closeSync, existsSync, readSync } from 'node:fs'
import { openReadOnly } from './private-file.ts'

/** Users whose hash or other secret the migration still keeps: secrets of authenticator apps, and what may be a hash. */
export function countHashes(database: Database): number {
  if (getSetting(database, 'hashes-removed') !== undefined) return 0
  const secrets = `SELECT coalesce(sum(users), 0) AS n FROM ${facetCounts} WHERE ${keepsSecret}`
  const maybe = `SELECT count(DISTINCT user_id) AS n FROM finding JOIN user ON user.id = user_id ${withFacet}
    WHERE code = 'unmapped-hash' AND NOT (${keepsSecret})`
  return oneNumber(sql(database, secrets)) + oneNumber(sql(database, maybe))
}

const keepsSecret = `(facet.bucket <> 'none' OR ${hasProfilePart('totp')})`

/** Nothing can be sent, planned or corrected any more once the first hash may be gone; null: all are there. */
export function hashesRemovedProblem(database: Database): ReturnType<typeof problem> | null {
  const at = getSetting(database, 'hashes-removing')
  if (at === undefined) return null
  return problem(
    'hashes-removed',
    `The hashes and other secrets were removed from this migration on ${new Date(at).toISOString().slice(0, 10)}. Begin a new one from the export to send users again.`,
  )
}

const callsRow = z.object({ id: z.number(), calls: z.string() })

/** What was sent stays listed, without the hash it carried. */
function emptyCalls(database: Database, after: number, upTo: number): void {
  const carrying =
    "SELECT user_id AS id, calls FROM user_text WHERE user_id > ? AND user_id <= ? AND (calls LIKE '%passwordHash%' OR calls LIKE '%secretKey%')"
  const empty = sql(database, 'UPDATE user_text SET calls = ? WHERE user_id = ?')
  for (const { id, calls } of allRows(callsRow, sql(database, carrying), after, upTo)) {
    const without = readStoredCalls(calls).map((call) =>
      call.kind === 'import' ? { ...call, passwordHash: '' } : call.kind === 'totp' ? { ...call, secretKey: '' } : call,
    )
    empty.run(JSON.stringify(without), id)
  }
}

const batch = 20_000

/** From here on nobody is sent, planned or corrected: some may have lost their hash. */
export function beginRemovingHashes(database: Database, now: number): void {
  setSetting(database, 'hashes-removing', now)
}

const readByAnotherProgram = problem(
  'hashes-read',
  'Another program is reading the migration: another window, a report being saved, or a backup. Hashes stay readable in the file until it has finished. Close it, then remove the hashes again.',
)

/**
 * Has the document for this connection alone, without a journal beside it: as long as anybody reads it, pages that were
 * cleaned stay in the journal, and the file keeps the old ones. Waits a little for readers that are about to end.
 */
export async function acquireExclusively(database: Database, tries = 20): Promise<Result<null>> {
  for (let left = tries; left > 0; left -= 1) {
    await collectClosed()
    if (leaveWalMode(database)) return ok(null)
    if (left > 1) await setTimeout(100)
  }
  releaseExclusive(database)
  return readByAnotherProgram
}

/** Others may read again beside this connection. */
export function releaseExclusive(database: Database): void {
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL')
}

/**
 * Takes every hash out of a document that was taken alone: from users, from the parts that joined them, from corrections,
 * and what only may be one; then writes the whole file anew, so that none is left in pages that nobody uses. What became of each user stays. They
 * count as removed once the bytes of the file were searched for them. Killed half way, it can be asked for again.
 */
export function removeHashes({ database, path }: Pick<Document, 'database' | 'path'>, now: number): Result<null> {
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON')
    beginRemovingHashes(database, now)
    emptyUsers(database)
    database.exec('VACUUM')
  } catch (error) {
    if (error instanceof Error && /\block(ed)?\b|\bbusy\b/.test(error.message)) return readByAnotherProgram
    throw error
  }
  const places = countHashTexts(path)
  if (places > 0) return hashesLeft(places)
  setSetting(database, 'hashes-removed', now)
  return ok(null)
}

function hashesLeft(places: number): ReturnType<typeof problem> {
  return problem(
    'hashes-left',
    `The hashes and TOTP secrets of the users were removed, but the file still contains text that looks like a hash (${places}), for example as a user ID. Do not share this file.`,
  )
}

function emptyUsers(database: Database): void {
  const last = oneNumber(sql(database, 'SELECT max(id) AS n FROM user'))
  const lastPart = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM partial_record'))
  for (let from = 0; from <= Math.max(last, lastPart); from += batch) {
    transaction(database, () => {
      const range = [from, from + batch] as const
      sql(
        database,
        "UPDATE user_text SET source = json_remove(source, '$.hash', '$.unmapped', '$.profile.totp') WHERE user_id > ? AND user_id <= ? AND (source LIKE '%\"hash\"%' OR source LIKE '%\"totp\"%' OR source LIKE '%\"unmapped\"%')",
      ).run(...range)
      emptyCalls(database, ...range)
      sql(
        database,
        "UPDATE user SET correction = json_remove(correction, '$.hash') WHERE id > ? AND id <= ? AND correction LIKE '%\"hash\"%'",
      ).run(...range)
      sql(
        database,
        "UPDATE partial_record SET part = json_remove(part, '$.hash', '$.unmapped', '$.totp') WHERE id > ? AND id <= ? AND (part LIKE '%\"hash\"%' OR part LIKE '%\"totp\"%' OR part LIKE '%\"unmapped\"%')",
      ).run(...range)
    })
  }
  transaction(database, () => bumpUsersVersion(database))
}

/**
 * Texts in which a document keeps password hashes and TOTP secrets, and the two forms of hashes that are plain to see wherever
 * they stand. The names are how `stored-user.ts` and `stored-calls.ts` write them, whatever the family.
 */
const hashText =
  /"hash":(?!null)|"passwordHash":"(?!")|"secretKey":"(?!")|"totp":\["|\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|\$argon2(?:id|i|d)\$[^\0]{0,80}\$[A-Za-z0-9+/]{20}/g

const pieceBytes = 1024 * 1024

/** Longer than any text above, so that one that lies across two pieces is seen. */
const overlapBytes = 256

/**
 * Counts texts like password hashes in the bytes of a document and of what SQLite may have left beside it. The connection
 * of this process must be alone and at rest: closing the file drops its locks.
 */
function countHashTexts(path: string): number {
  return ['', '-wal', '-journal']
    .map((ending) => `${path}${ending}`)
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + countIn(file), 0)
}

function countIn(file: string): number {
  const handle = openReadOnly(file)
  const piece = Buffer.alloc(pieceBytes)
  let found = 0
  try {
    for (let at = 0; ; at += pieceBytes - overlapBytes) {
      const length = readSync(handle, piece, 0, pieceBytes, at)
      found += [...piece.toString('latin1', 0, length).matchAll(hashText)].length
      if (length < pieceBytes) return found
    }
  } finally {
    closeSync(handle)
  }
}
