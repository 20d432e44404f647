import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SqlDialect } from '../../../../electron/engine/reading/sql/sql-tokenizer.ts'
import { sqlRecords } from '../../../../electron/engine/reading/sql/sql-records.ts'
import { collect, inPieces } from './support.ts'
import { rounds } from '../../../support/length.ts'

const postgres: SqlDialect = { backslash: false, lines: false }
const mysql: SqlDialect = { backslash: true, lines: false }
const columns = ['id', 'a b', 'Email']

const value = fc.option(
  fc.string({
    unit: fc.constantFrom(
      'a',
      "'",
      '"',
      '\\',
      ',',
      ';',
      '(',
      ')',
      '\n',
      '\r',
      '\t',
      '$',
      '-',
      '/',
      '*',
      'é',
      '.',
      'E',
      '`',
    ),
  }),
  { nil: null },
)
const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 })
const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 })

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const escaped = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
const copied = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

type Row = readonly (string | null)[]
const tuple = (row: Row, write: (text: string) => string) =>
  `(${row.map((cell) => (cell === null ? 'NULL' : write(cell))).join(', ')})`

const forms: readonly (readonly [string, SqlDialect, (all: readonly Row[]) => string])[] = [
  [
    'INSERT of PostgreSQL with many rows',
    postgres,
    (all) =>
      `INSERT INTO s.t ("id", "a b", "Email") VALUES\n  ${all.map((row) => tuple(row, quoted)).join(',\n  ')};\n`,
  ],
  [
    'INSERT of PostgreSQL with escape strings, one row each',
    postgres,
    (all) =>
      all
        .map((row) => `INSERT INTO "s"."t" (id,"a b","Email")VALUES ${tuple(row, (text) => `E${escaped(text)}`)};\n`)
        .join(''),
  ],
  [
    'INSERT of MySQL',
    mysql,
    (all) =>
      `CREATE TABLE \`s\`.\`t\` (\`id\` int, \`a b\` text, \`Email\` text, KEY \`x\` (\`id\`));\n/*!1 */INSERT INTO \`s\`.\`t\` VALUES ${all.map((row) => tuple(row, escaped)).join(',')};\n`,
  ],
  [
    'COPY',
    postgres,
    (all) =>
      `COPY s.t (id, "a b", "Email") FROM stdin;\n${all.map((row) => `${row.map((cell) => (cell === null ? '\\N' : copied(cell))).join('\t')}\n`).join('')}\\.\n`,
  ],
]

describe.each(forms)('%s', (_, dialect, write) => {
  it('is read back as it was written, however its bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sizes, async (all, pieces) => {
        const dump = `-- it's a dump\nSELECT ';';\n${write(all)}`
        const records = await collect(sqlRecords(inPieces(Buffer.from(dump), pieces), dialect, () => true))
        expect(records.map((record) => (record.kind === 'record' ? [record.table, record.value] : record))).toEqual(
          all.map((row) => ['s.t', Object.fromEntries(columns.map((column, index) => [column, row[index]]))]),
        )
      }),
      { numRuns: rounds(40, 150) },
    )
  })

  it('is passed over unread when it is not wanted, up to what follows', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sizes, async (all, pieces) => {
        const dump = `${write(all)}INSERT INTO other VALUES (1);`
        const records = await collect(
          sqlRecords(inPieces(Buffer.from(dump), pieces), dialect, (table) => table !== 's.t'),
        )
        expect(records.map((record) => (record.kind === 'record' ? record.table : record))).toEqual(['other'])
      }),
      { numRuns: rounds(30, 100) },
    )
  })

  it('that was cut keeps the rows before the cut, and says so once', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.double({ min: 0, max: 1, noNaN: true }), async (all, share) => {
        const dump = Buffer.from(write(all))
        const part = dump.subarray(0, Math.floor(dump.length * share))
        const whole = await collect(sqlRecords(inPieces(dump, [40]), dialect, () => true))
        const records = await collect(sqlRecords(inPieces(part, [40]), dialect, () => true))
        const read = records.filter(({ kind }) => kind === 'record')
        expect(read).toEqual(whole.slice(0, read.length))
        expect(records.length - read.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: rounds(40, 150) },
    )
  })
})

