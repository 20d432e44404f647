import * as z from 'zod'
import { textOf } from './cell.ts'
import type { Sample, SourceRecord } from './export-format.ts'
import { maskSample } from './mask-sample.ts'
import { profileColumns } from './profile-columns.ts'
import { isPlainName, readerOf } from './value-at.ts'

const count = z.number().int().nonnegative()

/** What one column holds over all records of a file. */
const columnCountSchema = z.object({
  path: z.string().max(500),
  /** Records with a value in it. */
  filled: count,
  /** Different values; an estimate unless `exact`. */
  distinct: count,
  exact: z.boolean(),
  /** Up to three different values as they may be shown, the first that were met. */
  samples: z.array(z.string().max(100)).max(3),
})
export type ColumnCount = z.infer<typeof columnCountSchema>

/** What the columns of a file hold, counted while all of it is read. `records`: those that were looked at. */
export const columnCountsSchema = z.object({ records: count, columns: z.array(columnCountSchema).max(400) })
export type ColumnCounts = z.infer<typeof columnCountsSchema>

type ColumnCounter = {
  readonly add: (record: SourceRecord) => void
  readonly counts: () => ColumnCounts
}

/** Counts values of the columns that the first records have: those that the screen shows. */
export function countColumns(sample: Sample): ColumnCounter {
  const columns = profileColumns(sample.records, sample.header).map(({ path }) => createColumn(path))
  // Fields are met in the order of the record, which is much faster than to look up each; paths into one are few.
  const fields = new Map(
    columns.flatMap((column) => (isPlainName(column.path) ? [[column.path, column] as const] : [])),
  )
  const inside = columns.flatMap(({ path, add }) => (isPlainName(path) ? [] : [{ add, read: readerOf(path) }]))
  let records = 0
  return {
    add: (record) => {
      records += 1
      for (const name in record) fields.get(name)?.add(record[name])
      for (const { add, read } of inside) add(read(record))
    },
    counts: () => ({ records, columns: columns.map(({ count: counted }) => counted()) }),
  }
}

const maxSamples = 3
/** Different values that are looked at for another sample: masked, nearly all hashes of a family look alike. */
const maxTried = 2000

function createColumn(path: string) {
  const distinct = createDistinctCounter()
  const samples: string[] = []
  let filled = 0
  let tried = 0
  let last = ''
  return {
    path,
    add: (value: unknown): void => {
      const text = textOf(value)
      if (text === null) return
      filled += 1
      // Columns of few values mostly repeat the one before.
      if (text === last) return
      last = text
      if (!distinct.add(text) || samples.length === maxSamples || tried === maxTried) return
      tried += 1
      const sample = maskSample(path, text)
      if (!samples.includes(sample)) samples.push(sample)
    },
    count: (): ColumnCount => ({ path, filled, samples, ...distinct.count() }),
  }
}

/** How many different texts there were; `exact` false: estimated, within about two percent. */
type DistinctCount = { readonly distinct: number; readonly exact: boolean }

type DistinctCounter = {
  /** Returns true if the text was not seen before, as far as texts are remembered one by one. */
  readonly add: (text: string) => boolean
  readonly count: () => DistinctCount
}

/** Beyond this many different texts they are no longer remembered one by one. */
const maxExact = 16_384

const indexBits = 12
const registers = 1 << indexBits

/**
 * Counts different texts in bounded memory: by their 32-bit hashes while they are few, which is as good as exact, and by a
 * HyperLogLog sketch from then on. Values themselves are not kept.
 */
export function createDistinctCounter(): DistinctCounter {
  let seen: Set<number> | null = new Set()
  let sketch: Uint8Array | null = null
  return {
    add: (text) => {
      const hash = hashOf(text)
      if (seen !== null) {
        if (seen.has(hash)) return false
        seen.add(hash)
        if (seen.size <= maxExact) return true
        sketch = new Uint8Array(registers)
        for (const each of seen) note(sketch, each)
        seen = null
      } else if (sketch !== null) note(sketch, hash)
      return false
    },
    count: () =>
      seen !== null || sketch === null
        ? { distinct: seen?.size ?? 0, exact: true }
        : { distinct: Math.max(estimate(sketch), maxExact + 1), exact: false },
  }
}

/** Characters of a text that are told apart; hashes and tokens differ long before. */
const maxHashed = 256

/** FNV-1a, mixed once more so that every bit depends on every character. With a sign, because larger numbers are objects. */
function hashOf(text: string): number {
  const length = Math.min(text.length, maxHashed)
  let hash = 0x811c9dc5 ^ text.length
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
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
