import { expect, test } from 'vitest'
import { forgetRecords } from '../../../../electron/engine/document/clear-records.ts'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { incompleteFiles } from '../../../../electron/engine/document/incomplete-files.ts'
import { fileFact, setFileFact } from '../../../../electron/engine/document/source-facts.ts'
import { emptyDocument } from '../../../support/documents.ts'

test('a truncated file counts as accepted only after the operator accepts it, and stays accepted', () => {
  const { database } = emptyDocument()
  const id = fileTable.add(database, '/exports/users.csv', 'users.csv', 12)
  const accepted = () => fileTable.get(database, id)?.truncationAccepted
  fileTable.change(database, id, { truncation: 'The file ends within a record.' })
  const before = accepted()
  fileTable.change(database, id, { truncationAccepted: true })
  fileTable.change(database, id, { records: 3 })
  expect([before, accepted()]).toEqual([false, true])
})

const counts = { records: 3, columns: [] }
const columns = { tables: [], otherTables: [], columns: [], unused: [{ column: 'theme', reason: 'nothing reads it' }] }
const totals = { emails: 3, hashes: 2, accounts: [] }

test('facts of a file are kept until it is read anew, whatever is known of others, and of however many', () => {
  const { database } = emptyDocument()
  const files = Array.from({ length: 1001 }, (_, n) => fileTable.add(database, `/exports/${n}.csv`, `${n}.csv`, 12))
  const [first = 0, second = 0] = files
  const names = ['column-counts', 'columns-read', 'control-totals'] as const
  const known = (file: number) => names.map((fact) => fileFact(database, file, fact))
  expect(known(first)).toEqual([null, null, null])
  for (const file of files) {
    setFileFact(database, file, 'column-counts', counts)
    setFileFact(database, file, 'columns-read', columns)
    setFileFact(database, file, 'control-totals', totals)
  }
  forgetRecords(database, second)
  expect([known(first), known(second)]).toEqual([
    [counts, columns, totals],
    [null, null, null],
  ])
})

test('a fact that could not be read again is refused, not lost', () => {
  const { database } = emptyDocument()
  const id = fileTable.add(database, '/exports/users.csv', 'users.csv', 12)
  const account = { kind: 'unaccounted', name: 'x'.repeat(301), emails: 0, hashes: 1 } as const
  expect(() =>
    setFileFact(database, id, 'control-totals', { emails: 0, hashes: 1, accounts: [{ ...account, places: [] }] }),
  ).toThrow()
})

test.each([
  [1, '1 statement (line 1)'],
  [5, '5 statements (line 1, line 2, line 3, line 4, line 5)'],
  [7, '7 statements (line 1, line 2, line 3, line 4, line 5, and 2 more)'],
])('%i statements that only a database can evaluate are counted, and the first five named', (statements, text) => {
  const { database } = emptyDocument()
  const id = fileTable.add(database, '/exports/users.sql', 'users.sql', 12)
  const insert = database.prepare('INSERT INTO unreadable (file_id, line, byte, kind, reason) VALUES (?, ?, ?, ?, ?)')
  for (let line = 1; line <= statements; line++) insert.run(id, line, line * 10, 'unapplied-change', 'A sentence.')
  insert.run(id, 99, 990, 'record', 'This row has too few values.')
  expect(incompleteFiles.unappliedChanges(database, id)?.text).toBe(`${text} that only a database can evaluate`)
})

test('a table that is not read is stored with the kinds of its columns', () => {
  const { database } = emptyDocument()
  const id = fileTable.add(database, '/exports/app.sql', 'app.sql', 12)
  const kinds = ['password-hash', 'email', 'phone', 'provider-user-id', 'status'] as const
  const unreadTables = [{ table: 'accounts', columns: kinds.map((kind) => ({ column: kind, kind, rows: 2 })) }]
  fileTable.change(database, id, { unreadTables })
  expect(fileTable.get(database, id)?.unreadTables).toEqual(unreadTables)
})
