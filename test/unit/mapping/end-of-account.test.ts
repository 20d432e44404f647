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
    '20260614',
    '19991231',
  ])('has passed: %s', (text) => expect(sideOf(text)).toBe(pastTime))
  test.each([
    '2027-01-01',
    '12/31/2027',
    '2026-12-31',
    '31.12.2026',
    '9999-12-31 00:00:00',
    '2026-06-16T00:00:00Z',
    '20270131',
    '99991231',
  ])('is to come: %s', (text) => expect(sideOf(text)).toBe(timeToCome))
  test.each([
    '1915000000',
    '20271331',
    '20270001',
    '00000000',
    '18991231',
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

test.each([
  ['valid_to', '20190101', 'disabled'],
  ['valid_to', '99991231', 'active'],
  ['valid_to', '00000000', 'active'],
  ['valid_to', '20190101103000', 'disabled'],
  ['valid_to', '99991231235959', 'active'],
  ['valid_to', '0001-01-01T00:00:00Z', 'active'],
  ['banned_until', '20190101', 'active'],
  ['banned_until', '99991231', 'disabled'],
  ['banned_until', '00000000', 'active'],
  ['banned_at', '20190101', 'disabled'],
  ['banned_at', '00000000', 'active'],
  ['deleted_at', '20190101103000', 'deleted'],
  ['deleted_at', '9999-12-31 00:00:00', 'active'],
  ['deleted_at', '0001-01-01T00:00:00Z', 'active'],
  ['mb_leave_date', '20190101', 'disabled'],
  ['mb_leave_date', '29990101', 'active'],
  ['mb_valid_until', '29990101', 'active'],
  ['ban_valid_until', '2999-01-01', 'disabled'],
])('a date without marks is a time as any other: %s of %s is %s', expectStanding)

test.each([
  ['Deactivation date', '2999-01-31', 'active'],
  ['Deactivation date', '2019-01-31', 'disabled'],
  ['deaktiviert_am', '31.01.2999', 'active'],
  ['deaktiviert_am', '31.01.2019', 'disabled'],
  ['fecha_de_desactivacion', '2999-01-31', 'active'],
  ['disabled_on', '29990131', 'active'],
  ['disabled_on', 'yes', 'disabled'],
  ['deleted_at', '2999-01-31 10:00:00', 'active'],
  ['deleted_at', '2019-01-31 10:00:00', 'deleted'],
  // The ID of the row, which leaves its name free for another one.
  ['deleted_at', '4102444800', 'deleted'],
])('a date to come of the end of an account keeps nobody out: %s of %s is %s', expectStanding)

test.each([
  ['banned_at', '2999-01-31', 'disabled'],
  ['gesperrt_am', '2999-01-31', 'disabled'],
  ['locked', '2999-01-31', 'disabled'],
])('a date to come of a lock is rather its end, and keeps its user out: %s of %s is %s', expectStanding)

function expectStanding(path: string, value: string, standing: string): void {
  const target = path === 'deleted_at' ? 'deleted' : 'disabled'
  const email = { path: 'email', target: 'email' } as const
  const read = tableReader({ version: 1, columns: [email, { path, target }], fixedProvider: null })
  const entry = read({ email: 'ann@acme.example', [path]: value })
  expect(entry.kind === 'user' && entry.user.standing).toBe(standing)
}
