import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { BulkMethod, BulkPerson } from '../../../shared/core-api/bulk-person.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { userCounts } from '../../../electron/engine/queries/counts.ts'
import { startAutoRound } from '../../../electron/engine/runner/bulk/bulk-round.ts'
import { defaultBulkTiming } from '../../../electron/engine/runner/bulk/bulk-context.ts'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { deferred, systemClock } from '../../../electron/engine/runner/clock.ts'
import { runScope } from '../../../electron/engine/runner/scope.ts'
import type { Send } from '../../../electron/engine/runner/step.ts'
import {
  beginBulk,
  clientOf,
  coreWith,
  expected,
  inCore,
  people,
  peopleAtCore,
  quick,
  runBulk,
  tablesOf,
  withId,
} from './bulk-rounds.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import {
  importOf,
  plannedDocument,
  realTarget,
  roundOptions,
  socialOf,
  someOf,
  unreachable,
} from '../../support/rounds.ts'
import { maxInASecond } from '../../support/max-in-a-second.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { noon, virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

test('everybody goes in by bulk, with the old ID, and no row is left behind', async () => {
  const { core, send, document, target, counts } = await peopleAtCore(24)
  const end = await runBulk({ document, target, send })
  expect([end.kind, counts()]).toEqual(['finished', { migrated: 24 }])
  expect(inCore(core)).toEqual(expected(24))
  expect([core.requests()['bulk-stage'], core.requests().import, core.staged().length]).toEqual([3, 0, 0])
  expect(tablesOf(document)).toEqual({ rows: 0, open: 0 })
  const calls = document.database.prepare('SELECT DISTINCT kind, state, existed, created FROM call ORDER BY kind').all()
  expect(calls).toEqual([
    { kind: 'import', state: 'done', existed: 0, created: 1 },
    { kind: 'map-id', state: 'done', existed: null, created: null },
  ])
})

describe('who may not be staged goes by single calls, and the others by bulk', () => {
  test('an email, an identity at a provider and an old ID that the core has', async () => {
    const core = await coreWith()
    const send = clientOf(core)
    await send('import-hash', { ...importOf('user1@example.com'), kind: undefined } as never)
    await send('third-party', { ...socialOf('g-2'), isVerified: false } as never)
    const taken = await send('third-party', { ...socialOf('g-9'), isVerified: false } as never)
    const coreUserId = taken.outcome.kind === 'success' ? (taken.outcome.userId ?? '') : ''
    await send('map-user-id', { coreUserId, externalUserId: 'old-3' })
    const plans = [
      [importOf('user1@example.com')],
      [socialOf('g-2')],
      withId(importOf('user3@example.com'), 'old-3'),
      [importOf('user4@example.com'), socialOf('g-4')],
      withId(socialOf('g-5'), 'old-5'),
      withId(importOf('user6@example.com'), 'old-6'),
    ]
    const { document, target } = plannedDocument(plans, realTarget)
    expect((await runBulk({ document, target, send })).kind).toBe('finished')
    expect(someOf(userCounts.states(document.database, target.id))).toEqual({ existing: 2, migrated: 3, failed: 1 })
    expect([core.requests()['bulk-stage'], core.staged()]).toEqual([1, []])
    const staged = document.database.prepare("SELECT user_id FROM attempt WHERE operation = 'bulk-stage'").all()
    const single = document.database
      .prepare("SELECT user_id FROM call WHERE kind IN ('import', 'third-party') AND ms IS NOT NULL")
      .all()
    expect([staged.length <= single.length, inCore(core).length]).toEqual([true, 8])
  })

  test('a row of somebody else with the same login is neither staged over nor removed', async () => {
    const { core, send, document, target } = await peopleAtCore(2, { bulk: { intervalMs: null } })
    const method = { recipe: 'emailpassword', email: 'user1@example.com', family: 'bcrypt', isVerified: false } as const
    const { passwordHash } = importOf('x@example.com') as Extract<Call, { kind: 'import' }>
    await send('bulk-stage', { users: [{ methods: [{ ...method, passwordHash }] }] })
    const [theirs] = core.staged()
    const round = beginBulk({ document, target, send })
    await expect.poll(() => core.staged().length).toBe(2)
    await expect.poll(() => round.stats().bulk).toMatchObject({ staged: 1, waiting: 1 })
    await core.runBulkCron({ parallelism: 8 })
    expect((await round.ended).kind).toBe('finished')
    expect(inCore(core).filter((line) => line.includes('user1@'))).toHaveLength(1)
    expect(core.staged().map(({ person }) => person.id)).not.toContain(theirs?.person.id)
    expect(core.requests()['bulk-remove']).toBe(0)
  })
})

