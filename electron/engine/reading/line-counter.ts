import { carriageReturn, newline } from './bytes.ts'
import { createFinder } from './find-byte.ts'

/** Counts lines from 1 through bytes that come in stretches. LF, CR and CRLF end a line. */
export function createLineCounter() {
  const nextReturn = createFinder(carriageReturn)
  const nextFeed = createFinder(newline)
  let line = 1
  /** The last byte was a CR: the LF of a CRLF ends no second line. */
  let afterReturn = false
  return {
    line: () => line,
    /** Goes on through the bytes from `from` up to but not with `to`. */
    pass: (bytes: Buffer, from: number, to: number) => {
      let at = from
      while (at < to) {
        if (afterReturn && bytes[at] === newline) at += 1
        afterReturn = false
        const end = Math.min(nextReturn(bytes, at), nextFeed(bytes, at))
        if (end >= to) return
        line += 1
        afterReturn = bytes[end] === carriageReturn
        at = end + 1
      }
    },
  }
}
