import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, unescapeFormula } from '../../../shared/report/csv.ts'

const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', "'", '"', ',', ';', '|', '\n', '\r', '\t', 'a', ' ') }),
)

function cellsOf(line: string): readonly (readonly string[])[] {
  return parse(line, { relax_column_count: true })
}

describe('a line of CSV', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 171', "'+49 171"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ["'=1", "''=1"],
    [' =1+1', " '=1+1"],
    ['\u00a0=1+1', "\u00a0'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['x;＠SUM(A1)', "x;'＠SUM(A1)"],
    ["x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"],
    ['x;"=1+1"', `x;"'=1+1"`],
    ['a\t+1', "a\t'+1"],
    ['a=1', 'a=1'],
    ['', ''],
  ])('gives %j as %j, which no spreadsheet takes for a formula', (given, expected) => {
    expect(cellsOf(csvLine([given, 'x']))[0]?.[0]).toBe(expected)
  })

  test('writes numbers as they are, and nothing for null', () => {
    expect(csvLine([-5, null, 0, 'a'])).toBe('-5,,0,"a"\r\n')
  })

  test('of any cells is one line of as many cells, none of which begins like a formula', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        const lines = cellsOf(csvLine(cells))
        expect(lines.length).toBe(1)
        expect(lines[0]?.length).toBe(cells.length)
        expect(lines[0]?.some((one) => /^[=+\-@\t\r\n]/.test(one))).toBe(false)
      }),
    )
  })

  test('of any cells begins no piece like a formula, wherever a spreadsheet splits it', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        for (const separator of [';', '\t', '|', /[,;\t|\r\n]/] as const) {
          const pieces = csvLine(cells).split(separator)
          expect(pieces.filter((piece) => /^[\s"']*[=+\-@＝＋－＠]/.test(piece) && !/^[\s"']*'/.test(piece))).toEqual(
            [],
          )
        }
      }),
    )
  })

  test('of a long cell takes time in proportion to it', () => {
    const text = '\t '.repeat(500_000)
    expect(unescapeFormula(csvLine([`${text}=1`]).slice(1, -3))).toBe(`${text}=1`)
  })

  test('of any cells gives the same cells back', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        expect(cellsOf(csvLine(cells))[0]?.map(unescapeFormula)).toEqual(cells)
      }),
    )
  })
})