test.each([
  ['by bulk import where that ends sooner', 1_000_000, 'bulk'],
  ['by single calls where these do', 1000, 'single'],
] as const)('auto measures the first single calls, and sends the others %s', async (_, users, executor) => {
  const { core, send, document, target, counts } = await peopleAtCore(80, { faults: { latencyMs: 5, atOnce: 2 } })
  const told: string[] = []
  const round = startAutoRound({
    ...roundOptions(document, target, send, systemClock),
    concurrency: 8,
    pace: quick,
    size: { users, hasFollowUps: true },
    sampleMs: 50,
    onChoice: (why) => told.push(why),
  })
  onTestFinished(() => round.tell({ kind: 'cancel' }))
  expect((await round.ended).kind).toBe('finished')
  expect([counts(), inCore(core)]).toEqual([{ migrated: 80 }, expected(80)])
  const name = executor === 'bulk' ? 'Bulk import' : 'Single calls'
  expect(told).toEqual([expect.any(String), expect.stringMatching(new RegExp(`^${name}: .*first calls`))])
  expect([core.requests()['bulk-stage'] > 0, core.requests().import > 0]).toEqual([executor === 'bulk', true])
})

describe('look-ups', () => {
  test('of an empty core, before and after, are pages of users instead of one request for each', async () => {
    const { core, send, document, target, counts } = await peopleAtCore(75)
    await runBulk({ document, target, send, pace: { batchSize: 25 } })
    expect([counts(), core.requests().other]).toEqual([{ migrated: 75 }, 1])
    expect(core.requests()['list-users']).toBeLessThan(20)
  })

  test('never have more requests under way than the operator allows', async () => {
    const {
      send: client,
      document,
      target,
      counts,
    } = await peopleAtCore(12, { faults: { rules: [{ kind: '500', text: 'no list', on: ['list-users'] }] } })
    await client('third-party', { ...socialOf('g-9'), isVerified: false } as never)
    const inFlight = { now: 0, most: 0 }
    const send: Send = async (operation, args) => {
      inFlight.now += 1
      inFlight.most = Math.max(inFlight.most, inFlight.now)
      const sent = await client(operation, args)
      inFlight.now -= 1
      return sent
    }
    await runBulk({ document, target, send, concurrency: 2, pace: { batchSize: 4 } })
    expect([counts(), inFlight.most]).toEqual([{ migrated: 12 }, 2])
  })
})

