import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Users, passwords and further rows about the users, each in a file of its own. */

const numbers = [1, 2, 3, 4, 5, 6]
const csv = (header: string, row: (n: number) => string) => `${header}\n${numbers.map((n) => `${row(n)}\n`).join('')}`
const users = csv('id,email', (n) => `${n + 40},ann${n}@acme.example`)
const passwords = csv('user_id,password_hash', (n) => `${n + 40},${madeUpBcrypt(n)}`)

test.each([
  ['a list of bans', 'bans.csv', 'user_id,banned_at\n43,2024-01-01\n', 1],
  ['states', 'states.csv', csv('user_id,status', (n) => `${n + 40},${n === 3 ? 'banned' : 'active'}`), 6],
  [
    'memberships',
    'members.csv',
    csv('user_id,team_id,status', (n) => `${n + 40},1,${n === 3 ? 'banned' : 'active'}`),
    6,
  ],
])('%s keeps users out whose passwords are in another file', async (_, name, list, rows) => {
  const files = [
    ['users.csv', users],
    ['passwords.csv', passwords],
    [name, list],
  ] as const
  for (const order of [files, files.toReversed()]) {
    const { json } = await inspect(Object.fromEntries(order))
    expect(json).toMatchObject({ users: 6, joined: 6 + rows, unmatched: 0, ready: 5, hashes: { bcrypt: 6 } })
  }
})

test('roles are those of the users as well', async () => {
  const roles = csv('user_id,role', (n) => `${n + 40},editor`)
  const { json } = await inspect({ 'users.csv': users, 'passwords.csv': passwords, 'roles.csv': roles })
  expect(json).toMatchObject({ users: 6, joined: 12, unmatched: 0 })
})

test('a ban is that of the user with a contact, and not of a row of passwords that was not joined', async () => {
  const few = 'id,name,password_hash\n43,Ann,' + madeUpBcrypt(3) + '\n99,Eve,' + madeUpBcrypt(9) + '\n'
  const { json } = await inspect({
    'users.csv': users,
    'few.csv': few,
    'bans.csv': 'user_id,banned_at\n43,2024-01-01\n',
  })
  expect(json).toMatchObject({ unmatched: 0 })
  expect(json?.['blocked']).toMatchObject({ disabled: 1 })
})

test('a ban of one of two users with the same ID holds the run', async () => {
  const staff = csv('id,email', (n) => `${n + 40},bob${n}@acme.example`)
  const { json } = await inspect({
    'users.csv': users,
    'staff.csv': staff,
    'bans.csv': 'user_id,banned_at\n43,2024-01-01\n',
  })
  expect(json).toMatchObject({
    unmatched: 1,
    files: [
      { lostLogins: null },
      { lostLogins: null },
      { lostLogins: { text: '1 row (line 2) keeps out one of several users with the same ID' } },
    ],
  })
})

describe('three files are joined as two of them are', () => {
  const mailOf = (n: number) => `ann${n}@acme.example`
  const people = csv('id,name,email', (n) => `${n},Ann ${n},${mailOf(n)}`)
  const hashes = `email,password\n${[3, 1, 5, 2].map((n) => `${mailOf(n)},${madeUpBcrypt(n)}\n`).join('')}`
  const ofCustomers = (header: string, valueOf: (n: number) => string) =>
    `${header}\n${[4, 2, 6, 1, 3, 5].map((n, at) => `${at + 11},${n},${valueOf(n)}\n`).join('')}`
  const byId = {
    'emails.csv': ofCustomers('email_id,customer_id,email', mailOf),
    'phones.csv': ofCustomers('phone_id,customer_id,phone', (n) => `+49151123456${n}0`),
    'passwords.csv': `customer_id,password_hash\n${[3, 1, 2, 6, 5, 4].map((n) => `${n},${madeUpBcrypt(n)}\n`).join('')}`,
  }
  const banned = `email,reason,banned_on\n${mailOf(3)},spam,2026-01-20\n`
  const inEachOrder = <T>([one, two, three]: readonly [T, T, T]) => [
    [one, two, three],
    [two, three, one],
    [three, two, one],
    [two, one, three],
  ]
  const withPasswords = async (files: Readonly<Record<string, string>>) =>
    (await usersOf(files)).flatMap(({ email, hash }) => (hash === null ? [] : [`${email} ${hash.hash}`])).toSorted()

  test('users, passwords and bans by email', async () => {
    for (const files of inEachOrder([
      ['1.csv', people],
      ['2.csv', hashes],
      ['banned.csv', banned],
    ] as const)) {
      const { json } = await inspect(Object.fromEntries(files))
      expect(json).toMatchObject({ users: 6, joined: 5, ready: 5, blocked: { disabled: 1 } })
      expect(await withPasswords(Object.fromEntries(files))).toEqual(
        [1, 2, 3, 5].map((n) => `${mailOf(n)} ${madeUpBcrypt(n)}`),
      )
    }
  })

  test('addresses, phone numbers and passwords by the ID of a customer', async () => {
    for (const files of inEachOrder([
      ['emails.csv', byId['emails.csv']],
      ['phones.csv', byId['phones.csv']],
      ['passwords.csv', byId['passwords.csv']],
    ] as const)) {
      const { json } = await inspect(Object.fromEntries(files))
      expect(json).toMatchObject({ users: 6, joined: 12, ready: 6 })
      expect(await withPasswords(Object.fromEntries(files))).toEqual(
        numbers.map((n) => `${mailOf(n)} ${madeUpBcrypt(n)}`),
      )
    }
  })

  test('but not where two files number people of their own', async () => {
    const passwordsOfBoth = csv('user_id,password_hash', (n) => `${n + 40},${madeUpBcrypt(n)}`)
    const staff = csv('id,email', (n) => `${n + 40},bob${n}@acme.example`)
    const { json } = await inspect({ 'people.csv': users, 'staff.csv': staff, 'passwords.csv': passwordsOfBoth })
    expect(json).toMatchObject({ joined: 0, loginMethods: { emailPassword: 0 } })
  })
})