describe.each([
  ['PostgreSQL', postgres, quoted],
  ['MySQL', mysql, escaped],
] as const)('a row of %s', (_, dialect, write) => {
  const bare = fc.constantFrom('NULL', 'null', 'TRUE', '0', '17', '-3', '1.50', '1e5', '+2', '0x61', 'q', '-', '')
  const cell = fc.oneof(
    bare,
    value.map((text) => write(text ?? '\u0001')),
  )
  const cells = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 200 })

  it('has the same values with a comment in it', async () => {
    await fc.assert(
      fc.asyncProperty(cells, async (all) => {
        const read = async (between: string) => {
          const dump = `INSERT INTO t VALUES ${all.map((row) => `(${row.join(between)})`).join(',\n')};`
          const records = await collect(sqlRecords(inPieces(Buffer.from(dump), [10_000]), dialect, () => true))
          return records.map((record) => (record.kind === 'record' ? record.value : record.reason))
        }
        expect(await read(', ')).toEqual(await read(', /**/'))
      }),
      { numRuns: rounds(40, 400) },
    )
  })

  it('is one however many are before it that are not wanted', async () => {
    await fc.assert(
      fc.asyncProperty(cells, sizes, async (all, pieces) => {
        const insert = (table: string) =>
          `INSERT INTO ${table} VALUES ${all.map((row) => `(${row.join()})`).join(', ')};`
        const read = async (text: string, wanted: (table: string) => boolean) => {
          const records = await collect(sqlRecords(inPieces(Buffer.from(text), [...pieces, 500]), dialect, wanted))
          return records.map((record) => (record.kind === 'record' ? [record.table, record.value] : record.reason))
        }
        const both = `${insert('a')}\n${insert('b')}`
        const whole = await read(both, () => true)
        expect(await read(both, (table) => table === 'b')).toEqual(whole.filter(([table]) => table === 'b'))
      }),
      { numRuns: rounds(40, 400) },
    )
  })
})

describe('whatever is in a dump', () => {
  it('is read to the end, and every record has its line', async () => {
    const parts = [
      'INSERT INTO a VALUES (1);',
      'INSERT INTO a (b) VALUES ',
      '(1, ',
      "'x'",
      "'",
      '"',
      '`',
      ')',
      '(',
      ';',
      ',',
      '\n',
      '\r\n',
      '--',
      '/*',
      '*/',
      '$$',
      '$a$',
      'COPY a (b) FROM stdin;\n',
      '1\t2\n',
      '\\.\n',
      '\\',
      'CREATE TABLE a (b int);',
      'DELIMITER ;;\n',
      'DELIMITER ;\n',
      'GO\n',
      'x'.repeat(30),
    ]
    const content = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => all.join(''))
    const dialect = fc.record({ backslash: fc.boolean(), lines: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(content, dialect, sizes, fc.boolean(), async (text, kind, pieces, wanted) => {
        const records = await collect(
          sqlRecords(inPieces(Buffer.from(text), pieces), kind, () => wanted, { longest: 60 }),
        )
        const offsets = records.map(({ offset }) => offset)
        expect(offsets).toEqual([...new Set(offsets)].toSorted((one, other) => one - other))
        for (const { line, offset } of records) expect(line).toBe(text.slice(0, offset).split(/\r\n|\n|\r/).length)
        const again = await collect(
          sqlRecords(inPieces(Buffer.from(text), [100_000]), kind, () => wanted, { longest: 100_000 }),
        )
        if (text.length < 60) expect(records).toEqual(again)
      }),
      { numRuns: rounds(250, 1500) },
    )
  })
})

it('a broken row costs itself alone, wherever a chunk of the file ends', async () => {
  const text = 'INSERT INTO a (b) VALUES (1, INSERT INTO a VALUES (1);GO\n--'
  const read = (size: number) =>
    collect(sqlRecords(inPieces(Buffer.from(text), [size]), { backslash: false, lines: true }, () => true))
  const whole = await read(1000)
  expect(whole).toHaveLength(1)
  for (const size of [1, 5, 6, 7, 57, 58]) expect(await read(size)).toEqual(whole)
})
