import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Rows without column names behind an ALTER TABLE, which have the columns of the table as it then is. */

/** Four rows of values in this order, of which the second has the last value; `at`: the ID of the first. */
const rows = (order: readonly string[], at = 1, of: Readonly<Record<string, (id: number) => string>> = {}) =>
  [at, at + 1, at + 2, at + 3]
    .map((id) => {
      const values: Readonly<Record<string, string>> = {
        id: String(id),
        email: `'u${id}@acme.example'`,
        password: `'${madeUpBcrypt(id)}'`,
        banned: id === at + 1 ? '1' : '0',
        nick: `'n${id}'`,
      }
      return `(${order.map((name) => of[name]?.(id) ?? values[name]).join(', ')})`
    })
    .join(', ')

const table = 'CREATE TABLE users (id int, email varchar(80), password varchar(80));\n'
const insert = (order: readonly string[], at = 1) => `INSERT INTO users VALUES ${rows(order, at)};\n`

describe('rows behind an ALTER TABLE have its columns', () => {
  test.each([
    ['ADD COLUMN banned tinyint NOT NULL DEFAULT 0', ['id', 'email', 'password', 'banned']],
    ['ADD banned bit NULL', ['id', 'email', 'password', 'banned']],
    ['ADD COLUMN IF NOT EXISTS banned boolean', ['id', 'email', 'password', 'banned']],
    ['ADD `banned` tinyint AFTER `email`', ['id', 'email', 'banned', 'password']],
    ['ADD COLUMN banned tinyint FIRST', ['banned', 'id', 'email', 'password']],
    ['ADD COLUMN banned tinyint, ADD COLUMN nick varchar(9)', ['id', 'email', 'password', 'banned', 'nick']],
    ['ADD (banned NUMBER(1) DEFAULT 0, nick VARCHAR2(9))', ['id', 'email', 'password', 'banned', 'nick']],
    ['ADD nick varchar(9), banned bit', ['id', 'email', 'password', 'nick', 'banned']],
    ['ADD PRIMARY KEY (id), ADD banned int, ADD KEY k (banned)', ['id', 'email', 'password', 'banned']],
    ['ADD CONSTRAINT c UNIQUE (email), ADD COLUMN banned int', ['id', 'email', 'password', 'banned']],
    ['DROP COLUMN password, ADD banned int', ['id', 'email', 'banned']],
  ])('%s', async (action, order) => {
    const dump = `${table}ALTER TABLE users ${action};\n${insert(order)}`
    const { json } = await inspect({ 'dump.sql': dump })
    expect(json).toMatchObject({ users: 4, ready: 3, unreadable: 0, blocked: { disabled: 1 } })
  })

  test.each([
    ['CHANGE active banned tinyint(1) DEFAULT 0'],
    ['RENAME COLUMN active TO banned'],
    ['CHANGE COLUMN `active` `banned` tinyint AFTER password'],
    ['MODIFY active int, RENAME COLUMN active TO banned'],
  ])('%s', async (action) => {
    const created = 'CREATE TABLE users (id int, email varchar(80), password varchar(80), active tinyint);\n'
    const dump = `${created}ALTER TABLE users ${action};\n${insert(['id', 'email', 'password', 'banned'])}`
    expect((await inspect({ 'dump.sql': dump })).json).toMatchObject({ ready: 3, blocked: { disabled: 1 } })
  })
})

test('earlier rows keep their columns and have the default of the new one', async () => {
  const added = 'ALTER TABLE users ADD COLUMN banned tinyint NOT NULL DEFAULT 1 AFTER id;\n'
  const dump = `${table}${insert(['id', 'email', 'password'])}${added}${insert(['id', 'banned', 'email', 'password'], 5)}`
  const { json } = await inspect({ 'dump.sql': dump })
  expect(json).toMatchObject({ users: 8, ready: 3, unreadable: 0, blocked: { disabled: 5 } })
})

test('a default that is set later is the one of rows that leave the column out', async () => {
  const created = 'CREATE TABLE users (id int, email varchar(80), password varchar(80), banned int DEFAULT 1);\n'
  const insertWithout = `INSERT INTO users (id, email, password) VALUES ${rows(['id', 'email', 'password'])};\n`
  for (const action of [
    'ALTER COLUMN banned SET DEFAULT 0',
    'ALTER banned DROP DEFAULT',
    'MODIFY banned int DEFAULT 0',
  ]) {
    const { json } = await inspect({ 'dump.sql': `${created}ALTER TABLE users ${action};\n${insertWithout}` })
    expect(json).toMatchObject({ users: 4, ready: 4, blocked: {} })
  }
  const { json } = await inspect({ 'dump.sql': `${created}${insertWithout}` })
  expect(json).toMatchObject({ users: 4, ready: 0, blocked: { disabled: 4 } })
})

test('keys, indexes, comments and another table change no columns', async () => {
  const actions = [
    'ADD KEY k (email)',
    'ADD UNIQUE INDEX u (email)',
    'ADD CONSTRAINT p PRIMARY KEY (id)',
    'ENGINE=InnoDB',
  ]
  const altered = [...actions, "COMMENT 'people'", 'ADD FULLTEXT KEY f (email)'].map(
    (one) => `ALTER TABLE users ${one};\n`,
  )
  const other = 'ALTER TABLE user_logs ADD COLUMN banned int;\n'
  const dump = `${table}${altered.join('')}${other}${insert(['id', 'email', 'password'])}`
  expect((await inspect({ 'dump.sql': dump })).json).toMatchObject({ users: 4, ready: 4, unreadable: 0 })
})

test('a row with more values than its table has columns is still told', async () => {
  const dump = `${table}ALTER TABLE users ADD COLUMN nick text;\n${insert(['id', 'email', 'password', 'nick', 'banned'])}`
  expect((await inspect({ 'dump.sql': dump })).json).toMatchObject({ users: 0, unreadable: 4 })
})
