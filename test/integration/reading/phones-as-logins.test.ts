import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Users who sign in with their phone number, in a column that is called a user name. */

const file = (names: readonly string[], column = 'username') => ({
  'users.csv': `id,${column},password\n${names.map((name, at) => `${at + 1},${name},${madeUpBcrypt(at)}`).join('\n')}\n`,
})
const ofChina = ['13800001001', '13912345678', '15098765432', '18611112222', '17712340000']
const decided = ['--decide', 'hash-without-email=passwordless-by-phone']

test('names that are written as mobile numbers of China are phone numbers, once the country is chosen', async () => {
  const { json } = await inspect(file(ofChina), ['--country', 'CN', ...decided])
  expect(json).toMatchObject({ users: 5, ready: 5, loginMethods: { passwordless: 5 } })
  expect((await inspect(file(ofChina))).json).toMatchObject({ ready: 0 })
})

test('names that are written as numbers of a country behind its zero are such', async () => {
  const names = ['01712345678', '01609876543', '01515551234', '03012345678']
  const { json } = await inspect(file(names, 'login'), ['--country', 'DE', ...decided])
  expect(json).toMatchObject({ users: 4, ready: 4, loginMethods: { passwordless: 4 } })
})

test('numbers that may be national IDs are not taken for phone numbers', async () => {
  const { json } = await inspect(file(['52998224725', '11144477735', '39053344705', '86288366757']), [
    '--country',
    'BR',
  ])
  expect(json).toMatchObject({ users: 4, ready: 0, loginMethods: { passwordless: 0 } })
})

test.each([
  ['numbers of students', ['20230101', '20230102', '20230103', '20230104']],
  ['counted numbers', ['13800001001', '13800001002', '13800001003', '13800001004']],
  ['names', ['ann', 'ben', 'cleo', 'dan']],
])('%s are none', async (_what, names) => {
  expect(JSON.stringify((await inspect(file(names))).json)).not.toContain('phone numbers of one country')
})

test('beside an address, they are user names', async () => {
  const rows = ofChina.map((name, at) => `${name},user${at}@acme.example,${madeUpBcrypt(at)}`)
  const { json } = await inspect({ 'users.csv': `login,email,password\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ users: 5, ready: 5, loginMethods: { emailPassword: 5 } })
})
