import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const row = (id: number) => `(${id}, 'u${id}@acme.example', '${madeUpBcrypt(id)}')`
const insert = (...ids: readonly number[]) =>
  `INSERT INTO users (id, email, password) VALUES ${ids.map(row).join(',\n')}`

test.each([
  ['behind a query', `${insert(1, 2)};\nselect 1 --`],
  ['with a text behind a query', `${insert(1, 2)};\nCOMMIT -- the end isn't far`],
  ['behind a frame of mysql', `${insert(1, 2)};\n+----+\n| id |\n+----+`],
  ['behind the last row', `${insert(1, 2)} -- last`],
  ['behind a semicolon', `${insert(1, 2)}; -- last`],
  ['behind a setting', `${insert(1)};\n${insert(2)};\nSET names = utf8 -- last`],
  ['as MySQL writes it', `SET NAMES 'utf8\\'s';\n${insert(1, 2)};\nCOMMIT # that's all`],
  ['that is none, but a parameter', `${insert(1, 2)};\nselect $1`],
])('a dump whose last line has a comment %s is whole', async (_, text) => {
  for (const end of ['', '\n']) {
    const { json, out } = await inspect({ 'all.sql': text + end })
    expect(json).toMatchObject({ records: 2, users: 2, ready: 2, unreadable: 0 })
    expect(out).not.toContain('never closed')
  }
})

test.each([
  ['a text', `${insert(1)};\nselect 'x -- y`],
  ['a comment with an end of its own', `${insert(1)};\nselect 1 /* x -- y`],
  ['a quoted name', `${insert(1)};\nselect 1 as "x -- y`],
])('a dump that ends within %s is not', async (_, text) => {
  const { out } = await inspect({ 'all.sql': text })
  expect(out).toContain('never closed')
})

test('a dump that ends within a row is cut, whether a comment stands there or not', async () => {
  for (const end of ['', ' -- x']) {
    const { out } = await inspect({ 'all.sql': `${insert(1)},\n(2, 'u2@acme.example'${end}` })
    expect(out).toContain('the middle of the dump')
  }
})
