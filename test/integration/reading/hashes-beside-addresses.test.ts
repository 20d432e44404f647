import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Collections of users and of their passwords, whose documents have the address in common and an ID of their own each. */

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const oid = (list: number, at: number) => ({ $oid: `65f0c0ffee00000000000${list}0${at}` })
const loginInfo = (at: number) => ({ providerID: 'credentials', providerKey: mail(at) })
const collection = (document: (at: number) => object) => JSON.stringify(some.map(document))
const users = collection((at) => ({ _id: oid(0, at), email: mail(at), loginInfo: loginInfo(at), name: `User ${at}` }))
const hash = (at: number) => ({ hasher: 'bcrypt', password: madeUpBcrypt(at) })

async function counts(one: string, other: string) {
  const { json } = await inspect({ 'one.json': one, 'other.json': other })
  const { users: read, joined, loginMethods } = json ?? {}
  return { read, joined, loginMethods }
}

test.each([
  ['under the key of a login', users, (at: number) => ({ authInfo: hash(at), loginInfo: loginInfo(at) })],
  [
    'where users have it under that key alone',
    collection((at) => ({ _id: oid(0, at), loginInfo: loginInfo(at), name: `User ${at}` })),
    (at: number) => ({ authInfo: hash(at), loginInfo: loginInfo(at) }),
  ],
  ['under its own name', users, (at: number) => ({ email: mail(at), ...hash(at) })],
])('passwords join the users of the same address: %s', async (_, one, password) => {
  const other = collection((at) => ({ _id: oid(1, at), ...password(at) }))
  const joined = { read: 6, joined: 6, loginMethods: { emailPassword: 6, thirdParty: 0, passwordless: 0 } }
  expect(await counts(one, other)).toMatchObject(joined)
  expect(await counts(other, one)).toMatchObject(joined)
})

test.each([
  ['of other addresses', (at: number) => ({ _id: oid(1, at), email: `x${mail(at)}`, ...hash(at) })],
  [
    'of people with IDs of the same users, in another order',
    (at: number) => ({ _id: oid(0, 7 - at), email: mail(at), ...hash(at) }),
  ],
  [
    'that have data of their own',
    (at: number) => ({ _id: oid(1, at), email: mail(at), nickname: `nick${at}`, ...hash(at) }),
  ],
])('passwords join nobody %s', async (_, password) => {
  expect(await counts(users, collection(password))).toMatchObject({ read: 12, joined: 0 })
})

test('an address that has got another ID since is of another account, beside passwords that are joined by ID', async () => {
  const passwords = collection((at) => ({ _id: oid(at === 6 ? 1 : 0, at), email: mail(at), ...hash(at) }))
  expect(await counts(users, passwords)).toMatchObject({ read: 7, joined: 5 })
})

const table = (header: string, row: (at: number) => string) => `${header}\n${some.map((at) => `${row(at)}\n`).join('')}`
const people = table('id,email,display_name', (at) => `${at + 2},${mail(at)},User ${at}`)

test.each(['passwords.csv', 'user_passwords.csv'])(
  'rows of %s that are counted keep the IDs of users',
  async (name) => {
    for (const login of ['login', 'email']) {
      const passwords = table(`id,${login},password_hash`, (at) => `${at},${mail(7 - at)},${madeUpBcrypt(7 - at)}`)
      for (const files of [
        { 'users.csv': people, [name]: passwords },
        { [name]: passwords, 'users.csv': people },
      ]) {
        const found = await usersOf(files)
        expect(found.map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])).toEqual(
          some.map((at) => [`${at + 2}`, mail(at), madeUpBcrypt(at)]),
        )
      }
    }
  },
)

test.each([
  ['called after something else', 'portal.csv', (at: number) => `${at},${mail(7 - at)},${madeUpBcrypt(7 - at)}`],
  [
    'of passwords of something else',
    'wifi_passwords.csv',
    (at: number) => `${at},${mail(7 - at)},${madeUpBcrypt(7 - at)}`,
  ],
  ['of former passwords', 'old_passwords.csv', (at: number) => `${at},${mail(7 - at)},${madeUpBcrypt(7 - at)}`],
  [
    'in which one has got another ID',
    'passwords.csv',
    (at: number) => `${at === 6 ? 90 : at + 2},${mail(at)},${madeUpBcrypt(at)}`,
  ],
])('the addresses alone join nobody to a file %s', async (_, name, row) => {
  const { json } = await inspect({ 'users.csv': people, [name]: table('id,email,password_hash', row) })
  expect(json).not.toMatchObject({ joined: 6 })
})

describe('users without IDs beside passwords with numbers', () => {
  const plain = table('email,display_name,role', (at) => `${mail(at)},User ${at},user`)
  const passwords = table('id,email,password_hash', (at) => `${at},${mail(7 - at)},${madeUpBcrypt(7 - at)}`)

  test.each(['passwords.csv', 'credentials.csv'])('get no ID from the rows of %s', async (name) => {
    for (const files of [
      { 'users.csv': plain, [name]: passwords },
      { [name]: passwords, 'users.csv': plain },
    ]) {
      const found = await usersOf(files)
      expect(found.map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])).toEqual(
        some.map((at) => [null, mail(at), madeUpBcrypt(at)]),
      )
      expect((await inspect(files)).out).toContain('This column may be a key of the users: id')
    }
  })

  test('have the IDs of a file of accounts', async () => {
    const found = await usersOf({ 'users.csv': plain, 'accounts.csv': passwords })
    expect(found.map(({ sourceId, email }) => [sourceId, email])).toEqual(some.map((at) => [`${at}`, mail(7 - at)]))
  })
})