describe('bad users', () => {
  test('those a 400 names fail with their reason, and the others are staged without them', async () => {
    const core = await coreWith()
    const long = 'p'.repeat(29)
    const bad: Call = {
      kind: 'third-party',
      thirdPartyId: long,
      thirdPartyUserId: 'x',
      email: 'a@x.example',
      isVerified: false,
    }
    const { document, target } = plannedDocument([...people(2), [bad]], realTarget)
    await runBulk({ document, target, send: clientOf(core) })
    expect(someOf(userCounts.states(document.database, target.id))).toEqual({ migrated: 2, failed: 1 })
    const { message } = document.database.prepare("SELECT message FROM call WHERE state = 'failed'").get() as {
      message: string
    }
    expect(message).toMatch(/is too long\. Max length is 28/)
    expect([inCore(core), core.requests()['bulk-stage']]).toEqual([expected(2), 2])
  })

  test.each([
    ['is journalled as failed, then removed with its hash', 'E030', { migrated: 2, failed: 1 }],
    ['because of a login that it has since goes by single calls', 'E003', { migrated: 2, existing: 1 }],
  ])('a row that the core gives up %s', async (_, code, expectedCounts) => {
    const { core, send: client, document, target, counts } = await peopleAtCore(3, { bulk: { intervalMs: null } })
    const send: Send = async (operation, args) => {
      const sent = await client(operation, args)
      const { outcome } = sent
      if (operation !== 'bulk-list' || outcome.kind !== 'success') return sent
      const rows = outcome.rows?.map((row) => ({ ...row, message: row.message.replace('E003', code) }))
      return { ...sent, outcome: { ...outcome, ...(rows === undefined ? {} : { rows }) } }
    }
    const round = beginBulk({ document, target, send })
    await expect.poll(() => core.staged().length).toBe(3)
    // Another user signs up with the email of one of them meanwhile.
    await client('import-hash', importOf('user2@example.com') as never)
    await core.runBulkCron({ parallelism: 1 })
    await expect.poll(() => core.requests()['bulk-remove']).toBe(1)
    await core.runBulkCron({ parallelism: 1 })
    expect((await round.ended).kind).toBe('finished')
    expect(counts()).toEqual(expectedCounts)
    expect([core.staged(), inCore(core).length]).toEqual([[], 3])
    const failed = document.database.prepare("SELECT status FROM call WHERE state = 'failed'").all()
    expect(failed).toEqual(code === 'E030' ? [{ status: code }] : [])
  })

  test.each(['bulk import', 'single calls'])('a user who failed is sent again by %s', async (way) => {
    const { core, send: client, document, target, counts } = await peopleAtCore(1, { bulk: { intervalMs: null } })
    const send: Send = async (operation, args) => {
      const sent = await client(operation, args)
      const { outcome } = sent
      if (operation !== 'bulk-list' || outcome.kind !== 'success') return sent
      const rows = outcome.rows?.map((row) => ({ ...row, message: row.message.replace('E003', 'E030') }))
      return { ...sent, outcome: { ...outcome, ...(rows === undefined ? {} : { rows }) } }
    }
    const first = beginBulk({ document, target, send })
    await expect.poll(() => core.staged().length).toBe(1)
    const taken = await client('import-hash', importOf('user1@example.com') as never)
    await core.runBulkCron()
    await first.ended
    expect(counts()).toEqual({ failed: 1 })
    const userId = taken.outcome.kind === 'success' ? (taken.outcome.userId ?? '') : ''
    await client('remove-user', { userId })
    runScope.requeueFailed(document.database, target.id, Date.now(), false, false)
    const before = core.requests()
    const again = beginBulk({ document, target, send, stage: way === 'bulk import' })
    if (way === 'bulk import') await expect.poll(() => core.staged().length).toBe(1)
    await core.runBulkCron()
    expect((await again.ended).kind).toBe('finished')
    const { 'bulk-stage': staged, import: imported } = core.requests()
    expect([inCore(core), staged - before['bulk-stage'], imported - before.import]).toEqual([
      expected(1),
      ...(way === 'bulk import' ? [1, 0] : [0, 1]),
    ])
  })

  test('rows held for more than two rounds are taken apart: the one that holds them, and its neighbors, end well', async () => {
    const { core, send, document, target, counts } = await peopleAtCore(3, { bulk: { intervalMs: null } })
    const round = beginBulk({ document, target, send })
    await expect.poll(() => core.staged().length).toBe(3)
    // Another system maps the old id of one of them meanwhile: the core will never say so.
    const other = await send('third-party', { ...socialOf('g-9'), isVerified: false } as never)
    const coreUserId = other.outcome.kind === 'success' ? (other.outcome.userId ?? '') : ''
    await send('map-user-id', { coreUserId, externalUserId: 'old-2' })
    await expect
      .poll(async () => {
        await core.runBulkCron({ parallelism: 1 })
        return core.requests()['bulk-remove']
      })
      .toBe(1)
    expect((await round.ended).kind).toBe('finished')
    expect(core.staged()).toEqual([])
    expect([counts(), inCore(core).filter((line) => line.includes('@example.com')).length]).toEqual([
      { migrated: 2, failed: 1 },
      4,
    ])
  })
})

