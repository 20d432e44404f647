import { describe, expect, test } from 'vitest'
import { lateIndexing } from '../../../../electron/engine/document/schema.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { userCounts } from '../../../../electron/engine/queries/counts.ts'
import { countNewIds } from '../../../../electron/engine/queries/planned-facts.ts'
import { previewView } from '../../../../electron/engine/queries/preview.ts'
import { keepUser } from '../../../support/planned-users.ts'
import { watchPlans } from '../../../support/query-plans.ts'
import { plannedDocument } from '../../../support/rounds.ts'

const lose = { keepUserIds: false }

function withUsers() {
  const { database } = plannedDocument([]).document
  for (let id = 1; id <= 9; id += 1) keepUser(database, { id, state: id > 6 ? 'excluded' : 'ready' })
  return database
}

describe('users whose old id the core does not keep', () => {
  test('are those who have one and are to be sent or decided', () => {
    const database = withUsers()
    database.exec('UPDATE user SET source_id = NULL WHERE id IN (2, 5, 8)')
    expect(countNewIds(database, lose, userCounts.facets(database))?.users).toBe(4)
  })

  test('are nobody where the export has no ids', () => {
    const database = withUsers()
    database.exec('UPDATE user SET source_id = NULL')
    expect(countNewIds(database, lose, userCounts.facets(database))).toBe(null)
  })
})

test('the preview counts findings along an index that has all of them, and looks up no user who has an id', async () => {
  const own = withUsers()
  const insert = 'INSERT INTO user_finding (user_id, code, group_key, blocks, detail) VALUES (?, ?, ?, ?, ?)'
  sql(own, insert).run(1, 'disabled', '', 1, '')
  await lateIndexing.create(own)
  const { database, plans } = watchPlans(own)
  const preview = previewView(database)
  const counted = plans.find(({ query }) => query.includes('FROM user_finding GROUP BY code, group_key'))
  const ids = plans.find(({ query }) => query.includes('source_id IS NULL'))
  expect([
    preview.findings.filter(({ blocks }) => blocks).map(({ code, users }) => [code, users]),
    counted?.steps.some((step) => step.includes('USING COVERING INDEX finding_by_code')),
    ids?.steps.some((step) => step.includes('user_by_source_id (source_id=?)')),
  ]).toEqual([[['disabled', 1]], true, true])
})
