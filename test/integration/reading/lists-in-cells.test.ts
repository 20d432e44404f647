import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const table = (flags: (at: number) => readonly string[]) =>
  `id,email,password,flags\n${some.map((at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)},"${JSON.stringify(flags(at)).replaceAll('"', '""')}"\n`).join('')}`

test('of a list in a cell, one word keeps its user out, and the other words are no question', async () => {
  const { json, out } = await inspect({
    'users.csv': table((at) => (at === 3 ? ['verified', 'banned'] : ['verified'])),
  })
  expect(json, out).toMatchObject({ ready: 5 })
  expect(out).not.toContain('flags=[')
})

test('words of such lists that let all users in are no question', async () => {
  const { json } = await inspect({ 'users.csv': table((at) => (at === 3 ? ['verified', 'active'] : ['active'])) })
  expect(json).toMatchObject({ ready: 6, blocked: {} })
})

describe.each([
  ['an array of PostgreSQL', (words: readonly string[]) => `"{${words.join(',')}}"`],
  ['a set of MySQL', (words: readonly string[]) => `"${words.join(',')}"`],
])('of %s, each word is asked about, and not the list', (_, written) => {
  const read = async (column: string, words: (at: number) => readonly string[]) => {
    const rows = some.map((at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)},${written(words(at))}\n`)
    return inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('')}` })
  }

  test.each(['status', 'flags', 'account_states'])('%s', async (column) => {
    const { json, out } = await read(column, (at) => (at === 3 ? ['active', 'banned'] : ['active', 'verified']))
    expect(json, out).toMatchObject({ ready: 5 })
    expect(out).toContain(`${column}=banned`)
  })

  test('nobody is asked about where all words let in', async () => {
    const { json } = await read('status', (at) => (at === 3 ? ['active', 'verified'] : ['active', 'confirmed']))
    expect(json).toMatchObject({ ready: 6, blocked: {} })
  })
})

test('an array of one word is that word', async () => {
  const rows = some.map(
    (at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)},{${at === 3 ? 'banned' : 'active'}}\n`,
  )
  const { json } = await inspect({ 'users.csv': `id,email,password,status\n${rows.join('')}` })
  expect(json).toMatchObject({ ready: 5 })
})
