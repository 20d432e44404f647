import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Rows of tables that begin with the sign of a comment. */

const row = (at: number) => `user${at}@acme.example,${madeUpBcrypt(at)}`
const rows = [1, 2, 3, 4, 5, 6, 7, 8].map(row)
const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const out3 = rows.with(2, `#${row(3)}`)

describe('a row that is commented out is told, and no user', () => {
  test.each([
    ['below names', text('email,password', ...out3)],
    ['with a blank behind the sign', text('email,password', ...rows.with(2, `# ${row(3)}`))],
    ['without names', text(...out3)],
    ['with letters of other languages', text('email,password,name', ...out3.map((line) => `${line},Ünal`))],
  ])('%s', async (_, content) => {
    const { json, out } = await inspect({ 'users.csv': content })
    expect(json, out).toMatchObject({ records: 8, users: 7, ready: 7, unreadable: 1, hashes: { bcrypt: 7 } })
    expect(json).toMatchObject({ files: [{ controlTotals: { hashes: { counted: 8, accounted: 8 } } }] })
  })
})

test('a fault of a formula in the first column is a value', async () => {
  const content = text('name,email,password', ...rows.map((line, at) => `${at === 2 ? '#N/A' : 'Ann'},${line}`))
  expect((await inspect({ 'users.csv': content })).json).toMatchObject({ users: 8, unreadable: 0 })
})

test('tags in the first column are values', async () => {
  const tagged = rows.map((line, at) => `#${at + 1},${line}`)
  for (const content of [text('tag,email,password', ...tagged), text(...tagged)])
    expect((await inspect({ 'users.csv': content })).json).toMatchObject({
      users: 8,
      unreadable: 0,
      hashes: { bcrypt: 8 },
    })
})

test('so is a first cell between quotation marks', async () => {
  const content = text('name,email,password', ...rows.map((line, at) => `${at === 2 ? '"#1 fan"' : 'Ann'},${line}`))
  expect((await inspect({ 'users.csv': content })).json).toMatchObject({ users: 8, unreadable: 0 })
})
