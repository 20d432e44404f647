import type { FetchFormat, JsonObject, RecordLines } from './source.ts'

/** One JSON object per line. */
export const ndjson: FetchFormat = {
  begin: '',
  terminator: '\n',
  write: (record) => JSON.stringify(record),
  read: (block) => {
    const value: unknown = JSON.parse(block)
    // Written by `write` from a record.
    return value as JsonObject
  },
}

/** The lines of records. */
export function linesOf(records: readonly JsonObject[]): RecordLines {
  const lines = records.map((record) => Buffer.from(`${ndjson.write(record)}\n`))
  let end = 0
  return { bytes: Buffer.concat(lines), ends: lines.map(({ length }) => (end += length)) }
}

/** A line without its line end. */
export function lineAt({ bytes, ends }: RecordLines, index: number): Buffer {
  return bytes.subarray(ends[index - 1] ?? 0, (ends[index] ?? 1) - 1)
}

/** A record as its line has it. */
export function recordAt(lines: RecordLines, index: number): JsonObject {
  return ndjson.read(lineAt(lines, index).toString())
}

/** All records, as their lines have them. */
export function recordsIn(lines: RecordLines): readonly JsonObject[] {
  return lines.ends.map((_, index) => recordAt(lines, index))
}
