import { expect, test } from 'vitest'
import { lastName } from '../../../shared/mapping/names/column-words.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

test.each([
  ['email:string', 'email'],
  ['disabled:boolean', 'disabled'],
  ['password.string()', 'password'],
  ['ID [int]', 'id'],
  ['Email (varchar 255)', 'email'],
  ['user.email', 'email'],
  ['custom:tenant', 'customtenant'],
  ['Email (father)', 'emailfather'],
  ['Email:String(48)(Required)', 'email'],
  ['Enable Account:Boolean(true|false)', 'enableaccount'],
  ['deactivationDate[dateformat=yyyy-MM-dd]', 'deactivationdate'],
  ['uid[unique=true,default=x][allownull=true]', 'uid'],
  ['password[hash=bcrypt]', 'password'],
  ['status {enum}', 'status'],
  ['Status <string>', 'status'],
  ['status (0=active, 1=blocked)', 'status'],
  ['Statut (actif/bloqué)', 'statut'],
  ['Status (account)', 'status'],
  ['name:en', 'name'],
  ['status@de', 'status'],
  ['Eintrittsdatum (TT.MM.JJJJ)', 'eintrittsdatum'],
  ['created (yyyy-mm-dd)', 'created'],
  ['[PK] id', 'pkid'],
  ['(required) Email', 'email'],
  ['(PK) id', 'id'],
  ['user:id', 'userid'],
  ['emails[0]', 'emails0'],
  ['user[login]', 'userlogin'],
  ['Email (2)', 'email2'],
  ['Status (order)', 'statusorder'],
  ['password:shaWrapped', 'passwordshawrapped'],
])('the column %s is called %s', (path, name) => {
  expect(lastName(path)).toBe(name)
})

test('a table whose header names types, and whose values stand in apostrophes, is read as any other', () => {
  const records = [1, 2].map((id) => ({
    'id:int': `'${id}'`,
    'email:string': `'u${id}@example.com'`,
    'disabled:boolean': id === 2 ? 'true' : 'false',
  }))
  const read = tableReader(suggestMapping({ header: null, records }).mapping)
  const users = records.map((record) => read(record)).flatMap((entry) => (entry.kind === 'user' ? [entry.user] : []))
  expect(users.map(({ sourceId, email, standing }) => [sourceId, email, standing])).toEqual([
    ['1', 'u1@example.com', 'active'],
    ['2', 'u2@example.com', 'disabled'],
  ])
})
