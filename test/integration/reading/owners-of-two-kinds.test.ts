import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Two tables of people, each of which counts its own from 1, and tables whose rows refer to people of one or the other. */

type Cell = string | number | null

const table = (name: string, columns: readonly string[], rows: readonly (readonly Cell[])[]) => {
  const cell = (value: Cell) =>
    value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\')}'`
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES\n${rows.map((row) => `(${row.map(cell).join(', ')})`).join(',\n')};\n`
}

const people = (name: string, count: number, first: number, hasHashes = true) => {
  const columns = ['id', 'email', ...(hasHashes ? ['password'] : [])]
  const rows = Array.from({ length: count }, (_, at) => {
    const hash = hasHashes ? [madeUpBcrypt(first + at)] : []
    return [at + 1, `${name}${at + 1}@acme.example`, ...hash]
  })
  return table(name, columns, rows)
}

const both = (users: string, others: string, hasHashes = true) =>
  people(users, 6, 1, hasHashes) + people(others, 4, 50, hasHashes)

const read = async (...texts: readonly string[]) => {
  const users = await usersOf({ 'dump.sql': texts.join('') })
  return users.map(({ sourceId, standing, identities, hash }) => ({
    sourceId,
    standing,
    identities: identities.map(({ userId }) => userId),
    hash: hash?.hash ?? null,
  }))
}

const idsOut = async (...texts: readonly string[]) =>
  (await read(...texts)).flatMap(({ sourceId, standing }) => (standing === 'active' ? [] : [sourceId]))

const idsThere = async (...texts: readonly string[]) =>
  (await read(...texts)).flatMap(({ sourceId, identities }) => identities.map((id) => `${sourceId} ${id}`))

const kinds: readonly (readonly [string, readonly [string, string], (kind: string) => string])[] = [
  ['a class', ['owner_id', 'owner_type'], (kind) => `App\\Models\\${kind}`],
  ['a word', ['owner_id', 'owner_type'], (kind) => kind.toLowerCase()],
  ['the table', ['accountId', 'accountType'], (kind) => `${kind.toLowerCase()}s`],
  ['a word in a column of another name', ['account_id', 'kind'], (kind) => kind.toUpperCase()],
]

test.each(kinds)('logins of two tables of people are told apart by %s', async (_, [id, type], kind) => {
  const [student, teacher] = [kind('Student'), kind('Teacher')]
  const accounts = table(
    'social_accounts',
    ['id', type, id, 'provider', 'provider_user_id'],
    [
      [1, student, 1, 'google', '100000000000000000001'],
      [2, teacher, 1, 'google', '100000000000000000002'],
      [3, teacher, 3, 'google', '100000000000000000003'],
      [4, student, 2, 'google', '100000000000000000004'],
    ],
  )
  expect(await idsThere(both('students', 'teachers'), accounts)).toEqual([
    '1 100000000000000000001',
    '2 100000000000000000004',
  ])
  const { json } = await inspect({ 'dump.sql': both('students', 'teachers') + accounts })
  expect(JSON.stringify(json)).toContain('"column":"provider_user_id","kind":"provider-user-id","rows":2')
})

test.each(kinds)('a status of two tables of people is told apart by %s', async (_, [id, type], kind) => {
  const [student, teacher] = [kind('Student'), kind('Teacher')]
  const rows = [
    [1, student, 1, 'active'],
    [2, teacher, 1, 'suspended'],
    [3, teacher, 2, 'active'],
    [4, student, 3, 'suspended'],
  ]
  expect(await idsOut(both('students', 'teachers'), table('profiles', ['id', type, id, 'status'], rows))).toEqual(['3'])
})

test.each(kinds)('password hashes of two tables of people are told apart by %s', async (_, [id, type], kind) => {
  const rows = [
    ...[1, 2, 3, 4, 5, 6].map((at) => [at, kind('Student'), at, madeUpBcrypt(at)]),
    ...[1, 2, 3, 4].map((at) => [at + 6, kind('Teacher'), at, madeUpBcrypt(at + 50)]),
  ]
  const found = await read(
    both('students', 'teachers', false),
    table('credentials', ['id', type, id, 'password_hash'], rows),
  )
  expect(found.map(({ hash }) => hash)).toEqual([1, 2, 3, 4, 5, 6].map(madeUpBcrypt))
})

