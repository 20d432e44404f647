import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { userCounts } from '../../../../electron/engine/queries/counts.ts'
import { countMethods } from '../../../../electron/engine/queries/planned-facts.ts'
import type { Target } from '../../../../electron/engine/document/targets.ts'
import { createRunControl } from '../../../../electron/engine/session/run-control.ts'
import type { RunOrder } from '../../../../electron/engine/session/run-round.ts'
import { createTrustStore } from '../../../../electron/engine/trust/trust-store.ts'
import { trustIn } from '../../../../electron/engine/trust/trust.ts'
import { plainSuccess, type ReplyOutcome } from '../../../../shared/core-api/outcome.ts'
import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import type { OperationName } from '../../../../shared/core-api/operations.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { planAs } from '../../../support/planned-users.ts'
import { importOf, plannedDocument, realTarget, socials, someOf } from '../../../support/rounds.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const order: RunOrder = { scope: { kind: 'all' }, concurrency: 1, retry: false }

/** The control of a migration of these users, on a clock of the test. `reply`: of the core to the request of this number. */
function controlOf(
  plans: readonly (readonly Call[])[],
  reply: (nth: number, operation: OperationName) => ReplyOutcome | Promise<ReplyOutcome> = () => plainSuccess,
  at: Partial<Target> = {},
) {
  const { document, target } = plannedDocument(plans, at)
  const { database } = document
  database.exec("UPDATE facet SET methods = 'third-party'")
  const clock = virtualClock()
  const seen = { requests: 0, inFlight: 0, connections: [] as number[], closed: 0, changes: 0, counted: 0, shown: '' }
  const run = createRunControl({
    database,
    clock,
    random: () => 0.5,
    version: () => 7,
    restingCounts: () => userCounts.states(database, target.id),
    restingMethods: () => {
      seen.counted += 1
      return countMethods(database, target.id)
    },
    provenance: trustIn(createTrustStore(temporaryFolder()), database).provenance,
    onProgress: ({ state }) => void (seen.shown = state),
    onChange: () => void (seen.changes += 1),
  })
  const connect = (connections: number) => {
    seen.connections.push(connections)
    return {
      send: async (operation: OperationName) => {
        seen.requests += 1
        seen.inFlight += 1
        const outcome = await reply(seen.requests, operation)
        seen.inFlight -= 1
        await new Promise<void>((resolve) => clock.setTimer(100, resolve))
        return { outcome, httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : 200, ms: 10 }
      },
      close: async () => void (seen.closed += 1),
    }
  }
  // A test that fails leaves its run to be ended.
  onTestFinished(async () => {
    run.tell({ kind: 'cancel' })
    await clock.runUntil(run.ended())
  })
  return {
    run,
    database,
    target,
    seen,
    clock,
    connect,
    start: (next: Partial<RunOrder> = {}) => run.start(target, connect, { ...order, ...next }),
    resume: () => run.resume(target, connect),
    ended: () => clock.runUntil(run.ended(), () => seen.inFlight > 0),
  }
}

const refused: ReplyOutcome = { kind: 'status', status: 'EMAIL_ALREADY_EXISTS_ERROR', message: 'no' }

