import { expect, test } from 'vitest'
import { disabledByWord } from '../../../shared/mapping/cell.ts'
import { readByMapping } from '../../../shared/mapping/apply-mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { recognise } from '../../../shared/exports/recognise.ts'
import { formatReader } from '../../../shared/mapping/read-table.ts'
import { readUser } from './support.ts'

const aspnet = { Id: 'a1', UserName: 'ann', Email: 'ann@example.com', PasswordHash: null, SecurityStamp: 'x' }
const django = { id: 1, username: 'ann', email: 'ann@example.com', password: '!', last_login: null, is_superuser: 0 }
const devise = { id: 1, email: 'ann@example.com', encrypted_password: '', sign_in_count: 3 }

test.each<[string, Record<string, unknown>, string]>([
  ['AspNetUsers with a column of its own', { ...aspnet, IsDeleted: 1 }, 'deleted'],
  ['AspNetUsers with another', { ...aspnet, IsActive: 'False' }, 'disabled'],
  ['AspNetUsers that can be locked out and are not', { ...aspnet, LockoutEnabled: 1, LockoutEnd: null }, 'active'],
  ['Django with a column of its own', { ...django, deleted_at: '2024-01-15 10:30:00' }, 'deleted'],
  ['Django', { ...django, is_active: true, is_banned: 't' }, 'disabled'],
  ['Devise by its state', { ...devise, state: 'blocked' }, 'disabled'],
  ['Devise by the state of a country', { ...devise, state: 'Texas' }, 'active'],
])('a user of %s is %s', (_, record, standing) => {
  expect(readUser(record).standing).toBe(standing)
})

test.each([
  ['Devise', { ...devise, status: 2 }, 'status=2'],
  ['Devise', { ...devise, estado: 'I' }, 'estado=I'],
  ['Django', { ...django, is_active: true, left_company: 'yes' }, 'left_company=yes'],
  ['Devise', { ...devise, status: 'active' }, undefined],
  ['Devise', { ...devise, state: 'Texas' }, undefined],
  ['AspNetUsers', { ...aspnet, LockoutEnabled: 1 }, undefined],
])('a column that was added to a table of %s is asked about where it may keep its user out', (_, record, asked) => {
  const recognition = recognise({ header: null, records: [record] })
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition === null || format === undefined) throw new Error('It is no known table.')
  const entry = formatReader(format)(record, recognition)
  expect(entry.kind === 'user' && entry.user.unmapped?.find(({ kind }) => kind === 'status')?.field).toBe(asked)
})

test('a time of MongoDB in a column that locks is a yes', () => {
  expect(readUser({ ...devise, banned_at: { $date: { $numberLong: '1600000000000' } } }).standing).toBe('disabled')
})

test('a status that says deleted, closed or rejected does not pass for active', () => {
  const words = ['deleted', 'Closed', 'rejected', 'terminated', 'banned', 'active', 'gold']
  expect(words.map((word) => disabledByWord(word))).toEqual([true, true, true, true, true, false, null])
})

test('a status says the same in each gender and number', () => {
  const off = [
    'zablokowane',
    'usunięta',
    'zawieszone',
    'zamknięte',
    'nieaktywni',
    'bloqueada',
    'suspendue',
    'gesperrte',
  ]
  const on = ['aktywne', 'aktywna', 'activa', 'attiva', 'ativa']
  expect(off.map((word) => disabledByWord(word))).toEqual(off.map(() => true))
  expect(on.map((word) => disabledByWord(word))).toEqual(on.map(() => false))
  for (const word of ['aktywacja', 'inactivity', 'blocker']) expect(disabledByWord(word)).toBeNull()
})

test('a table of one’s own that keeps when a user was deleted as a number excludes that user', () => {
  const records = [0, 1_700_000_000_000].map((deleteat, id) => ({ id, email: `u${id}@example.com`, deleteat }))
  const read = readByMapping(suggestMapping({ header: null, records }).mapping)
  const standings = records.map((record) => read(record)).map((entry) => entry.kind === 'user' && entry.user.standing)
  expect(standings).toEqual(['active', 'deleted'])
})

test('users of LoopBack, who have a realm and roles, are no realms without users', () => {
  const record = { id: 'a1', realm: 'acme', username: 'ann', email: 'ann@example.com', roles: ['customer'] }
  expect(recognise({ header: null, records: [record] })).toBeNull()
})
