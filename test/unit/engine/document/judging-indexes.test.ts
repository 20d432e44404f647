import { expect, test } from 'vitest'
import { createJudgingIndexes, dropLateIndexes } from '../../../../electron/engine/document/schema.ts'
import { emptyDocument } from '../../../support/documents.ts'

test('what duplicates are found by has its indexes before they are judged: without one, each is looked for among all users', async () => {
  const { database } = emptyDocument()
  dropLateIndexes(database)
  await createJudgingIndexes(database)
  const plan = (text: string) => database.prepare(`EXPLAIN QUERY PLAN ${text}`).get()
  expect([
    plan("SELECT user_id FROM identifier WHERE key = 'k' AND is_owner = 1"),
    plan("SELECT id FROM user WHERE email = 'e'"),
    plan("SELECT user_id FROM user_finding WHERE code = 'duplicate'"),
  ]).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ detail: expect.stringMatching(/^SEARCH .* INDEX/) })),
  )
})
