import { describe, expect, test } from 'vitest'
import { createProvenance } from '../../../../../electron/engine/document/created-users.ts'
import type { Batch, BatchEvent } from '../../../../../electron/engine/runner/bulk/batch.ts'
import { createBulkJournal } from '../../../../../electron/engine/runner/bulk/bulk-journal.ts'
import type { UnsentUser } from '../../../../../electron/engine/runner/bulk/candidates.ts'
import { importOf, plannedDocument, realTarget, socialOf } from '../../../../support/rounds.ts'

const ownProvenance = createProvenance(Buffer.alloc(32, 1), { document: 'd', origin: 'o' })
const elsewhere = createProvenance(Buffer.alloc(32, 2), { document: 'd', origin: 'o' })

const people = Array.from({ length: 45 }, (_, index) => [
  importOf(`user${index + 1}@example.com`),
  { kind: 'map-id' as const, externalUserId: `old-${index + 1}` },
])

function prepared(clock = { now: 1000 }) {
  const { document, target } = plannedDocument(people, realTarget)
  const { database } = document
  const journal = (provenance = ownProvenance) => createBulkJournal(database, target.id, () => clock.now, provenance)
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

test.each([
  [5000, 4000],
  [500, 0],
])('a user staged at 1000 that is in the core at %i took %i ms', (now, ms) => {
  const clock = { now: 1000 }
  const { journal, users, all } = prepared(clock)
  const one = journal()
  const begun = one.begin(users)
  const staged = one.apply(begun, accepted(begun)).batch
  clock.now = now
  one.apply(staged, seen(staged))
  expect(all("SELECT DISTINCT sent_at, ms FROM call WHERE kind = 'import'")).toEqual([{ sent_at: 1000, ms }])
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

describe('each end of a user of two logins', () => {
  const calls = [importOf('ann@example.com'), socialOf('g1'), { kind: 'map-id' as const, externalUserId: 'old-1' }]
  const ann: UnsentUser = {
    id: 1,
    calls,
    keys: [
      { recipe: 'emailpassword', email: 'ann@example.com' },
      { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g1' },
    ],
    externalUserId: 'old-1',
  }

  /** The rows of the document after some events, applied by the run that began the batch or by the next one. */
  function after(whose: 'own' | 'next', events: readonly BatchEvent[]) {
    const { document, target } = plannedDocument([calls], realTarget)
    const { database } = document
    const journal = () => createBulkJournal(database, target.id, () => 1000, ownProvenance)
    const one = journal()
    let batch = one.begin([ann])
    const last = whose === 'own' ? one : journal()
    const outcomes = events.flatMap((event) => {
      const applied = last.apply(batch, event)
      batch = applied.batch
      return applied.outcomes.map(({ call, userState }) => `${call.call.kind} ${userState}`)
    })
    const all = (text: string) => database.prepare(text).all()
    return {
      outcomes,
      calls: all(
        'SELECT kind, state, http_status AS http, status, message, core_user_id AS id, existed, created FROM call ORDER BY kind',
      ),
      progress: all('SELECT state, failure FROM progress'),
      attempts: all('SELECT outcome, http_status AS http, status, message FROM attempt'),
    }
  }

  const taken: BatchEvent = { kind: 'accepted', rowIds: ['r1'] }
  const found: BatchEvent = { kind: 'seen', found: new Map([[1, { id: 'old-1' }]]) }
  const untold: BatchEvent = { kind: 'recovered', listed: new Map(), found: new Map(), quiet: true }
  const created = { state: 'done', http: 200, status: 'OK', id: 'old-1', existed: 0, created: 1 }
  const completed = { ...created, existed: null, created: null }
  const unknown = { http: null, id: null, existed: null, created: null }
  const notApplied = { ...unknown, state: 'todo', status: 'not-applied' }

  test.each(['own', 'next'] as const)('is written the same by its own run and the next one: %s', (whose) => {
    const migrated = after(whose, [taken, found])
    expect(migrated.calls).toMatchObject([
      { kind: 'import', ...created },
      { kind: 'map-id', ...completed },
      { kind: 'third-party', ...created },
    ])
    expect([migrated.progress, migrated.outcomes.filter((one) => !one.endsWith('null'))]).toEqual([
      [{ state: 'migrated', failure: null }],
      ['import migrated'],
    ])
    const refused = after(whose, [{ kind: 'refused', users: [{ index: 0, errors: ['E006: no'] }] }])
    expect(refused.calls).toMatchObject([
      { ...unknown, kind: 'import', state: 'failed', http: 200, status: 'E006' },
      { kind: 'third-party', ...notApplied },
    ])
    expect([refused.progress, refused.attempts, refused.outcomes.at(-1)]).toMatchObject([
      [{ state: 'failed', failure: expect.stringContaining('import|E006|') }],
      [{ outcome: 'status', http: 200, status: null, message: 'E006: no' }],
      'import failed',
    ])
    const released = after(whose, [{ kind: 'not-taken', message: 'busy' }])
    expect(released.calls).toMatchObject([
      { kind: 'import', ...notApplied, message: 'busy' },
      { kind: 'third-party', ...notApplied, message: '' },
    ])
    expect([released.progress, released.attempts, released.outcomes.at(-1)]).toEqual([
      [{ state: 'ready', failure: null }],
      [{ outcome: 'released', http: null, status: null, message: 'busy' }],
      'import ready',
    ])
    const inDoubt = after(whose, [untold, untold, untold, untold])
    expect(inDoubt.calls).toMatchObject([{ kind: 'import', ...unknown, state: 'in-doubt' }, { kind: 'third-party' }])
    expect([inDoubt.progress, inDoubt.attempts, inDoubt.outcomes.at(-1)]).toMatchObject([
      [{ state: 'in-doubt' }],
      [{ outcome: 'unanswered', http: null, status: null }],
      'import in-doubt',
    ])
  })
})
