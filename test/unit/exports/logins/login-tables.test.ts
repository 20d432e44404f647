import { expect, test } from 'vitest'
import { lackedBy, loginTables, withOwnerKeys } from '../../../../shared/exports/logins/login-tables.ts'
import { tableReader } from '../../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest-mapping.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'

const sampleOf = (table: string, records: readonly Readonly<Record<string, string>>[]) => ({
  table,
  header: Object.keys(records[0] ?? {}),
  records,
})

test('a password finds the user that its row names, in whatever order the rows are', () => {
  const some = [1, 2, 3, 4, 5]
  const users = sampleOf(
    'members',
    some.map((at) => ({ member_id: `${at}`, email: `user${at}@acme.example` })),
  )
  const secrets = sampleOf(
    'member_passwords',
    some.toReversed().map((at) => ({ id: `${10 + at}`, member_id: `${at}`, password_hash: madeUpBcrypt(at) })),
  )
  const { mapping } = suggestMapping(users)
  const logins = loginTables(users, [users, secrets], lackedBy(mapping.columns))
  const read = tableReader(mapping)
  const hashes = new Map(
    secrets.records.flatMap((record) => {
      const entry = logins[0]?.read(record)
      return entry?.kind === 'part' ? [[entry.keys[0], entry.part.hash?.hash] as const] : []
    }),
  )
  const found = users.records.map((record) => {
    const entry = withOwnerKeys(read(record), record, logins)
    const key = entry.kind === 'user' ? entry.keys.find((one) => hashes.has(one)) : undefined
    return [record.email, hashes.get(key)]
  })
  expect(found).toEqual(some.map((at) => [`user${at}@acme.example`, madeUpBcrypt(at)]))
})

const accounts = sampleOf(
  'accounts',
  [1, 2, 3, 4, 5].map((at) => ({ id: `${at}`, email: `user${at}@acme.example` })),
)

function ownersIn(table: string, row: (at: number) => Readonly<Record<string, string>>): readonly string[] {
  const other = sampleOf(table, [1, 2, 4].map(row))
  return loginTables(accounts, [accounts, other], ['password-hash']).map(({ owner, key }) => `${owner} = ${key}`)
}

test.each(['account_password_hashes', 'account_passwords', 'credentials', 'auth.passwords'])(
  'the passwords in a table with the primary key of the users are theirs: %s',
  (table) =>
    expect(
      ownersIn(table, (at) => ({ id: `${at}`, password_hash: madeUpBcrypt(at), changed_at: '2026-01-02' })),
    ).toEqual(['id = id']),
)

test.each([
  ['another column names the users', (at: number) => ({ id: `${at}`, account_id: at < 4 ? '1' : '2' })],
  ['another column may tell them', (at: number) => ({ id: `${at}`, holder: `holder-${at}` })],
  ['most of their keys are of no user', (at: number) => ({ id: `${at + 3}` })],
])('passwords are those of no users by their own key where %s', (_, row) => {
  expect(ownersIn('account_password_hashes', (at) => ({ ...row(at), password_hash: madeUpBcrypt(at) }))).toEqual([])
})

test('secrets of other things with a shared key are no passwords of the users', () => {
  expect(ownersIn('account_reset_tokens', (at) => ({ id: `${at}`, token: madeUpBcrypt(at) }))).toEqual([])
})

/** Users with these names, some without an address, and the table of their passwords by name. */
function ownersByName(names: readonly string[], column = 'username'): readonly string[] {
  const users = sampleOf(
    'users',
    names.map((name, at) => ({ id: `${at + 40}`, username: name, email: at % 3 === 0 ? '' : `u${at}@acme.example` })),
  )
  const secrets = sampleOf(
    'credentials',
    names.map((name, at) => ({ [column]: name, password_hash: madeUpBcrypt(at) })),
  )
  return loginTables(users, [users, secrets], ['password-hash']).map(({ owner, key }) => `${owner} = ${key}`)
}

test.each([
  ['of two letters', ['anna', 'cy', 'deedee', 'evelyn']],
  ['of digits alone', ['anna', 'cyrus', '4711', 'evelyn']],
])('passwords find users by name where one of the names is %s', (_, names) => {
  expect(ownersByName(names)).toEqual(['username = username'])
  expect(ownersByName(names, 'login')).toEqual(['login = username'])
})

test('passwords find no users by codes of one or two letters, which match by chance', () => {
  expect(ownersByName(['a1', 'b2', 'c3', 'anna'], 'code')).toEqual([])
})
