import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnCountsSchema, maxColumns } from '../../../shared/mapping/columns/column-counts.ts'
import { countColumns } from '../../../shared/mapping/columns/count-columns.ts'
import { distinctCount, noTexts, noteText } from '../../../shared/mapping/columns/distinct-texts.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'

const counted = (records: readonly SourceRecord[], first = 50, isOpen: (at: number) => boolean = () => false) => {
  const counter = countColumns({ header: null, records: records.slice(0, first) })
  for (const [at, record] of records.entries()) counter.add(record, isOpen(at))
  return counter.counts()
}

describe('columns are counted over the whole file', () => {
  test('of a table with hundreds of columns, as many as a document keeps', () => {
    const header = Array.from({ length: maxColumns + 50 }, (_, n) => `field_${n}`)
    const record = Object.fromEntries(header.map((name) => [name, 'x']))
    const counter = countColumns({ header, records: [record] })
    counter.add(record)
    expect(columnCountsSchema.parse(counter.counts()).columns).toHaveLength(maxColumns)
  })

  test('also where the first rows are empty', () => {
    const records = Array.from({ length: 65 }, (_, n) => ({
      mail: `u${n}@example.com`,
      phone: n < 55 ? '' : `+4917112345${n}`,
    }))
    const [mail, phone] = counted(records).columns
    expect([mail, phone]).toEqual([
      {
        path: 'mail',
        filled: 65,
        distinct: 65,
        exact: true,
        samples: ['u0@example.com', 'u1@example.com', 'u2@example.com'],
      },
      {
        path: 'phone',
        filled: 10,
        distinct: 10,
        exact: true,
        samples: ['+491711234555', '+491711234556', '+491711234557'],
      },
    ])
  })

  test('nothing in any spelling is no value', () => {
    const records = [{ a: 'NULL' }, { a: '\\N' }, { a: '  ' }, { a: null }, {}, { a: 0 }, { a: false }]
    expect(counted(records)).toMatchObject({ records: 7, columns: [{ path: 'a', filled: 2, distinct: 2 }] })
  })

  test('inside of lists, objects, and JSON in a text', () => {
    const record = { profile: { city: 'Ulm' }, identities: [{ provider: 'google' }], meta: '{"plan":"pro"}' }
    expect(counted([record, record, {}]).columns.map(({ path, filled, distinct }) => [path, filled, distinct])).toEqual(
      [
        ['profile.city', 2, 1],
        ['identities[0].provider', 2, 1],
        ['meta.plan', 2, 1],
      ],
    )
  })

  test('samples of hashes are masked, and different ones are looked for', () => {
    const bcrypt = (n: number) => `$2b$10$${String(n).padStart(53, 'a')}`
    const records = [
      ...Array.from({ length: 100 }, (_, n) => ({ pw: bcrypt(n) })),
      { pw: '5f4dcc3b5aa765d61d8327deb882cf99' },
    ]
    expect(counted(records).columns[0]).toEqual({
      path: 'pw',
      filled: 101,
      distinct: 101,
      exact: true,
      samples: ['$2b$10$••••', '••••'],
    })
  })
})

describe('values of a column that has few', () => {
  const repeated = (value: unknown, n: number) => Array.from({ length: n }, () => ({ value }))
  const valuesOf = (records: readonly SourceRecord[], isOpen: (at: number) => boolean = () => true) =>
    counted(records, 50, isOpen).columns[0]?.values

  test('are counted one by one, wherever in the file they are', () => {
    const records = [...repeated('1', 60), ...repeated('0', 3), ...repeated(null, 2), ...repeated('1', 20)]
    expect(valuesOf(records)).toEqual([
      { value: '1', records: 80 },
      { value: '0', records: 3 },
    ])
  })

  test('are those of users that nothing keeps out', () => {
    const records = [...repeated('x', 5), ...repeated('y', 3), ...repeated('x', 4), ...repeated('y', 2)]
    expect(valuesOf(records, (at) => at % 2 === 1)).toEqual([
      { value: 'x', records: 4 },
      { value: 'y', records: 3 },
    ])
    expect(valuesOf(records, (at) => at > 8)).toEqual([
      { value: 'x', records: 3 },
      { value: 'y', records: 2 },
    ])
  })

  test('of more, the most frequent one is counted alone, and of many none', () => {
    const never = '0000-00-00 00:00:00'
    const times = Array.from({ length: 30 }, (_, n) => ({ value: `2024-05-${10 + (n % 20)} 10:00:0${n % 7}` }))
    expect(valuesOf([...repeated(never, 70), ...times, ...repeated(never, 5)])).toEqual([{ value: never, records: 75 }])
    expect(valuesOf(times)).toBeUndefined()
  })

  test('are none where each record has its own, and none of secrets', () => {
    expect(valuesOf([{ value: 'a' }, { value: 'b' }, { value: 'c' }])).toBeUndefined()
    expect(counted([{ password: 'abc' }, { password: 'abc' }], 50, () => true).columns[0]?.values).toBeUndefined()
    expect(valuesOf(repeated('5f4dcc3b5aa765d61d8327deb882cf99', 9))).toBeUndefined()
  })

  test('are those of fields, too, that only records behind the first ones have', () => {
    const records = [
      ...Array.from({ length: 50 }, (_, n) => ({ id: n, profile: { city: 'Ulm' } })),
      { id: 50, profile: { city: 'Ulm' }, ausschluss: 'ja' },
      { id: 51, profile: { city: 'Ulm' }, ausschluss: 'ja', hold: { since: '2024' } },
      { id: 52, profile: { city: 'Ulm' }, hold: { since: '2024' } },
    ]
    expect(counted(records, 50, () => true).columns.map(({ path, filled, values }) => [path, filled, values])).toEqual([
      ['id', 53, undefined],
      ['profile.city', 53, [{ value: 'Ulm', records: 53 }]],
      ['ausschluss', 2, [{ value: 'ja', records: 2 }]],
      ['hold', 2, [{ value: '(an object)', records: 2 }]],
    ])
  })
})

