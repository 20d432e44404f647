import { describe, expect, it } from 'vitest'
import { countsOf } from '../counts.ts'
import { readOne } from '../support.ts'

describe('an export of Drupal', () => {
  it.each<[string, readonly string[], object]>([
    [
      'a table',
      ['drupal/users-field-data.csv'],
      {
        records: { users: 3, unreadable: 2 },
        calls: { emailPassword: 2 },
        hashes: { bcrypt: 2, phpass: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 1, disabled: 1 },
      },
    ],
    [
      'a dump of MySQL',
      ['drupal/mysqldump.sql'],
      {
        records: { users: 3, unreadable: 2 },
        calls: { emailPassword: 2 },
        hashes: { bcrypt: 2, phpass: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 1, disabled: 1 },
      },
    ],
  ])('%s', async (_, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers: 'drupal', ...counts })
  })
})

it('says of visitors, translations and empty rows that they are no users', () => {
  const row = { uid: '1', name: 'ann', mail: 'ann@example.com', pass: '', status: '1', default_langcode: '1' }
  expect(
    [row, { ...row, uid: '0' }, { ...row, default_langcode: '0' }, { ...row, uid: '', mail: '' }].map(
      (one) => readOne(one).kind,
    ),
  ).toEqual(['user', 'unreadable', 'unreadable', 'unreadable'])
})
