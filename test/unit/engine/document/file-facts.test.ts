import { expect, test } from 'vitest'
import { addFile, changeFile, getFile } from '../../../../electron/engine/document/files.ts'
import { unappliedChangesText } from '../../../../electron/engine/document/incomplete-files.ts'
import {
  columnCounts,
  columnsRead,
  controlTotals,
  setColumnCounts,
  setColumnsRead,
  setControlTotals,
} from '../../../../electron/engine/document/source-facts.ts'
import type { Database } from '../../../../electron/engine/document/sqlite.ts'
import { changeReasons } from '../../../../electron/engine/reading/sql/sql-changes.ts'
import { emptyDocument } from '../../../support/documents.ts'

test('an incomplete file is used as far as it was read only once that was accepted, and stays so', () => {
  const { database } = emptyDocument()
  const id = addFile(database, '/exports/users.csv', 'users.csv', 12)
  const accepted = () => getFile(database, id)?.truncationAccepted
  changeFile(database, id, { truncation: 'The file ends within a record.' })
  const before = accepted()
  changeFile(database, id, { truncationAccepted: true })
  changeFile(database, id, { records: 3 })
  expect([before, accepted()]).toEqual([false, true])
})

type Fact = {
  readonly read: (database: Database, file: number) => unknown
  readonly write: (database: Database, file: number, isKnown: boolean) => void
}
const counts = { records: 3, columns: [] }
const columns = { tables: [], otherTables: [], columns: [], unused: [{ column: 'theme', reason: 'nothing reads it' }] }
const totals = { emails: 3, hashes: 2, accounts: [] }
const facts: readonly (readonly [string, unknown, Fact])[] = [
  [
    'counts of the columns',
    counts,
    { read: columnCounts, write: (db, id, is) => setColumnCounts(db, id, is ? counts : null) },
  ],
  [
    'use of the columns',
    columns,
    { read: columnsRead, write: (db, id, is) => setColumnsRead(db, id, is ? columns : null) },
  ],
  [
    'control totals',
    totals,
    { read: controlTotals, write: (db, id, is) => setControlTotals(db, id, is ? totals : null) },
  ],
]

test.each(facts)(
  'the %s of one file are kept until they are forgotten, whatever is known of others',
  (_, value, fact) => {
    const { database } = emptyDocument()
    const known = () => [1, 2].map((file) => fact.read(database, file))
    fact.write(database, 1, false)
    const none = known()
    fact.write(database, 1, true)
    fact.write(database, 2, true)
    const both = known()
    fact.write(database, 1, false)
    expect([none, both, known()]).toEqual([
      [null, null],
      [value, value],
      [null, value],
    ])
  },
)

test.each([
  [1, '1 statement (line 1)'],
  [5, '5 statements (line 1, line 2, line 3, line 4, line 5)'],
  [7, '7 statements (line 1, line 2, line 3, line 4, line 5, and 2 more)'],
])('%i statements that only a database can evaluate are counted, and the first five named', (statements, text) => {
  const { database } = emptyDocument()
  const id = addFile(database, '/exports/users.sql', 'users.sql', 12)
  const insert = database.prepare('INSERT INTO unreadable (file_id, line, byte, reason) VALUES (?, ?, ?, ?)')
  for (let line = 1; line <= statements; line++) insert.run(id, line, line * 10, changeReasons.change)
  insert.run(id, 99, 990, 'This row has too few values.')
  expect(unappliedChangesText(database, id)).toBe(text)
})

test('a table that is not read is told with what its columns look like', () => {
  const { database } = emptyDocument()
  const id = addFile(database, '/exports/app.sql', 'app.sql', 12)
  const kinds = ['password-hash', 'email', 'phone', 'provider-user-id', 'status'] as const
  const unreadTables = [{ table: 'accounts', columns: kinds.map((kind) => ({ column: kind, kind, rows: 2 })) }]
  changeFile(database, id, { unreadTables })
  expect(getFile(database, id)?.unreadTables).toEqual(unreadTables)
})
