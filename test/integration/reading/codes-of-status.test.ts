import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Codes of a status, as programs write numbers, and beside a column that has their words. */

async function inspected(columns: string, cells: readonly string[], before = '') {
  const rows = cells.map((one, at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${one}`)
  const { json } = await inspect({ 'users.csv': `${before}id,email,password,${columns}\n${rows.join('\n')}\n` })
  const told = JSON.stringify(json?.['findings'])
  return { ready: json?.['ready'], blocked: json?.['blocked'], told }
}

test('numbers with a fraction of zero are yes and no in a flag', async () => {
  expect(await inspected('enabled', ['1.0', '0.0', '1.0', '1.0'])).toMatchObject({ ready: 3, blocked: { disabled: 1 } })
  expect(await inspected('is_banned', ['0.0', '1.0', '', '0.0'])).toMatchObject({ ready: 3, blocked: { disabled: 1 } })
})

test('they are codes in a status, with the words that a comment has for them', async () => {
  const cells = ['1.0', '2.0', '1.0', '1.0']
  expect(await inspected('status', cells)).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 4 } })
  const explained = await inspected('status', cells, '# status: 1 = active, 2 = banned\n')
  expect(explained.told).toContain('status=2.0 (banned)')
})

test('amounts are none', async () => {
  expect(await inspected('account_state_balance', ['12.50', '0.00', '3.25', '7.00'])).toMatchObject({ ready: 4 })
})

test('a negative code is one as well, and no place', async () => {
  expect(await inspected('state', ['-1', '0', '1', '1'])).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 4 } })
})

test.each([
  ['status_id,status_name', ['1,Active', '2,Blocked', '1,Active', '3,Pending']],
  ['user_status,user_status_name', ['1,Active', '2,Blocked', '1,Active', '3,Pending']],
  ['status_code,status', ['A,Active', 'B,Blocked', 'A,Active', 'P,Pending']],
])('codes beside their words are no question of their own: %s', async (columns, cells) => {
  const { ready, blocked } = await inspected(columns, cells)
  expect({ ready, blocked }).toEqual({ ready: 2, blocked: { disabled: 1, 'unmapped-status': 1 } })
})

test.each([
  ['where one code has two words', 'status_id,status_name', ['1,Active', '2,Blocked', '1,Active', '1,Blocked']],
  ['where a word is missing', 'status_id,status_name', ['1,Active', '2,Blocked', '1,Active', '3,']],
  [
    'beside the words of another status',
    'status_id,mail_status_name',
    ['1,Active', '2,Blocked', '1,Active', '3,Active'],
  ],
])('they are asked about %s', async (_, columns, cells) => {
  expect((await inspected(columns, cells)).told).toContain('status_id=1')
})

test('a time at which a user was rejected is asked about', async () => {
  expect(await inspected('rejected_at', ['', '2020-01-01', '', ''])).toMatchObject({
    ready: 3,
    blocked: { 'unmapped-status': 1 },
  })
})