describe('rows of a third file belong to the users with a password and a contact, whatever other file has their IDs', () => {
  const all = Array.from({ length: 30 }, (_, at) => at + 1)
  const rows = (header: string, of: readonly number[], row: (n: number) => string) =>
    `${header}\n${of.map((n) => `${row(n)}\n`).join('')}`
  const mailOf = (n: number) => `ann${n}@acme.example`
  const identity = (n: number) => `google-oauth2,1088${String(n).padStart(9, '0')}`

  test.each([
    ['codes', (n: number) => `u-${String(n).padStart(4, '0')}`],
    ['numbers', (n: number) => String(n + 4200)],
    ['made IDs', (n: number) => `7e57c0de-0000-4abc-8def-${String(n).padStart(12, '0')}`],
  ])('by %s', async (_, keyOf) => {
    const files = {
      'accounts.csv': rows('user_id,email,password_hash', all, (n) => `${keyOf(n)},${mailOf(n)},${madeUpBcrypt(n)}`),
      'profiles.csv': rows('userId,bio,phone', all, (n) => `${keyOf(n)},hi,+49151123456${n + 10}`),
      'social.csv': rows('account,provider,subject', [...all.slice(0, 12), 99], (n) => `${keyOf(n)},${identity(n)}`),
      'addresses.csv': rows(
        'customer_id,street,phone',
        all.slice(0, 12),
        (n) => `${keyOf(n)},Road ${n},+49301234567${n + 10}`,
      ),
    }
    const given = Object.entries(files)
    for (const order of [given, given.toReversed(), [...given.slice(2), ...given.slice(0, 2)]]) {
      const { json } = await inspect(Object.fromEntries(order))
      // The login of a user that no file has stays a user of its own.
      expect(json).toMatchObject({ users: 31, joined: 30 + 12 + 12, ready: 30, hashes: { bcrypt: 30 } })
    }
  })

  test('by email, where the IDs of things are beside it', async () => {
    const files = {
      'student.csv': rows('email,name,password', all, (n) => `${mailOf(n)},Ann ${n},${madeUpBcrypt(n)}`),
      'profile.csv': rows('email,phone', all, (n) => `${mailOf(n)},+49151123456${n + 10}`),
      'wallet_transactions.csv': rows('id,email,amount', [...all, ...all], (n) => `${n + 500},${mailOf(n)},${n}.50`),
    }
    const given = Object.entries(files)
    for (const order of [given, given.toReversed()]) {
      const { json } = await inspect(Object.fromEntries(order))
      expect(json).toMatchObject({ users: 30, ready: 30, hashes: { bcrypt: 30 } })
    }
  })
})

