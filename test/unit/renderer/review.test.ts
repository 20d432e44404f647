import { expect, test } from 'vitest'
import {
  columnsUsed,
  fieldsToReview,
  inReviewOrder,
  namesOf,
  type UnmappedField,
} from '../../../renderer/steps/mapping/review.ts'

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

test('the first few are named', () => {
  expect(namesOf(['a', 'b', 'c'].map((path) => field(path)))).toBe('a, b, c')
  expect(namesOf(['a', 'b', 'c', 'd', 'e'].map((path) => field(path)))).toBe('a, b, c and 2 more')
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
  const known = [column('user_id', 'Source ID'), column('note')]
  expect(columnsUsed({ columns: known, mapping: null })).toEqual({ used: 1, total: 2 })
})
