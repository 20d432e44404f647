import { expect, test } from 'vitest'
import { idColumns } from '../../../shared/mapping/doubtful-columns.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

const digest = (seed: string) => seed.repeat(32)
const bcrypt = `$2b$10$${'a'.repeat(21)}u${'B'.repeat(30)}2`

/** What nothing reads of the first user, by field. */
function left(records: readonly Readonly<Record<string, unknown>>[]): unknown {
  const sample = { header: null, records }
  const [first = {}] = records
  const entry = tableReader(suggestMapping(sample).mapping, { idColumns: idColumns(sample) })(first)
  return entry.kind === 'user' ? (entry.user.unmapped ?? []).map(({ field, asks }) => [field, asks]) : entry.kind
}

const rows = [0, 1, 2].map((pk) => ({ pk, email: `u${pk}@example.com` }))
/** Different for each row. */
const own = (row: (typeof rows)[number]) => digest('abc'.charAt(row.pk))

test('ids that are written like digests are no password hashes', () => {
  expect(left(rows.map((row) => ({ ...row, uid: own(row), tenantId: own(row) })))).toEqual([])
})

test('digests that repeat, are missing somewhere or are called otherwise may be hashes', () => {
  const maybe = [
    rows.map((row) => ({ ...row, uid: digest('a') })),
    rows.map((row) => ({ ...row, uid: row.pk === 1 ? '' : own(row) })),
    rows.map((row) => ({ ...row, note: own(row) })),
    rows.map((row) => ({ ...row, passwordid: own(row) })),
  ]
  expect(maybe.map(left)).toEqual([[['uid', true]], [['uid', true]], [['note', true]], [['passwordid', true]]])
})

test('a hash of a token beside the user’s own hash is counted, and asks nothing', () => {
  const users = rows.map((row) => ({ ...row, password_hash: bcrypt }))
  const names = ['remember_digest', 'activation_digest', 'verificationToken', 'reset_hash']
  const counted = names.map((name) => left(users.map((row) => ({ ...row, [name]: digest('d') }))))
  expect(counted).toEqual(names.map((name) => [[name, false]]))
  expect(left(rows.map((row) => ({ ...row, reset_hash: digest('d') })))).toEqual([['reset_hash', true]])
})
