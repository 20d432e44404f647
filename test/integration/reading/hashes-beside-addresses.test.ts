import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

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
