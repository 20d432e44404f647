import { expect, test } from 'vitest'
import { readRetryAfter } from '../../../shared/core-api/raw-reply.ts'

const now = Date.parse('2026-03-01T10:00:00Z')

test.each([
  ['0', 0],
  ['7', 7_000],
  [' 120 ', 120_000],
  ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
  ['Sunday, 01-Mar-26 10:00:30 GMT', 30_000],
  ['Sun Mar  1 10:00:30 2026 GMT', 30_000],
  ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
  ['99999999999999999999', Number.MAX_SAFE_INTEGER],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
])('%j asks to wait %s ms', (value, ms) => {
  expect(readRetryAfter({ 'retry-after': value }, now)).toBe(ms)
})

test('a date is read against the server’s own clock where it tells it', () => {
  const headers = { date: 'Sun, 01 Mar 2026 11:00:00 GMT', 'retry-after': 'Sun, 01 Mar 2026 11:00:05 GMT' }
  expect(readRetryAfter(headers, now)).toBe(5_000)
})

test('of several headers the longest wait counts, and no header asks for none', () => {
  expect([readRetryAfter({ 'retry-after': ['1', 'soon', '3'] }, now), readRetryAfter({}, now)]).toEqual([3_000, null])
})
