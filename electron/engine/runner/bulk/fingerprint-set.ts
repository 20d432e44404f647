import { fingerprint } from '../../../../shared/core-api/fingerprint.ts'

/*
 * A set of texts, by fingerprints of 53 bits: a set of the texts themselves takes a hundred bytes for each, this takes 11 to
 * 32. Two texts out of a million share a fingerprint in one of 20,000 sets: who is taken for another user of the set has to
 * be asked for, or goes another way, and is never lost by it.
 */

const firstSlots = 1024

export type FingerprintSet = {
  readonly add: (text: string) => void
  /** Adds all of these where the set has none of them, and answers whether it did. */
  readonly addUnlessKnown: (texts: readonly string[]) => boolean
  readonly has: (text: string) => boolean
  readonly size: () => number
}

/** An open-addressing hash table that grows when it is three quarters full. Its length is a power of two. */
export function createFingerprintSet(): FingerprintSet {
  let table = new Float64Array(firstSlots)
  let size = 0

  /** Where a fingerprint is, or would be, by its low bits. An empty slot is zero, which no fingerprint is. */
  const place = (to: Float64Array, print: number): number => {
    const mask = to.length - 1
    let slot = (print >>> 0) & mask
    for (let found = to[slot]; found !== 0 && found !== print; found = to[slot]) slot = (slot + 1) & mask
    return slot
  }

  const grow = () => {
    const larger = new Float64Array(table.length * 2)
    for (const print of table) if (print !== 0) larger[place(larger, print)] = print
    table = larger
  }

  const isKnown = (print: number) => table[place(table, print)] === print
  const addPrint = (print: number) => {
    const slot = place(table, print)
    if (table[slot] === print) return
    table[slot] = print
    size += 1
    if (size * 4 > table.length * 3) grow()
  }

  return {
    add: (text) => addPrint(fingerprint(text)),
    addUnlessKnown: (texts) => {
      const prints = texts.map(fingerprint)
      if (prints.some(isKnown)) return false
      for (const print of prints) addPrint(print)
      return true
    },
    has: (text) => isKnown(fingerprint(text)),
    size: () => size,
  }
}
