import { expect, test } from 'vitest'
import { explanationOf, explanationsIn, explainsValue } from '../../../shared/mapping/columns/explained-columns.ts'

test.each([
  ['status: 0 = pending, 1 = active, 2 = banned', 'status'],
  ['-- status 0 = pending, 1 = active', 'user_status'],
  ['# Values of users.status: 0 = pending, 1 = active', 'status'],
  ['The status of the user (0 = off, 1 = on)', 'UserStatus'],
  ['status codes - 0: inactive; 1: active', 'status'],
  ['* account_state = 0 (closed), 1 (open)', 'account.state'],
  ["`level` values: 'A' = active | 'B' = blocked", 'level'],
  ['status: active(1), banned(2)', 'status'],
])('%s explains %s', (line, column) => {
  expect(explanationOf(column, explanationsIn([line]))).toBeDefined()
})

test('a list goes on over several lines', () => {
  const found = explanationsIn([
    '/*',
    ' * status:',
    ' *   0 = pending',
    ' *   1 = active',
    ' * role:',
    ' *   1 = user',
    ' *   2 = admin',
    ' */',
  ])
  expect(explanationOf('status', found)).toBe('0 = pending, 1 = active')
  expect(explanationOf('role', found)).toBe('1 = user, 2 = admin')
})

test('a heading may stand alone above its list', () => {
  const found = explanationsIn([
    'Dump of the shop',
    'status',
    '------',
    '0 = pending',
    '1 = active',
    '',
    'Notes',
    '1 = call',
    '2 = mail',
  ])
  expect(explanationOf('status', found)).toBe('0 = pending, 1 = active')
  expect(explanationOf('shop', found)).toBeUndefined()
})

test.each([
  ['Order status: 0 = new, 1 = active', 'status'],
  ['orders.status: 0 = new, 1 = active', 'status'],
  ['status: see the manual', 'status'],
  ['status: 1 = active', 'status'],
  ['Table structure for table `users`', 'users'],
  ['exported 2024-05-01 10:00:00 by ann', 'status'],
  ['0 = pending, 1 = active', 'status'],
])('%s does not explain %s', (line, column) => {
  expect(explanationOf(column, explanationsIn([line]))).toBeUndefined()
})

test('beside a value, one code is enough', () => {
  expect(['1 = enabled', '0: off, 1: on', 'A = active'].map(explainsValue)).toEqual([true, true, true])
  expect(['the first one', '1', 'since 2019', '1 = 2'].map(explainsValue)).toEqual([false, false, false, false])
})
