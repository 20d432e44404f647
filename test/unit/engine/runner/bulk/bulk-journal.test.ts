import { expect, test } from 'vitest'
import { createProvenance } from '../../../../../electron/engine/document/created-users.ts'
import type { Batch, BatchEvent } from '../../../../../electron/engine/runner/bulk/batch.ts'
import { createBulkJournal } from '../../../../../electron/engine/runner/bulk/bulk-journal.ts'
import type { UnsentUser } from '../../../../../electron/engine/runner/bulk/candidates.ts'
import { importOf, plannedDocument, realTarget } from '../../../../support/rounds.ts'

const ownProvenance = createProvenance(Buffer.alloc(32, 1), { document: 'd', origin: 'o' })
const elsewhere = createProvenance(Buffer.alloc(32, 2), { document: 'd', origin: 'o' })

const people = Array.from({ length: 45 }, (_, index) => [
  importOf(`user${index + 1}@example.com`),
  { kind: 'map-id' as const, externalUserId: `old-${index + 1}` },
])

function prepared() {
  const { document, target } = plannedDocument(people, realTarget)
  const { database } = document
  const journal = (provenance = ownProvenance) => createBulkJournal(database, target.id, () => 1000, provenance)
  const users = people.map((calls, index): UnsentUser => {
    const email = `user${index + 1}@example.com`
    return { id: index + 1, calls, keys: [{ recipe: 'emailpassword', email }], externalUserId: `old-${index + 1}` }
  })
  const all = (text: string) => database.prepare(text).all()
  return { journal, users, all }
}

const accepted = (batch: Batch): BatchEvent => ({
  kind: 'accepted',
  rowIds: batch.rows.map(({ userId }) => `r${userId}`),
})
const seen = (batch: Batch): BatchEvent => ({
  kind: 'seen',
  found: new Map(batch.rows.map(({ userId }) => [userId, { id: `old-${userId}` }])),
})

const summary = `SELECT kind, state, count(*) AS calls, sum(provenance IS NOT NULL) AS signed, sum(absent_at IS NULL) AS settled
  FROM call GROUP BY kind, state ORDER BY kind`

test('a batch notes what is about to be sent, the ids of its rows, and then every call of its users as done', () => {
  const { journal, users, all } = prepared()
  const one = journal()
  const begun = one.begin(users)
  expect(all(summary)).toEqual([{ kind: 'import', state: 'sending', calls: 45, signed: 45, settled: 0 }])
  const staged = one.apply(begun, accepted(begun)).batch
  const sorted = "SELECT count(*) AS n FROM bulk_row WHERE row_id = 'r' || user_id AND place = user_id - 1"
  expect(all(sorted)).toEqual([{ n: 45 }])
  // Read again by another run, as by the one that began it.
  expect(journal().open()).toEqual([staged])
  const { batch, outcomes } = one.apply(staged, seen(staged))
  // Calls that only complete a user are written, and counted nowhere.
  expect([batch.rows, outcomes.length]).toEqual([[], 45])
  expect(all(summary)).toEqual([
    { kind: 'import', state: 'done', calls: 45, signed: 45, settled: 45 },
    { kind: 'map-id', state: 'done', calls: 45, signed: 0, settled: 45 },
  ])
  expect(all('SELECT state, sum(tries) AS tries, count(*) AS users FROM progress')).toEqual([
    { state: 'migrated', tries: 45, users: 45 },
  ])
  expect(all('SELECT count(*) AS n FROM bulk_row')).toEqual([{ n: 0 }])
})

test('a batch that is left is known again: gone from the list counts as staged until somebody was looked up', () => {
  const { journal, users } = prepared()
  const one = journal()
  const begun = one.begin(users)
  const staged = one.apply(begun, accepted(begun)).batch
  const { batch } = one.apply(staged, { kind: 'listed', rows: new Map(), whole: true })
  expect(new Set(batch.rows.map(({ state }) => state))).toEqual(new Set(['gone']))
  expect(journal().open()).toEqual([staged])
})

test.each([
  ['on the machine that began it, users are signed as created', ownProvenance, 45],
  ['on another machine, nobody is signed: it did not see that the core lacked them', elsewhere, 0],
])('of a batch that another run began, %s', (_, provenance, signed) => {
  const { journal, users, all } = prepared()
  const one = journal()
  const begun = one.begin(users)
  one.apply(begun, accepted(begun))
  const later = journal(provenance)
  for (const batch of later.open()) later.apply(batch, seen(batch))
  expect(all(`${summary} LIMIT 1`)).toEqual([{ kind: 'import', state: 'done', calls: 45, signed, settled: 45 }])
})

test('a document that claims a batch without a sign of the absence of its users makes nobody ours', () => {
  const { journal, users, all } = prepared()
  const begun = journal().begin(users)
  journal().apply(begun, accepted(begun))
  all('DELETE FROM call')
  const later = journal()
  for (const batch of later.open()) later.apply(batch, seen(batch))
  expect(all(`${summary} LIMIT 1`)).toEqual([{ kind: 'import', state: 'done', calls: 45, signed: 0, settled: 45 }])
})
