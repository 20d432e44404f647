import { expect, test } from 'vitest'
import { clearRecords, forgetRecords, recordTables } from '../../../../electron/engine/document/clear-records.ts'
import { checkUserRows } from '../../../../electron/engine/document/check-document.ts'
import { addFile, changeFile, getFile } from '../../../../electron/engine/document/files.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { type Database, sql } from '../../../../electron/engine/document/sqlite.ts'
import { keepUser } from '../../../support/planned-users.ts'
import { plannedDocument } from '../../../support/rounds.ts'

const sizes = { min: 1, atOnce: 2 }

/** Two files with five and three users in turns, each user with a row in every table; `others`: the second file has some. */
function filled(others: boolean): Database {
  const { document, target } = plannedDocument([])
  const { database } = document
  addFile(database, '/made/up/too.csv', 'too.csv', 0)
  for (const id of [1, 2]) changeFile(database, id, { complete: true, records: 4 })
  for (let id = 1; id <= 8; id++) {
    const file = others && id % 3 === 0 ? 2 : 1
    keepUser(database, { id, file })
    const row = [target.id, id] as const
    sql(database, "INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, ?, 'migrated', 1)").run(
      ...row,
    )
    sql(
      database,
      "INSERT INTO call (target_id, user_id, key, kind, state, since, tries) VALUES (?, ?, 'k', 'import', 'done', 1, 1)",
    ).run(...row)
    sql(database, "INSERT INTO user_finding (user_id, code, group_key, blocks, detail) VALUES (?, 'f', '', 0, '')").run(
      id,
    )
    sql(database, "INSERT INTO identifier (user_id, key, is_owner) VALUES (?, 'i', 1)").run(id)
    sql(
      database,
      "INSERT INTO partial_record (file_id, line, byte, keys, part, user_id, unmatched_reason) VALUES (2, ?, 0, '[]', '{}', ?, '')",
    ).run(id, id)
  }
  return database
}

const tables = [...recordTables, 'user', 'partial_record', 'file'] as const

function rowsOf(database: Database): readonly unknown[] {
  return tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all())
}

test.each([
  ['the only one with users', false],
  ['one of several', true],
])('what is cleared in steps of a file that is %s is what is forgotten at once', async (_, others) => {
  const [steps, once] = [filled(others), filled(others)]
  const progress: number[] = []
  const signal = new AbortController().signal
  await clearRecords(steps, 1, { signal, sizes, onProgress: (done) => progress.push(done) })
  const left = sql(steps, 'SELECT 1 FROM user WHERE file_id = 1').get()
  for (const database of [steps, once]) forgetRecords(database, 1)
  expect([left, progress.at(-1), progress.length > 3]).toEqual([undefined, 100, true])
  expect(rowsOf(steps)).toEqual(rowsOf(once))
})

test.each([false, true])(
  'stopped after any step, the document is sound and the file is to be read again',
  async (others) => {
    for (const stopAfter of [1, 3, 9]) {
      const database = filled(others)
      const stopping = new AbortController()
      let steps = 0
      await clearRecords(database, 1, {
        signal: stopping.signal,
        sizes,
        onProgress: () => {
          steps += 1
          if (steps === stopAfter) stopping.abort()
        },
      })
      expect([checkUserRows(database).ok, getFile(database, 1)?.complete]).toEqual([true, false])
      forgetRecords(database, 1)
      const once = filled(others)
      forgetRecords(once, 1)
      expect(rowsOf(database)).toEqual(rowsOf(once))
    }
  },
)

test('a small file is left to be forgotten at once', async () => {
  const database = filled(false)
  const before = rowsOf(database)
  await clearRecords(database, 1, { signal: new AbortController().signal, onProgress: () => undefined })
  expect(rowsOf(database)).toEqual(before)
})

test.each([
  ['that had parts of users of other files outdates their plans', 2, null],
  ['without parts leaves the plans of the others', 1, 'made up'],
])('forgetting a file %s', (_, file, plannedWith) => {
  const database = filled(true)
  setSetting(database, 'planned-with', 'made up')
  forgetRecords(database, file)
  expect(getSetting(database, 'planned-with')).toBe(plannedWith)
})
