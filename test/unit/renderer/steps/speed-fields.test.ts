import { expect, test } from 'vitest'
import { limitOf } from '../../../../renderer/steps/run/progress/speed-fields.tsx'

test('a limit that is typed is a whole number in its bounds, or none', () => {
  expect(['', ' ', '50', '12.7', '0', '-3', '1e9', 'x'].map((typed) => limitOf(typed, 10_000))).toEqual([
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