describe('a lost reply', () => {
  test.each([
    ['reset', { kind: 'reset', moment: 'lost' }],
    ['timeout', { kind: 'timeout', executed: true }],
    ['gateway error', { kind: 'html-503', executed: true }],
    ['cut reply', { kind: 'cut-json' }],
  ] as const)('of a request that came through (%s): nobody is staged twice', async (_, fault) => {
    const { core, send, document, target, counts } = await peopleAtCore(24, {
      faults: { rules: [{ ...fault, on: ['bulk-stage'], times: 1 }] },
    })
    const end = await runBulk({ document, target, send })
    expect([end.kind, counts()]).toEqual(['finished', { migrated: 24 }])
    expect([inCore(core), core.requests()['bulk-stage'], core.staged()]).toEqual([expected(24), 3, []])
  })

  test('of a request that did not come through: its users go in once, after a wait that is told second by second', async () => {
    const { core, send, document, target, counts } = await peopleAtCore(12, {
      faults: { rules: [{ kind: 'reset', moment: 'before', on: ['bulk-stage'], times: 1 }] },
    })
    const clock = virtualClock()
    const { pollMs, quietMs } = defaultBulkTiming
    const round = beginBulk({ document, target, send, clock, pace: { pollMs, quietMs, batchSize: 12 } })
    const told: (string | undefined)[] = []
    for (const at of [20_000, 59_000]) clock.setTimer(at, () => told.push(round.stats().note))
    expect([(await round.ended).kind, counts()]).toEqual(['finished', { migrated: 12 }])
    expect([inCore(core), core.staged()]).toEqual([expected(12), []])
    const waits = (seconds: number) =>
      `Checking whether the core received 12 users to whom no reply came: their request may still arrive, so nothing else is staged for ${seconds} s.`
    expect(told).toEqual([waits(40), waits(1)])
  })

  /** Dies as soon as a batch is to leave, and nothing of it leaves. */
  async function diedBeforeStaging(core: RehearsalCore, plans: readonly (readonly Call[])[]) {
    const planned = plannedDocument(plans, realTarget)
    const send = clientOf(core)
    const { promise: died, resolve: die } = deferred<void>()
    const never: Send = (operation, args) => {
      if (operation !== 'bulk-stage') return send(operation, args)
      die()
      return new Promise(() => undefined)
    }
    beginBulk({ ...planned, send: never, died })
    await died
    return { ...planned, send }
  }

  test.each([
    ['keep their old IDs', people(12)],
    ['have no ID to keep', people(12).map(([call]) => (call === undefined ? [] : [call]))],
  ])(
    'of a request that never left: who signed up meanwhile is not taken for ours, and the others go in (they %s)',
    async (_, plans) => {
      const core = await coreWith()
      const { document, target, send } = await diedBeforeStaging(core, plans)
      for (const n of [1, 2])
        await send('import-hash', { email: `user${n}@example.com`, passwordHash: madeUpBcrypt(77), family: 'bcrypt' })
      const own = core.users({ from: 0, limit: 10 }).rows
      const end = await runBulk({ document, target, send, clock: virtualClock(noon + 60 * 60_000) })
      const counts = someOf(userCounts.states(document.database, target.id))
      expect([end.kind, counts]).toEqual(['finished', { migrated: 10, existing: 2 }])
      const ids = new Set(own.map(({ id }) => id))
      expect(core.users({ from: 0, limit: 100 }).rows.filter(({ id }) => ids.has(id))).toEqual(own)
    },
  )
})

