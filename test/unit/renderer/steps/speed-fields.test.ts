import { expect, test } from 'vitest'
import { ceilingOf } from '../../../../renderer/steps/run/speed-fields.tsx'

test('a ceiling that is typed is a whole number that the core can be held to, or none', () => {
  expect(['', ' ', '50', '12.7', '0', '-3', '1e9', 'x'].map(ceilingOf)).toEqual([
    null,
    null,
    50,
    12,
    1,
    1,
    10_000,
    null,
  ])
})
