import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bulkTransaction, exclusiveBulkLoad } from '../../../../electron/engine/document/bulk-load.ts'
import { closeDocument, createDocument, openForReading } from '../../../../electron/engine/document/open-document.ts'
import { oneNumber } from '../../../../electron/engine/document/rows.ts'
import { sql, transaction, type Database } from '../../../../electron/engine/document/sqlite.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

function newDocument() {
  const made = createDocument(join(temporaryFolder(), 'load.migration'))
  if (!made.ok) throw new Error(made.error.message)
  return made.value
}

function add(database: Database, count: number): void {
  for (let left = count; left > 0; left -= 1)
    database.exec('INSERT INTO user (file_id, line, byte, facet_id) VALUES (1, 1, 0, 1)')
}

function users(database: Database): number {
  return oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
}

function modeOf(database: Database): unknown {
  return database.prepare('PRAGMA journal_mode').get()
}

describe('a load of a document', () => {
  it('keeps everything, also what comes after the last full transaction', async () => {
    const document = newDocument()
    const { database } = document
    await exclusiveBulkLoad(database, async () => {
      expect(modeOf(database)).toEqual({ journal_mode: 'delete' })
      for (let piece = 0; piece < 12; piece += 1) {
        bulkTransaction(database, () => add(database, 10))
        await Promise.resolve()
      }
      transaction(database, () => add(database, 1))
    })
    expect(modeOf(database)).toEqual({ journal_mode: 'wal' })
    closeDocument(document)
    const read = openForReading(document.path)
    expect(read.ok && users(read.value.database)).toBe(121)
  })

  it('goes through the journal where somebody reads the document', async () => {
    const document = newDocument()
    const reader = openForReading(document.path)
    if (!reader.ok) throw new Error(reader.error.message)
    await exclusiveBulkLoad(document.database, async () => {
      expect(modeOf(document.database)).toEqual({ journal_mode: 'wal' })
      bulkTransaction(document.database, () => add(document.database, 3))
      await Promise.resolve()
      expect(users(reader.value.database)).toBe(3)
    })
    closeDocument(reader.value)
    closeDocument(document)
  })

  it('waits for nobody who comes and reads while it goes on', async () => {
    const document = newDocument()
    await exclusiveBulkLoad(document.database, async () => {
      for (let piece = 0; piece < 5; piece += 1) bulkTransaction(document.database, () => add(document.database, 2))
      const reader = openForReading(document.path)
      expect(reader.ok && users(reader.value.database)).toBe(10)
      if (reader.ok) closeDocument(reader.value)
      bulkTransaction(document.database, () => add(document.database, 2))
      await Promise.resolve()
    })
    expect(users(document.database)).toBe(12)
    closeDocument(document)
  })

  it('keeps what was written before something went wrong, and takes back the piece that did', async () => {
    const document = newDocument()
    const { database } = document
    const failed = exclusiveBulkLoad(database, async () => {
      bulkTransaction(database, () => add(database, 4))
      await Promise.resolve()
      bulkTransaction(database, () => {
        add(database, 1)
        throw new Error('broken')
      })
    })
    await expect(failed).rejects.toThrow('broken')
    expect(users(database)).toBe(4)
    expect(modeOf(database)).toEqual({ journal_mode: 'wal' })
    closeDocument(document)
  })
})
