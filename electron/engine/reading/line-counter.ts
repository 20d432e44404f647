import { carriageReturn, newline } from './bytes.ts'

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

/** Finds one byte again and again, and looks through the same bytes only once: the index at or behind `from`, or the number of bytes. Called in rising order. */
function createFinder(wanted: number): (bytes: Buffer, from: number) => number {
  let searched: Buffer | null = null
  let found = 0
  return (bytes, from) => {
    if (bytes !== searched || found < from) {
      const index = bytes.indexOf(wanted, from)
      found = index === -1 ? bytes.length : index
      searched = bytes
    }
    return found
  }
}
