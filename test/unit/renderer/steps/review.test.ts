import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { constantFields, editMapping } from '../../../../renderer/steps/mapping/edit-mapping.ts'
import {
  chosenText,
  columnsUsed,
  fieldsToReview,
  inOrderOf,
  inReviewOrder,
  fieldTitles,
  reviewText,
  type UnmappedField,
} from '../../../../renderer/steps/mapping/questions/review.ts'
import { choiceTitle, isTarget } from '../../../../renderer/steps/mapping/columns/columns-table.tsx'
import { type Mapping, mappingSchema } from '../../../../shared/mapping/mapping.ts'
import { mappingTargets } from '../../../../shared/mapping/targets.ts'
import { targetTitles } from '../../../../shared/mapping/shown/target-titles.ts'
import { mappingOf } from '../../../support/made-up-mapping.ts'

const field = (path: string, change: Partial<UnmappedField> = {}): UnmappedField => ({
  fileId: 1,
  code: 'unmapped-hash',
  path,
  users: 20,
  blocked: 20,
  asks: true,
  chosen: null,
  ...change,
})

test('a field that the operator is asked about waits until that is decided, once for all files', () => {
  const fields = [
    field('Passwort'),
    field('Passwort', { fileId: 2 }),
    field('Passwort', { code: 'unmapped-email' }),
    field('blob', { chosen: 'exclude' }),
    field('etag', { blocked: 0, asks: false }),
    field('old_hash', { blocked: 0 }),
  ]
  expect(fieldsToReview(fields).map(({ code, path }) => [code, path])).toEqual([
    ['unmapped-hash', 'Passwort'],
    ['unmapped-email', 'Passwort'],
    ['unmapped-hash', 'old_hash'],
  ])
  expect(inReviewOrder(fields.toReversed()).map(({ path }) => path)).toEqual([
    'old_hash',
    'Passwort',
    'Passwort',
    'Passwort',
    'blob',
  ])
})

test('a choice does not move the questions; one that comes later stands last', () => {
  const first = inReviewOrder([field('a', { users: 3 }), field('b', { users: 2 }), field('c', { users: 1 })])
  const now = [field('a', { users: 3, chosen: 'import' }), field('late', { users: 9 }), ...first.slice(1)]
  expect(inOrderOf(first, inReviewOrder(now)).map(({ path }) => path)).toEqual(['a', 'b', 'c', 'late'])
})

test('a record says what becomes of a value by its decision', () => {
  const of = (chosen: 'import' | 'exclude' | null) => ({ code: 'unmapped-phone' as const, chosen })
  expect([
    chosenText(of(null), 'phone'),
    chosenText(of('import'), 'phone'),
    chosenText(of('import'), null),
    chosenText(of('exclude'), 'phone'),
  ]).toEqual(['Needs review', 'Used when “phone” is empty', 'Phone number', 'Not imported'])
})

test('the first few are named', () => {
  const fieldNames = (fields: readonly UnmappedField[]) => reviewText(fieldTitles(fields)).names
  expect(fieldNames(['a', 'b', 'c'].map((path) => field(path)))).toBe('a, b, c')
  expect(fieldNames(['a', 'b', 'c', 'd', 'e'].map((path) => field(path)))).toBe('a, b, c and 2 more')
  // A column may be asked about twice.
  expect(fieldNames([field('a'), field('a', { code: 'second-hash' }), field('b')])).toBe('a, b')
  // A value of a column is no column: its name may hold the sign too.
  expect(
    fieldNames([
      field('Login=adfs', { code: 'unmapped-provider', users: 6 }),
      field('a=b', { users: 4 }),
      field('Login=x=y', { code: 'unmapped-provider', users: 12 }),
    ]),
  ).toBe('Login: x=y, Login: adfs, a=b')
})

test('columns are counted by what becomes of them', () => {
  const column = (path: string, becomes: string | null = null) => ({
    path,
    samples: [],
    counts: null,
    suggestion: null,
    becomes,
  })
  const mapping = { version: 1 as const, columns: [{ path: 'mail', target: 'email' as const }], fixedProvider: null }
  const columns = [column('mail'), column('Ort')]
  expect(columnsUsed({ columns, mapping })).toEqual({ used: 1, total: 2 })
  // A decision imports a column besides, as a whole or by one of its values.
  const more = [...columns, column('mobile_2'), column('provider')]
  const decided = ['mobile_2', 'provider=samlp', 'provider=google'].map((path) => ({ path, chosen: 'import' as const }))
  expect(columnsUsed({ columns: more, mapping }, decided)).toEqual({ used: 3, total: 4 })
  const known = [column('user_id', 'Source ID'), column('note')]
  expect(columnsUsed({ columns: known, mapping: null })).toEqual({ used: 1, total: 2 })
})

const mapping = mappingOf({ mail: 'email', pw: 'password-hash' })

test('everything a column can become is offered, and nothing else', () => {
  expect(Object.keys(targetTitles)).toEqual([...mappingTargets])
  expect([isTarget('email'), isTarget(''), isTarget('colour')]).toEqual([true, false, false])
})