test('logins at third parties are no file of accounts, whose keys the users would have in another column', async () => {
  const { json } = await inspect({
    'users.csv': csv('account_id,email,password_hash', (n) => `${n + 40},ann${n}@acme.example,${madeUpBcrypt(n)}`),
    'oauth_accounts.csv': csv('id,userId,provider,subject', (n) => `${n},${n + 40},google,10882345678901234${n}`),
    'user_profiles.csv': csv('userId,bio,phone', (n) => `${n + 40},hi,+49151123456${n}0`),
  })
  expect(json).toMatchObject({ users: 6, joined: 12, ready: 6, loginMethods: { thirdParty: 6 } })
})

test('the numbers of a log of attempts are no IDs of users, in whatever order files are given', async () => {
  const files = {
    'user.csv': csv('account_id,username,emailAddress', (n) => `${n},ann${n},ann${n}@acme.example`),
    'credentials.csv': `id,user_id,password\n${[3, 5, 1, 6, 2, 4].map((n, at) => `${at + 1},${n},${madeUpBcrypt(n)}\n`).join('')}`,
    'profile.csv': csv('user_id,bio,phone', (n) => `${n},hi,+49151123456${n}0`),
    'login_attempts.csv': `id,email,success\n${[6, 4, 2, 1, 3].map((n, at) => `${at + 1},ann${n}@acme.example,true\n`).join('')}`,
  }
  for (const order of [Object.entries(files), Object.entries(files).toReversed()]) {
    const given = Object.fromEntries(order)
    const { json } = await inspect(given)
    expect(json).toMatchObject({ users: 6, joined: 17, ready: 6, hashes: { bcrypt: 6 } })
    expect((await usersOf(given)).map(({ email, hash }) => `${email} ${hash?.hash}`).toSorted()).toEqual(
      numbers.map((n) => `ann${n}@acme.example ${madeUpBcrypt(n)}`),
    )
  }
})

describe('a list that names customers, some of whose numbers staff have as well', () => {
  const customers = csv('uid,email,password_hash', (n) => `${n},ann${n}@acme.example,${madeUpBcrypt(n)}`)
  const staff = `id,email,password_hash\n${[1, 2].map((n) => `${n},staff${n}@corp.example,${madeUpBcrypt(90 + n)}\n`).join('')}`
  const files = { 'customers.csv': customers, 'staff.csv': staff }

  test.each([
    ['blocked_users.csv', 'owner_id,reason\n2,spam\n5,fraud\n6,spam\n', { ready: 5, blocked: { disabled: 3 } }],
    [
      'oauth.csv',
      'id,user_id,provider,provider_user_id\n1,2,google,108823456789012345671\n2,6,google,108823456789012345672\n',
      { ready: 8 },
    ],
  ])('is about the customers where each row is of one: %s', async (name, rows, found) => {
    const { json } = await inspect({ ...files, [name]: rows })
    expect(json).toMatchObject({ users: 8, unmatched: 0, ...found })
  })

  test('and is asked about where it may be of either', async () => {
    const { json } = await inspect({ ...files, 'blocked_users.csv': 'owner_id,reason\n1,spam\n2,fraud\n' })
    expect(json).toMatchObject({ users: 8, unmatched: 2, files: [{}, {}, { lostLogins: {} }] })
  })
})

test.each([
  ['wallets.csv', 'id,user_id,balance,frozen', 'true'],
  ['student_enrollments.csv', 'id,user_id,course_id,status', 'dropped'],
  ['licenses.csv', 'id,owner_id,key_no,active', 'false'],
])('the state of a thing in %s is none of its user', async (name, header, state) => {
  const whole = csv('id,email,password_hash', (n) => `${n + 40},ann${n}@acme.example,${madeUpBcrypt(n)}`)
  const things = csv(header, (n) =>
    `${n + 700},${n + 40},${n}9,${n % 2 === 0 ? state : 'ok'}`.replace(
      'ok',
      state === 'dropped' ? 'enrolled' : state === 'true' ? 'false' : 'true',
    ),
  )
  const { json } = await inspect({ 'users.csv': whole, [name]: things })
  expect(json).toMatchObject({ users: 6, joined: 0, ready: 6, blocked: {} })
})

test.each(['owner_id', 'owner', 'user', 'account'])(
  'states beside made IDs in a column called %s are those of the users',
  async (name) => {
    const made = (n: number) => `7e57c0de-0000-4abc-8def-00000000000${n}`
    const { json } = await inspect({
      'members.csv': csv('account_id,email', (n) => `${made(n)},ann${n}@acme.example`),
      'account_states.csv': csv(`${name},status`, (n) => `${made(n)},${n === 4 ? 'banned' : 'active'}`),
    })
    expect(json).toMatchObject({ users: 6, joined: 6, ready: 5, blocked: { disabled: 1 } })
  },
)
