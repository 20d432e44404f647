import { describe, expect, test } from 'vitest'
import { isWrittenDate, pastTime, sidesOfNow, timeToCome } from '../../../shared/mapping/end-of-account.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'

const now = Date.UTC(2026, 5, 15)
const sideOf = (text: string) => (isWrittenDate(text) ? sidesOfNow(now)(text) : null)

describe('the side of now on which a date is', () => {
  test.each([
    '2024-05-10 10:00:00',
    '31.12.2025',
    '31/12/2024 10:00',
    '2026-01-01T10:00:00Z',
    '2026-06-14',
    '1.6.2026',
  ])('has passed: %s', (text) => expect(sideOf(text)).toBe(pastTime))
  test.each(['2027-01-01', '12/31/2027', '2026-12-31', '31.12.2026', '9999-12-31 00:00:00', '2026-06-16T00:00:00Z'])(
    'is to come: %s',
    (text) => expect(sideOf(text)).toBe(timeToCome),
  )
  test.each([
    '1915000000',
    '20271231',
    '4915112345678',
    '0000-00-00',
    '1970-01-01',
    'never',
    '12.5',
    '1.2.3',
    '2099-x',
  ])('is not told of what is no date with its year: %s', (text) => expect(sideOf(text)).toBeNull())
})

test('a column of dates keeps out by those that have passed, or by those to come, whatever it is called', () => {
  const year = new Date().getUTCFullYear()
  const records = [`${year - 2}-03-01`, `01.03.${year + 2}`, '', 'x'].map((end, at) => ({
    email: `u${at}@acme.example`,
    qzt: end,
  }))
  const standings = (value: string) => {
    const email = { path: 'email', target: 'email' } as const
    const read = tableReader({
      version: 1,
      columns: [email, { path: 'qzt', target: 'disabled', values: [value] }],
      fixedProvider: null,
    })
    return records.map(read).map((entry) => (entry.kind === 'user' ? entry.user.standing : entry.kind))
  }
  expect(standings(pastTime)).toEqual(['disabled', 'active', 'active', 'active'])
  expect(standings(timeToCome)).toEqual(['active', 'disabled', 'active', 'active'])
})
