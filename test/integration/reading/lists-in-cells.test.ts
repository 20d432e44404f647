import { expect, test } from 'vitest'
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
