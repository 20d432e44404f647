import { textDigest } from '../../text-digest.ts'

/** How many different texts there were; `exact` false: estimated, within about two percent. */
type DistinctCount = { readonly distinct: number; readonly exact: boolean }

/** Beyond this many different texts they are no longer remembered one by one. */
const maxExact = 16_384

const indexBits = 12
const registers = 1 << indexBits

/**
 * Different texts in bounded memory: by their 32-bit hashes while they are few, which is as good as exact, and by a
 * HyperLogLog sketch from then on. Values themselves are not kept.
 */
export type DistinctTexts = {
  /** Hashes, each in the first free place behind its own, as many places as a power of two; 0: free. Null: there were too many. */
  seen: Int32Array | null
  size: number
  /** Null: none is needed yet. */
  sketch: Uint8Array | null
}

/** No text counted yet. */
export function noTexts(): DistinctTexts {
  return { seen: new Int32Array(fewest), size: 0, sketch: null }
}

const fewest = 64

/** Returns true if the text was not seen before, as far as texts are remembered one by one. */
export function noteText(different: DistinctTexts, text: string): boolean {
  const hash = hashOf(text)
  const { seen, sketch } = different
  if (sketch !== null) note(sketch, hash)
  if (seen === null || !put(seen, hash)) return false
  different.size += 1
  if (different.size > maxExact) {
    const all = new Uint8Array(registers)
    for (const each of seen) if (each !== 0) note(all, each)
    different.sketch = all
    different.seen = null
    return false
  }
  if (different.size * 2 > seen.length) {
    const wider = new Int32Array(seen.length * 2)
    for (const each of seen) if (each !== 0) put(wider, each)
    different.seen = wider
  }
  return true
}

/** Returns false if it is there already. */
function put(seen: Int32Array, hash: number): boolean {
  const mask = seen.length - 1
  let at = hash & mask
  for (let there = seen[at]; there !== 0; there = seen[at]) {
    if (there === hash) return false
    at = (at + 1) & mask
  }
  seen[at] = hash
  return true
}

export function distinctCount({ seen, size, sketch }: DistinctTexts): DistinctCount {
  return seen !== null || sketch === null
    ? { distinct: size, exact: true }
    : { distinct: Math.max(estimate(sketch), maxExact + 1), exact: false }
}

/** Characters of a text that are told apart; hashes and tokens differ long before. */
const maxHashed = 256

/** A digest, mixed once more so that every bit depends on every character, never 0. With a sign, because larger numbers are objects. */
function hashOf(text: string): number {
  let hash = textDigest(text, text.length, Math.min(text.length, maxHashed))
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16) || 1
}

function note(sketch: Uint8Array, hash: number): void {
  const index = hash >>> (32 - indexBits)
  const rank = Math.clz32((hash << indexBits) | (1 << (indexBits - 1))) + 1
  if (rank > (sketch[index] ?? 0)) sketch[index] = rank
}

function estimate(sketch: Uint8Array): number {
  const sum = sketch.reduce((total, rank) => total + 2 ** -rank, 0)
  const raw = ((0.7213 / (1 + 1.079 / registers)) * registers * registers) / sum
  // Different texts of one hash become many only near the number of hashes there are.
  const hashes = 2 ** 32
  return Math.round(raw < hashes / 30 ? raw : -hashes * Math.log(1 - raw / hashes))
}
