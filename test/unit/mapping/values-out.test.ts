import { expect, test } from 'vitest'
import { valuesOut } from '../../../shared/mapping/columns/values-out.ts'

const flag = (column: string, values: Readonly<Record<string, number>>, empty = 0, times = 0) =>
  valuesOut({
    column,
    values: Object.entries(values).map(([value, records]) => ({ value, records })),
    empty,
    times,
    isLikely: true,
  })

test.each([
  ['premium_active', { true: 55, false: 5 }, 0, ['false']],
  ['is_enabled_for_shop', { 1: 55, 0: 5 }, 0, ['0']],
  ['konto_aktiv_web', { J: 55, N: 3 }, 2, ['N', '']],
  ['forum_blocked', { true: 5, false: 55 }, 0, ['true']],
  ['web_inactive', { 1: 4, 0: 56 }, 0, ['1']],
  ['is_not_blocked', { 1: 56, 0: 4 }, 0, ['0']],
  ['is_not_active', { 1: 4, 0: 56 }, 0, ['1']],
  ['nao_ativo', { 1: 4, 0: 56 }, 0, ['1']],
  ['ej_aktiv_web', { 1: 4, 0: 56 }, 0, ['1']],
  ['niet_geblokkeerd', { 1: 56, 0: 4 }, 0, ['0']],
  ['plus_active', { 1: 56, 0: 4 }, 0, ['0']],
  ['qzt', { gesperrt: 3, frei: 57 }, 0, ['gesperrt']],
] as const)('a word of the name turns yes and no round: %s', (column, values, empty, out) =>
  expect(flag(column, values, empty)).toEqual(out),
)

test.each([
  ['gold_active', { true: 9, false: 61 }],
  ['mentor', { true: 57, false: 3 }],
  ['is_instructor', { 0: 57, 1: 3 }],
  ['agreement_signed', { true: 5, false: 65 }],
  ['qzt', { A: 57, G: 3 }],
])('no value is proposed where neither name nor values say which keeps people out: %s', (column, values) =>
  expect(flag(column, values)).toBeNull(),
)

test('a time keeps out where the name says so', () => {
  expect(flag('web_blocked_at', {}, 50, 10)).toBe('any-time')
  expect(flag('gold_signed_at', {}, 50, 10)).toBeNull()
  expect(flag('activated_on', {}, 10, 50)).toBeNull()
})
