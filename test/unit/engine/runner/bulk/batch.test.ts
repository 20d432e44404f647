import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterEvent,
  newBatch,
  stateOfBatch,
  type Batch,
  type BatchEvent,
  type Found,
  type LostUser,
  type Listed,
} from '../../../../../electron/engine/runner/bulk/batch.ts'

function after(batch: Batch, ...events: readonly BatchEvent[]): Batch {
  return events.reduce(afterEvent, batch)
}

const two = newBatch(1, 0, [10, 11])
const accepted: BatchEvent = { kind: 'accepted', rowIds: ['r10', 'r11'] }

function list(rows: Readonly<Record<string, Partial<Listed>>>): BatchEvent {
  const whole = Object.entries(rows).map(([id, row]): [string, Listed] => [
    id,
    { status: 'NEW', message: '', updatedAt: 0, ...row },
  ])
  return { kind: 'listed', rows: new Map(whole), whole: true }
}

/** A look-up that named a user, found none (null), or got no answer (`untold`). */
function found(userId: number, answer: string | null): BatchEvent {
  return { kind: 'looked-up', found: new Map([[userId, foundBy(answer)]]) }
}

function foundBy(answer: string | null): Found {
  return answer === null || answer === 'untold' ? answer : { id: answer }
}

function removed(...rowIds: readonly string[]): BatchEvent {
  return { kind: 'removed', rowIds: new Set(rowIds) }
}

function recovered(
  listed: readonly (readonly [number, string])[],
  answers: readonly (readonly [number, string | null])[],
  quiet: boolean,
): BatchEvent {
  const found = new Map(answers.map(([userId, answer]) => [userId, foundBy(answer)]))
  return { kind: 'recovered', listed: new Map(listed), found, quiet }
}

const nobody = [
  [10, null],
  [11, null],
] as const

function ends({ rows }: Batch): readonly string[] {
  return rows.map(({ state, end }) => (state === 'ended' ? (end?.kind ?? 'nothing') : state))
}

describe('a batch that goes well', () => {
  test('is sent, followed, settled and done', () => {
    const states = [
      two,
      after(two, accepted),
      after(two, accepted, list({})),
      after(two, accepted, list({}), found(10, 'c'), found(11, 'd')),
    ]
    expect(states.map(stateOfBatch)).toEqual(['sending', 'following', 'settling', 'done'])
    expect(ends(states.at(-1) ?? two)).toEqual(['migrated', 'migrated'])
  })

  test('ends as the core says: who is listed as failed has failed once its row is removed', () => {
    const failing = after(two, accepted, list({ r10: { status: 'FAILED', message: 'E030: no id' } }))
    expect([ends(failing), stateOfBatch(failing)]).toEqual([['failing', 'gone'], 'settling'])
    const done = after(failing, removed('r10'), found(11, 'd'))
    expect([ends(done), done.rows[0]?.end]).toEqual([
      ['failed', 'migrated'],
      { kind: 'failed', message: 'E030: no id' },
    ])
  })

  test('is left at once by users who are met in the core, and a list of the failed tells nothing of the others', () => {
    const failed: BatchEvent = {
      kind: 'listed',
      rows: new Map([['r11', { status: 'FAILED', message: 'E030: no id', updatedAt: 1 }]]),
      whole: false,
    }
    const met = after(two, accepted, { kind: 'seen', found: new Map([[10, { id: 'c' }]]) })
    expect([ends(met), ends(after(met, failed)), ends(after(two, accepted, failed))]).toEqual([
      ['migrated', 'staged'],
      ['migrated', 'failing'],
      ['staged', 'failing'],
    ])
  })

  test('is left by users the core has already, for single calls under the rule for existing users', () => {
    const message = 'E003: A user with email a@b already exists in emailpassword loginMethod.'
    const taken = after(two, accepted, list({ r10: { status: 'FAILED', message }, r11: {} }))
    expect(ends(taken)).toEqual(['stuck', 'staged'])
    const out = after(taken, removed('r10'))
    expect([ends(after(out, found(10, 'c'))), ends(after(out, found(10, null)))]).toEqual([
      ['migrated', 'staged'],
      ['released', 'staged'],
    ])
    expect(after(out, found(10, null)).rows[0]?.end).toMatchObject({
      message: expect.stringMatching(/already has this login/),
    })
  })
})