test('codes are told among many values in a column that is called a key, and in any other one while its values are few', () => {
  const code = (n: number) => `k${n}Zq${n * 7919}`
  const ofAll = (name: string, n: number) =>
    counted(
      Array.from({ length: n }, (_, at) => ({ [name]: code(at) })),
      50,
      () => true,
    ).columns[0]?.values
  expect(ofAll('activation_key', 60)).toEqual([{ value: '(a code)', records: 60 }])
  expect(ofAll('badge', 5)).toEqual([{ value: '(a code)', records: 5 }])
  expect(ofAll('id', 60)).toBeUndefined()
})

describe('different texts', () => {
  const distinctOf = (texts: Iterable<string>) => {
    const different = noTexts()
    for (const text of texts) noteText(different, text)
    return distinctCount(different)
  }
  function* numbered(n: number): Generator<string> {
    for (let at = 0; at < n; at += 1) yield `user-${at}@example.com`
  }

  test('are counted exactly while they are few, each once', () => {
    expect(distinctOf([...numbered(5000), ...numbered(5000)])).toEqual({ distinct: 5000, exact: true })
    expect(distinctOf([])).toEqual({ distinct: 0, exact: true })
  })

  test.each([20_000, 100_000, 1_000_000])('are estimated within a few percent when they are %i', (n) => {
    const { distinct, exact } = distinctOf(numbered(n))
    expect(exact).toBe(false)
    expect(Math.abs(distinct - n) / n).toBeLessThan(0.06)
  })

  test('that are long and differ at their ends are told apart', () => {
    const long = 'x'.repeat(200)
    expect(distinctOf([`${long}1`, `${long}2`, `${long}1`])).toEqual({ distinct: 2, exact: true })
  })
})

test('a user who is found to be kept out after all is counted so, with its values', () => {
  const counter = countColumns({ header: ['a', 'b'], records: [] })
  const kept = { a: 'off', b: '1' }
  for (const record of [{ a: 'on', b: '1' }, { a: 'on', b: '2' }, kept, { a: 'on', b: '1' }]) {
    counter.add(record, true, true)
    if (record === kept) counter.keepOut(record)
  }
  expect(counter.counts()).toMatchObject({
    records: 4,
    open: 3,
    kept: { open: 1, columns: [{ path: 'a', open: 1, values: [{ value: 'off', records: 1 }] }, { path: 'b' }] },
    columns: [
      { path: 'a', filled: 4, open: 3, values: [{ value: 'on', records: 3 }] },
      {
        path: 'b',
        open: 3,
        values: [
          { value: '1', records: 2 },
          { value: '2', records: 1 },
        ],
      },
    ],
  })
})

test('the few values of a column are counted one by one, in whatever order short and long ones come', () => {
  const words = ['a', 'member', 'x'.repeat(16), 'former member of it', 'Estudiante Activo', '0', 'y'.repeat(40)]
  const record = fc.record({ value: fc.constantFrom(...words, ''), open: fc.boolean() })
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 60 }), (all) => {
      const records = all.map(({ value }) => ({ id: 'always', kind: value }))
      const { columns } = counted(records, 60, (at) => all[at]?.open ?? false)
      const values = columns.find(({ path }) => path === 'kind')?.values
      if (values === undefined) return
      const ofOpen = all.filter(({ open, value }) => open && value !== '').map(({ value }) => value)
      expect(Object.fromEntries(values.map((one) => [one.value, one.records]))).toEqual(
        Object.fromEntries(
          words.map((word) => [word, ofOpen.filter((one) => one === word).length]).filter(([, n]) => n !== 0),
        ),
      )
    }),
  )
})
