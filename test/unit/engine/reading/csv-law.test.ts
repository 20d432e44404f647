import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CsvLayout, Delimiter } from '../../../../electron/engine/reading/csv/csv-layout.ts'
import { csvRecords } from '../../../../electron/engine/reading/csv/csv-records.ts'
import type { RawRecord } from '../../../../electron/engine/reading/open-export.ts'
import { collect, inPieces, quoteCell, readAll, shortcuts } from './support.ts'
import { rounds } from '../../../support/length.ts'

const delimiter = fc.constantFrom<Delimiter>(',', ';', '\t')
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', ';', '\t', '\n', '\r', ' ', 'é', '😀', '@'), maxLength: 12 }),
  fc
    .string({ unit: 'grapheme', maxLength: 8 })
    // A row that begins with `#` is commented out, and `name`, which is tried more often than others, makes a header of its row.
    .filter((text) => !text.includes('\0') && Buffer.from(text).toString() === text && !/^#|^\s*name\s*$/i.test(text)),
)
const table = fc
  .integer({ min: 1, max: 6 })
  .chain((columns) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
  )

function write(
  rows: readonly (readonly string[])[],
  between: string,
  end: string,
  quoteAll: boolean,
  lastEnd = true,
): string {
  const text = rows.map((row) => row.map((value) => quoteCell(value, between, quoteAll)).join(between)).join(end)
  return lastEnd ? text + end : text
}

function layout(between: Delimiter, columns: number): CsvLayout {
  return { delimiter: between, header: headerOf(columns), columns, dataStart: 0 }
}

function headerOf(columns: number): string[] {
  return Array.from({ length: columns }, (_, index) => `column ${index}`)
}

function cellsOf(records: readonly RawRecord[]): unknown {
  return records.map((record) => (record.kind === 'record' ? Object.values(record.value) : record))
}

describe('any table', () => {
  it('is read back as it was written, from a file, packed or not, with or without a mark', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        delimiter,
        lineEnd,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        async (rows, between, end, quoteAll, lastEnd, mark, packed) => {
          const columns = rows[0]?.length ?? 0
          // A second column keeps the delimiter visible in tables of one.
          const full = [[...headerOf(columns), 'last'], ...rows.map((row) => [...row, 'x'])]
          const text = (mark ? '\uFEFF' : '') + write(full, between, end, quoteAll, lastEnd)
          const records = await readAll(packed ? gzipSync(text) : text)
          if (typeof records === 'string') throw new Error(records)
          expect(cellsOf(records)).toEqual(full.slice(1))
        },
      ),
      { numRuns: rounds(50, 200) },
    )
  })

  it('is read the same however its bytes arrive', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(table, delimiter, lineEnd, sizes, async (rows, between, end, pieces) => {
        const content = Buffer.from(write(rows, between, end, false))
        const shape = layout(between, rows[0]?.length ?? 0)
        const whole = await collect(csvRecords(inPieces(content, [content.length]), shape, { shortcuts }))
        const cut = await collect(csvRecords(inPieces(content, pieces), shape))
        expect(cut).toEqual(whole)
        expect(cellsOf(cut)).toEqual(rows)
      }),
      { numRuns: rounds(60, 300) },
    )
  })

  it('is read the same at one look and byte by byte, whatever is wrong with it', async () => {
    const parts = [
      'a',
      'b',
      'name',
      '@',
      ' ',
      '"',
      '""',
      '"x,\n"',
      '"\0"',
      ' "a,b"',
      ',',
      ',',
      ',',
      '\n',
      '\n',
      '\r\n',
      '\r',
      '\0',
      'é',
      '😀',
      '\ufffd',
    ]
    const bytes = fc
      .array(
        fc.oneof(
          fc.constantFrom(...parts).map((part) => Buffer.from(part)),
          fc.constant(Buffer.from([0xe9])),
        ),
      )
      .map((pieces) => Buffer.concat(pieces))
    const shapes = fc.constantFrom<CsvLayout>(
      { delimiter: ',', header: ['name', 'b'], columns: 2, dataStart: 0 },
      { delimiter: ',', header: ['name', 'b', 'c'], columns: 2, dataStart: 4 },
      { delimiter: ',', header: ['name'], columns: 1, dataStart: 0 },
      { delimiter: ',', header: null, columns: 2, dataStart: 0 },
    )
    await fc.assert(
      fc.asyncProperty(bytes, shapes, async (content, shape) => {
        const atOnce = await collect(csvRecords(inPieces(content, [content.length]), shape, { shortcuts }))
        expect(atOnce).toEqual(await collect(csvRecords(inPieces(content, [content.length]), shape)))
        expect(atOnce).toEqual(await collect(csvRecords(inPieces(content, [1]), shape, { shortcuts })))
      }),
      { numRuns: rounds(300, 2000) },
    )
  })

  it('is read as csv-parse reads it', async () => {
    const wild = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'b,', '"a",', '"",'), maxLength: 40 })
    let compared = 0
    await fc.assert(
      fc.asyncProperty(wild, async (text) => {
        let expected: string[][]
        try {
          expected = parse(text, { relax_column_count: true, skip_empty_lines: true, record_delimiter: '\n' })
        } catch {
          // Rows that csv-parse refuses are named here, see csv.test.ts.
          return
        }
        const content = Buffer.from(text)
        const shape: CsvLayout = { delimiter: ',', header: null, columns: 1, dataStart: 0 }
        compared += 1
        expect(cellsOf(await collect(csvRecords(inPieces(content, [5]), shape)))).toEqual(expected)
      }),
      { numRuns: rounds(150, 1000) },
    )
    expect(compared).toBeGreaterThan(rounds(20, 100))
  })

  it('says of every line where it is', async () => {
    const line = fc.constantFrom('1,ann', '2,"b\nen"', '3', '4,"x" y', '', '5,"c\r\n\n"')
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const text = lines.map((row) => `${row}\n`).join('')
        const records = await collect(csvRecords(inPieces(Buffer.from(text), [size]), layout(',', 2)))
        for (const { line: at, offset } of records) expect(lineOf(text, offset)).toBe(at)
        expect(records).toHaveLength(lines.filter((row) => row !== '').length)
      }),
    )
  })
})

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length
}
