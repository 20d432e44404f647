import { parseJson as parseText } from '../../../../shared/json.ts'
import type { Chunk } from '../file-bytes.ts'
import type { RawRecord } from '../raw-record.ts'
import { type Parsed, type ScanOptions, scanRecords } from '../scan-records.ts'
import { dataLines, scanLines } from '../lines/secret-lines.ts'
import { parseJson } from './json-value.ts'

/* Lines of JSON, each of which was written as a text once more: `"{\"email\": \"ann@acme.example\"}"`, as queues and logs keep them. */

/** Whether nearly all of the first lines are objects written as a text. */
export function areQuotedObjects(head: Buffer, whole: boolean): boolean {
  const lines = dataLines(head, whole)
  const objects = lines.filter(({ text }) => text.startsWith('"{') && readQuoted(text).kind === 'record')
  return objects.length > 0 && objects.length >= lines.length * 0.8
}

export function quotedRecords(
  chunks: AsyncIterable<Chunk>,
  options: ScanOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  return scanRecords(chunks, scanLines, (text) => (text.trim() === '' ? null : readQuoted(text)), options)
}

function readQuoted(line: string): Parsed {
  const text = parseText(line.trim().replace(/,$/, ''))
  if (typeof text !== 'string')
    return { kind: 'unreadable', reason: 'This line is no object of JSON that was written as a text.' }
  const parsed = parseJson(text)
  // Within the text, characters that it escapes move its places.
  return parsed.kind === 'unreadable' ? { kind: 'unreadable', reason: parsed.reason } : parsed
}
