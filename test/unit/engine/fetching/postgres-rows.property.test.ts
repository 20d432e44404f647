import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonOrText } from '../../../../electron/engine/fetching/sources/database/user-statement.ts'
import { lineAt } from '../../../../electron/engine/fetching/record-lines.ts'
import { type RowColumn, writeRows } from '../../../../electron/engine/fetching/sources/postgresql/row-lines.ts'
import { createRowTap } from '../../../../electron/engine/fetching/sources/postgresql/row-tap.ts'

type Row = readonly (string | null)[]

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, letter)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function rowMessage(row: Row): Buffer {
  const count = Buffer.alloc(2)
  count.writeInt16BE(row.length)
  const fields = row.map((text) => {
    const bytes = Buffer.from(text ?? '')
    const length = Buffer.alloc(4)
    length.writeInt32BE(text === null ? -1 : bytes.length)
    return Buffer.concat([length, bytes])
  })
  return message('D', Buffer.concat([count, ...fields]))
}

/** The bytes in pieces that end anywhere, as they come from a connection. */
function piecesOf(bytes: Buffer, ends: readonly number[]): readonly Buffer[] {
  const at = [0, ...ends.map((end) => end % (bytes.length + 1)), bytes.length].toSorted((one, other) => one - other)
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const parses: readonly RowColumn['parse'][] = [null, (text) => text === 't', Number, jsonOrText]
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('t', '12', '{"a":[1,null]}', '\\x00ff', 'say "hi"', '\u007f', '\u2028'),
)
const table = fc
  .array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom(...parses)), { maxLength: 5 })
  .chain((columns) => {
    const row = fc.array(fc.option(text), { minLength: columns.length, maxLength: columns.length })
    const named = new Map(columns.map(([name, parse], index) => [`${name}-${index}`, parse]))
    return fc.record({
      columns: fc.constant([...named].map(([name, parse]): RowColumn => ({ name, parse }))),
      rows: fc.array(row, { maxLength: 20 }),
      ends: fc.array(fc.nat(), { maxLength: 30 }),
    })
  })

function recordOf(columns: readonly RowColumn[], row: Row): unknown {
  return Object.fromEntries(
    columns.map(({ name, parse }, index) => {
      const value = row[index] ?? null
      return [name, value === null || parse === null ? value : parse(value)]
    }),
  )
}

test('rows are written as JSON has their records, wherever their bytes are cut', () => {
  fc.assert(
    fc.property(table, ({ columns, rows, ends }) => {
      const tap = createRowTap()
      const given: Buffer[] = []
      const listen = tap.before((bytes) => given.push(bytes))
      tap.open()
      const others = rows.map((_, index) => message('N', Buffer.from(`notice ${index}`)))
      const sent = rows.flatMap((row, index) => [others[index] ?? Buffer.alloc(0), rowMessage(row)])
      for (const piece of piecesOf(Buffer.concat(sent), ends)) listen(piece)
      const lines = writeRows(tap.take(), columns, () => undefined)
      expect(lines?.bytes.toString()).toBe(rows.map((row) => `${JSON.stringify(recordOf(columns, row))}\n`).join(''))
      const last = rows.at(-1)
      if (lines !== null && last !== undefined)
        expect(lineAt(lines, rows.length - 1).toString()).toBe(JSON.stringify(recordOf(columns, last)))
      expect(Buffer.concat(given)).toEqual(Buffer.concat(others))
      expect(tap.take()).toEqual([])
    }),
  )
})

test('the driver gets the rows of other queries', () => {
  const tap = createRowTap()
  const given: Buffer[] = []
  const listen = tap.before((bytes) => given.push(bytes))
  const row = rowMessage(['1'])
  listen(row.subarray(0, 7))
  listen(row.subarray(7))
  tap.open()
  tap.close()
  listen(row)
  expect(Buffer.concat(given)).toEqual(Buffer.concat([row, row]))
  expect(tap.take()).toEqual([])
})

test.each([
  ['has another number of fields', Buffer.from([0, 2, 255, 255, 255, 255, 255, 255, 255, 255])],
  ['ends before its field', Buffer.from([0, 1, 0, 0, 0, 9, 65])],
  ['ends before the length of its field', Buffer.from([0, 1, 0, 0])],
  ['is empty', Buffer.alloc(0)],
])('a row that %s is refused', (_, bytes) => {
  const columns: readonly RowColumn[] = [{ name: 'id', parse: null }]
  expect(writeRows([{ bytes, from: 0, to: bytes.length }], columns, () => undefined)).toBeNull()
})

test('each row with text that is not UTF-8 is counted once', () => {
  const bytes = Buffer.from([0, 2, 0, 0, 0, 1, 0xff, 0, 0, 0, 1, 0xfe])
  let invalid = 0
  const columns = ['id', 'name'].map((name): RowColumn => ({ name, parse: null }))
  const lines = writeRows([{ bytes, from: 0, to: bytes.length }], columns, () => (invalid += 1))
  expect(lines?.bytes.toString()).toBe('{"id":"\uFFFD","name":"\uFFFD"}\n')
  expect(invalid).toBe(1)
})
