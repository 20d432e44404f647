import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonScanner } from '../../../../electron/engine/reading/json/json-scanner.ts'
import { parseJson } from '../../../../electron/engine/reading/json/json-value.ts'
import type { RawRecord } from '../../../../electron/engine/reading/open-export.ts'
import { scanRecords } from '../../../../electron/engine/reading/scan-records.ts'
import { collect, inPieces, linesOf, ofPeople, readAll, valuesOf } from './support.ts'
import { rounds } from '../../../support/length.ts'

/** Values as JSON has them: no -0, and long integers as the text that they are read as. */
const value = fc
  .jsonValue({ maxDepth: 3 })
  .map(
    (json) => JSON.parse(JSON.stringify(json, (_, part: unknown) => (isLong(part) ? String(part) : part))) as unknown,
  )
const user = fc.record({ email: fc.string(), value, lists: fc.array(fc.record({ users: value })) })
const users = fc.array(user, { minLength: 2, maxLength: 6 })
const pieces = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })

describe('any users as JSON', () => {
  it('are read back as they were written', async () => {
    const indent = fc.constantFrom(undefined, 1, 2, '\t')
    await fc.assert(
      fc.asyncProperty(users, indent, fc.boolean(), async (list, space, packed) => {
        const forms = [
          JSON.stringify(list, null, space),
          JSON.stringify({ start: 0, list: [{}], users: list }, null, space),
          list.map((one) => JSON.stringify(one, null, space)).join('\n'),
          list.map((one) => JSON.stringify({ users: [one] }, null, space)).join(''),
        ]
        for (const text of forms) {
          expect(valuesOf(ofPeople(await readAll(packed ? gzipSync(text) : text)))).toEqual(list)
        }
      }),
      { numRuns: rounds(8, 60) },
    )
  })

  it('are read the same however their bytes arrive, broken or not', async () => {
    const breaks = fc.constantFrom<[string, string]>(
      ['', ''],
      ['"', ''],
      ['}', ''],
      ['{', '{{'],
      [']', '}'],
      [',', '\n'],
      [':', '"'],
    )
    await fc.assert(
      fc.asyncProperty(users, breaks, pieces, fc.boolean(), async (list, [from, to], sizes, lines) => {
        const text = lines ? list.map((one) => JSON.stringify(one)).join('\n') : JSON.stringify(list, null, 1)
        const at = text.indexOf(from, text.length / 2)
        const content = Buffer.from(at === -1 ? text : text.slice(0, at) + to + text.slice(at + from.length))
        const read = (parts: readonly number[]) =>
          collect(scanRecords(inPieces(content, parts), jsonScanner({ key: null, lines }), parseJson))
        const whole = await read([content.length])
        expect(await read(sizes)).toEqual(whole)
        for (const { line, offset } of whole) {
          expect(content.toString('utf8', 0, offset).split('\n')).toHaveLength(line)
        }
      }),
      { numRuns: rounds(30, 300) },
    )
  })
})

