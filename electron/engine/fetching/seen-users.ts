import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/*
 * Users that were written, by fingerprints: 95 bits of the id and 32 of the content. A set of the ids themselves would take
 * a hundred bytes per user, this takes 16 to 32. Two different ids share a fingerprint once in 10^15 files of ten million.
 */

const words = 4
const firstSlots = 1024

export type SeenUsers = {
  /** Notes a user; says whether it is new, was seen just like this, or was seen with another content. */
  readonly add: (id: string, content: string) => 'new' | 'repeated' | 'changed'
  readonly size: () => number
}

/** An open-addressing hash table that grows when it is three quarters full. */
export function createSeenUsers(): SeenUsers {
  let slots = firstSlots
  let table = new Uint32Array(slots * words)
  let size = 0

  const place = (to: Uint32Array, count: number, a: number, b: number, c: number): number => {
    let slot = a % count
    for (;;) {
      const at = slot * words
      // An empty slot: the second word of a fingerprint is never zero.
      if (to[at + 1] === 0) return at
      if (to[at] === a && to[at + 1] === b && to[at + 2] === c) return at
      slot = (slot + 1) % count
    }
  }

  const grow = () => {
    const larger = new Uint32Array(slots * 2 * words)
    for (let at = 0; at < table.length; at += words) {
      const [a = 0, b = 0, c = 0, content = 0] = table.subarray(at, at + words)
      if (b === 0) continue
      larger.set([a, b, c, content], place(larger, slots * 2, a, b, c))
    }
    slots *= 2
    table = larger
  }

  return {
    size: () => size,
    add: (id, content) => {
      const print = hash('sha256', id, 'buffer')
      const [a, b, c] = [print.readUInt32LE(0), (print.readUInt32LE(4) | 1) >>> 0, print.readUInt32LE(8)] as const
      const text = crc32(content)
      const at = place(table, slots, a, b, c)
      if (table[at + 1] === 0) {
        table.set([a, b, c, text], at)
        size += 1
        if (size * 4 > slots * 3) grow()
        return 'new'
      }
      return table[at + 3] === text ? 'repeated' : 'changed'
    },
  }
}
