import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const realm = {
  id: 'acme',
  realm: 'acme',
  sslRequired: 'external',
  groups: [],
  smtpServer: { from: 'no-reply@acme.example' },
  clients: [{ clientId: 'shop', secret: '5f4dcc3b5aa765d61d8327deb882cf99' }],
}
const ann = { id: 'u1', username: 'ann', email: 'ann@acme.example', enabled: true, credentials: [], realmRoles: [] }
const ben = { ...ann, id: 'u2', username: 'ben', email: 'ben@acme.example' }
const advice = 'the admin console leaves them out. Export it with "kc.sh export --users realm_file" or "same_file".'

const filesOf = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

async function refusalOf(values: Readonly<Record<string, unknown>>): Promise<readonly [number, string]> {
  const files = filesOf(values)
  const { code, err, out } = await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })
  expect(err + out).not.toMatch(/5f4dcc3b|\$2/)
  return [code, err]
}

describe('a realm of Keycloak without users', () => {
  test.each([
    ['its file of users', { 'acme-users-0.json': { realm: 'acme', users: [ann] } }, 1],
    [
      'several of its files',
      { 'acme-users-0.json': { realm: 'acme', users: [ann] }, 'acme-users-1.json': { realm: 'acme', users: [ben] } },
      2,
    ],
    ['the list of users of the admin API', { 'users.json': [ann, ben] }, 2],
  ])('is in order beside %s', async (_, others, users) => {
    const { json, out } = await inspect(filesOf({ 'acme-realm.json': realm, ...others }))
    expect(json).toMatchObject({ users, unreadable: 0, other: { 'realm without users': 1 } })
    expect(out).not.toMatch(/admin console leaves|5f4dcc3b/)
  })

  test('is refused alone, with the command that exports the users', async () => {
    expect(await refusalOf({ 'acme-realm.json': realm })).toEqual([
      2,
      `This export contains no users. This is a realm without users: ${advice}\n`,
    ])
  })

  test.each([
    ['users of another product', `id,email,password\n1,ann@acme.example,${madeUpBcrypt(1)}\n`],
    ['a file of credentials alone', 'user_id,type,secret_data,credential_data\nu9,password,{},{}\n'],
  ])('is refused beside %s', async (_, others) => {
    const [code, err] = await refusalOf({ 'acme-realm.json': realm, 'others.csv': others })
    expect([code, err]).toEqual([2, expect.stringMatching(/no users|only complete other users/)])
  })

  test('does not excuse another file without users, which is named', async () => {
    const [, err] = await refusalOf({
      'acme-realm.json': realm,
      'acme-users-0.json': { realm: 'acme', users: [ann] },
      'people.csv': 'customer,city\nAnn,Ulm\n',
    })
    expect(err).toMatch(/^people\.csv contains no users\. 1 record without a login\./)
  })
})

describe('settings of a program beside users', () => {
  const people = `id,email,password\n${[1, 2, 3]
    .map((n) => `${n},user${n}@acme.example,${madeUpBcrypt(n)}\n`)
    .join('')}`

  test.each([
    ['a sender', 'settings.json', { site: 'Acme', mail: { from: 'no-reply@acme.example', enabled: true } }],
    ['support', 'config.json', { support_email: 'help@acme.example', debug: false, status: 'draft' }],
    ['an address for replies', 'design.json', { version: 3, footer: { reply_to: 'team@acme.example' } }],
  ])('are left out and told, with the address of %s', async (_, name, settings) => {
    const { code, json, err, out } = await inspect({ 'users.csv': people, [name]: JSON.stringify(settings) })
    expect([code, json], err).toMatchObject([
      0,
      { users: 3, ready: 3, blocked: {}, other: { 'settings of a program': 1 } },
    ])
    expect(err).toContain(`${name} contains no users. It holds 1 × settings of a program. It is left out.`)
    expect(out).not.toContain('Difference')
  })

  test.each([
    ['an address of its own', { id: 7, email: 'zoe@acme.example', name: 'Zoe' }],
    ['an address of a contact', { contact: { email: 'zoe@acme.example' }, name: 'Zoe' }],
  ])('are none where one object has %s', async (_, person) => {
    const { json } = await inspect({ 'users.csv': people, 'one.json': JSON.stringify(person) })
    expect(json).toMatchObject({ users: 4 })
  })
})
