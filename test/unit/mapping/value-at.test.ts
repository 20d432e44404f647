import { expect, test } from 'vitest'
import { valueAt } from '../../../shared/mapping/value-at.ts'

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
