import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* The people of two files have the same keys in columns that are not surely IDs by themselves. */

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const csv = (header: string, row: (at: number) => string, of = some) => `${[header, ...of.map(row)].join('\n')}\n`
/** The people in another order. */
const turned = [4, 2, 5, 1, 6, 3]
const passwordsOf = async (files: Readonly<Record<string, string>>) =>
  (await usersOf(files)).map(({ email, hash }) => `${email} ${hash?.hash}`).toSorted()
const theirs = some.map((at) => `${mail(at)} ${madeUpBcrypt(at)}`)

describe('people and their passwords have the same number in columns of one name', () => {
  test.each(['Employee #', 'Employee#', 'Emp #', 'Staff No', 'Employee Nr.', 'Member №', 'Roll Number', 'Badge No.'])(
    '%s',
    async (column) => {
      const people = csv(`${column},Last Name,Email`, (at) => `${9999 + at},Name ${at},${mail(at)}`)
      const alone = csv(`${column},password`, (at) => `${9999 + at},${madeUpBcrypt(at)}`, turned)
      const numbered = csv(
        `credentialID,username,password,Role,${column}`,
        (at) => `${at},name${at},${madeUpBcrypt(at)},HR,${9999 + at}`,
        turned,
      )
      for (const logins of [alone, numbered])
        for (const files of [
          { 'employee.csv': people, 'credentials.csv': logins },
          { 'a.csv': logins, 'employee.csv': people },
        ])
          expect(await passwordsOf(files)).toEqual(theirs)
    },
  )

  test('and not where the rows of both count themselves, or the column is that of a company', async () => {
    for (const column of ['No.', 'id', 'Company No.', 'org_id']) {
      const people = csv(`${column},Last Name,Email`, (at) => `${at},Name ${at},${mail(at)}`)
      const logins = csv(`${column},username,password`, (at) => `${at},name${at},${madeUpBcrypt(at)}`, turned)
      const { json } = await inspect({ 'people.csv': people, 'credentials.csv': logins })
      expect(json, column).toMatchObject({ joined: 0, loginMethods: { emailPassword: 0 } })
    }
  })
})

test('profiles name the primary key of users, beside a list of blocked ones', async () => {
  const files = {
    'blocked_users.csv': 'primary_key,user_id,blocked_by,reason\n1,3,1,no-show\n2,5,1,abuse\n',
    'profiles.csv': csv(
      'primary_key,first_name,email,user_id',
      (at) => `${at},Ann,${mail(turned[at - 1] ?? 0)},${turned[at - 1]}`,
    ),
    'users.csv': csv('primary_key,username,password', (at) => `${at},name${at},${madeUpBcrypt(at)}`),
  }
  expect(await passwordsOf(files)).toEqual(theirs)
  expect((await inspect(files)).json).toMatchObject({ users: 6, joined: 8, ready: 4 })
})

describe('addresses, two of one user, beside passwords of most of their users', () => {
  test('by the ID of a customer', async () => {
    const emails = `${csv('email_id,customer_id,email', (at) => `${at + 10},${at},${mail(at)}`)}17,1,further@acme.example\n`
    const passwords = csv('customer_id,password_hash', (at) => `${at},${madeUpBcrypt(at)}`, [3, 1, 2, 6, 5])
    const files = { 'emails.csv': emails, 'passwords.csv': passwords }
    expect((await inspect(files)).json).toMatchObject({ users: 6, joined: 6, loginMethods: { emailPassword: 4 } })
    expect(await passwordsOf(files)).toEqual(expect.arrayContaining([1, 2, 4, 5].map((at) => theirs[at])))
  })

  test('by the label of a user, one of whom is unknown', async () => {
    const names = ['ann', 'bob', 'cyd', 'dan']
    const users = names.map((name, at) => `${name}:\n  username: ${name}x\n  encrypted_password: ${madeUpBcrypt(at)}\n`)
    const emails = names.map((name) => `${name}_1:\n  user: ${name}\n  email: ${name}@acme.example\n  default: true\n`)
    const more =
      'ann_2:\n  user: ann\n  email: ann2@acme.example\n  default: false\nunknown:\n  email: no@acme.example\n'
    const files = { 'email_addresses.yml': `${emails.join('')}${more}`, 'users.yml': users.join('') }
    expect((await inspect(files)).json).toMatchObject({ users: 5, joined: 5, loginMethods: { emailPassword: 4 } })
  })
})

test.each(['userId', 'user_id', 'accountId', 'customerId', 'memberId', 'ownerId'])(
  'logins with names of their own for the rows belong to the user that %s names by such a name',
  async (column) => {
    const there = (at: number) => `10215647382910456${at}`
    /** The person of a row has never its number. */
    const personOf = (at: number) => (at % 6) + 1
    const idOf = (at: number) => (at % 2 === 0 ? `900100${at}` : there(at))
    const users = some.map((at) => ({ id: `user-${at}`, username: `name${at}`, email: mail(at) }))
    const identities = some.slice(2).map((at) => ({
      id: `id-${at - 2}`,
      [column]: `user-${personOf(at)}`,
      provider: at % 2 === 0 ? 'github' : 'google',
      providerUserId: idOf(at),
    }))
    const files = { 'users.json': JSON.stringify(users), 'identities.json': JSON.stringify(identities) }
    expect((await inspect(files)).json).toMatchObject({
      users: 6,
      joined: 4,
      ready: 6,
      loginMethods: { thirdParty: 4 },
    })
    for (const { sourceId, identities: own } of await usersOf(files)) {
      const at = some.slice(2).find((one) => `user-${personOf(one)}` === sourceId)
      expect(own.map(({ userId }) => userId)).toEqual(at === undefined ? [] : [idOf(at)])
    }
  },
)
