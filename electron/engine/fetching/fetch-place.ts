import { extname } from 'node:path'
import { moveToFreeName } from '../files/free-name.ts'

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
 * Gives the part file its name. `handle`: the part file as it was opened. False: something has the name of the result by now,
 * or the part file was replaced; what is there stays.
 */
export function publish({ part, out }: FetchPlace, handle: number): boolean {
  return moveToFreeName(part, out, handle)
}
