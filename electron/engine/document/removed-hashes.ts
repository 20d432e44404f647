import * as z from 'zod'
import { setImmediate, setTimeout } from 'node:timers/promises'
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
import { isLarge, rewriteFile, spaceMissing, type FreeSpace } from './rewrite-file.ts'
import { countHashTexts } from './search-hashes.ts'
import { bumpUsersVersion } from './users-version.ts'

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

/** Sent calls stay listed, without the hash that they carried. */
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

const batch = 10_000

/** From here on no user is sent, planned or corrected: some may have lost their hash. */
export function beginRemovingHashes(database: Database, now: number): void {
  setSetting(database, 'hashes-removing', now)
  // What a pass read or held has hashes of its own.
  database.exec('DELETE FROM pass_stage; DELETE FROM pending_change')
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

export type RemovalOptions = {
  readonly now: number
  readonly signal: AbortSignal
  /** How far it is, of `total`. */
  readonly onProgress: (done: number, total: number) => void
  readonly freeSpace?: FreeSpace | undefined
  /** Whether it takes longer than a moment to write the file anew; a parameter for tests. */
  readonly large?: (path: string) => boolean
}

/**
 * Removes every hash from a document that is opened exclusively: from users, from the parts that joined them, from
 * corrections, and values that may be a hash; then rewrites the whole file, so that no hash stays in a free page. The
 * outcome of each user stays. Hashes count as removed once the bytes of the file were searched for them. Can be
 * repeated after a stop or a kill.
 */
export async function removeHashes(
  { database, path }: Pick<Document, 'database' | 'path'>,
  { now, signal, onProgress, freeSpace, large = isLarge }: RemovalOptions,
): Promise<Result<null>> {
  const missing = spaceMissing(path, freeSpace)
  if (missing !== null) return missing
  let places = 0
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON')
    beginRemovingHashes(database, now)
    // To empty the users takes somewhat longer than to write the file anew and to search it.
    if (!(await emptyUsers(database, signal, (share) => onProgress(Math.round(share * 60), 100)))) return removalStopped
    // SQLite answers nothing until a large file is written anew: the window shows before that there is no telling how far it is.
    if (large(path)) {
      onProgress(0, 0)
      await setTimeout(noticeMs)
    }
    rewriteFile(database, path)
    places = await countHashTexts(path, (share) => onProgress(80 + Math.round(share * 20), 100))
  } catch (error) {
    if (error instanceof Error && /\block(ed)?\b|\bbusy\b/.test(error.message)) return readByAnotherProgram
    throw error
  }
  if (places > 0) return hashesLeft(places)
  setSetting(database, 'hashes-removed', now)
  return ok(null)
}

/** The window is told of a change, and asks what it is, within this time; milliseconds. */
const noticeMs = 1000

const removalStopped = problem(
  'hashes-stopped',
  'Removing the hashes was stopped before its end: some are still in this migration. Remove them again to finish.',
)

function hashesLeft(places: number): ReturnType<typeof problem> {
  return problem(
    'hashes-left',
    `The hashes and TOTP secrets of the users were removed, but the file still contains text that looks like a hash (${places}), for example as a user ID. Do not share this file.`,
  )
}

/** Some users at a time; others get their turn in between. False: stopped. */
async function emptyUsers(
  database: Database,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<boolean> {
  const last = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user'))
  const lastPart = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM partial_record'))
  const end = Math.max(last, lastPart)
  for (let from = 0; from <= end; from += batch) {
    if (signal.aborted) return false
    transaction(database, () => emptyBatch(database, from, from + batch))
    onProgress(Math.min(from + batch, end) / Math.max(end, 1))
    await setImmediate()
  }
  transaction(database, () => bumpUsersVersion(database))
  return true
}

function emptyBatch(database: Database, after: number, upTo: number): void {
  const range = [after, upTo] as const
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
}