describe('changing a mapping', () => {
  test('gives a column another target in its place, adds one, or takes one off', () => {
    expect([
      editMapping.withColumn(mapping, 'mail', 'provider-email').columns,
      editMapping.withColumn(mapping, 'tel', 'phone').columns,
      editMapping.withColumn(mapping, 'mail', null).columns,
      editMapping.withColumn(null, 'mail', 'email'),
    ]).toEqual([
      [
        { path: 'mail', target: 'provider-email' },
        { path: 'pw', target: 'password-hash' },
      ],
      [...mapping.columns, { path: 'tel', target: 'phone' }],
      [{ path: 'pw', target: 'password-hash' }],
      mappingOf({ mail: 'email' }),
    ])
  })

  test('never maps a column twice and always stays a mapping', () => {
    const edit = fc.record({
      path: fc.constantFrom('a', 'b', 'c'),
      target: fc.option(fc.constantFrom(...mappingTargets)),
    })
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const edited = edits.reduce<Mapping | null>(
          (now, { path, target }) => editMapping.withColumn(now, path, target),
          null,
        )
        if (edited === null) return
        const paths = edited.columns.map(({ path }) => path)
        expect(new Set(paths).size).toBe(paths.length)
        expect(mappingSchema.parse(edited)).toEqual(edited)
      }),
    )
  })
})

test('what a mapping lacks is said in a sentence', () => {
  const byProvider = editMapping.withColumn(null, 'id', 'provider-user-id')
  expect([
    editMapping.missingFrom(null, [])?.split(' ', 3).join(' '),
    editMapping.missingFrom(mapping, []),
    editMapping.missingFrom(editMapping.withColumn(null, 'salt', 'salt'), ['salt']),
    editMapping.missingFrom(byProvider, [])?.includes('need a provider'),
    editMapping.missingFrom(editMapping.withFixedProvider(byProvider, 'google'), []),
    editMapping.missingFrom(editMapping.withColumn(byProvider, 'p', 'provider'), []),
  ]).toEqual([
    'Import at least',
    null,
    'A salt needs a password hash. Import a column as “Password hash”.',
    true,
    null,
    null,
  ])
})

test('IDs and statuses alone need no login: they say who is disabled in another file', () => {
  const statuses = (id: string) =>
    editMapping.withColumn(editMapping.withColumn(null, id, 'source-id'), 'status', 'disabled')
  expect([
    editMapping.missingFrom(statuses('id'), ['id', 'status']),
    editMapping.missingFrom(statuses('user_id'), ['user_id', 'status', 'reason']),
    editMapping.missingFrom(statuses('id'), ['id', 'status', 'price'])?.split(' ', 3).join(' '),
  ]).toEqual([null, null, 'Import at least'])
})

test('columns of one target are told apart by their choice', () => {
  const twice = editMapping.withColumn(
    editMapping.withColumn(editMapping.withColumn(mapping, 'work', 'email'), 'old', 'email'),
    'tel',
    'phone',
  )
  const titles = ['mail', 'work', 'old', 'tel', 'other'].map((path) =>
    choiceTitle('Email', editMapping.choiceOf(twice, path)),
  )
  expect(titles).toEqual(['Email', 'Email (second choice)', 'Email (third choice)', 'Email', 'Email'])
})

test('a further column is no second choice where every column counts', () => {
  const all = (['disabled', 'metadata', 'role', 'email-verified'] as const).map((target) => {
    const twice = editMapping.withColumn(editMapping.withColumn(mapping, 'state', target), 'plan', target)
    return [target, editMapping.choiceOf(twice, 'plan')]
  })
  expect(all).toEqual([
    ['disabled', 1],
    ['metadata', 1],
    ['role', 1],
    ['email-verified', 1],
  ])
})

test('columns that the file does not have are named', () => {
  const columns = [{ path: 'mail', samples: [], counts: null, suggestion: null, becomes: null }]
  expect([
    editMapping.absentColumns({ columns, mapping }),
    editMapping.absentColumns({ columns, mapping: null }),
  ]).toEqual([['pw'], []])
})

describe('what is the same in every record', () => {
  test('is said once for each thing, and taken back whole', () => {
    const constant = editMapping.withConstant(
      editMapping.withConstant(mapping, 'email-verified', 'true'),
      'email-verified',
      'false',
    )
    expect([constant.constants, editMapping.withConstant(constant, 'email-verified', null)]).toEqual([
      [{ target: 'email-verified', value: 'false' }],
      mapping,
    ])
    expect(mappingSchema.parse(constant)).toEqual(constant)
  })

  test('is offered for what is mapped, with a value of a file that is not listed', () => {
    const fields = constantFields(
      editMapping.withConstant(editMapping.withColumn(mapping, 'ok', 'email-verified'), 'hash-algorithm', 'md5'),
    )
    expect(fields.map(({ target, value, byColumn }) => [target, value, byColumn])).toEqual([
      ['email-verified', null, true],
      ['hash-algorithm', 'md5', false],
    ])
    expect(fields[1]?.values.at(-1)).toEqual(['md5', 'md5'])
    expect(constantFields(null)).toEqual([])
    // Switched off, it can be switched on again.
    expect(constantFields(mapping, 'banned_users.csv').map(({ target }) => target)).toContain('disabled')
  })
})
