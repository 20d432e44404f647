import { isBlank, openBrace, openBracket, startsWithMark } from './bytes.ts'
import { detectLayout } from './csv-layout.ts'
import { csvRecords } from './csv-records.ts'
import type { Chunk } from './file-bytes.ts'
import type { Head } from './head.ts'
import { jsonScanner } from './json-scanner.ts'
import { holdsLines, surveyJson } from './json-survey.ts'
import { parseJson } from './parse-json.ts'
import type { RawRecord } from './raw-record.ts'
import { scanRecords } from './scan-records.ts'

/** How a file holds its records, and how to read them from its content. */
export type Layout = {
  readonly format: 'csv' | 'json' | 'ndjson'
  readonly delimiter: ',' | ';' | '\t' | null
  readonly header: readonly string[] | null
  readonly records: (content: AsyncIterable<Chunk>) => AsyncIterable<readonly RawRecord[]>
  /** The same for content that begins in the middle of the file, at a record. */
  readonly recordsFrom: (content: AsyncIterable<Chunk>) => AsyncIterable<readonly RawRecord[]>
}

/** Judges by the head, and for JSON by as much of the content as needed. Null: not even one row of a table fits into the head. */
export async function findLayout(head: Head, content: () => AsyncIterable<Chunk>): Promise<Layout | null> {
  const first = firstByte(head.bytes)
  if (first !== openBrace && first !== openBracket) {
    const table = detectLayout(head.bytes, head.whole)
    if (table === null) return null
    const { delimiter, header } = table
    return {
      format: 'csv',
      delimiter,
      header,
      records: (chunks) => csvRecords(chunks, table),
      recordsFrom: (chunks) => csvRecords(chunks, { ...table, dataStart: 0 }),
    }
  }
  const lines = first === openBrace && holdsLines(head.bytes, head.whole)
  const { format, shape } = await surveyJson(content())
  const oneEach = lines && shape.key === null
  const scan = (chunks: AsyncIterable<Chunk>, key: string | null) =>
    scanRecords(chunks, jsonScanner({ key, lines: oneEach }), parseJson)
  return {
    format: oneEach ? 'ndjson' : format,
    delimiter: null,
    header: null,
    records: (chunks) => scan(chunks, shape.key),
    recordsFrom: (chunks) => scan(chunks, null),
  }
}

function firstByte(bytes: Buffer): number | undefined {
  let at = startsWithMark(bytes) ? 3 : 0
  while (isBlank(bytes[at])) at += 1
  return bytes[at]
}
