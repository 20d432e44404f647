import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDocument, createDocument } from '../../../../electron/engine/document/open-document.ts'
import { bulkTransaction, oneNumber, sql } from '../../../../electron/engine/document/sqlite.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

it('takes back the piece of bulk work that went wrong, keeps those before, and waits for the disk again afterwards', () => {
  const made = createDocument(join(temporaryFolder(), 'load.migration'))
  if (!made.ok) throw new Error(made.error.message)
  const { database } = made.value
  const add = () => database.exec('INSERT INTO user (file_id, line, byte, facet_id) VALUES (1, 1, 0, 1)')
  const waits = () =>
    ['synchronous', 'wal_autocheckpoint'].map(
      (name) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0],
    )
  expect(waits()).toEqual([2, 1000])
  bulkTransaction(database, () => {
    add()
    expect(waits()).toEqual([1, 4000])
  })
  const failed = () =>
    bulkTransaction(database, () => {
      add()
      throw new Error('broken')
    })
  expect(failed).toThrow('broken')
  expect(oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))).toBe(1)
  expect(waits()).toEqual([2, 1000])
  closeDocument(made.value)
})
