import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Row = Readonly<Record<string, unknown>>

const ids = (at: number, length: number) => `${at}${'1'.repeat(length)}`.slice(0, length)
const email = (at: number) => `user${at}@acme.example`

/** Tables with a column of a kind that is mapped and another of the same kind that is not; the key of the question about the latter. */
const tables: readonly (readonly [key: string, row: (at: number) => Row])[] = [
  [
    'unmapped-hash:field_17',
    (at) => ({ email: email(at), password: at <= 3 ? madeUpBcrypt(at) : '', field_17: madeUpBcrypt(at + 9) }),
  ],
  [
    'unmapped-email:second_email',
    (at) => ({ email: at <= 3 ? email(at) : '', password: madeUpBcrypt(at), second_email: `k${at}@acme.example` }),
  ],
  ['unmapped-phone:tel2', (at) => ({ phone: at <= 3 ? `+4930123450${at}` : '', tel2: `+4930123460${at}` })],
  ['unmapped-phone:nummer', (at) => ({ phone: at <= 3 ? `+4930123450${at}` : '', nummer: `+4930123460${at}` })],
  ['unmapped-provider-id:slack_id', (at) => ({ email: email(at), google_id: ids(at, 21), slack_id: ids(at, 16) })],
  [
    'unmapped-provider-id:sub',
    (at) => ({ email: email(at), google_id: at <= 3 ? ids(at, 21) : '', sub: `1${ids(at, 20)}` }),
  ],
]

test.each(tables)('the answer import to %s gives users the value or more logins', async (key, row) => {
  const file = {
    'users.json': [1, 2, 3, 4, 5, 6].map((at) => JSON.stringify({ id: 100 + at, ...row(at) })).join('\n'),
  }
  const told = async (answer: 'import' | 'ignore') => {
    const { json } = await inspect(file, ['--decide', `${key}=${answer}`])
    const { users, ready, blocked, loginMethods, hashes } = json ?? {}
    return { users, ready, blocked, loginMethods, hashes }
  }
  const [ignored, imported] = [await told('ignore'), await told('import')]
  expect(imported).not.toEqual(ignored)
  for (const { blocked } of [ignored, imported]) expect(blocked).not.toHaveProperty(key.replace(/:.*/, ''))
})
