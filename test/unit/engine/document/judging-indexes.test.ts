import { expect, test, vi } from 'vitest'
import { lateIndexes, lateIndexing } from '../../../../electron/engine/document/schema.ts'
import { emptyDocument } from '../../../support/documents.ts'

test('what duplicates are found by has its indexes before they are judged: without one, each is looked for among all users', async () => {
  const { database } = emptyDocument()
  lateIndexing.drop(database)
  await lateIndexing.createForJudging(database)
  const plan = (text: string) => database.prepare(`EXPLAIN QUERY PLAN ${text}`).get()
  expect([
    plan("SELECT user_id FROM identifier WHERE key = 'k' AND is_owner = 1"),
    plan("SELECT id FROM user WHERE email = 'e'"),
    plan("SELECT user_id FROM user_finding WHERE code = 'duplicate'"),
  ]).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ detail: expect.stringMatching(/^SEARCH .* INDEX/) })),
  )
})

const [inFile, inMemory] = ['{"temp_store":1}', '{"temp_store":2}']

test('an index is made in memory where the system has no place for a temporary file', async () => {
  const { database } = emptyDocument()
  const indexes = () => database.prepare("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name").all()
  const all = indexes()
  lateIndexing.drop(database)
  const exec = database.exec.bind(database)
  const places = new Set<string>()
  const spied = vi.spyOn(database, 'exec').mockImplementation((text) => {
    if (text.startsWith('CREATE INDEX')) {
      const place = JSON.stringify(database.prepare('PRAGMA temp_store').get())
      places.add(place)
      if (place === inFile) throw new Error('unable to open database file')
    }
    exec(text)
  })
  await lateIndexing.create(database)
  spied.mockRestore()
  expect([indexes(), [...places]]).toEqual([all, [inFile, inMemory]])
})

test('others get a turn after each index, and the connection is as it was before', async () => {
  const { database } = emptyDocument()
  const settings = () => ['temp_store', 'cache_size', 'threads'].map((name) => database.prepare(`PRAGMA ${name}`).get())
  const usual = settings()
  lateIndexing.drop(database)
  let isMade = false
  let turns = 0
  const takeTurn = () => {
    turns += 1
    if (!isMade) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  await lateIndexing.create(database)
  isMade = true
  expect([turns, settings()]).toEqual([lateIndexes.length, usual])
})