test('users and administrators share tables by a type, whatever the column of the ID is called', async () => {
  const rows = [
    [1, 'App\\User', 2, 'google', '100000000000000000001'],
    [2, 'App\\Admin', 1, 'google', '100000000000000000002'],
  ]
  for (const id of ['user_id', 'model_id'])
    expect(
      await idsThere(
        both('users', 'admins'),
        table('social_accounts', ['id', id.replace('_id', '_type'), id, 'provider', 'provider_user_id'], rows),
      ),
    ).toEqual(['2 100000000000000000001'])
})

test('a column that names the other table gives its rows to nobody else', async () => {
  const rows = [1, 2, 3].map((at) => [at, at, 'google', `10000000000000000000${at}`])
  const accounts = table('social_accounts', ['id', 'teacher_id', 'provider', 'provider_user_id'], rows)
  const profiles = table(
    'profiles',
    ['id', 'teacher_id', 'status'],
    [1, 2, 3].map((at) => [at, at, 'suspended']),
  )
  expect(await idsThere(both('students', 'teachers'), accounts, profiles)).toEqual([])
  expect(await idsOut(both('students', 'teachers'), accounts, profiles)).toEqual([])
})

test('a word for anybody gives no row to users where people of another table have the same IDs', async () => {
  const accounts = table(
    'social_accounts',
    ['id', 'user_id', 'provider', 'provider_user_id'],
    [1, 2, 3].map((at) => [at, at, 'google', `10000000000000000000${at}`]),
  )
  const profiles = table(
    'profiles',
    ['id', 'user_id', 'status'],
    [1, 2, 3].map((at) => [at, at, at > 2 ? 'suspended' : 'active']),
  )
  const text = both('students', 'teachers') + accounts + profiles
  expect(await idsThere(text)).toEqual([])
  expect(await idsOut(text)).toEqual([])
  const told = JSON.stringify((await inspect({ 'dump.sql': text })).json)
  expect(told).toContain('"column":"provider_user_id","kind":"provider-user-id","rows":3')
  expect(told).toContain('"column":"user_id","kind":"status","rows":1')
})

test('a word for anybody means the users where the IDs are of nobody else', async () => {
  const profiles = table(
    'profiles',
    ['id', 'user_id', 'status'],
    [1, 2, 5, 6].map((at) => [at, at, at > 5 ? 'suspended' : 'active']),
  )
  expect(await idsOut(both('students', 'teachers'), profiles)).toEqual(['6'])
  expect(await idsOut(both('users', 'teachers'), profiles.replace('5, 5', '3, 3'))).toEqual(['6'])
})

test('the kind of a user is no other table, where the column of the ID names the users', async () => {
  const logins = table(
    'social_accounts',
    ['id', 'user_id', 'role', 'provider', 'provider_user_id'],
    [
      [1, 1, 'student', 'google', '100000000000000000001'],
      [2, 2, 'teacher', 'google', '100000000000000000002'],
    ],
  )
  const students = table('students', ['user_id', 'class'], [[1, '4b']])
  const teachers = table('teachers', ['user_id', 'room'], [[2, 'R12']])
  expect(await idsThere(people('users', 6, 1), students, teachers, logins)).toEqual([
    '1 100000000000000000001',
    '2 100000000000000000002',
  ])
})

test('a type whose words name no table leaves rows with the users', async () => {
  const logins = table(
    'social_accounts',
    ['id', 'user_id', 'user_type', 'provider', 'provider_user_id'],
    [
      [1, 1, 'premium', 'google', '100000000000000000001'],
      [2, 2, 'basic', 'google', '100000000000000000002'],
    ],
  )
  expect(await idsThere(people('users', 6, 1), logins)).toEqual(['1 100000000000000000001', '2 100000000000000000002'])
})
