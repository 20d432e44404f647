import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { incompleteFiles } from '../../../../electron/engine/document/incomplete-files.ts'
import { closeDocument, createDocument, openDocument } from '../../../../electron/engine/document/open-document.ts'
import { currentSchema, schemaOf } from '../../../../electron/engine/document/schema.ts'
import { must } from '../../../support/documents.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/* Sentences of the version before, which told what holds back a run; kept to the letter, as documents have them. */
const advice = 'Load the dump into a database and export the table again.'
const statements = [
  `This statement changes or adds rows of a table that was read, in a way that only the database can evaluate. ${advice}`,
  'This row has 3 values, but its table has 4 columns.',
  `This statement changes or adds rows by a query or a procedure (INSERT … SELECT), which only the database can answer. ${advice}`,
  'This command reads another file, whose rows are not in this dump: \\i more.sql. Choose that file as well, or load the dump into a database and export the table again.',
]

const files = [
  ['picture.png', 'This is a picture (PNG), not an export of users. Choose the CSV, JSON, NDJSON, SQL file.'],
  ['users.mdb', 'This is an Access database, not an export of users. Export the table of users from Access as CSV.'],
  ['users.sql', null],
] as const

function documentOfVersionOne(): string {
  const path = join(temporaryFolder(), 'earlier.migration')
  const document = must(createDocument(path, undefined, schemaOf([currentSchema.tablesOf(1)])))
  for (const [name, problem] of files)
    document.database
      .prepare('INSERT INTO file (path, name, problem, complete) VALUES (?, ?, ?, ?)')
      .run(`/exports/${name}`, name, problem, problem === null ? 1 : 0)
  for (const [index, reason] of statements.entries())
    document.database
      .prepare('INSERT INTO unreadable (file_id, line, byte, reason) VALUES (3, ?, ?, ?)')
      .run(index + 1, index * 100, reason)
  closeDocument(document)
  return path
}

test('statements that a document of version 1 has only sentences about hold back a run as before', () => {
  const document = must(openDocument(documentOfVersionOne()))
  expect(incompleteFiles.unappliedChanges(document.database, 3)?.text).toBe(
    '3 statements (line 1, line 3, line 4) that only a database can evaluate',
  )
  expect(incompleteFiles.runObstacle(document.database)).toMatchObject({ error: { code: 'changes-undecided' } })
  closeDocument(document)
})

test('a file of version 1 that is no export is told from one that an export can be made of', () => {
  const document = must(openDocument(documentOfVersionOne()))
  expect(fileTable.list(document.database).map(({ name, problem }) => [name, problem?.code])).toEqual([
    ['picture.png', 'file-of-other-kind'],
    ['users.mdb', 'file-unreadable'],
    ['users.sql', undefined],
  ])
  closeDocument(document)
})
