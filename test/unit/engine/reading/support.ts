import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { readingShortcuts } from '../../../../electron/engine/import-pipeline/fast/fast-paths.ts'
import type { Chunk } from '../../../../electron/engine/reading/file-bytes.ts'
import { openExport, type OpenedExport, type RawRecord } from '../../../../electron/engine/reading/open-export.ts'

const folder = mkdtempSync(join(tmpdir(), 'reading-'))
let files = 0

/** A file with this content; the name says nothing about it. */
export function fileWith(content: string | Buffer): string {
  files += 1
  const path = join(folder, `export-${files}`)
  writeFileSync(path, content)
  return path
}

export async function openWith(content: string | Buffer): Promise<OpenedExport> {
  const opened = await openExport(fileWith(content))
  if (!opened.ok) throw new Error(`not opened: ${opened.error.code}`)
  return opened.value
}

/** The shortcuts of reading, whatever the environment says. */
export const shortcuts = readingShortcuts('')

/** Every record of a file, which are the same with shortcuts and without; a problem is answered as its code. */
export async function readAll(content: string | Buffer): Promise<readonly RawRecord[] | string> {
  const path = fileWith(content)
  const opened = await openExport(path)
  if (!opened.ok) return opened.error.code
  const records = await collect(opened.value.batches())
  if (content.length > 1_000_000) return records
  const faster = await openExport(path, { shortcuts })
  expect(faster.ok && (await collect(faster.value.batches()))).toEqual(records)
  return records
}

export async function collect(batches: AsyncIterable<readonly RawRecord[]>): Promise<readonly RawRecord[]> {
  const records: RawRecord[] = []
  for await (const batch of batches) records.push(...batch)
  return records
}

export function valuesOf(records: readonly RawRecord[] | string): unknown {
  return typeof records === 'string'
    ? records
    : records.map((record) => (record.kind === 'record' ? record.value : record.reason))
}

/** Without the rows of tables that are not called after people. */
export function ofPeople(records: readonly RawRecord[] | string): readonly RawRecord[] | string {
  return typeof records === 'string'
    ? records
    : records.filter((record) => record.kind !== 'record' || mentionsPeople(record.table ?? 'users'))
}

/** Records by line, unreadable ones by the beginning of their reason. */
export function linesOf(records: readonly RawRecord[] | string): unknown {
  return typeof records === 'string'
    ? records
    : records.map((record) => [record.line, record.kind === 'record' ? record.value : record.reason.slice(0, 40)])
}

/** Content in pieces of these sizes, over and over. */
export async function* inPieces(content: Buffer, sizes: readonly number[]): AsyncGenerator<Chunk> {
  for (let at = 0, turn = 0; at < content.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield { kind: 'bytes', bytes: content.subarray(at, at + size) }
    at += size
  }
}

/** One cell, quoted where it must be, or always. */
export function quoteCell(cell: string, delimiter: string, always = false): string {
  const must = /["\r\n\uFEFF]/.test(cell) || cell.includes(delimiter) || cell.startsWith(' ') || cell === ''
  return always || must ? `"${cell.replaceAll('"', '""')}"` : cell
}
