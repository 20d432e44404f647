import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRecords } from '../../../../electron/engine/reading/csv/csv-records.ts'
import { jsonScanner } from '../../../../electron/engine/reading/json/json-scanner.ts'
import { parseJson } from '../../../../electron/engine/reading/json/json-value.ts'
import { scanRecords } from '../../../../electron/engine/reading/scan-records.ts'
import { collect, inPieces, linesOf, shortcuts } from './support.ts'

const longest = 60
const long = 'x'.repeat(100)

function readTable(text: string, sizes: readonly number[]) {
  const layout = { delimiter: ',', header: ['id', 'name'], columns: 2, dataStart: 0 } as const
  return collect(csvRecords(inPieces(Buffer.from(text), sizes), layout, { shortcuts, longest }))
}

function readJson(text: string, lines: boolean, sizes: readonly number[]) {
  return collect(
    scanRecords(inPieces(Buffer.from(text), sizes), jsonScanner({ key: null, lines }), parseJson, { longest }),
  )
}

describe.each([1, 7, 40, 10_000])('a record that is too long, in pieces of %i bytes', (size) => {
  it('costs a table one row', async () => {
    const records = await readTable(`1,a\n2,${long}\n3,"${long}\n${long}"\n4,"${long}"x\n5,e\n`, [size])
    expect(linesOf(records)).toEqual([
      [1, { id: '1', name: 'a' }],
      [2, 'This record is longer than 16 MiB and wa'],
      [3, 'This record is longer than 16 MiB and wa'],
      [5, expect.any(String)],
      [6, { id: '5', name: 'e' }],
    ])
  })

  it('does not swallow the rows behind a quotation mark that was never closed', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => `${index},user${index}@acme.example\n`)
    expect(linesOf(await readTable(`x,"ann\n${rows.join('')}`, [size]))).toEqual([
      [1, 'A quotation mark is opened in this line '],
      ...rows.map((_, index) => [index + 2, { id: String(index), name: `user${index}@acme.example` }]),
    ])
  })

  it('costs a list one element', async () => {
    const text = `[{"id":1},\n{"id":2,"name":["${long}"]},{"id":3},\n{"id":4}]`
    expect(linesOf(await readJson(text, false, [size]))).toEqual([
      [1, { id: 1 }],
      [2, 'This record is longer than 16 MiB and wa'],
      [2, { id: 3 }],
      [3, { id: 4 }],
    ])
  })

  it('costs a file of lines one line', async () => {
    const text = `{"id":1}\n{"id":2,"name":["${long}"]}\n{"id":3,"name":"${long}\n{"id":4}\n`
    expect(linesOf(await readJson(text, true, [size]))).toEqual([
      [1, { id: 1 }],
      [2, 'This record is longer than 16 MiB and wa'],
      [3, expect.any(String)],
      [4, { id: 4 }],
    ])
  })
})

describe('whatever is in a file', () => {
  it('is read to the end, and every record has its line', async () => {
    const parts = [
      '{"id":',
      '1',
      '}',
      '[',
      ']',
      '"',
      ',',
      '\n',
      '\r\n',
      '\r',
      '\\',
      'x'.repeat(30),
      '1,ann@acme.example\n',
      ' ',
      ':',
      '\n  {"id":1}',
    ]
    const content = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => all.join(''))
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(content, sizes, async (text, pieces) => {
        for (const records of [
          await readTable(text, pieces),
          await readJson(text, false, pieces),
          await readJson(text, true, pieces),
        ]) {
          for (const { line, offset } of records) expect(line).toBe(text.slice(0, offset).split(/\r\n|\n|\r/).length)
          const offsets = records.map(({ offset }) => offset)
          expect(offsets).toEqual([...new Set(offsets)].toSorted((one, other) => one - other))
        }
      }),
      { numRuns: 500 },
    )
  })
})