describe('a run', () => {
  test('is idle before its start, counts what it sends, and keeps the figures when it has ended', async () => {
    const { run, start, ended, seen } = controlOf(socials(3), (nth) => (nth === 2 ? refused : plainSuccess))
    const idle = run.view()
    expect([idle.state, idle.target, idle.finished, idle.startedAt, idle.lastOrder]).toEqual(['idle', 0, 0, null, null])
    const begun = must(start())
    expect([begun.state, begun.target, begun.finished, someOf(begun.counts)]).toEqual(['running', 3, 0, { ready: 3 }])
    expect([begun.version, begun.lastOrder]).toEqual([7, { kind: 'all', interrupted: false }])
    expect(await ended()).toMatchObject({ kind: 'finished' })
    const { state, target, finished, counts, methods } = run.view()
    expect([state, target, finished, someOf(counts)]).toEqual(['finished', 3, 3, { migrated: 2, failed: 1 }])
    expect(methods).toMatchObject([{ method: 'third-party', done: 2, failed: 1 }])
    expect([run.running(), run.sums(), seen.closed, (await run.ended())?.kind]).toEqual([
      false,
      { calls: 3, retries: 0, sendingMs: run.view().elapsedMs },
      1,
      'finished',
    ])
    expect([seen.shown, run.view().elapsedMs > 0, run.view().pausedMs]).toEqual(['finished', true, 0])
  })

  test('shows every committed user at once, in its state and its login method', async () => {
    let answer: (outcome: ReplyOutcome) => void = () => undefined
    const reply = (nth: number) =>
      nth < 3 ? (nth === 1 ? plainSuccess : refused) : new Promise<ReplyOutcome>((resolve) => (answer = resolve))
    const { run, start, clock, ended, seen } = controlOf(socials(4), reply)
    must(start())
    // Writing to the disk takes no time of this clock.
    while (run.view().finished < 2) await clock.advance(50)
    const { counts, finished, methods } = run.view()
    answer(plainSuccess)
    run.tell({ kind: 'cancel' })
    await ended()
    expect([someOf(counts), finished]).toEqual([{ sending: 2, migrated: 1, failed: 1 }, 2])
    expect(methods).toMatchObject([{ method: 'third-party', total: 4, done: 1, failed: 1 }])
    expect(seen.changes > 1).toBe(true)
  })

  test('counts the login methods of the document while it rests, and not while it sends', async () => {
    const { run, start, ended, seen } = controlOf(socials(2))
    const counted = () => {
      const before = seen.counted
      run.view()
      return seen.counted - before
    }
    const atFirst = counted()
    must(start())
    const whileSending = counted()
    await ended()
    expect([atFirst, whileSending, counted()]).toEqual([1, 0, 1])
  })

  test('of bulk import tells once that users are on their way, before the core imports them', async () => {
    const staged = { ...plainSuccess, staged: [{ userId: 'row-1', loginMethods: [] }] }
    const row = { id: 'row-1', externalUserId: null, methods: [], fingerprint: 0, status: 'NEW', message: '' } as const
    let rows: readonly BulkRow[] = []
    const reply = (_: number, operation: OperationName): ReplyOutcome => {
      if (operation !== 'bulk-stage') return { ...plainSuccess, users: [], rows, count: rows.length }
      rows = [{ ...row, createdAt: 0, updatedAt: 0 }]
      return staged
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { run, start, seen, clock } = controlOf([[importOf('ann@example.com')]], reply, realTarget)
    must(start({ executor: 'bulk' }))
    vi.advanceTimersByTime(1000)
    const atFirst = seen.changes
    while ((run.view().bulk?.staged ?? 0) === 0) await clock.advance(50)
    vi.advanceTimersByTime(1000)
    expect([seen.changes - atFirst, run.view().finished]).toEqual([1, 0])
    vi.advanceTimersByTime(1000)
    expect(seen.changes - atFirst).toBe(1)
    // The next run follows the user, however it sends the others.
    run.tell({ kind: 'cancel' })
    await clock.runUntil(run.ended())
    must(start({ executor: 'single' }))
    expect(run.view().bulk?.waiting).toBe(1)
  })

  test('is started once', async () => {
    const { start, resume, ended } = controlOf(socials(1))
    must(start())
    expect([codeOf(start()), codeOf(resume())]).toEqual(['run-under-way', 'run-under-way'])
    await ended()
    expect(start().ok).toBe(true)
    await ended()
  })

  test('that is paused says so, and goes on with what it was about: the figures count on', async () => {
    const { run, start, resume, ended, database, clock } = controlOf(socials(5), (nth) => {
      if (nth === 2) run.tell({ kind: 'pause' })
      return plainSuccess
    })
    must(start({ scope: { kind: 'first', users: 4 } }))
    expect(await ended()).toMatchObject({ kind: 'paused' })
    const paused = run.view()
    expect([paused.state, paused.target, paused.finished]).toEqual(['paused', 4, 2])
    expect([paused.lastOrder, paused.pausedMs]).toEqual([{ kind: 'some', interrupted: true }, 0])
    const before = run.sums()
    await clock.advance(5000)
    const resumed = must(resume())
    expect([resumed.state, resumed.target, resumed.finished, resumed.pausedMs]).toEqual(['running', 4, 2, 5000])
    await ended()
    const { state, target, finished } = run.view()
    expect([state, target, finished, run.sums().calls]).toEqual(['finished', 4, 4, 4])
    expect(run.sums().sendingMs > before.sendingMs).toBe(true)
    expect(someOf(userCounts.states(database, 1))).toEqual({ migrated: 4, ready: 1 })
  })

  test('shows that it is pausing while the last requests are finished, and not when it goes on', async () => {
    const answers: ((outcome: ReplyOutcome) => void)[] = []
    const { run, start, resume, ended, clock } = controlOf(
      socials(2),
      () => new Promise((resolve) => answers.push(resolve)),
    )
    const answered = async () => {
      while (answers.length === 0) await clock.advance(1)
      return answers.shift()?.(plainSuccess)
    }
    expect(run.tell({ kind: 'pause' }).state).toBe('idle')
    must(start())
    expect([run.view().state, run.tell({ kind: 'give-up', afterMs: null }).state]).toEqual(['running', 'running'])
    while (answers.length === 0) await clock.advance(1)
    const pausing = run.tell({ kind: 'pause' }).state
    await answered()
    await ended()
    const resumed = must(resume()).state
    await answered()
    await ended()
    expect([pausing, resumed]).toEqual(['pausing', 'running'])
  })

  test('of failed users sends them again, and names itself a retry', async () => {
    const { run, start, ended } = controlOf(socials(2), (nth) => (nth < 3 ? refused : plainSuccess))
    must(start())
    await ended()
    const begun = must(start({ scope: { kind: 'failed' }, retry: true }))
    expect([begun.target, begun.finished, begun.lastOrder]).toEqual([2, 0, { kind: 'retry', interrupted: false }])
    await ended()
    expect([someOf(run.view().counts), run.sums().calls]).toEqual([{ migrated: 2 }, 2])
  })

  test('takes up users that became ready meanwhile, unless it is for some users only', async () => {
    const targetAfter = async (scope: RunOrder['scope']) => {
      const { run, start, ended, database, seen } = controlOf(socials(5), () => {
        if (seen.requests > 1) return plainSuccess
        planAs(database, 'ready')
        run.tell({ kind: 'more' })
        return plainSuccess
      })
      planAs(database, 'blocked', 'id IN (1, 2)')
      const before = must(start({ scope })).target
      await ended()
      return [before, run.view().target]
    }
    expect(await targetAfter({ kind: 'all' })).toEqual([3, 5])
    expect(await targetAfter({ kind: 'first', users: 2 })).toEqual([2, 2])
  })
})

describe('a command without a run', () => {
  test('counts for the next one, and is recorded with the run that is under way', async () => {
    const { run, start, ended, database, seen } = controlOf(socials(1))
    expect(run.tell({ kind: 'speed', speed: { concurrency: 3, maxRate: 50 } }).speed).toEqual({
      concurrency: 3,
      maxRate: 50,
    })
    expect(run.tell({ kind: 'give-up', afterMs: 120_000 }).giveUpAfterMinutes).toBe(2)
    expect(run.tell({ kind: 'give-up', afterMs: null }).giveUpAfterMinutes).toBeNull()
    expect(run.tell({ kind: 'try-now' }).state).toBe('idle')
    must(start({ concurrency: 2 }))
    run.tell({ kind: 'speed', speed: { concurrency: 5, maxRate: 9 } })
    run.tell({ kind: 'give-up', afterMs: 60_000 })
    await ended()
    expect([run.speed(), seen.connections]).toEqual([{ concurrency: 5, maxRate: 9 }, [2, 5]])
    const [audit] = sql(database, "SELECT value FROM setting WHERE key = 'run-audit'").all()
    expect(JSON.parse(String(Object.values(audit ?? {})[0]))).toMatchObject([
      { concurrency: 5, maxRate: 9, giveUpAfterMinutes: 1 },
    ])
  })
})

describe('no run begins', () => {
  test('where hashes were removed, and none is resumed', () => {
    const { database, start, resume, run } = controlOf(socials(1))
    setSetting(database, 'hashes-removing', 1)
    expect([codeOf(start()), codeOf(resume()), run.running()]).toEqual(['hashes-removed', 'hashes-removed', false])
  })

  test('in bulk at a core without bulk import: another way is named', () => {
    const started = controlOf(socials(1)).start({ executor: 'bulk' })
    expect(started.ok ? '' : [started.error.code, started.error.message]).toEqual([
      'no-bulk-import',
      expect.stringMatching(/Choose automatic or single calls\.$/),
    ])
  })
})

test('a run that is resumed in another session sends everyone who is left, at the speed of before', async () => {
  const { run, start, resume, ended } = controlOf(socials(4))
  must(start({ scope: { kind: 'first', users: 1 }, concurrency: 3, maxRate: 20, giveUpAfterMs: 180_000 }))
  await ended()
  run.reset()
  const idle = run.view()
  expect([idle.state, idle.target, idle.finished, idle.startedAt, run.sums().calls]).toEqual(['idle', 0, 0, null, 0])
  expect([run.running(), await run.ended()]).toEqual([false, null])
  const resumed = must(resume())
  expect([resumed.target, resumed.finished, resumed.speed, resumed.giveUpAfterMinutes]).toEqual([
    3,
    0,
    { concurrency: 3, maxRate: 20 },
    3,
  ])
  await ended()
  expect(someOf(run.view().counts)).toEqual({ migrated: 4 })
})

test('users of a hash family that waits for a setting of the core are counted until the next run begins', async () => {
  const { run, start, ended } = controlOf(
    [[importOf('a@example.com', 'firebase-scrypt')], [importOf('b@example.com', 'firebase-scrypt')]],
    () => ({ kind: 'failed', httpStatus: 400, message: 'Password hash is in invalid format' }),
  )
  must(start())
  await ended()
  expect(run.view().note).toBe('2 users with Firebase scrypt hashes are held back until the core has the signer key.')
  expect(must(start()).note).toBe('')
  await ended()
  run.reset()
  expect(run.view().note).toBe('')
})
