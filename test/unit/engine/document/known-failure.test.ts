import { expect, test } from 'vitest'
import { knownFailure } from '../../../../electron/engine/document/open-document.ts'

const thrown = (message: string, code?: unknown) =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

test.each([
  [thrown('database or disk is full', 'ERR_SQLITE_ERROR'), 'disk-full'],
  [thrown('ENOSPC: no space left on device, write', 'ENOSPC'), 'disk-full'],
  [thrown('EACCES: permission denied', 'EACCES'), 'folder-read-only'],
  [thrown('database disk image is malformed', 'ERR_SQLITE_ERROR'), 'document-damaged'],
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
