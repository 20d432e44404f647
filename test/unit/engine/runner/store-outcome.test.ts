import * as z from 'zod'
import { expect, test } from 'vitest'
import { createProvenance } from '../../../../electron/engine/document/created-users.ts'
import { allRows, sql } from '../../../../electron/engine/document/sqlite.ts'
import { markCallsSending } from '../../../../electron/engine/runner/claim-users.ts'
import { withoutHistory } from '../../../../electron/engine/runner/claimed-user.ts'
import { storeOutcomes } from '../../../../electron/engine/runner/store-outcome.ts'
import { writeCalls } from '../../../../shared/planning/call-key.ts'
import { plannedDocument, socialOf } from '../../../support/rounds.ts'

test.each([
  ['that its call created the user', true, null, true],
  ['that there was no such user before', null, false, true],
  ['neither', null, null, false],
  ['that the user was there before', false, true, false],
])(
  'a user of which the core says %s is signed as ours or not: created %s, existed %s',
  (_, created, existed, isSigned) => {
    const { document, target } = plannedDocument([[socialOf('g1')]])
    const [call] = withoutHistory({ id: 1, calls: writeCalls([socialOf('g1')]), replaces: 0 }).calls
    if (call === undefined) throw new Error('The user has no call.')
    const result = {
      kind: 'done',
      coreUserId: 'u1',
      recipeUserId: null,
      created,
      existed,
      httpStatus: 200,
      message: '',
    } as const
    const provenance = createProvenance(Buffer.alloc(32, 1), { document: 'd', origin: 'o' })
    storeOutcomes(
      document.database,
      target.id,
      [{ userId: 1, call, result, attempts: [], at: 1, userState: null }],
      provenance,
    )
    const rows = allRows(
      z.object({ provenance: z.string().nullable() }),
      sql(document.database, 'SELECT provenance FROM call'),
    )
    expect(rows.map((row) => provenance.isCreated(row.provenance, call.key, 'u1'))).toEqual([isSigned])
  },
)

const refusal = { operation: 'third-party', at: 5, ms: 7, httpStatus: 503, status: null, message: 'busy' } as const

test.each(['skipped-existing', 'waits'] as const)(
  'a call whose user was there (%s) keeps the ID of the core and its requests',
  (kind) => {
    const { document, target } = plannedDocument([[socialOf('g1')]])
    const { database } = document
    const [call] = withoutHistory({ id: 1, calls: writeCalls([socialOf('g1')]), replaces: 0 }).calls
    if (call === undefined) throw new Error('The user has no call.')
    markCallsSending(database, target.id, [{ userId: 1, call, at: 1 }], { canLookUp: false, existing: 'skip' })
    const attempts = [
      { ...refusal, outcome: 'server-error' },
      { ...refusal, outcome: 'success', httpStatus: 200 },
    ]
    const result = { kind, coreUserId: 'u1', message: 'there' } as const
    storeOutcomes(database, target.id, [{ userId: 1, call, result, attempts, at: 9, userState: 'existing' }])
    expect([
      sql(database, 'SELECT core_user_id, tries FROM call').all(),
      sql(database, 'SELECT at, outcome FROM attempt ORDER BY rowid').all(),
    ]).toEqual([
      [{ core_user_id: 'u1', tries: 2 }],
      [
        { at: 5, outcome: 'server-error' },
        { at: 5, outcome: 'success' },
      ],
    ])
  },
)

type Outcome = Parameters<typeof storeOutcomes>[2][number]

/** One user with a call under way; `store` writes what became of it. */
function underWay() {
  const { document, target } = plannedDocument([[socialOf('g1')]])
  const { database } = document
  const [call] = withoutHistory({ id: 1, calls: writeCalls([socialOf('g1')]), replaces: 0 }).calls
  if (call === undefined) throw new Error('The user has no call.')
  markCallsSending(database, target.id, [{ userId: 1, call, at: 1 }], { canLookUp: true, existing: null })
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, 'sending', 1)")
    .run(target.id)
  const store = (result: Outcome['result'], userState: Outcome['userState']) =>
    storeOutcomes(database, target.id, [{ userId: 1, call, result, attempts: [], at: 9, userState }])
  const read = (column: string) => Object.values(sql(database, `SELECT ${column}`).get() ?? {})[0]
  return { database, store, read }
}

const failed = {
  kind: 'failed',
  httpStatus: 400,
  status: 'MADE_UP',
  message: 'no',
  noAnswer: false,
  aboutUser: true,
} as const
const done = {
  kind: 'done',
  coreUserId: 'u1',
  recipeUserId: null,
  created: true,
  existed: false,
  httpStatus: 200,
  message: '',
} as const

test.each([
  ['migrated', done, false],
  ['existing', { kind: 'skipped-existing', coreUserId: 'u1', message: '' }, false],
  ['ready', { kind: 'interrupted', settled: true, stop: null, message: '' }, true],
] as const)('the failure of a user that is %s in the end is kept or not: %s', (state, result, isKept) => {
  const { store, read } = underWay()
  store(failed, 'failed')
  expect(read('failure FROM progress')).toContain('MADE_UP')
  store(result, state)
  expect(read('failure IS NOT NULL FROM progress')).toBe(Number(isKept))
})

test.each([
  ['without an answer', { kind: 'unanswered', message: '' }, true],
  ['refused', failed, false],
] as const)(
  'the sign that the core did not have a user is kept where its call may have been done: %s',
  (_, result, isKept) => {
    const { database, store, read } = underWay()
    database.exec('UPDATE call SET absent_at = 5')
    store(result, result.kind === 'failed' ? 'failed' : 'in-doubt')
    expect(read('absent_at FROM call')).toBe(isKept ? 5 : null)
  },
)
