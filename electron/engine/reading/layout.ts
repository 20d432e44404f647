import type { FileFormat } from '../../../shared/mapping/export-format.ts'
import { linePlaces, type Places } from '../../../shared/places.ts'
import type { ControlBook } from './control-totals/control-book.ts'
import type { Delimiter } from './csv/csv-layout.ts'
import type { Chunk } from './file-bytes.ts'
import type { RawRecord } from './raw-record.ts'
import type { ScanOptions } from './scan-records.ts'
import type { ChangeElsewhere } from './sql/changes/changes-elsewhere.ts'
import type { WantsTable } from './sql/sql-statements.ts'
import type { DumpTable } from './sql/sql-survey.ts'

/** The detected layout of a file, with the functions that read its records. */
export type Layout = {
  readonly format: FileFormat
  readonly delimiter: Delimiter | null
  readonly header: readonly string[] | null
  /** The names of the header are none of the file, and were found by its form and its values. */
  readonly isNameless?: true
  /** Number of columns of a table. */
  readonly width?: number
  /** Number of cells per row, if all rows of a table are shorter than its header. */
  readonly shortRows?: number
  /** The columns of the primary key where a database printed the rows; empty if it did not say. */
  readonly key?: readonly string[]
  /** The tables with rows, in a dump. */
  readonly tables?: readonly DumpTable[]
  /** The names of tables without rows that a dump or database defines; absent: none. */
  readonly emptyTables?: readonly string[]
  /** The names of tables that get rows of queries, which a dump does not have; absent: none. */
  readonly queriedTables?: readonly string[]
  /** Statements of a dump about tables of which it has no rows; absent: none. */
  readonly elsewhere?: readonly ChangeElsewhere[]
  /** The field with the name of the list that a user is from, where the users of several lists are read together. */
  readonly groupField?: string
  /** The field with the name before each entry, where the entries have none that is called so. */
  readonly labelField?: string
  /** The file is one object and no list. */
  readonly isOneObject?: boolean
  readonly places: Places
  /** Results of detecting the layout: the first records, and the content if it is one value. */
  readonly parsed?: { readonly first: AsyncIterable<readonly RawRecord[]>; readonly whole: unknown }
  /** Reads all records; in a dump, the rows of the wanted tables. */
  readonly records: (
    content: AsyncIterable<Chunk>,
    wants: WantsTable,
    book?: ControlBook,
  ) => AsyncIterable<readonly RawRecord[]>
  /** Reads the records from an offset on. */
  readonly recordsFrom: (content: AsyncIterable<Chunk>, offset: number) => AsyncIterable<readonly RawRecord[]>
}

/** A table alone is a list of records. */
export function severalTables(tables: readonly DumpTable[]): Pick<Layout, 'tables'> {
  return tables.length > 1 ? { tables } : {}
}

export const entryPlaces: Places = { word: 'entry', sections: [] }

/** The content without its first `count` bytes. */
export async function* skipBytes(chunks: AsyncIterable<Chunk>, count: number): AsyncGenerator<Chunk> {
  let left = count
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') yield chunk
    else if (left < chunk.bytes.length) yield { kind: 'bytes', bytes: chunk.bytes.subarray(left) }
    left -= chunk.kind === 'bytes' ? Math.min(left, chunk.bytes.length) : 0
  }
}

/** The records from an offset on, where one alone does not say all of itself. */
export async function* recordsBehind(
  batches: AsyncIterable<readonly RawRecord[]>,
  from: number,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of batches) {
    const records = batch.filter(({ offset }) => offset >= from)
    if (records.length > 0) yield records
  }
}

type ReadLines = (chunks: AsyncIterable<Chunk>, options: ScanOptions) => AsyncIterable<readonly RawRecord[]>

/** Reads records that have lines. `from`: those from an offset on, where it reads others. */
export function readBy(all: ReadLines, from = all): Pick<Layout, 'places' | 'records' | 'recordsFrom'> {
  return {
    places: linePlaces,
    records: (chunks, _, book) => all(chunks, { book }),
    recordsFrom: (chunks, offset) => from(skipBytes(chunks, offset), { isStart: offset === 0 }),
  }
}

/** Replaces line numbers by record numbers, from 1. */
export async function* numbered(batches: AsyncIterable<readonly RawRecord[]>): AsyncGenerator<readonly RawRecord[]> {
  let before = 0
  for await (const batch of batches) {
    const first = before + 1
    before += batch.length
    yield batch.map((record, index) => ({ ...record, line: first + index }))
  }
}
