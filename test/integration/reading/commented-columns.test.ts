import { describe, expect, test } from 'vitest'
import { nameInComment, saysNothing } from '../../../shared/mapping/columns/comment-names.ts'
import { inspect } from '../../support/cli.ts'

/* Columns with names that say nothing, and comments on them in the schema that do. */

const people = [
  ['anna', 'sunny-day7', '0'],
  ['bert', 'blue-moon8', '1'],
  ['carl', 'red-hat9', '0'],
] as const

/** A dump of MySQL whose columns have these names and comments. */
function mysqlDump(columns: readonly (readonly [name: string, comment: string])[]): string {
  const defined = columns.map(([name, comment]) => `\`${name}\` varchar(80) COMMENT '${comment}'`)
  const rows = people.map(([name, password, off], at) => `(${at + 1},'${name}@acme.example','${password}','${off}')`)
  return `CREATE TABLE \`t1\` (${defined.join(', ')});\nINSERT INTO \`t1\` VALUES ${rows.join(',')};\n`
}

const clear = { users: 3, ready: 0, blocked: { 'unsupported-hash': 2, disabled: 1 } }

describe('a comment on a column names it where its own name says nothing', () => {
  test.each([
    ['numbers', ['f1', 'f2', 'f3', 'f4'], ['user id', 'email of the user', 'password', 'account disabled']],
    ['initials of pinyin', ['bh', 'yx', 'mm', 'jy'], ['用户ID', '用户邮箱', '登录密码', '是否禁用']],
  ])('of MySQL: %s', async (_, names, comments) => {
    const { json, out } = await inspect({
      'dump.sql': mysqlDump(names.map((name, at) => [name, comments[at] ?? ''])),
    })
    expect(json).toMatchObject(clear)
    expect(out).toContain('in a comment of the schema')
    expect(out).not.toContain('sunny-day7')
  })
  test.each([
    ['public.t1', 'c_'],
    ['"ACME"."T1"', 'C_'],
  ])('of PostgreSQL and Oracle: %s', async (table, c) => {
    const comments = ['User ID', 'E-mail', 'Password', 'disabled'].map(
      (comment, at) => `COMMENT ON COLUMN ${table}.${c}${at} IS '${comment}';\n`,
    )
    const names = [0, 1, 2, 3].map((at) => `${c}${at}`)
    const rows = people.map(
      ([name, password, off], at) =>
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${at + 1}, '${name}@acme.example', '${password}', '${off}');\n`,
    )
    const { json } = await inspect({
      'dump.sql': `CREATE TABLE ${table} (${names.map((name) => `${name} text`).join(', ')});\n${comments.join('')}${rows.join('')}`,
    })
    expect(json).toMatchObject(clear)
  })
})

test('another column that says the same by its own name comes before the comment', async () => {
  const { json } = await inspect({
    'dump.sql': mysqlDump([
      ['f1', 'password'],
      ['email', 'password'],
      ['password', 'email'],
      ['f4', 'password'],
    ]),
  })
  expect(json).toMatchObject({ users: 3, blocked: { 'unsupported-hash': 3 } })
})

test.each([
  ['status: 0 normal, 1 disabled', 'status'],
  ['帐号状态（0正常 1停用）', '帐号状态'],
  ['the user’s password', 'password'],
])('a comment is a name: %s', (comment, name) => {
  expect(nameInComment(comment)).toBe(name)
})

test.each([
  '0 normal 1 disabled',
  'email or phone of the user',
  'is set when the password of the account was changed',
  'email, phone',
  'password (see table of logins)',
  'name of the city',
])('a comment is no name: %s', (comment) => {
  expect(nameInComment(comment)).toBeNull()
})

test.each(['city', 'email', 'password', 'pwd', 'tel', 'note', 'id'])('a name says what it is: %s', (name) => {
  expect(saysNothing(name)).toBe(false)
})
