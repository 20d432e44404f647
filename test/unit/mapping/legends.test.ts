import { expect, test } from 'vitest'
import { legendIn } from '../../../shared/mapping/names/composed/legends.ts'

test.each([
  ['0=active,1=banned', { 0: 'active', 1: 'banned' }],
  ['0: active; 1: not active', { 0: 'active', 1: 'not active' }],
  ['level: 0 - gesperrt, 1 - Mitglied, 9 - Admin', { 0: 'gesperrt', 1: 'Mitglied', 9: 'Admin' }],
  ['status: 0 normal 1 disabled', { 0: 'normal', 1: 'disabled' }],
  ['帐号状态（0正常 1停用）', { 0: '正常', 1: '停用' }],
  ['状态：1:正常，2:冻结', { 1: '正常', 2: '冻结' }],
  ["'A' = aktiv | 'G' = gesperrt", { A: 'aktiv', G: 'gesperrt' }],
  ['A: active, B: blocked', { A: 'active', B: 'blocked' }],
  ['active(1), banned(2)', { 1: 'active', 2: 'banned' }],
  ['banned = -1, active = 0', { '-1': 'banned', 0: 'active' }],
  ['0 for active and 1 for banned', { 0: 'active', 1: 'banned' }],
  ['level (0=banned, 1=user)', { 0: 'banned', 1: 'user' }],
])('a text says what codes mean: %s', (text, words) => {
  expect(Object.fromEntries(legendIn(text))).toEqual(words)
})

test.each([
  'the account of the user',
  'added in 2019 by the admin',
  'bcrypt, cost 10',
  '1 if the user is banned',
  'see ticket 17, part 2',
  'ISO 3166-1 alpha-2',
  'varchar(20), up to 3 letters',
  '2024-05-01 added, 2024-06-01 renamed',
])('a text explains no codes: %s', (text) => {
  expect(legendIn(text).size).toBe(0)
})
