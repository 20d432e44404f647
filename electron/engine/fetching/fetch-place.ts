import { fstatSync, linkSync, rmSync } from 'node:fs'
import { extname } from 'node:path'
import { moveIntoPlaceSync } from '../files/atomic-file.ts'
import { isSameFile, isTaken, statOf } from '../files/own-file.ts'
import { isCode } from '../files/private-file.ts'

/** The files of one fetch. */
export type FetchPlace = {
  readonly out: string
  /** Grows until everything is there. */
  readonly part: string
  readonly journal: string
  readonly lock: string
  /** Beside the users, where the source has something to say besides them. */
  readonly parameters: string
}

export function placeOf(out: string): FetchPlace {
  const stem = out.slice(0, out.length - extname(out).length)
  return {
    out,
    part: `${out}.part`,
    journal: `${out}.fetch`,
    lock: `${out}.fetch-lock`,
    parameters: `${stem}.parameters.json`,
  }
}

/**
 * Gives the part file its name. `handle`: the part file as it was opened; another file under its name is not published.
 * False: something has the name of the result by now, or the part file was replaced; what is there stays.
 */
export function publish({ part, out }: FetchPlace, handle: number): boolean {
  const written = fstatSync(handle, { bigint: true })
  if (!isSameFile(statOf(part), written)) return false
  try {
    // Unlike renaming, this never replaces what is there.
    linkSync(part, out)
  } catch (error) {
    if (isCode(error, 'EEXIST') || isTaken(out)) return false
    // A file system without hard links.
    moveIntoPlaceSync(part, out)
    return isSameFile(statOf(out), written)
  }
  if (!isSameFile(statOf(out), written)) {
    rmSync(out)
    return false
  }
  rmSync(part)
  return true
}
