import { hostname, userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { reportView } from '../../../../electron/engine/queries/report-view.ts'
import { audit } from '../../../../electron/engine/reporting/audit.ts'
import {
  lastRun,
  minutesOf,
  orderKind,
  retryAfter,
  retryExecutor,
  runAudit,
  sentBySince,
} from '../../../../electron/engine/session/run-audit.ts'
import { app } from '../../../../shared/app.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { liveTarget } from '../../../support/rounds.ts'

/** A document with a core and the parts of its runs, by the number of calls of each. */
function withRuns(...calls: readonly number[]) {
  const { database } = emptyDocument()
  const { id } = targetTable.use(database, liveTarget)
  for (const made of calls)
    database.prepare('INSERT INTO run (target_id, started_at, calls) VALUES (?, 0, ?)').run(id, made)
  return { database, id, last: () => getSetting(database, 'run-audit')?.at(-1) }
}

/** A document whose core was sent users by `auto` in two parts, then a retry, each with its number of calls. */
function withAutoRun(...[single, bulk, retry]: readonly [number, number, number]) {
  const { database } = emptyDocument()
  const { id } = targetTable.use(database, liveTarget)
  const begun = (calls: number, sentBy: 'single' | 'bulk', first: number | null, order: object = {}) => {
    database.prepare('INSERT INTO run (target_id, started_at, ended_at, calls) VALUES (?, 0, 1, ?)').run(id, calls)
    return runAudit.record(database, id, { ...plain, executor: 'auto', ...order }, sentBy, first)
  }
  begun(bulk, 'bulk', begun(single, 'single', null))
  begun(retry, 'single', null, { scope: { kind: 'failed' }, retry: true })
  return { database, id }
}

test('a run that auto sends by single calls and then in bulk is one run in the report, with its parts for the auditor', () => {
  const { database } = withAutoRun(10, 3, 2)
  const { runs } = audit(database, true)
  expect([reportView(database).runs, runs.map(({ part, whom, sentBy }) => [part, whom, sentBy])]).toEqual([
    2,
    [
      [1, 'all ready users', 'single'],
      [2, 'all ready users', 'bulk'],
      [null, expect.stringMatching(/failed/), 'single'],
    ],
  ])
  expect(reportView(withAutoRun(0, 3, 0).database).runs).toBe(1)
})

const plain = { scope: { kind: 'all' }, retry: false, concurrency: 4 } as const

test.each([
  ['was finished', { kind: 'finished', stop: null }, false],
  ['was paused', { kind: 'paused', stop: null }, true],
  ['stopped because of failures', { kind: 'stopped', stop: 'too-many-failures' }, true],
  ['was called off by the operator', { kind: 'stopped', stop: 'cancelled' }, false],
] as const)('a run that %s was interrupted, or not', (_, end, interrupted) => {
  const { database } = emptyDocument()
  const { id } = targetTable.use(database, liveTarget)
  database.prepare('INSERT INTO run (target_id, started_at) VALUES (?, 0)').run(id)
  runAudit.record(database, id, { scope: { kind: 'all' }, retry: false, concurrency: 4 }, 'single')
  runAudit.recordEnd(database, { ...end, message: end.stop === 'cancelled' ? 'Stopped by you.' : '' }, 'live')
  expect(lastRun.order(database, id)).toEqual({ kind: 'all', interrupted })
})

test('a wait that a core asked for holds for that core, until it is over, and not by a clock that was set back', () => {
  const { database } = emptyDocument()
  const rest = (target: number, now: number) => retryAfter.left(database, target, now)
  const day = 24 * 60 * 60_000
  expect(rest(1, day)).toBe(0)
  retryAfter.record(database, 1, 5000, day)
  retryAfter.record(database, 1, 0, day + 9000)
  expect([rest(1, day), rest(1, day + 4999), rest(1, day + 5000), rest(2, day), rest(1, 0)]).toEqual([5000, 1, 0, 0, 0])
  // The longest wait that is kept is the longest that a run waits.
  retryAfter.record(database, 1, 15 * 60_000, day)
  expect([rest(1, day), rest(1, day - 1)]).toEqual([15 * 60_000, 0])
})

test.each([
  [{ concurrency: 'auto' }, [{ concurrency: 'auto', maxRate: null }, {}, {}]],
  [
    { concurrency: 4, maxRate: 50, executor: 'bulk', giveUpAfterMs: 120_000 },
    [{ concurrency: 4, maxRate: 50 }, { executor: 'bulk' }, { giveUpAfterMs: 120_000 }],
  ],
] as const)('a run that is to begin as %j keeps that for its start', (order, kept) => {
  const { database } = emptyDocument()
  runAudit.recordIntendedOrder(database, order)
  expect([lastRun.speed(database), lastRun.executor(database), lastRun.giveUp(database)]).toEqual(kept)
})

test('a run is recorded with the operator, the machine, and how it was ordered', () => {
  const { database, id, last } = withRuns(0, 0)
  runAudit.record(database, id, plain, 'single')
  const others = { user: userInfo().username, machine: hostname(), version: app.version, target: id, run: 2 }
  expect(last()).toEqual({
    ...others,
    concurrency: 4,
    maxRate: null,
    scope: 'all ready users',
    order: 'all',
    stopRule: { inARow: 50, percent: null },
    giveUpAfterMinutes: null,
    executor: 'single',
    sentBy: 'single',
  })
  const stopRule = { inARow: 3, percent: 7 }
  runAudit.record(
    database,
    id,
    { ...plain, concurrency: 'auto', maxRate: 9, stopRule, giveUpAfterMs: 90_000, executor: 'bulk' },
    'bulk',
  )
  expect(last()).toMatchObject({
    concurrency: 'auto',
    maxRate: 9,
    stopRule,
    giveUpAfterMinutes: 1.5,
    executor: 'bulk',
    sentBy: 'bulk',
  })
  expect([
    lastRun.stopRule(database),
    lastRun.executor(database),
    lastRun.giveUp(database),
    lastRun.speed(database),
  ]).toEqual([stopRule, { executor: 'bulk' }, { giveUpAfterMs: 90_000 }, { concurrency: 'auto', maxRate: 9 }])
})

test.each([
  [{ kind: 'all' }, false, 'all ready users', 'all'],
  [{ kind: 'first', users: 1200 }, false, 'the first 1,200', 'some'],
  [{ kind: 'users', ids: [1] }, false, '1 selected user', 'some'],
  [{ kind: 'users', ids: [1, 2] }, true, '2 selected users, again', 'retry'],
  [{ kind: 'filter', filter: {}, except: [] }, false, 'users of a filter', 'some'],
  [{ kind: 'filter', filter: {}, except: [] }, true, 'users of a filter, again', 'retry'],
  [{ kind: 'corrected' }, false, 'those who were corrected', 'some'],
  [{ kind: 'failed' }, true, 'all failed users, again', 'retry'],
  [{ kind: 'retryable' }, true, 'failed users that a retry may help, again', 'retry'],
  [{ kind: 'failure', key: 'x' }, true, 'users who failed for one reason, again', 'retry'],
] as const)('the scope %j (again: %j) is recorded in words', (scope, retry, words, kind) => {
  const { database, id, last } = withRuns(0)
  const order = { ...plain, scope, retry } as Parameters<typeof orderKind>[0]
  runAudit.record(database, id, order, 'single')
  expect([last()?.scope, last()?.order, orderKind(order)]).toEqual([words, kind, kind])
})

test('what changes during a run is recorded with it, and with no run before it', () => {
  const { database, id, last } = withRuns(0)
  runAudit.recordSpeed(database, { concurrency: 1, maxRate: 1 })
  expect(last()).toBeUndefined()
  for (let n = 0; n < 2; n++) runAudit.record(database, id, plain, 'single')
  runAudit.recordSpeed(database, { concurrency: 8, maxRate: 20 })
  runAudit.recordGiveUp(database, 5)
  runAudit.recordExecutorChoice(database, 'x'.repeat(501))
  runAudit.recordEnd(database, { kind: 'stopped', stop: 'disk-full', message: 'No space. '.repeat(200) }, 'live')
  const [first, second] = getSetting(database, 'run-audit') ?? []
  expect(first).toMatchObject({ concurrency: 4, maxRate: null, giveUpAfterMinutes: null })
  expect([first?.ended, first?.executorChoice]).toEqual([undefined, undefined])
  expect(second).toMatchObject({
    concurrency: 8,
    maxRate: 20,
    giveUpAfterMinutes: 5,
    executorChoice: 'x'.repeat(500),
    ended: 'stopped',
    stop: 'disk-full',
  })
  expect(second?.reason).toHaveLength(1000)
})

test('a run at a core that none was begun at is not recorded, and the ten thousand newest are kept', () => {
  const { database, id, last } = withRuns(0)
  runAudit.record(database, id + 1, plain, 'single')
  expect(last()).toBeUndefined()
  runAudit.record(database, id, plain, 'single')
  const one = last()
  if (one === undefined) throw new Error('no record')
  setSetting(
    database,
    'run-audit',
    Array.from({ length: 10_000 }, () => ({ ...one, run: 7 })),
  )
  runAudit.record(database, id, plain, 'bulk')
  const kept = getSetting(database, 'run-audit') ?? []
  expect([kept.length, kept[0]?.run, kept.at(-1)?.sentBy]).toEqual([10_000, 7, 'bulk'])
})

test('the last order is that of the same core, and none where nothing was sent', () => {
  const { database, id } = withRuns(0)
  expect([
    lastRun.order(database, id),
    lastRun.order(database, null),
    lastRun.executor(database),
    lastRun.id(database),
  ]).toEqual([null, null, {}, 1])
  expect(lastRun.id(emptyDocument().database)).toBe(0)
  runAudit.record(database, id, { ...plain, scope: { kind: 'corrected' } }, 'single')
  expect([lastRun.order(database, id + 1), lastRun.order(database, id)]).toEqual([
    null,
    { kind: 'some', interrupted: true },
  ])
})

test.each([
  ['single', 'single'],
  ['bulk', 'auto'],
  ['auto', 'auto'],
  [undefined, 'auto'],
] as const)('after a run by %s, failed users are sent again by %s', (executor, expected) => {
  const { database } = emptyDocument()
  if (executor !== undefined) runAudit.recordIntendedOrder(database, { concurrency: 1, executor })
  expect(retryExecutor(database)).toBe(expected)
})

test('how users were sent is told by the later parts that made calls, each way once', () => {
  const { database, id } = withRuns()
  for (const [made, sentBy] of [
    [1, 'bulk'],
    [1, 'single'],
    [0, 'bulk'],
    [5, 'single'],
  ] as const) {
    database.prepare('INSERT INTO run (target_id, started_at, calls) VALUES (?, 0, ?)').run(id, made)
    runAudit.record(database, id, plain, sentBy)
  }
  expect([sentBySince(database, 0), sentBySince(database, 1), sentBySince(database, 4)]).toEqual([
    ['bulk', 'single'],
    ['single'],
    [],
  ])
})

test.each([
  [null, null],
  [Infinity, null],
  [0, 0],
  [90_000, 1.5],
])('%j milliseconds are %j minutes', (ms, minutes) => {
  expect(minutesOf(ms)).toBe(minutes)
})
