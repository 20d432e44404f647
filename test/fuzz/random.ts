import { seededChance } from '../../electron/engine/rehearsal/faults/faults.ts'

/** Numbers that are the same for the same seed, on every machine. */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
  /** True once in `times`. */
  readonly once: (times: number) => boolean
}

/** Good enough to choose places in a file. */
export function createRandom(seed: number): Random {
  const next = seededChance(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    once: (times) => below(times) === 0,
  }
}

/** A seed for each variant of each format, so that one of them can be made again alone. */
export function seedOf(run: number, format: string, variant: number): number {
  let seed = run >>> 0
  for (const unit of `${format} ${variant}`) seed = Math.imul(seed ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return seed
}