describe('a request to stage users that is delivered twice', () => {
  /** Something on the way delivers each of them twice, and shows one of the replies. */
  function deliveredTwice(client: Send, shown: 'first' | 'second'): Send {
    return async (operation, args) => {
      const first = await client(operation, args)
      if (operation !== 'bulk-stage') return first
      const second = await client(operation, args)
      return shown === 'first' ? first : second
    }
  }

  /** Users with an old ID and without one. */
  const some = [...people(6), [importOf('plain@example.com')], [socialOf('g-8')]]

  test.each(['first', 'second'] as const)(
    'leaves one row of each user, before the job of the core comes (%s reply seen)',
    async (shown) => {
      // Its clock is an hour ahead.
      const {
        core,
        send: client,
        document,
        target,
        counts,
      } = await peopleAtCore(some, { bulk: { intervalMs: null }, clock: () => Date.now() + 3_600_000 })
      const { passwordHash } = importOf('x@example.com') as Extract<Call, { kind: 'import' }>
      const method = { recipe: 'emailpassword', passwordHash, family: 'bcrypt', isVerified: false } as const
      await client('bulk-stage', { users: [{ methods: [{ ...method, email: 'theirs@example.com' }] }] })
      const round = beginBulk({ document, target, send: deliveredTwice(client, shown) })
      await expect.poll(() => core.requests()['bulk-remove']).toBe(1)
      expect([core.staged().length, core.requests()['bulk-stage']]).toEqual([9, 3])
      await core.runBulkCron()
      expect((await round.ended).kind).toBe('finished')
      expect([counts(), core.staged(), core.count()]).toEqual([{ migrated: 8 }, [], 9])
    },
  )

  test('after its users have ended leaves rows that the next run takes out, and those of others stay', async () => {
    const {
      core,
      send: client,
      document,
      target,
    } = await peopleAtCore([...people(4), [socialOf('g-5')]], { bulk: { intervalMs: null }, clock: () => noon })
    let users: readonly BulkPerson[] = []
    const send: Send = (operation, args) => {
      if (operation === 'bulk-stage' && 'users' in args) users = args.users ?? []
      return client(operation, args)
    }
    const round = beginBulk({ document, target, send })
    await expect.poll(() => core.staged().length).toBe(5)
    await core.runBulkCron()
    await round.ended
    await client('bulk-stage', { users })
    // Another system stages another password for one of them.
    const [first] = users
    const other = first?.methods.map((one) => ({ ...one, passwordHash: madeUpBcrypt(7) })) as BulkMethod[]
    await client('bulk-stage', { users: [{ methods: other }] })
    const theirs = core.staged().at(-1)?.person.id
    await core.runBulkCron()
    expect((await runBulk({ document, target, send: client })).kind).toBe('finished')
    expect([core.staged().map(({ person }) => person.id), inCore(core).length]).toEqual([[theirs], 5])
  })
})

