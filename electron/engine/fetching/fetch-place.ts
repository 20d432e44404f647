import { linkSync, lstatSync, rmSync } from 'node:fs'
import { extname } from 'node:path'
import { moveIntoPlaceSync } from '../atomic-file.ts'
import { isCode } from '../document/private-file.ts'

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

/** Is anything at this path, be it a link that leads nowhere? */
export function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Gives the part file its name. False: something has that name by now; the part file stays. */
export function publish({ part, out }: FetchPlace): boolean {
  try {
    // Unlike renaming, this never replaces what is there.
    linkSync(part, out)
    rmSync(part)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST') || isTaken(out)) return false
    // A file system without hard links.
    moveIntoPlaceSync(part, out)
    return true
  }
}
