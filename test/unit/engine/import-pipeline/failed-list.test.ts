import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failedColumns, isFailedList, listedUsers } from '../../../../electron/engine/import-pipeline/failed-list.ts'
import { csvHeader, csvLine } from '../../../../shared/report/csv.ts'

const header = csvHeader(failedColumns)

describe('a list of users', () => {
  test('is one name a line, trimmed, without empty lines', () => {
    expect(listedUsers('\uFEFFa\r\n  b c \n\n\nusers.csv:3\n')).toEqual(['a', 'b c', 'users.csv:3'])
  })

  test('may be a failed.csv: its source IDs, or the file and line of those without', () => {
    const text = `${header}${csvLine(['u1', 'a.csv', 2, 'x'])}${csvLine(['', 'b.csv', 7, 'x'])}`
    expect(listedUsers(text)).toEqual(['u1', 'b.csv:7'])
  })

  test('may be a failed.csv that a spreadsheet saved again', () => {
    const text = `\uFEFF${failedColumns.join(';')}\r\nu1;a.csv;2;"x;y";;failed;"two\r\nlines";\r\n;b.csv;7;;;;;\r\n`
    expect([isFailedList(text), listedUsers(text)]).toEqual([true, ['u1', 'b.csv:7']])
  })

  test('of any source IDs gives the same source IDs back', () => {
    const id = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1, unit: fc.constantFrom('=', "'", '"', ',', '\n', 'a') }),
    )
    fc.assert(
      fc.property(fc.array(id, { maxLength: 8 }), (ids) => {
        const text = header + ids.map((one) => csvLine([one, 'a.csv', 2, 'x', 'y', 'failed', 'why', 'what'])).join('')
        expect(listedUsers(text)).toEqual(ids)
      }),
    )
  })
})