describe('an interrupted run', () => {
  test('stops by the rule of the operator when too many users fail', async () => {
    const core = await coreWith()
    const bad = (at: number): readonly Call[] => [
      {
        kind: 'third-party',
        thirdPartyId: 'p'.repeat(29),
        thirdPartyUserId: `x${at}`,
        email: `a${at}@x.example`,
        isVerified: false,
      },
    ]
    const plans = [...people(5), ...Array.from({ length: 5 }, (_, at) => bad(at))]
    const { document, target } = plannedDocument(plans, realTarget)
    const stopRule = { inARow: 3, percent: null }
    const end = await runBulk({ document, target, send: clientOf(core), stopRule, pace: { batchSize: 5 } })
    expect([end.kind, end.stop, end.message]).toEqual([
      'stopped',
      'too-many-failures',
      expect.stringMatching(/^3 users in a row failed\./),
    ])
  })

  test('that is paused while users wait in the core goes on by following them, whatever the next run is told', async () => {
    const { core, send, document, target, counts } = await peopleAtCore(12, { bulk: { intervalMs: null } })
    const first = beginBulk({ document, target, send })
    await expect.poll(() => core.staged().length).toBe(12)
    first.tell({ kind: 'pause' })
    expect((await first.ended).kind).toBe('paused')
    expect(counts()).toEqual({ sending: 12 })
    const second = beginBulk({ document, target, send, stage: false })
    await core.runBulkCron({ parallelism: 2 })
    expect((await second.ended).kind).toBe('finished')
    expect(counts()).toEqual({ migrated: 12 })
    expect([inCore(core), core.requests()['bulk-stage'], core.requests().import]).toEqual([expected(12), 2, 0])
  })

  test('a stop of the core while users are staged, with its key refused, leaves nobody behind', async () => {
    const { core, send, document, target, counts } = await peopleAtCore(10, {
      faults: { rules: [{ kind: 'refuse-key', on: ['bulk-stage'], times: 1 }] },
    })
    const end = await runBulk({ document, target, send })
    expect([end.stop, counts(), core.staged()]).toEqual(['api-key-rejected', { ready: 10 }, []])
    await runBulk({ document, target, send })
    expect([inCore(core), counts()]).toEqual([expected(10), { migrated: 10 }])
  })

  test('a core in memory has no bulk import: everybody goes by single calls', async () => {
    const features = { accountLinking: true, multiTenancy: true, mfa: true, bulkImport: false }
    const { core, send, document, target } = await peopleAtCore(10, { features })
    await runBulk({ document, target, send })
    expect([inCore(core), core.requests().import]).toEqual([expected(10), 10])
  })

  test('a core whose job is off: the run waits, says so, and can be paused', async () => {
    const { send, document, target } = await peopleAtCore(3, { bulk: { intervalMs: null } })
    const round = beginBulk({ document, target, send })
    await expect.poll(() => round.stats().note).toMatch(/^Waiting for the core’s import job.*3 users staged/)
    round.tell({ kind: 'pause' })
    expect(await round.ended).toEqual({
      kind: 'paused',
      stop: null,
      message:
        '3 users are staged in the core and may still be imported; the next run follows them before anything else.',
    })
  })

  test('a job that comes every five minutes is waited for, and the wait is told', async () => {
    const { core, send, document, target } = await peopleAtCore(12, { bulk: { intervalMs: null } })
    const clock = virtualClock()
    const job = () => {
      void core.runBulkCron()
      clock.setTimer(300_000, job)
    }
    // Three minutes ago it came by.
    clock.setTimer(120_000, job)
    const { pollMs, quietMs, lateAfterMs } = defaultBulkTiming
    const round = beginBulk({ document, target, send, clock, pace: { pollMs, quietMs, lateAfterMs } })
    const told: (readonly [string, number])[] = []
    for (const at of [60_000, 110_000]) {
      clock.setTimer(at, () => {
        const { note = '', bulk } = round.stats()
        told.push([note.replace(/\d+ s/, '… s'), Math.round((bulk?.waitingMs ?? 0) / 10_000)])
      })
    }
    expect((await round.ended).kind).toBe('finished')
    const waits =
      'Waiting for the core’s import job, which runs every five minutes: 12 users staged, at most … s to go.'
    expect(told).toEqual([
      [waits, 6],
      [waits, 11],
    ])
    expect(clock.ticks()).toBeGreaterThanOrEqual(120_000)
    expect(clock.ticks()).toBeLessThan(140_000)
    expect([inCore(core), core.requests()['bulk-count'] < 60]).toEqual([expected(12), true])
  })

  test('the next users are staged as soon as there is room in the core, not at the next look', async () => {
    const { core, send, document, target } = await peopleAtCore(50, { bulk: { intervalMs: null } })
    const clock = virtualClock()
    const job = () => {
      void core.runBulkCron()
      clock.setTimer(1000, job)
    }
    clock.setTimer(1000, job)
    const { pollMs, quietMs, lateAfterMs } = defaultBulkTiming
    const pace = { pollMs, quietMs, lateAfterMs, maxWaiting: 10 }
    const round = beginBulk({ document, target, send, clock, pace })
    expect((await round.ended).kind).toBe('finished')
    expect(inCore(core)).toEqual(expected(50))
    // Five batches; looking again only after `pollMs` would take five times as long.
    expect(clock.ticks()).toBeLessThan(3 * pollMs)
  })

  test('a cancelled run says who is left in the core, and the next one follows them', async () => {
    const { core, send, document, target } = await peopleAtCore(12, { bulk: { intervalMs: null } })
    const round = beginBulk({ document, target, send })
    await expect.poll(() => core.staged().length).toBe(12)
    round.tell({ kind: 'cancel' })
    expect(await round.ended).toMatchObject({
      kind: 'stopped',
      stop: 'cancelled',
      message: expect.stringMatching(/12 users are staged in the core and may still be imported/),
    })
    await core.runBulkCron()
    await runBulk({ document, target, send })
    expect([inCore(core), core.requests()['bulk-stage']]).toEqual([expected(12), 2])
  })

  test('a core that restarts while users wait in its list is waited for, and imports them at its start', async () => {
    const file = join(temporaryFolder(), 'core.json')
    const { core, send, document, target } = await peopleAtCore(12, { bulk: { intervalMs: null }, file })
    const round = beginBulk({ document, target, send })
    await expect.poll(() => core.staged().length).toBe(12)
    const port = Number(new URL(core.baseUrl).port)
    await core.stop()
    await expect.poll(() => round.stats().outage).not.toBeNull()
    const again = await coreWith({ bulk: { intervalMs: 300_000 }, file, port })
    expect((await round.ended).kind).toBe('finished')
    expect([inCore(again), again.staged(), again.requests()['bulk-stage']]).toEqual([expected(12), [], 0])
  })

  test('a script does not wait for such a core without end', async () => {
    const { core, send, document, target } = await peopleAtCore(3, { bulk: { intervalMs: null } })
    const setting = { document, target, send, giveUpAfterMs: 50, pace: { lateAfterMs: 50 } }
    const end = await runBulk(setting)
    expect([end.kind, end.message]).toEqual([
      'paused',
      expect.stringMatching(/^The core’s import job has not touched 3 users/),
    ])
    await core.runBulkCron()
    expect([(await runBulk(setting)).kind, inCore(core)]).toEqual(['finished', expected(3)])
  })

  test('one user about whom the core cannot answer goes by single calls, and the others by bulk', async () => {
    const { core, send, document, target, counts } = await peopleAtCore(10, {
      faults: {
        rules: [
          { kind: '500', text: 'no list', on: ['list-users'] },
          { kind: '500', text: 'odd', on: ['other'], after: 1, times: 4 },
        ],
      },
    })
    await send('third-party', { ...socialOf('g-9'), isVerified: false } as never)
    const end = await runBulk({ document, target, send, concurrency: 1 })
    expect([end.kind, counts()]).toEqual(['finished', { migrated: 10 }])
    expect([inCore(core).length, core.requests()['bulk-stage'], core.requests().import]).toEqual([11, 1, 1])
  })
})

