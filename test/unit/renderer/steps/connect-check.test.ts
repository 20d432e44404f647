import { expect, test } from 'vitest'
import { nextAction } from '../../../../renderer/steps/connect/check-result.tsx'

test.each([
  ['needs-confirmation', 'answer'],
  ['ask', 'answer'],
  ['confirm-live', 'answer'],
  ['key-refused', 'correct-key'],
  ['ready', 'continue'],
  ['refused', 'read'],
  ['unreachable', 'read'],
] as const)('after a check that ends with %s the operator does this next: %s', (kind, next) => {
  expect(nextAction(kind)).toBe(next)
})
