import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absentColumns,
  choiceOf,
  missingFrom,
  withColumn,
  withFixedProvider,
} from '../../../renderer/steps/mapping/review.ts'
import { constantFields, withConstant } from '../../../renderer/steps/mapping/use-file-mapping.ts'
import { choiceTitle, isTarget } from '../../../renderer/steps/mapping/targets.ts'
import { targetTitles } from '../../../shared/mapping/target-titles.ts'
import { mappingSchema, mappingTargets } from '../../../shared/mapping/mapping.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'

const mapping: Mapping = {
  version: 1,
  columns: [
    { path: 'mail', target: 'email' },
    { path: 'pw', target: 'password-hash' },
  ],
  fixedProvider: null,
}

test('everything a column can become is offered, and nothing else', () => {
  expect(Object.keys(targetTitles)).toEqual([...mappingTargets])
  expect([isTarget('email'), isTarget(''), isTarget('colour')]).toEqual([true, false, false])
})

describe('changing a mapping', () => {
  test('gives a column another target in its place, adds one, or takes one off', () => {
    expect([
      withColumn(mapping, 'mail', 'provider-email').columns,
      withColumn(mapping, 'tel', 'phone').columns,
      withColumn(mapping, 'mail', null).columns,
      withColumn(null, 'mail', 'email'),
    ]).toEqual([
      [
        { path: 'mail', target: 'provider-email' },
        { path: 'pw', target: 'password-hash' },
      ],
      [...mapping.columns, { path: 'tel', target: 'phone' }],
      [{ path: 'pw', target: 'password-hash' }],
      { version: 1, columns: [{ path: 'mail', target: 'email' }], fixedProvider: null },
    ])
  })

  test('never maps a column twice and always stays a mapping', () => {
    const edit = fc.record({
      path: fc.constantFrom('a', 'b', 'c'),
      target: fc.option(fc.constantFrom(...mappingTargets)),
    })
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const edited = edits.reduce<Mapping | null>((now, { path, target }) => withColumn(now, path, target), null)
        if (edited === null) return
        const paths = edited.columns.map(({ path }) => path)
        expect(new Set(paths).size).toBe(paths.length)
        expect(mappingSchema.parse(edited)).toEqual(edited)
      }),
    )
  })
})

test('what a mapping lacks is said in a sentence', () => {
  const byProvider = withColumn(null, 'id', 'provider-user-id')
  expect([
    missingFrom(null)?.split(' ', 3).join(' '),
    missingFrom(mapping),
    missingFrom(withColumn(null, 'salt', 'salt')),
    missingFrom(byProvider)?.includes('need a provider'),
    missingFrom(withFixedProvider(byProvider, 'google')),
    missingFrom(withColumn(byProvider, 'p', 'provider')),
  ]).toEqual([
    'Import at least',
    null,
    'A salt needs a password hash. Import a column as “Password hash”.',
    true,
    null,
    null,
  ])
})

test('columns of one target are told apart by their choice', () => {
  const twice = withColumn(withColumn(withColumn(mapping, 'work', 'email'), 'old', 'email'), 'tel', 'phone')
  const titles = ['mail', 'work', 'old', 'tel', 'other'].map((path) => choiceTitle('Email', choiceOf(twice, path)))
  expect(titles).toEqual(['Email', 'Email (second choice)', 'Email (third choice)', 'Email', 'Email'])
})

test('columns that the file does not have are named', () => {
  const columns = [{ path: 'mail', samples: [], counts: null, suggestion: null, becomes: null }]
  expect([absentColumns({ columns, mapping }), absentColumns({ columns, mapping: null })]).toEqual([['pw'], []])
})

describe('what is the same in every record', () => {
  test('is said once for each thing, and taken back whole', () => {
    const said = withConstant(withConstant(mapping, 'email-verified', 'true'), 'email-verified', 'false')
    expect([said.constants, withConstant(said, 'email-verified', null)]).toEqual([
      [{ target: 'email-verified', value: 'false' }],
      mapping,
    ])
    expect(mappingSchema.parse(said)).toEqual(said)
  })

  test('is offered for what is mapped, with a value of a file that is not listed', () => {
    const fields = constantFields(withConstant(withColumn(mapping, 'ok', 'email-verified'), 'hash-algorithm', 'md5'))
    expect(fields.map(({ target, value, byColumn }) => [target, value, byColumn])).toEqual([
      ['email-verified', null, true],
      ['hash-algorithm', 'md5', false],
    ])
    expect(fields[1]?.values.at(-1)).toEqual(['md5', 'md5'])
    expect(constantFields(null)).toEqual([])
  })
})
