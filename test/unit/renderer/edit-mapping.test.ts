import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingFrom, withColumn, withFixedProvider } from '../../../renderer/steps/mapping/edit-mapping.ts'
import { isTarget, targetTitles } from '../../../renderer/steps/mapping/targets.ts'
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
    missingFrom(byProvider)?.includes('needs the provider'),
    missingFrom(withFixedProvider(byProvider, 'google')),
    missingFrom(withColumn(byProvider, 'p', 'provider')),
  ]).toEqual(['At least one', null, 'A salt needs the password hash it belongs to.', true, null, null])
})
