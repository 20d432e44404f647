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

describe('a comment beside a column of a CREATE TABLE names it as well', () => {
  const names = ['c1', 'c2', 'c3', 'c4']
  const comments = ['user id', 'email of the user', 'password', 'account disabled']
  const rows = people.map(([name, password, off], at) => `(${at + 1},'${name}@acme.example','${password}','${off}')`)
  const define = (line: (name: string, comment: string, comma: string) => string) =>
    names.map((name, at) => line(name, comments[at] ?? '', at === names.length - 1 ? '' : ',')).join('\n')

  test.each([
    ['behind the comma', define((name, comment, comma) => `  ${name} varchar(80)${comma} -- ${comment}`)],
    ['before the comma', define((name, comment, comma) => `  ${name} varchar(80) /* ${comment} */${comma}`)],
    ['in the line above', define((name, comment, comma) => `  -- ${comment}\n  ${name} decimal(8,2)${comma}`)],
    [
      'where commas begin lines',
      define((name, comment) => `  ${name === 'c1' ? '' : ', '}${name} varchar(80) -- ${comment}`),
    ],
    ['behind signs of the hash', define((name, comment, comma) => `  # ${comment}\n  ${name} varchar(80)${comma}`)],
  ])('%s', async (_, columns) => {
    const dump = `CREATE TABLE t1 ( -- password\n${columns}\n);\nINSERT INTO t1 VALUES ${rows.join(',')};\n`
    const { json, out } = await inspect({ 'dump.sql': dump })
    expect(json).toMatchObject(clear)
    expect(out).toContain('in a comment of the schema')
    expect(out).not.toContain('sunny-day7')
  })

  test('but not where several columns share the line', async () => {
    const dump = `CREATE TABLE t1 (c1 int, c2 varchar(80),\n c3 varchar(80), c4 int -- password\n);\nINSERT INTO t1 VALUES ${rows.join(',')};\n`
    expect((await inspect({ 'dump.sql': dump })).out).not.toContain('in a comment of the schema')
  })
})

test.each([
  [
    'with names of its parameters',
    (column: string, comment: string) =>
      `EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'${comment}' , @level0type=N'SCHEMA',@level0name=N'dbo', @level1type=N'TABLE',@level1name=N't1', @level2type=N'COLUMN',@level2name=N'${column}'\nGO\n`,
  ],
  [
    'in their order, several without GO between them',
    (column: string, comment: string) =>
      `EXECUTE sp_addextendedproperty N'MS_Description', N'${comment}', 'user', 'dbo', 'table', 't1', 'column', '${column}'\n`,
  ],
])('a description of SQL Server names a column: %s', async (_, describes) => {
  const comments = ['user id', 'email of the user', 'password', 'account disabled']
  const described = comments.map((comment, at) => describes(`c${at}`, comment)).join('')
  const rows = people.map(
    ([name, password, off], at) =>
      `INSERT [dbo].[t1] ([c0], [c1], [c2], [c3]) VALUES (${at + 1}, N'${name}@acme.example', N'${password}', ${off})\n`,
  )
  const table = '[c0] [int], [c1] [nvarchar](80), [c2] [nvarchar](80), [c3] [bit]'
  for (const content of [described + rows.join(''), `${rows.join('')}GO\n${described}`]) {
    const { json } = await inspect({ 'dump.sql': `CREATE TABLE [dbo].[t1] (${table})\nGO\n${content}` })
    expect(json).toMatchObject(clear)
  }
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
