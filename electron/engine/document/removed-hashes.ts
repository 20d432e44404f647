import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import { bytes } from '../../../shared/format.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { deviceOf, exists, freeBytesIn, sizeOf } from '../files/folders.ts'
import { closeHandle, openReadOnly, readAt } from '../files/own-file.ts'
import { bumpUsersVersion, facetCounts, hasAnyOfPart, withFacet } from './facets.ts'
import type { Document } from './open-document.ts'
import { getSetting, setSetting } from './settings.ts'
import { allRows, collectClosed, type Database, leaveWalMode, oneNumber, sql, transaction } from './sqlite.ts'
import { readStoredCalls } from './stored-calls.ts'

/** Users whose hash or other secret the migration still keeps: secrets of authenticator apps, and what may be a hash. */
export function countHashes(database: Database): number {
  if (getSetting(database, 'hashes-removed') !== undefined) return 0
  const secrets = `SELECT coalesce(sum(users), 0) AS n FROM ${facetCounts} WHERE ${keepsSecret}`
  const maybe = `SELECT count(DISTINCT user_id) AS n FROM finding JOIN user ON user.id = user_id ${withFacet}
    WHERE code IN ('unmapped-hash', 'second-hash') AND NOT (${keepsSecret})`
  return oneNumber(sql(database, secrets)) + oneNumber(sql(database, maybe))
}

/** Whether secrets of authenticator apps are among them. */
export function keepsTotpSecrets(database: Database): boolean {
  const found = `SELECT coalesce(sum(users), 0) AS n FROM ${facetCounts} WHERE ${hasAnyOfPart('totp')}`
  return oneNumber(sql(database, found)) > 0
}

const keepsSecret = `(facet.bucket <> 'none' OR ${hasAnyOfPart('totp')})`

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

/** Sent calls stay listed, without the hash that they carried. Calls of a facet have none. */
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
  // Users of a pass have hashes of their own.
  database.exec('DELETE FROM pass_stage; DELETE FROM pending_change')
}

const readByAnotherProgram = problem(
  'hashes-read',
  'Another program is reading the migration: another window, a report being saved, or a backup. Hashes stay readable in the file until it has finished. Close it, then remove the hashes again.',
)

/**
 * Has the document for this connection alone, without a journal beside it: as long as anybody reads it, pages that were
 * cleaned stay in the journal, and the file keeps the old ones. Waits a little for readers that are about to end.
 * Collects all garbage again only where a connection of this thread was closed meanwhile.
 * `wait`: between two tries; a parameter for tests.
 */
export async function acquireExclusively(
  { database, path }: Pick<Document, 'database' | 'path'>,
  tries = 20,
  wait: () => Promise<unknown> = () => setTimeout(100),
): Promise<Result<null>> {
  await collectClosed()
  for (let left = tries; !leaveWalMode(database); left -= 1) {
    if (left === 1) {
      releaseExclusive(database)
      return readByAnotherProgram
    }
    await wait()
    await collectClosed(path)
  }
  return ok(null)
}

/** Others may read again beside this connection. */
export function releaseExclusive(database: Database): void {
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL')
}

type RemovalOptions = {
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
  let places: number
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON')
    beginRemovingHashes(database, now)
    // To empty the users takes somewhat longer than to write the file anew and to search it.
    if (!(await emptyUsers(database, signal, (share) => onProgress(Math.round(share * 60), 100)))) return removalStopped
    // SQLite answers nothing until a large file is written anew: the window shows before that there is no telling how far it is.
    const inFile = large(path)
    if (inFile) {
      onProgress(0, 0)
      await setTimeout(noticeMs)
    }
    rewriteFile(database, inFile)
    places = await countHashTexts(path, (share) => onProgress(80 + Math.round(share * 20), 100))
  } catch (error) {
    if (error instanceof Error && /\block(ed)?\b|\bbusy\b/.test(error.message)) return readByAnotherProgram
    throw error
  }
  if (places > 0) return hashesLeft(places)
  setSetting(database, 'hashes-removed', now)
  return ok(null)
}

/** The window is notified of a change and queries it within this time; milliseconds. */
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
 * of this process must be alone and at rest: closing the file drops its locks. `onProgress`: the part that was searched.
 */
export async function countHashTexts(path: string, onProgress: (share: number) => void): Promise<number> {
  const files = ['', '-wal', '-journal'].map((ending) => `${path}${ending}`).filter((file) => exists(file))
  let found = 0
  for (const file of files) found += await countIn(file, onProgress)
  return found
}

async function countIn(file: string, onProgress: (share: number) => void): Promise<number> {
  const size = bytesIn(file)
  const handle = openReadOnly(file)
  const piece = Buffer.alloc(pieceBytes)
  let found = 0
  try {
    for (let at = 0; ; at += pieceBytes - overlapBytes) {
      const length = readAt(handle, piece, at)
      const isLast = length < pieceBytes
      const texts = piece.toString('latin1', 0, length).matchAll(hashText)
      // A match that begins among the last bytes may be cut off; the next piece has it whole.
      found += [...texts].filter(({ index }) => isLast || index < pieceBytes - overlapBytes).length
      if (isLast) return found
      onProgress(at / size)
      await setImmediate()
    }
  } finally {
    closeHandle(handle)
  }
}

/** Bytes that are free in a folder; null: the system does not say. A parameter for tests. */
export type FreeSpace = (folder: string) => number | null

/** Larger documents are not put together in memory while they are written anew. */
const maxInMemory = 64 * 1024 * 1024

/**
 * Why a document cannot be written anew: SQLite writes it into a temporary file first, then into its place, with the pages that
 * were there before in a journal beside it. Null: there is space for all of that.
 */
function spaceMissing(path: string, freeSpace: FreeSpace = freeBytesIn): ReturnType<typeof problem> | null {
  const size = bytesIn(path)
  const own = dirname(path)
  const temporary = isLarge(path) ? temporaryFolder() : null
  const isShared = temporary !== null && deviceOf(temporary) === deviceOf(own)
  const wanted = [
    { folder: own, need: isShared ? size * 2 : size },
    ...(temporary === null || isShared ? [] : [{ folder: temporary, need: size }]),
  ]
  for (const { folder, need } of wanted) {
    const free = freeSpace(folder)
    if (free === null || free >= need) continue
    return problem(
      'space-missing',
      `The migration is written anew without the hashes, which takes ${bytes(need)} of free disk space in ${folder} for a while; ${bytes(free)} are free. Nothing was removed. Free some space, then remove the hashes again.`,
    )
  }
  return null
}

/**
 * Rewrites the document, so that no deleted data is left in it. `inFile`: put together in a temporary file instead of in memory;
 * it has no name and is removed automatically.
 */
function rewriteFile(database: Database, inFile: boolean): void {
  if (inFile) database.exec('PRAGMA temp_store = FILE')
  try {
    database.exec('VACUUM')
  } finally {
    database.exec('PRAGMA temp_store = MEMORY')
  }
}

/** It takes longer than a moment to write it anew. */
function isLarge(path: string): boolean {
  return bytesIn(path) > maxInMemory
}

function bytesIn(path: string): number {
  return sizeOf(path) ?? 0
}

/** Where SQLite makes temporary files (its manual, "Temporary Files Used By SQLite", section 5). */
function temporaryFolder(): string {
  if (process.platform === 'win32') return tmpdir()
  const { SQLITE_TMPDIR, TMPDIR } = process.env
  const wanted = [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp']
  return wanted.find((folder) => folder !== undefined && deviceOf(folder) !== null) ?? tmpdir()
}
