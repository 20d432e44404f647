import * as z from 'zod'
import type { Sample, SourceRecord } from './export-format.ts'
import { textOf } from './cell.ts'
import { createDistinctCounter } from './distinct-counter.ts'
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

export type ColumnCounter = {
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