test('a row that the core lists twice goes on as the one that stays', () => {
  const adopted: BatchEvent = { kind: 'adopted', rowIds: new Map([[10, 'other']]) }
  const batch = after(two, accepted, adopted)
  expect(batch.rows.map(({ rowId }) => rowId)).toEqual(['other', 'r11'])
  expect(ends(after(batch, list({ other: {} })))).toEqual(['staged', 'gone'])
  expect(after(two, accepted, list({}), adopted).rows[0]).toMatchObject({ state: 'gone', rowId: 'r10' })
  // A new row begins without the rounds of the row before it.
  const seen = after(two, accepted, list({ r10: { status: 'PROCESSING', updatedAt: 9 } }), adopted).rows[0]
  expect(seen).toEqual({ ...after(two, accepted).rows[0], rowId: 'other' })
})

describe('a refusal', () => {
  test('fails those who are named and releases the others', () => {
    const event: BatchEvent = { kind: 'refused', users: [{ index: 1, errors: ['Role x does not exist.'] }] }
    expect(ends(after(two, event))).toEqual(['released', 'failed'])
  })

  test('that names nobody releases everybody', () => {
    expect(ends(after(two, { kind: 'not-taken', message: 'HTTP 400' }))).toEqual(['released', 'released'])
  })
})

describe('a lost reply', () => {
  test('is waited for as long as the request may still come through', () => {
    expect(ends(after(two, recovered([], nobody, false)))).toEqual(['sending', 'sending'])
  })

  test('of a request that did not come through releases everybody', () => {
    expect(ends(after(two, recovered([], nobody, true)))).toEqual(['released', 'released'])
  })

  test('of a request that came through is settled by what is listed and found', () => {
    expect(ends(after(two, recovered([[10, 'r10']], [[11, 'd']], false)))).toEqual(['staged', 'migrated'])
  })

  test('never releases one whose neighbor was taken: that one is in doubt', () => {
    expect(ends(after(two, recovered([[10, 'r10']], nobody, true)))).toEqual(['staged', 'in-doubt'])
  })

  test('never releases one whose neighbor was taken earlier and has ended since', () => {
    const first = after(
      two,
      recovered(
        [],
        [
          [10, 'c'],
          [11, null],
        ],
        false,
      ),
    )
    expect(ends(first)).toEqual(['migrated', 'sending'])
    const open = { ...first, rows: first.rows.filter(({ state }) => state !== 'ended') }
    expect(ends(after(open, recovered([], [[11, null]], true)))).toEqual(['in-doubt'])
  })

  test('never releases one about whom the core does not answer: after a while that one is in doubt', () => {
    const untold = recovered(
      [],
      [
        [10, 'untold'],
        [11, null],
      ],
      true,
    )
    expect(ends(after(two, untold))).toEqual(['sending', 'released'])
    expect(ends(after(two, untold, untold, untold))).toEqual(['sending', 'released'])
    expect(ends(after(two, untold, untold, untold, untold))).toEqual(['in-doubt', 'released'])
  })

  test('never releases one who was not looked up at all', () => {
    expect(ends(after(two, recovered([], [[11, null]], true)))).toEqual(['sending', 'released'])
  })
})

describe('a login that somebody has after a lost reply', () => {
  const three = newBatch(1, 0, [10, 11, 12])
  const lost = (quiet: boolean, ...answers: readonly LostUser[]): BatchEvent => ({
    kind: 'recovered',
    listed: new Map(),
    found: new Map(answers.map((answer, at) => [10 + at, answer])),
    quiet,
  })

  test('tells nothing about the batch by itself, and goes by single calls when the request can no longer arrive', () => {
    expect(ends(after(three, lost(false, { login: 'own' }, null, null)))).toEqual(['sending', 'sending', 'sending'])
    expect(ends(after(three, lost(true, { login: 'own' }, null, null)))).toEqual(['released', 'released', 'released'])
  })

  test('is that of a user of ours where most of the batch is in the core, or where one is by its ID', () => {
    expect(ends(after(three, lost(false, { login: 'a' }, { login: 'b' }, null)))).toEqual([
      'migrated',
      'migrated',
      'sending',
    ])
    expect(ends(after(three, lost(true, { login: 'a' }, { id: 'old' }, null)))).toEqual([
      'migrated',
      'migrated',
      'in-doubt',
    ])
  })

  test('and that is a stranger’s goes by single calls, whatever became of the batch', () => {
    expect(ends(after(three, lost(false, 'stranger', null, null)))).toEqual(['sending', 'sending', 'sending'])
    expect(ends(after(three, lost(true, 'stranger', null, null)))).toEqual(['released', 'released', 'released'])
    expect(ends(after(three, lost(true, 'stranger', { id: 'old' }, null)))).toEqual([
      'released',
      'migrated',
      'in-doubt',
    ])
  })
})

