import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')
const secret = (name: string, part: string) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${name}\n${part}`
const hash = madeUpBcrypt(1)

test.each([
  ['in base64', `data:\n  email: ${encode('ann@acme.example')}\n  password: ${encode(hash)}\n`],
  ['in clear', `stringData:\n  email: ann@acme.example\n  password: '${hash}'\n`],
  ['in both', `data:\n  password: ${encode(hash)}\nstringData:\n  email: ann@acme.example\n`],
])('a secret with the fields of one account is that account: %s', async (_, part) => {
  const { json } = await inspect({ 'secret.yaml': secret('admin', part) })
  expect(json).toMatchObject({ records: 1, users: 1, ready: 1, hashes: { bcrypt: 1 } })
  expect(json).toMatchObject({ files: [{ controlTotals: { hashes: { counted: 1, accounted: 1 } } }] })
})

test('secrets with a clear password and with a variable are told apart', async () => {
  const clear = secret('one', 'stringData:\n  username: ann\n  password: not-to-be-seen\n')
  const variable = secret('two', 'stringData:\n  username: ben\n  password: ${BEN_PASSWORD}\n')
  const { json } = await inspect({ 'secrets.yaml': `${clear}---\n${variable}` })
  expect(json).toMatchObject({ users: 2, hashes: { unsupported: { plaintext: 1, variable: 1 } } })
})

test('a secret with the key of a service is no account', async () => {
  const { json } = await inspect({ 'secret.yaml': secret('api', `data:\n  token: ${encode('k-1234567890')}\n`) })
  expect(json).toMatchObject({ users: 0 })
})
