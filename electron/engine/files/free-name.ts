import { fstatSync, linkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { exists } from './folders.ts'
import { moveIntoPlaceSync } from './atomic-file.ts'
import { isSameFile, isTaken, statOf } from './own-file.ts'
import { isCode } from './private-file.ts'

/**
 * Gives a complete file another name, never in place of what has that name. `handle`: the file as it was opened; another file under
 * its name is not moved. False: the name is taken by now, or the file was replaced; what is there stays.
 */
export function moveToFreeName(from: string, to: string, handle: number): boolean {
  const written = fstatSync(handle, { bigint: true })
  if (!isSameFile(statOf(from), written)) return false
  try {
    // Unlike renaming, this never replaces what is there.
    linkSync(from, to)
  } catch (error) {
    if (isCode(error, 'EEXIST') || isTaken(to)) return false
    // A file system without hard links.
    moveIntoPlaceSync(from, to)
    return isSameFile(statOf(to), written)
  }
  if (!isSameFile(statOf(to), written)) {
    rmSync(to)
    return false
  }
  rmSync(from)
  return true
}

/** `name` with an extension, then `name (2)`, `name (3)`: the first that is free. */
export function freePath(
  folder: string,
  stem: string,
  extension: string,
  isFree: (path: string) => boolean = (path) => !exists(path),
): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${numbered(stem, number)}.${extension}`)
    if (isFree(path)) return path
  }
}

/** How the first, the second of several things with one name are called. */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name} (${number})`
}

/** The name of an export without its extensions: `users` of `users.sql.gz`. */
export function stemOf(file: string): string {
  return basename(file)
    .replace(/(?<=.)\.(gz|zip)$/i, '')
    .replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '')
}
