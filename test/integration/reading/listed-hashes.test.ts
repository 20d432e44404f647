import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Row = Readonly<Record<string, unknown>>

const file = (row: (at: number) => Row) => ({
  'users.json': [1, 2, 3, 4, 5, 6]
    .map((at) => JSON.stringify({ id: 100 + at, email: `user${at}@acme.example`, ...row(at) }))
    .join('\n'),
})
const [old, current] = [(at: number) => madeUpBcrypt(at), (at: number) => madeUpBcrypt(20 + at)]

test.each<readonly [string, string, (at: number) => Row]>([
  ['a list of objects', 'passwords[].hash', (at) => ({ passwords: [{ hash: old(at) }, { hash: current(at) }] })],
  ['a list of hashes', 'password_hashes[]', (at) => ({ password_hashes: [old(at), current(at)] })],
  [
    'a list within an object',
    'auth.passwords[].hash',
    (at) => ({ auth: { passwords: [{ hash: old(at) }, { hash: current(at) }] } }),
  ],
  [
    'a list whose elements differ',
    'passwords[].digest',
    (at) => ({ passwords: [{ hash: old(at) }, { digest: current(at) }] }),
  ],
])('several hashes in %s wait for a decision which is sent', async (_, field, row) => {
  const { json } = await inspect(file(row))
  expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'listed-hash': 6 } })
  for (const answer of ['import', 'exclude'])
    expect((await inspect(file(row), ['--decide', `listed-hash:${field}=${answer}`])).json).toMatchObject({
      ready: 6,
      blocked: {},
      hashes: { bcrypt: 6 },
    })
})

test.each<readonly [string, (at: number) => Row]>([
  ['one hash in a list', (at) => ({ passwords: [{ hash: current(at) }] })],
  ['the same hash twice', (at) => ({ passwords: [{ hash: current(at) }, { hash: current(at) }] })],
  ['a history beside the password', (at) => ({ password: current(at), password_history: [old(at)] })],
  ['a token in the same list', (at) => ({ logins: [{ password: current(at) }, { reset_token: old(at) }] })],
])('%s needs no decision which is sent', async (_, row) => {
  expect((await inspect(file(row))).json).toMatchObject({ users: 6, ready: 6, blocked: {} })
})
