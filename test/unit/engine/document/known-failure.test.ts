import { expect, test } from 'vitest'
import * as z from 'zod'
import {
  checkAll,
  describeFailure,
  DocumentGone,
  knownFailure,
} from '../../../../electron/engine/document/check-document.ts'
import { currentSchema } from '../../../../electron/engine/document/schema.ts'
import { DatabaseReplaced, ForeignSidecar } from '../../../../electron/engine/files/own-database.ts'
import { codeOf, emptyDocument } from '../../../support/documents.ts'

const thrown = (message: string, code?: unknown) =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

test.each([
  [thrown('database or disk is full', 'ERR_SQLITE_ERROR'), 'disk-full'],
  [thrown('ENOSPC: no space left on device, write', 'ENOSPC'), 'disk-full'],
  [thrown('EACCES: permission denied', 'EACCES'), 'folder-read-only'],
  [thrown('database disk image is malformed', 'ERR_SQLITE_ERROR'), 'document-damaged'],
  [thrown('attempt to write a readonly database', 'ERR_SQLITE_ERROR'), 'folder-read-only'],
  [thrown('database is locked', 'ERR_SQLITE_ERROR'), 'document-busy'],
  [thrown('file is not a database', 'ERR_SQLITE_ERROR'), 'not-a-document'],
  [thrown('The value is too large to be represented as a JavaScript number'), 'document-damaged'],
  [new RangeError('Invalid time value'), 'document-damaged'],
  [new SyntaxError('Unexpected end of JSON input'), 'document-damaged'],
  [z.string().safeParse(1).error, 'document-damaged'],
  [new DocumentGone(), 'document-missing'],
  [new ForeignSidecar('-wal'), codeOf(describeFailure(new ForeignSidecar('-wal')))],
])('%s is known as a failure with a way out', (error, code) => {
  expect(knownFailure(error)?.code).toBe(code)
})

test.each([
  ['of SQLite without a way out', thrown('near "FROM": syntax error', 'ERR_SQLITE_ERROR')],
  ['that neither SQLite nor the file system threw', thrown('the disk is full of jokes')],
  ['of another library', thrown('database or disk is full', 'UND_ERR_SOCKET')],
  ['whose code is a number', thrown('database or disk is full', 13)],
  ['that is no error', 'database or disk is full'],
])('an error %s is none that the operator can do something about here', (_name, error) => {
  expect(knownFailure(error)).toBeNull()
})

test('a document in whose place another file was laid is missing', () => {
  const codes = [new DatabaseReplaced(), new DocumentGone(), 'no error'].map((error) => codeOf(describeFailure(error)))
  expect(codes).toEqual(['document-missing', 'document-missing', 'document-failed'])
})

test('a user without its text or its facet is damage, also in a document of the version before', () => {
  const { database } = emptyDocument()
  const later = { ...currentSchema, version: currentSchema.version + 1 }
  const judged = () => [codeOf(checkAll(database, currentSchema)), codeOf(checkAll(database, later))]
  const found = [judged()]
  database.exec('INSERT INTO user (id, file_id, line, byte, facet_id) VALUES (1, 1, 1, 0, 1)')
  found.push(judged())
  database.exec("INSERT INTO user_text (user_id, source) VALUES (1, '{}')")
  found.push(judged())
  database.exec("INSERT INTO facet VALUES (1, 'ready', '', '', '', 0, '', '', '', '', '', '[]', 0, '')")
  found.push(judged())
  const expected = ['no problem', 'document-damaged', 'document-damaged', 'no problem']
  expect(found).toEqual(expected.map((code) => [code, code]))
})
