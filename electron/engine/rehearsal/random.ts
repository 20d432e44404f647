import { randomFillSync, randomUUID } from 'node:crypto'

/** Where ids and codes come from; tests pass a predictable one. */
export type Random = {
  /** `length` random bytes in a buffer of their own. */
  readonly bytes: (length: number) => Buffer
  readonly uuid: () => string
}

/** Cryptographic randomness, drawn in blocks because a code takes three small draws. */
export function systemRandom(): Random {
  const block = Buffer.alloc(8192)
  let used = block.length
  return {
    bytes(length) {
      if (length > block.length) return randomFillSync(Buffer.alloc(length))
      if (used + length > block.length) {
        randomFillSync(block)
        used = 0
      }
      const drawn = Buffer.from(block.subarray(used, used + length))
      used += length
      return drawn
    },
    // Node puts the text together from some twenty pieces and keeps them all; a million users need it in one.
    uuid: () => Buffer.from(randomUUID(), 'latin1').toString('latin1'),
  }
}

/** `count` decimal digits, e.g. `003700`, evenly spread. */
export function randomDigits(random: Random, count: number): string {
  let digits = ''
  while (digits.length < count) {
    // 250 and above would favour the low digits.
    for (const byte of random.bytes(count)) {
      if (byte < 250 && digits.length < count) digits += String(byte % 10)
    }
  }
  return digits
}
