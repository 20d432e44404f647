import { expect, test } from 'vitest'
import { valueAt, withValueAt } from '../../../shared/mapping/value-at.ts'

const record = {
  emails: [
    { address: 'old@example.com', verified: false },
    { address: 'ann@example.com', verified: true },
  ],
  factors: [
    { type: 'Phone', key: '1' },
    { type: 'Totp', key: '2' },
  ],
}

test('an element of a list is found by its place, by a member that says yes, or by what a member is', () => {
  const paths = ['emails[0].address', 'emails[verified].address', 'factors[type=Totp].key']
  expect(paths.map((path) => valueAt(record, path))).toEqual(['old@example.com', 'ann@example.com', '2'])
})

test('where no member says yes the first element counts; where none is this, nothing does', () => {
  const paths = ['factors[verified].key', 'factors[type=WebAuthn].key', 'emails[verified]x']
  expect(paths.map((path) => valueAt(record, path))).toEqual(['1', undefined, undefined])
})

test('a field whose own name has brackets comes first', () => {
  expect(valueAt({ 'emails[verified]': 'x', ...record }, 'emails[verified]')).toBe('x')
})

test.each([
  [{ a: 1, b: 2 }, 'a', { a: null, b: 2 }],
  [{ 'a.b': 1 }, 'a.b', { 'a.b': null }],
  [{ a: { b: 1, c: 2 } }, 'a.b', { a: { b: null, c: 2 } }],
  [{ a: '{"b":1}' }, 'a.b', { a: '{"b":null}' }],
  [{ a: [{ b: 1 }, { b: 2 }] }, 'a[1].b', { a: [{ b: 1 }, { b: null }] }],
  [{ a: ['x', 'x'] }, 'a[0]', { a: [null, 'x'] }],
  [{ a: [{ type: 'totp', key: 'k' }] }, 'a[type=totp].key', { a: [{ type: 'totp', key: null }] }],
  [{ a: [{ Name: 'email', Value: 'x' }] }, 'a.email', { a: [{ Name: 'email', Value: null }] }],
  [{ a: 1 }, 'b.c', { a: 1 }],
])('%o with another value at %s leaves everything else', (record, path, expected) => {
  const before = structuredClone(record)
  expect([withValueAt(record, path, null), record]).toEqual([expected, before])
})
