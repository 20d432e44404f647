import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { bytes } from '../../../shared/format.ts'
import { problem } from '../../../shared/result.ts'
import { deviceOf, freeBytesIn, sizeOf } from '../files/folders.ts'
import type { Database } from './sqlite.ts'

/** Bytes that are free in a folder; null: the system does not say. A parameter for tests. */
export type FreeSpace = (folder: string) => number | null

/** Larger documents are not put together in memory while they are written anew. */
const maxInMemory = 64 * 1024 * 1024

/**
 * Why a document cannot be written anew: SQLite writes it into a temporary file first, then into its place, with the pages that
 * were there before in a journal beside it. Null: there is space for all of that.
 */
export function spaceMissing(path: string, freeSpace: FreeSpace = freeBytesIn): ReturnType<typeof problem> | null {
  const size = sizeOf(path) ?? 0
  const own = dirname(path)
  const temporary = size > maxInMemory ? temporaryFolder() : null
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
 * Rewrites the document, so that no deleted data is left in it. A temporary file has no name and is removed
 * automatically.
 */
export function rewriteFile(database: Database, path: string): void {
  const large = isLarge(path)
  if (large) database.exec('PRAGMA temp_store = FILE')
  try {
    database.exec('VACUUM')
  } finally {
    if (large) database.exec('PRAGMA temp_store = MEMORY')
  }
}

/** It takes longer than a moment to write it anew. */
export function isLarge(path: string): boolean {
  return (sizeOf(path) ?? 0) > maxInMemory
}

/** Where SQLite makes temporary files (its manual, "Temporary Files Used By SQLite", section 5). */
function temporaryFolder(): string {
  if (process.platform === 'win32') return tmpdir()
  const { SQLITE_TMPDIR, TMPDIR } = process.env
  const wanted = [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp']
  return wanted.find((folder) => folder !== undefined && deviceOf(folder) !== null) ?? tmpdir()
}
