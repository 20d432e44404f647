import { fstatSync, linkSync, rmSync } from 'node:fs'
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
