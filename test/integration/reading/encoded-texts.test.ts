import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3]
const mail = (at: number) => `user${at}@acme.example`
const encode = (text: string) => Buffer.from(text).toString('base64')
const lines = `# accounts\n${some.map((at) => `${mail(at)}:${madeUpBcrypt(at)}\n`).join('')}`
const asRead = { records: 3, users: 3, ready: 3, hashes: { bcrypt: 3 } }
const totals = {
  files: [{ controlTotals: { emails: { counted: 3, accounted: 3 }, hashes: { counted: 3, accounted: 3 } } }],
}

const secret = (part: string, text: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'basic-auth', namespace: 'web' },
  [part]: { auth: text },
})
const yamlOf = (value: unknown) => JSON.stringify(value, null, 2).replaceAll(/"([a-zA-Z]+)":/g, '$1:')

describe('lines of a name and its hash in one value are users', () => {
  test.each([
    ['a secret', secret('data', encode(lines))],
    ['a secret in clear', secret('stringData', lines)],
    [
      'a list of secrets',
      { kind: 'List', items: [secret('data', encode(lines)), { kind: 'ConfigMap', data: { level: 'info' } }] },
    ],
    ['values of a chart', { ingress: { auth: { htpasswd: lines } }, replicas: 2 }],
  ])('of %s', async (_, value) => {
    const others = JSON.stringify(value).includes('ConfigMap') ? { other: { ConfigMap: 1 }, records: 4 } : {}
    for (const [name, text] of [
      ['secret.json', JSON.stringify(value)],
      ['secret.yaml', yamlOf(value)],
    ] as const) {
      const { json } = await inspect({ [name]: text })
      expect(json, name).toMatchObject({ ...asRead, ...totals, ...others })
    }
  })
})

test('a hash in a longer text in base64 is a finding, whatever else the record is', async () => {
  const text = encode(`{"accounts":[{"name":"ann","secret":"${madeUpBcrypt(1)}"}]}`)
  const settings = { kind: 'Settings', items: [{ name: 'one', content: text }] }
  const { json } = await inspect({ 'settings.json': JSON.stringify(settings) })
  expect(json).toMatchObject({ ready: 0, other: {}, findings: [{ code: 'no-login' }, { code: 'unmapped-hash' }] })
  expect(json).toMatchObject({ files: [{ controlTotals: { hashes: { counted: 1, accounted: 1 } } }] })
  const user = (at: number) => ({
    id: at,
    email: mail(at),
    password: madeUpBcrypt(at),
    backup: encode(`old: ${madeUpBcrypt(at + 9)}`),
  })
  const users = (await inspect({ 'users.json': JSON.stringify(some.map(user)) })).json
  expect(users).toMatchObject({ users: 3, files: [{ controlTotals: { hashes: { counted: 6, accounted: 6 } } }] })
  expect(JSON.stringify(users?.['findings'])).toContain('backup')
})

test('tokens in base64 are no texts', async () => {
  const user = (at: number) => ({
    id: at,
    email: mail(at),
    password: madeUpBcrypt(at),
    cursor: encode(`{"after":"${at}-0123456789abcdef"}`),
  })
  expect((await inspect({ 'users.json': JSON.stringify(some.map(user)) })).json).toMatchObject({
    users: 3,
    ready: 3,
    hashes: { bcrypt: 3 },
  })
})
