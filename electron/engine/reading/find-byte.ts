/** Answers the index of the next wanted byte at or behind `from`, or the number of bytes. Ask in rising order. */
export type FindByte = (bytes: Buffer, from: number) => number

/** Finds one byte again and again, and looks through the same bytes only once. */
export function createFinder(wanted: number): FindByte {
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
