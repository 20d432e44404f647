import { expect, test } from 'vitest'
import { lackedBy, loginTables, withOwnerKeys } from '../../../shared/exports/login-tables.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

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
