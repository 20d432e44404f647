import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3]
const byName = Object.fromEntries(some.map((at) => [`user${at}`, madeUpBcrypt(at)]))
const lines = some.map((at) => `user${at}@acme.example:${madeUpBcrypt(at)}`)
const within = (value: unknown, names: readonly string[]): unknown =>
  names.reduceRight((inside, name) => ({ [name]: inside }), value)

describe('names with their hashes in a file of settings are users', () => {
  test.each([
    ['beside other settings', { tls_config: { cert_file: 'server.crt' }, basic_auth_users: byName }],
    [
      'far inside',
      { name: 'main', http: within({ listen: '9100', auth: { users_by_name: byName } }, ['server', 'web']) },
    ],
  ])('in an object %s', async (_, settings) => {
    const { json } = await inspect({ 'web.yml': JSON.stringify(settings, null, 2) })
    expect(json).toMatchObject({ records: 3, users: 3, hashes: { bcrypt: 3 }, blocked: { 'hash-without-contact': 3 } })
    expect(json).toMatchObject({ files: [{ controlTotals: { hashes: { counted: 3, accounted: 3 } } }] })
  })

  test.each([
    ['under users', { users: lines }],
    ['of a proxy', within({ basicAuth: { users: lines, realm: 'main' } }, ['http', 'middlewares', 'auth'])],
    ['of a label', { services: { web: { labels: lines } } }],
  ])('in a list of texts %s', async (_, settings) => {
    const text = JSON.stringify(settings, null, 2).replaceAll(/"([a-z]+)":/gi, '$1:')
    const { json } = await inspect({ 'proxy.yml': text })
    expect(json).toMatchObject({ records: 3, users: 3, ready: 3, hashes: { bcrypt: 3 } })
  })
})

test('a single password under its name is no list of names', async () => {
  const { json } = await inspect({ 'user.yml': `account:\n  password: '${madeUpBcrypt(1)}'\nother:\n  level: info\n` })
  expect(json).toMatchObject({ users: 1, hashes: { bcrypt: 1 } })
})
