import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Columns with the IDs of rows in one of several files, while users in another file have the same numbers. */

const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
/** The person of a row has never its number. */
const personOf = (n: number) => 9 - n
const hash = madeUpBcrypt
const csv = (header: string, row: (n: number) => string) => `${header}\n${numbers.map((n) => `${row(n)}\n`).join('')}`
const users = csv('id,email', (n) => `${n},ann${n}@acme.example`)
const joinThem = ['--decide', 'same-id-in-files=join']

/** The numbers of the users whose password is that of another. */
async function wrongIn(files: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const found = await usersOf(files, args)
  return found.flatMap((user) => {
    const person = /\d+/.exec(user.email ?? '')?.[0]
    return person === undefined || user.hash === null || user.hash.hash === hash(Number(person)) ? [] : [person]
  })
}

test('passwords of accounts are not those of the users with the same numbers', async () => {
  const files = {
    'users.csv': users,
    'accounts.csv': csv('id,user_id,type', (n) => `${n},${personOf(n)},password`),
    'passwords.csv': csv('account_id,hash', (n) => `${n},${hash(personOf(n))}`),
  }
  for (const args of [[], joinThem]) expect(await wrongIn(files, args)).toEqual([])
  const { json } = await inspect(files)
  expect(json).toMatchObject({ joined: 0, blocked: { 'hash-without-contact': 8 } })
})

test('passwords of profiles are those of the profile, and not of the user whom it names', async () => {
  const profiles = csv('id,user_id,email', (n) => `${n},${personOf(n)},ann${personOf(n)}@acme.example`)
  const files = {
    'profiles.csv': profiles,
    'creds.csv': csv('profile_id,password_hash', (n) => `${n},${hash(personOf(n))}`),
  }
  for (const one of [files, { 'creds.csv': files['creds.csv'], 'profiles.csv': profiles }])
    for (const args of [[], joinThem]) expect(await wrongIn(one, args)).toEqual([])
})

test('passwords of staff are not those of customers with the same numbers', async () => {
  const files = {
    'customers.csv': users,
    'staff_passwords.csv': csv('staff_id,password_hash', (n) => `${n},${hash(n + 20)}`),
  }
  const { json } = await inspect(files)
  expect(json).toMatchObject({ joined: 0, ready: 0 })
  expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 16 }))
})

describe('rows that another file names beside its own people are not theirs by equal numbers', () => {
  const logins = csv('id,pw', (n) => `${personOf(n)},${hash(n)}`)
  test.each([
    [
      'people with a column of logins',
      {
        'people.csv': csv('person_id,mail,login_id', (n) => `${n},ann${n}@acme.example,${personOf(n)}`),
        'logins.csv': logins,
      },
    ],
    [
      'people with a column of credentials',
      {
        'people.csv': csv('id,mail,credential', (n) => `${n},ann${n}@acme.example,${personOf(n)}`),
        'credentials.csv': logins,
      },
    ],
    [
      'a list of pairs',
      {
        'people.csv': csv('person_id,mail', (n) => `${n},ann${n}@acme.example`),
        'login.csv': csv('id,username,pw', (n) => `${personOf(n)},name${n}x,${hash(n)}`),
        'person_login.csv': csv('person_id,login_id', (n) => `${n},${personOf(n)}`),
      },
    ],
  ])('%s', async (_, files) => {
    for (const order of [Object.entries(files), Object.entries(files).toReversed()])
      for (const args of [[], joinThem]) expect(await wrongIn(Object.fromEntries(order), args)).toEqual([])
  })
})

describe('rows of passwords that count themselves', () => {
  const counted = (column: string) => csv(`id,${column},hash`, (n) => `${n},${personOf(n)},${hash(personOf(n))}`)

  test.each(['acct', 'ref', 'parent', 'profile_id'])('are joined by decision by the IDs in %s', async (column) => {
    const files = { 'users.csv': users, 'hashes.csv': counted(column) }
    const { json } = await inspect(files)
    expect(json).toMatchObject({ joined: 0, blocked: { 'same-id-in-files': 16 } })
    expect(await wrongIn(files, joinThem)).toEqual([])
    const joined = await inspect(files, joinThem)
    expect(joined.json).toMatchObject({ joined: 8, hashes: { bcrypt: 8 } })
  })

  test.each(['profile_id', 'identity'])('and so are logins at third parties, by the IDs in %s', async (column) => {
    const there = (n: number) => `10215647382910456${n}`
    const files = {
      'users.csv': users,
      'identities.csv': csv(`id,${column},provider,uid`, (n) => `${n},${personOf(n)},google,${there(n)}`),
    }
    const found = await usersOf(files, joinThem)
    expect(found.map(({ email, identities: [one] }) => [email, one?.userId])).toEqual(
      numbers.map((n) => [`ann${n}@acme.example`, there(personOf(n))]),
    )
  })

  test('are joined by decision by their own IDs where the other numbers are those of nobody', async () => {
    const files = {
      'users.csv': users,
      'hashes.csv': csv('id,serial,hash', (n) => `${n},${7000 + 31 * personOf(n)},${hash(n)}`),
    }
    expect(await wrongIn(files, joinThem)).toEqual([])
    const joined = await inspect(files, joinThem)
    expect(joined.json).toMatchObject({ joined: 8, hashes: { bcrypt: 8 } })
  })
})

describe('are joined as before', () => {
  test.each([
    [
      'customers by another word',
      { 'clients.csv': users, 'p.csv': csv('customer_id,password_hash', (n) => `${n},${hash(n)}`) },
    ],
    [
      'staff in a file of people',
      { 'people.csv': users, 'p.csv': csv('staff_id,password_hash', (n) => `${n},${hash(n)}`) },
    ],
    [
      'accounts of their own file',
      { 'accounts.csv': users, 'p.csv': csv('account_id,password_hash', (n) => `${n},${hash(n)}`) },
    ],
    [
      'users with a flag of that name',
      {
        'users.csv': csv('id,email,credential', (n) => `${n},ann${n}@acme.example,1`),
        'credentials.csv': csv('id,hash', (n) => `${n},${hash(n)}`),
      },
    ],
    [
      'users with a number of something else',
      {
        'users.csv': csv('id,email,team_id', (n) => `${n},ann${n}@acme.example,${n + 3}`),
        'p.csv': csv('user_id,password_hash', (n) => `${n},${hash(n)}`),
      },
    ],
    [
      'users beside logs of their logins',
      {
        'users.csv': users,
        'p.csv': csv('user_id,password_hash', (n) => `${n},${hash(n)}`),
        'logins.csv': csv('id,user_id,ip', (n) => `${n},${personOf(n)},10.0.0.1`),
      },
    ],
  ])('%s', async (_, files) => {
    expect(await wrongIn(files)).toEqual([])
    const { json } = await inspect(files)
    expect(json).toMatchObject({ hashes: { bcrypt: 8, none: 0 } })
  })
})