describe('a row that the import job holds', () => {
  const held = (updatedAt: number): BatchEvent =>
    list({ r10: { status: 'PROCESSING', updatedAt }, r11: { status: 'PROCESSING', updatedAt } })

  test('stays as long as it waits in one round', () => {
    expect(ends(after(two, accepted, held(1), held(1), held(1), held(1)))).toEqual(['staged', 'staged'])
  })

  test('stays in the list for two rounds', () => {
    expect(ends(after(two, accepted, held(1), held(2)))).toEqual(['staged', 'staged'])
    // The same round, listed again.
    expect(ends(after(two, accepted, held(1), held(2), held(2), held(2)))).toEqual(['staged', 'staged'])
  })

  test('is taken out after more than two rounds, looked up, and released when nobody has it', () => {
    const stuck = after(two, accepted, held(1), held(2), held(3))
    expect(ends(stuck)).toEqual(['stuck', 'stuck'])
    const out = after(stuck, removed('r10', 'r11'))
    expect(ends(out)).toEqual(['removed', 'removed'])
    expect(ends(after(out, found(10, 'c'), found(11, null)))).toEqual(['migrated', 'released'])
  })

  test('is never released without an answer about its user: after several tries that one is in doubt', () => {
    const out = after(two, accepted, held(1), held(2), held(3), removed('r10', 'r11'))
    const untold = found(10, 'untold')
    expect(ends(after(out, untold, untold, untold))).toEqual(['removed', 'removed'])
    const inDoubt = after(out, untold, untold, untold, untold)
    expect([ends(inDoubt), inDoubt.rows[0]?.end]).toEqual([
      ['in-doubt', 'removed'],
      { kind: 'in-doubt', message: expect.stringMatching(/^Taken out of .* did not answer whether it has this user/) },
    ])
    expect(ends(after(out, untold, untold, found(10, null)))).toEqual(['released', 'removed'])
  })
})

test('a row that is neither listed nor found is listed and looked up again, and then in doubt', () => {
  const once = [list({ r11: {} }), found(10, null)]
  expect(ends(after(two, accepted, ...once, ...once, ...once))).toEqual(['staged', 'staged'])
  expect(ends(after(two, accepted, ...once, ...once, ...once, ...once))).toEqual(['in-doubt', 'staged'])
})

/*
 * A model of the core: rows come in all at once or not at all, each run of the job imports or fails some, another
 * system removes others, and replies are lost. Whatever happens, the machine must agree with it in the end.
 */
type Model = {
  rows: Map<string, { userId: number; status: Listed['status']; updatedAt: number }>
  users: Map<number, number>
}

