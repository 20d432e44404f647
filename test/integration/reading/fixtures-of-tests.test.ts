import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const user = (at: number, fields = '') =>
  `  user_${at}:\n    emailAddress (unique): user${at}@acme.example\n    firstName: '<firstName()>'\n${fields}`

test.each([
  ['of one class', 'App\\Entity\\User:', ''],
  ['of a class beside others', 'App\\Entity\\User:', 'App\\Entity\\Product:\n  lamp:\n    id: 7\n    title: Lamp\n'],
  ['of a Java class', 'com.acme.User:', ''],
])('users in fixtures %s are records', async (_, name, others) => {
  const hashed = (at: number) => `    password: '${madeUpBcrypt(at)}'\n`
  const text = `${others}${name}\n${[1, 2, 3].map((at) => user(at, hashed(at))).join('')}`
  expect((await inspect({ 'users.yaml': text })).json).toMatchObject({
    records: 3,
    users: 3,
    ready: 3,
    hashes: { bcrypt: 3 },
    files: [{ controlTotals: { emails: { counted: 3, accounted: 3 } } }],
  })
})

test('a function in place of a password is a variable', async () => {
  const text = `App\\Entity\\User:\n${[1, 2].map((at) => user(at, '    password: \'<hash("x")>\'\n')).join('')}`
  expect((await inspect({ 'users.yaml': text })).json).toMatchObject({
    users: 2,
    hashes: { unsupported: { variable: 2 } },
  })
})