/** A client of a process that dies: its n-th request reaches the core or not, and nothing is heard of it or of any later one. */
function dyingClient(
  client: Send,
  n: number,
  isReached: boolean,
): { readonly send: Send; readonly died: Promise<void> } {
  let requests = 0
  let die: () => void = () => undefined
  const died = new Promise<void>((resolve) => (die = resolve))
  const send: Send = async (operation, args) => {
    requests += 1
    if (requests < n) return client(operation, args)
    if (requests === n && isReached) await client(operation, args)
    die()
    return new Promise<never>(() => undefined)
  }
  return { send, died }
}

test.each(['bulk-stage', 'bulk-count'] as const)(
  'a disk that is full while the reply to %s comes stops the run with a sentence, and nobody is lost or sent twice',
  async (at) => {
    const { core, send: client, document, target, counts } = await peopleAtCore(400)
    let requests = 0
    const send: Send = async (operation, args) => {
      const sent = await client(operation, args)
      if (operation === at) requests += 1
      if (requests === 2) document.database.exec('PRAGMA max_page_count = 1')
      return sent
    }
    const pace = { batchSize: 100 }
    const full = await runBulk({ document, target, send, pace })
    expect([full.kind, full.stop, full.message]).toEqual(['stopped', 'disk-full', expect.stringMatching(/disk/)])
    document.database.exec('PRAGMA max_page_count = 4294967294')
    expect((await runBulk({ document, target, send: client, pace })).kind).toBe('finished')
    expect([counts(), inCore(core), core.staged()]).toEqual([{ migrated: 400 }, expected(400), []])
    expect(tablesOf(document)).toEqual({ rows: 0, open: 0 })
  },
)

