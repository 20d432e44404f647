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

describe('settings of the security of a program', () => {
  const security = (providers: string) =>
    `security:\n    encoders:\n        Acme\\Model\\User: plaintext\n    providers:\n${providers}    firewalls:\n        main:\n            pattern: ^/\n            form_login: { provider: main, check_path: check }\n            anonymous: true\n    access_control:\n        - { path: ^/login$, role: IS_ANONYMOUS }\n`

  test.each(['in_memory:\n            memory:\n                users:', 'in_memory:\n            users:'])(
    'have the users that they list by name: %s',
    async (path) => {
      const indent = ' '.repeat(path.includes('memory:\n            memory') ? 20 : 16)
      const users = `        ${path}\n${indent}ann: { password: kumquat, roles: [ 'ROLE_USER' ] }\n${indent}ben: { password: papaya7, roles: [ 'ROLE_ADMIN' ] }\n`
      const { json } = await inspect({ 'security.yml': security(users) })
      expect(json).toMatchObject({ users: 2, unreadable: 0, hashes: { unsupported: { plaintext: 2 } } })
    },
  )

  test('have no users where a service finds them', async () => {
    const { code, err } = await inspect({
      'security.yml': security('        main:\n            id: acme.user_provider.username\n'),
    })
    expect([code, err]).toEqual([2, expect.stringContaining('This file is one object, such as settings')])
  })
})

test('the members of a group are no second list of users', async () => {
  const users = `users:\n  ann:\n    displayname: Ann\n    password: '${madeUpBcrypt(1)}'\n    email: ann@acme.example\n    groups: [admins]\n  ben:\n    displayname: Ben\n    password: '${madeUpBcrypt(2)}'\n    email: ben@acme.example\n`
  for (const groups of [
    'groups:\n  admins:\n    - ann\n  users:\n    - ann\n    - ben\n',
    'teams:\n  main:\n    users: [ann, ben]\n',
  ]) {
    const { json } = await inspect({ 'users_database.yml': users + groups })
    expect(json).toMatchObject({ users: 2, ready: 2, unreadable: 0 })
    expect(json).not.toHaveProperty('incomplete')
  }
})