describe('records of a line each', () => {
  it('are read the same with blanks behind them, whatever is wrong with them', async () => {
    const line = fc
      .array(
        fc.oneof(
          fc
            .constantFrom('{"a":1}', '{"id":12345678901234567}', '{"a":[{}]}', '{"a":"{\\"é"}', '{"a":\n1}', '{}')
            .map((text) => Buffer.from(text)),
          fc
            .constantFrom(
              '{"a":1',
              '"b":2}',
              '{"a":{"b":1}',
              '{"a":[{}',
              '{}]}',
              '}',
              '{',
              '"',
              ',',
              ' ',
              '[[',
              '{"a":"\0"}',
            )
            .map((text) => Buffer.from(text)),
          fc.constant(Buffer.from('{"a":"\xe9"}', 'latin1')),
          fc.constant(Buffer.from(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`)),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => Buffer.concat(parts))
    const end = fc.constantFrom('\n', ',\n', ', \r\n').map((text) => Buffer.from(text))
    const content = fc.array(fc.tuple(line, end), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(content, fc.boolean(), async (pairs, lines) => {
        const read = async (blanks: string, piece = Infinity) => {
          const bytes = Buffer.concat(pairs.flatMap(([one, behind]) => [one, Buffer.from(blanks), behind]))
          return linesOf(await readLines(bytes, lines, Math.min(piece, bytes.length)))
        }
        expect(await read('')).toEqual(await read(' '.repeat(400)))
        // Lines that are not there as a whole are read one by one.
        expect(await read('')).toEqual(await read('', 3))
      }),
      {
        numRuns: rounds(100, 2000),
        // The line behind a brace began a key that no key can be, and was taken for one.
        examples: [
          [
            [
              ['{', '\n'],
              ['"', '\n'],
              ['{"a":1', '\n'],
            ].map((pair) => pair.map((text) => Buffer.from(text)) as [Buffer, Buffer]),
            false,
          ],
        ],
      },
    )
  })

  it.each([
    '{"a":1},{"b":2}\n{"c":[{"d":3}\n{"e":4}]}\n{}\n',
    '{"a":1}],[{"b":2}\n{"c":[[{"d":1}\n{"e":2}]]}\n{}\n',
    '{"a":"x}\n{y"}\n{}\n',
    '{"a":1}\n\n{"b":2}\r\n{"c":3}\r{"d":4}\n{"e":5} {"f":6}\n{}\n',
    `{"a":${'['.repeat(200)}${']'.repeat(200)}}\n{"b":${'['.repeat(199)}${']'.repeat(199)}}\n{}\n`,
  ])('are those that each line has: %j', async (text) => {
    const content = Buffer.from(text)
    expect(await readLines(content, true, content.length)).toEqual(await readLines(content, true, 1))
  })

  it.each([
    '[\n{"a":1},\n{"b":12345678901234567},\n{"c":3}\n]\n',
    '[{"a":1},\r\n  {"b":2} ,\r\n\t{"c":"é"},\r\n  {}]',
    '[\n{"a":1},{"b":2},\n{"c":[{"d":3},\n{"e":4}]},\n{},\n{}\n]',
    '[\n{"a":1}],[{"b":2},\n{"c":[[{"d":1},\n{"e":2}]]},\n{},\n{}\n]',
    '[\n{"a":"x},\n{y"},\n{},\n{}\n]',
    '[\n{"a":1},\n\n{"b":2},\n{"c":3},,\n{"d":4},\r{"e":5},\n{}\n{}\n]',
    `[\n{"a":${'['.repeat(200)}${']'.repeat(200)}},\n{"b":${'['.repeat(199)}${']'.repeat(199)}},\n{},\n{}]`,
  ])('in a list are those that each line has: %j', async (text) => {
    const content = Buffer.from(text)
    expect(await readLines(content, false, content.length)).toEqual(await readLines(content, false, 1))
  })
})

function readLines(content: Buffer, lines: boolean, piece: number): Promise<readonly RawRecord[]> {
  return collect(scanRecords(inPieces(content, [piece]), jsonScanner({ key: null, lines }), parseJson))
}

function isLong(part: unknown): boolean {
  return typeof part === 'number' && Number.isInteger(part) && !Number.isSafeInteger(part)
}

const samples = {
  'a list': '[\n {"id":1,"n":"é{"},\n {"id":2,"l":[{"id":9}]},\n {"id":3}\n]\n',
  'an object with a list': '{"kind":"x",\n"users":[{"id":1},\n{"id":2},{"id":3}],"end":[1]}',
  pages: '{"start":0,"users":[{"id":1},\n{"id":2}]}\n{"start":2,"users":[{"id":3}]}',
  lines: '{"id":1,"n":"é"}\n{"id":2,"l":[{"id":9}]}\n{"id":3}\n',
  'a table': 'id,name\n1,"é\n, x"\n2,"b"\n3,c\n',
}

describe.each(Object.entries(samples))('a file cut at any byte: %s', (_, text) => {
  const bytes = Buffer.from(text)

  it('keeps all records before the cut, with their lines, and says at most once that it was cut', async () => {
    const whole = await readAll(bytes)
    for (let end = 0; end < bytes.length; end += 1) {
      const cut = await readAll(bytes.subarray(0, end))
      if (typeof cut === 'string') expect(['file-empty', 'file-without-rows']).toContain(cut)
      else expectPrefix(cut, whole)
    }
  })

  it('says that it was cut when it was packed, and keeps what could be unpacked', async () => {
    const whole = await readAll(bytes)
    const packed = gzipSync(bytes)
    for (let end = 11; end < packed.length; end += 1) {
      const cut = await readAll(packed.subarray(0, end))
      if (typeof cut === 'string') {
        expect(cut).toBe('file-unreadable')
        continue
      }
      expectPrefix(cut, whole)
      expect(cut.filter((record) => record.kind === 'unreadable').map(({ reason }) => reason.slice(0, 36))).toEqual([
        'The compressed file ends too early: ',
      ])
    }
  })
})

function expectPrefix(cut: readonly RawRecord[], whole: readonly RawRecord[] | string): void {
  const all = linesOf(whole) as unknown[]
  const kept = linesOf(cut) as unknown[]
  const last = cut.at(-1)
  // Of a table, the last row may be shorter than it was and still a row.
  const sure = kept.slice(0, -1)
  expect(sure).toEqual(all.slice(0, sure.length))
  expect(cut.length).toBeLessThanOrEqual(all.length + 1)
  if (last?.kind === 'unreadable') expect(last.line).toBeLessThanOrEqual(6)
}
