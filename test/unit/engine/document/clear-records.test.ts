import { expect, test } from 'vitest'
import {
  clearRecords,
  forgetRecords,
  recordTables,
  removeFileRecords,
} from '../../../../electron/engine/document/clear-records.ts'
import { checkAll } from '../../../../electron/engine/document/check-document.ts'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { currentSchema } from '../../../../electron/engine/document/schema.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { type Database, sql } from '../../../../electron/engine/document/sqlite.ts'
import { mappingOf } from '../../../support/made-up-mapping.ts'
import { keepUser } from '../../../support/planned-users.ts'
import { plannedDocument } from '../../../support/rounds.ts'

const sizes = { min: 1, atOnce: 2 }

/** Two files with five and three users in turns, each user with a row in every table; `others`: the second file has some. */
function filled(others: boolean): Database {
  const { document, target } = plannedDocument([])
  const { database } = document
  fileTable.add(database, '/made/up/too.csv', 'too.csv', 0)
  for (const id of [1, 2]) fileTable.change(database, id, { complete: true, records: 4 })
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
      expect([checkAll(database, currentSchema).ok, fileTable.get(database, 1)?.complete]).toEqual([true, false])
      forgetRecords(database, 1)
      const once = filled(others)
      forgetRecords(once, 1)
      expect(rowsOf(database)).toEqual(rowsOf(once))
    }
  },
)

/** The second file is one of logins, joined with users of the first. */
function withLogins(others: boolean, provider = 'generic'): Database {
  const database = filled(others)
  const recognition = { provider, shape: 'made up', reason: 'made up', role: 'parts' } as const
  fileTable.change(database, 2, { recognition, mapping: mappingOf({ mail: 'email' }) })
  for (const name of ['joined', 'plans-current'] as const) setSetting(database, name, true)
  return database
}

const isRead = (database: Database) => [1, 2].map((id) => fileTable.get(database, id)?.complete)
const facts = (database: Database) => [
  getSetting(database, 'joined'),
  getSetting(database, 'plans-current'),
  getSetting(database, 'users-version'),
]
const never = new AbortController().signal

test.each([
  ['whole tables', false, 2, [8, 17, 25, 33, 42, 50, 58, 67, 75, 83, 92, 100]],
  ['ranges', true, 2, [25, 50, 75, 100]],
  ['ranges with a last one that is cut', true, 3, [38, 75, 100]],
  ['ranges with one user in the last', true, 7, [88, 100]],
])('%s are cleared step by step, and what follows from them counts no more', async (_, others, atOnce, steps) => {
  const database = withLogins(others)
  const version = getSetting(database, 'users-version') ?? 0
  const progress: (readonly number[])[] = []
  const onProgress = (done: number, total: number) => void progress.push([done, total])
  await clearRecords(database, 1, { signal: never, sizes: { min: 1, atOnce }, onProgress })
  expect(progress).toEqual(steps.map((step) => [step, 100]))
  expect([isRead(database), facts(database)]).toEqual([
    [false, false],
    [false, false, version + 1],
  ])
  const mine = 'SELECT 1 FROM partial_record WHERE user_id IS NOT NULL AND user_id NOT IN (SELECT id FROM user)'
  expect([sql(database, 'SELECT 1 FROM user WHERE file_id = 1').get(), sql(database, mine).get()]).toEqual([
    undefined,
    undefined,
  ])
})

test('a range is cleared to its last user, and parts lose their users with it', async () => {
  const [database, whole] = [withLogins(true), withLogins(false)]
  for (const one of [database, whole]) {
    const stopping = new AbortController()
    await clearRecords(one, 1, { signal: stopping.signal, sizes, onProgress: () => stopping.abort() })
  }
  const ids = sql(database, 'SELECT id FROM user ORDER BY id').all()
  const parts = (one: Database) => sql(one, 'SELECT user_id FROM partial_record WHERE user_id IS NOT NULL').all().length
  expect([ids.length, ids[0], parts(database), parts(whole)]).toEqual([6, { id: 3 }, 6, 8])
})

test.each([
  [6, true],
  [7, false],
])('a file of six users is cleared in steps from %i users on: %s', async (min, isCleared) => {
  const database = withLogins(true)
  await clearRecords(database, 1, { signal: never, sizes: { min, atOnce: 2 }, onProgress: () => undefined })
  expect(isRead(database)).toEqual([!isCleared, !isCleared])
})

test.each([
  ['of the operator, which is read again', 'generic', false],
  ['of a known provider, which stays', 'auth0', true],
])('forgetting a file leaves users of others and a file of logins %s', (_, provider, stays) => {
  const database = withLogins(true, provider)
  const version = getSetting(database, 'users-version') ?? 0
  forgetRecords(database, 1)
  expect([isRead(database), facts(database)]).toEqual([
    [false, stays],
    [false, true, version + 1],
  ])
  removeFileRecords(database, 2)
  expect([
    fileTable.get(database, 1)?.id,
    fileTable.get(database, 2),
    sql(database, 'SELECT 1 FROM user').get(),
  ]).toEqual([1, undefined, undefined])
})

test('others get their turn after each step of clearing, and the journal holds that step alone', async () => {
  const database = filled(false)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const turns: string[] = []
  const onProgress = () => {
    turns.push('step')
    setImmediate(() => turns.push('other'))
  }
  await clearRecords(database, 1, { signal: never, sizes, onProgress })
  expect(turns).toEqual(Array.from({ length: 12 }, () => ['step', 'other']).flat())
  expect(database.prepare('PRAGMA wal_checkpoint').get()).toMatchObject({ busy: 0, log: 1 })
})

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