test.each([2, 3, 4, 5, 6, 8, 11])(
  'a process that dies at request %d leaves nobody behind, and nobody twice',
  async (n) => {
    const { core, send: client, document, target, counts } = await peopleAtCore(18)
    const dying = dyingClient(client, n, n % 2 === 0)
    const pace = { batchSize: 6 }
    const first = beginBulk({ document, target, send: dying.send, pace, died: dying.died })
    await Promise.race([dying.died, first.ended])
    const end = await runBulk({ document, target, send: client, pace })
    expect([end.kind, counts()]).toEqual(['finished', { migrated: 18 }])
    expect([inCore(core), core.staged(), tablesOf(document)]).toEqual([expected(18), [], { rows: 0, open: 0 }])
  },
)

describe('what the operator changed while the import job was waited for', () => {
  /** One user for the import job, and some with two logins, who go by single calls. */
  const mixed = (count: number) => [
    [importOf('first@example.com')],
    ...Array.from({ length: count }, (_, n) => [importOf(`user${n}@example.com`), socialOf(`g-${n}`)]),
  ]

  test('holds for the single calls that follow: no second has more requests than the ceiling', async () => {
    const { core, send: client, document, target } = await peopleAtCore(mixed(12), { bulk: { intervalMs: null } })
    const clock = virtualClock()
    const left: number[] = []
    const send: Send = (operation, args) => {
      left.push(clock.ticks())
      return client(operation, args)
    }
    const round = beginBulk({ document, target, send, clock })
    await expect.poll(() => core.staged().length).toBe(1)
    round.tell({ kind: 'speed', speed: { concurrency: 8, maxRate: 5 } })
    const changedAt = clock.ticks()
    await core.runBulkCron({ parallelism: 1 })
    expect((await round.ended).kind).toBe('finished')
    const after = left.filter((at) => at > changedAt + 1000)
    expect([after.length > 20, maxInASecond(after) <= 5, round.stats().limit]).toEqual([true, true, 8])
  })

  test('ends the wait for a core that goes away among the single calls, and for its import job', async () => {
    const { core, send: client, document, target } = await peopleAtCore(mixed(12), { bulk: { intervalMs: null } })
    const clock = virtualClock()
    let isAway = false
    const send: Send = async (operation, args) =>
      isAway && operation === 'import-hash'
        ? { outcome: unreachable, httpStatus: null, ms: 1 }
        : client(operation, args)
    const round = beginBulk({ document, target, send, clock })
    await expect.poll(() => core.staged().length).toBe(1)
    round.tell({ kind: 'give-up', afterMs: 60_000 })
    isAway = true
    await core.runBulkCron({ parallelism: 1 })
    const end = await Promise.race([round.ended, reaches(clock, 20 * 60_000)])
    expect(end).toMatchObject({ kind: 'stopped', stop: 'core-unreachable' })
  })
})

function reaches(clock: VirtualClock, ticks: number): Promise<null> {
  return new Promise((resolve) => void clock.setTimer(ticks, () => resolve(null)))
}
