import { expect, test } from 'vitest'
import { nextOf } from '../../../../renderer/steps/connect/use-connection.ts'

test.each([
  ['needs-confirmation', 'answer'],
  ['ask', 'answer'],
  ['confirm-live', 'answer'],
  ['key-refused', 'correct-key'],
  ['ready', 'go-on'],
  ['refused', 'read'],
  ['unreachable', 'read'],
] as const)('after a check that ends with %s the operator does this next: %s', (kind, next) => {
  expect(nextOf(kind)).toBe(next)
})