const anyOutcome = fc.constantFrom('hold', 'hold', 'hold', 'hold', 'in', 'fail', 'vanish')
/** The requests of a run to the core. */
const looks = ['list', 'list-failed', 'look-up', 'meet', 'remove'] as const
/** Mostly the job and listings: rows have to be held for rounds before anything interesting happens to them. */
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('job' as const),
      outcome: fc.array(anyOutcome, { minLength: 4, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('list' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('look-up' as const), untold: fc.subarray([1, 2, 3, 4]) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list-failed' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('meet' as const) }) },
)
/** The request of a lost reply comes through before this moment or never; `quiet` is true from the next one on. */
const lateAt = 5

describe('whatever the core does', () => {
  test('nobody is released whose row can still go in, and everybody who went in is migrated, never released', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('accepted', 'lost-taken', 'lost-late', 'lost-not-taken'),
        fc.array(anyStep, { maxLength: 40, size: 'max' }),
        fc.integer({ min: 1, max: 4 }),
        (start, steps, size) => {
          const userIds = Array.from({ length: size }, (_, at) => at + 1)
          const model: Model = { rows: new Map(), users: new Map() }
          let batch = newBatch(1, 0, userIds)
          let time = 0
          const doubtful = new Set<number>()
          const arrive = (): void => {
            for (const userId of userIds) model.rows.set(`r${userId}`, { userId, status: 'NEW', updatedAt: 0 })
          }
          if (start === 'accepted' || start === 'lost-taken') arrive()
          if (start === 'accepted') batch = after(batch, { kind: 'accepted', rowIds: userIds.map((id) => `r${id}`) })
          const answerOf = (id: number): [number, string | null] => [id, model.users.has(id) ? `c${id}` : null]
          const apply = (kind: (typeof looks)[number], untold: readonly number[] = []): void => {
            const states = batch.rows.map(({ state }) => state)
            const rowsOf = (status?: Listed['status']) =>
              [...model.rows].flatMap(([id, row]): (readonly [string, Listed])[] =>
                status === undefined || row.status === status ? [[id, { ...row, message: '' }]] : [],
              )
            if (kind === 'list') {
              const listing = [...model.rows].map(([id, row]): [number, string] => [row.userId, id])
              batch = states.includes('sending')
                ? after(batch, recovered(listing, userIds.map(answerOf), time > lateAt))
                : after(batch, { kind: 'listed', rows: new Map(rowsOf()), whole: true })
            } else if (kind === 'list-failed') {
              batch = after(batch, { kind: 'listed', rows: new Map(rowsOf('FAILED')), whole: false })
            } else if (kind === 'meet') {
              batch = after(batch, {
                kind: 'seen',
                found: new Map([...model.users.keys()].map((id) => [id, { id: `c${id}` }])),
              })
            } else if (kind === 'look-up') {
              for (const userId of userIds) {
                const [, answer] = untold.includes(userId) ? [userId, 'untold'] : answerOf(userId)
                if (answer === 'untold') doubtful.add(userId)
                batch = after(batch, found(userId, answer))
              }
            } else {
              const ids = batch.rows
                .filter(({ state }) => state === 'failing' || state === 'stuck')
                .map(({ rowId }) => rowId ?? '')
              for (const id of ids) model.rows.delete(id)
              batch = after(batch, removed(...ids))
            }
          }
          const check = (): void => {
            for (const { userId, state, end } of batch.rows) {
              const row = model.rows.get(`r${userId}`)
              expect(model.users.get(userId) ?? 0).toBeLessThanOrEqual(1)
              if (state !== 'ended') continue
              if (end?.kind === 'released') expect([row, model.users.has(userId)]).toEqual([undefined, false])
              if (end?.kind === 'migrated') expect(model.users.has(userId)).toBe(true)
              if (end?.kind === 'failed') expect(model.users.has(userId)).toBe(false)
              // Only users whose look-up failed, or whose row another system removed.
              if (end?.kind === 'in-doubt') expect(doubtful).toContain(userId)
            }
          }
          for (const step of steps) {
            time += 1
            if (time === lateAt && start === 'lost-late') arrive()
            if (step.kind === 'job') {
              for (const [id, row] of model.rows) {
                const outcome = step.outcome[row.userId - 1]
                if (row.status === 'FAILED') continue
                if (outcome === 'vanish') {
                  model.rows.delete(id)
                  doubtful.add(row.userId)
                } else if (outcome === 'in') {
                  model.rows.delete(id)
                  model.users.set(row.userId, (model.users.get(row.userId) ?? 0) + 1)
                } else
                  model.rows.set(id, { ...row, status: outcome === 'fail' ? 'FAILED' : 'PROCESSING', updatedAt: time })
              }
            } else apply(step.kind, step.kind === 'look-up' ? step.untold : [])
            check()
          }
          // The job holds the remaining rows for ever: everything must come to an end all the same.
          for (let round = 0; round < 8 && stateOfBatch(batch) !== 'done'; round += 1) {
            time += 10
            for (const [id, row] of model.rows) {
              if (row.status !== 'FAILED') model.rows.set(id, { ...row, status: 'PROCESSING', updatedAt: time })
            }
            for (const kind of ['list', 'look-up', 'remove', 'look-up'] as const) {
              apply(kind)
              check()
            }
          }
          expect(stateOfBatch(batch)).toBe('done')
        },
      ),
      { numRuns: 200 },
    )
  })
})

test('a user who left the list unseen is in doubt with the reason that the list says', () => {
  const gone = after(two, accepted, list({ r11: {} }))
  const untold = Array.from({ length: 4 }, () => found(10, 'untold'))
  expect(ends(gone)).toEqual(['gone', 'staged'])
  expect(after(gone, ...untold).rows[0]).toMatchObject({
    end: {
      kind: 'in-doubt',
      message: expect.stringMatching(/^No longer in .* did not answer whether it has this user/),
    },
  })
})
