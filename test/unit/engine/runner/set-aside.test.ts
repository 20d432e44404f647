import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { userCounts } from '../../../../electron/engine/queries/counts.ts'
import { asideCause, failureGroups } from '../../../../electron/engine/queries/failures.ts'
import { waitingPlace } from '../../../../electron/engine/runner/call-result.ts'
import { runScope } from '../../../../electron/engine/runner/scope.ts'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import {
  beginRound,
  imports,
  killedRound,
  noAnswer,
  passing,
  plannedDocument,
  realTarget,
  runRound,
  socials,
  someOf,
  type RoundSetting,
  type Script,
  unreachable,
} from '../../../support/rounds.ts'
import { noon, virtualClock, type VirtualClock } from '../../../support/virtual-clock.ts'

const page = passing({ why: 'html', httpStatus: 503, message: '<html> 503 Service Temporarily Unavailable' })
const error = passing({ httpStatus: 500, message: 'Internal error' })
const late = passing({ why: 'timeout', httpStatus: null, message: 'No answer came in time.' })

/** Every request takes 20 ms; those about every hundredth user always end like this. */
function withBad(clock: VirtualClock, reply: ReturnType<typeof passing> | null): Script {
  return async ({ about }) => {
    await new Promise<void>((resolve) => clock.setTimer(20, resolve))
    return reply !== null && /\D50$|\D150$|50@/.test(about) ? { ...reply, ms: 20 } : { ms: 20 }
  }
}

describe.each([
  ['an HTML 503', page],
  ['a 500', error],
  ['no answer', noAnswer],
])('users who always meet %s while others succeed', (_, reply) => {
  test.each([1, 4, 'auto'] as const)('cost the others no time, at %s at once', async (concurrency) => {
    const lasting = async (bad: typeof reply | null) => {
      const clock = virtualClock()
      const planned = plannedDocument(socials(200))
      const { end, counts } = await runTimed(clock, { ...planned, script: withBad(clock, bad), concurrency })
      return { ms: clock.ticks(), end: end.kind, counts: someOf(counts) }
    }
    const [without, with2] = [await lasting(null), await lasting(reply)]
    expect([with2.end, with2.counts, without.counts]).toEqual([
      'finished',
      { migrated: 198, failed: 2 },
      { migrated: 200 },
    ])
    // Tries and rests of the two at the end, each at most a tenth of a second.
    expect(with2.ms - without.ms).toBeLessThan(600)
  })

  test('are tried twice before and four times after the last of the others, and are counted meanwhile', async () => {
    const clock = virtualClock()
    const planned = plannedDocument(socials(60))
    const script = withBad(clock, reply)
    const { round, sent } = beginRound({ ...planned, script, clock, concurrency: 4 })
    await clock.advance(290)
    const early = round.stats()
    await clock.runUntil(round.ended)
    const lastOther = sent.findLastIndex(({ about }) => about !== 'g50')
    const bad = sent.flatMap(({ about }, index) => (about === 'g50' ? [index] : []))
    const isSame = reply.kind === 'retry' && reply.httpStatus === 500
    expect([bad.filter((index) => index < lastOther).length <= 2, bad.length]).toEqual([true, isSame ? 4 : 6])
    expect([early.setAside <= 1, round.stats().setAside, round.stats().outage]).toEqual([true, 0, null])
  })
})

test('a hundred users in a row who are set aside stop no run, though no other is left', async () => {
  const script: Script = ({ about }) => (Number(about.slice(1)) % 2 === 0 ? page : null)
  const { end, counts } = await runRound({ ...plannedDocument(socials(200)), script, concurrency: 4 })
  expect([end.kind, someOf(counts)]).toEqual(['finished', { migrated: 100, failed: 100 }])
})

test('users whose imports all fail are not set aside because looking them up succeeds', async () => {
  const script: Script = ({ operation }) => (operation === 'import-hash' ? error : null)
  const { end, counts } = await runRound({ ...plannedDocument(imports(60), realTarget), script, existing: 'skip' })
  expect([end.kind, end.stop, counts.failed < 30]).toEqual(['stopped', 'repeated-failure', true])
})

test('a user set aside that the core takes in the end is migrated', async () => {
  const script: Script = ({ about }, nth) => (about === 'g7' && nth < 3 ? page : null)
  const { counts } = await runRound({ ...plannedDocument(socials(30)), script, concurrency: 1 })
  expect(someOf(counts)).toEqual({ migrated: 30 })
})

test('a hash import that may have been done is sent again while that is safe, however long the others take', async () => {
  const clock = virtualClock()
  const script: Script = async ({ about }, nth) => {
    await new Promise<void>((resolve) => clock.setTimer(60_000, resolve))
    return about === 'user2@example.com' && nth < 2 ? noAnswer : null
  }
  const planned = plannedDocument(imports(60))
  const { counts } = await runTimed(clock, { ...planned, script, concurrency: 2 })
  expect(someOf(counts)).toEqual({ migrated: 60 })
})

test('imports that could replace passwords, three at a time, are not held up by users set aside', async () => {
  const script: Script = ({ about }) => (/^user[2-6]@/.test(about) ? page : null)
  const { end, counts } = await runRound({ ...plannedDocument(imports(40)), script, existing: 'skip', concurrency: 8 })
  expect([end.kind, someOf(counts)]).toEqual(['finished', { migrated: 35, failed: 5 }])
})

test('a pause leaves users set aside ready, who were named by cause until then', async () => {
  const clock = virtualClock()
  const planned = plannedDocument(socials(500))
  const { round } = beginRound({ ...planned, script: withBad(clock, page), clock, concurrency: 4 })
  await clock.advance(1500)
  const { setAside, asideCauses } = round.stats()
  const causes = [...(asideCauses ?? [])].map(([cause, users]) => asideCause(planned.document.database, cause, users))
  const found = [...(asideCauses ?? [])].map(([cause, users]) =>
    asideCause(planned.document.database, cause, users, ' USER150@').named.map(({ label }) => label),
  )
  expect(found).toEqual([['user150@example.com']])
  round.tell({ kind: 'pause' })
  const end = await clock.runUntil(round.ended)
  const counts = userCounts.states(planned.document.database, planned.target.id)
  const [first, second] = causes.flatMap(({ named }) => named.map(({ lastAt }) => lastAt))
  expect([first ?? 0, second ?? 0]).toSatisfy(([a = 0, b = 0]) => noon < a && a < b && b <= noon + 1500)
  expect([setAside, causes, end.kind, counts.failed, counts.sending, counts.migrated + counts.ready]).toEqual([
    2,
    [
      {
        title: 'Web page (503) instead of an answer',
        users: 2,
        named: [
          { id: 50, label: 'user50@example.com', methods: [], providers: [], tries: 2, lastAt: expect.any(Number) },
          { id: 150, label: 'user150@example.com', methods: [], providers: [], tries: 2, lastAt: expect.any(Number) },
        ],
      },
    ],
    'paused',
    0,
    0,
    500,
  ])
})

test('a core that goes away when only users set aside are left is waited for', async () => {
  const clock = virtualClock()
  const state = { others: 0, until: Infinity }
  const script: Script = ({ about }) => {
    if (about !== 'g7' && about !== 'g8') {
      state.others += 1
      if (state.others === 28) state.until = clock.ticks() + 10 * 60_000
      return null
    }
    if (state.others < 28) return page
    return clock.ticks() < state.until ? unreachable : null
  }
  const { end, counts } = await runTimed(clock, { ...plannedDocument(socials(30)), script, concurrency: 4 })
  expect([end.kind, someOf(counts), clock.now() - noon >= 10 * 60_000]).toEqual(['finished', { migrated: 30 }, true])
})

describe('retrying 76 users who all failed while others succeeded', () => {
  const about = (n: number) => `g${n * 12}`
  const bad = new Set(Array.from({ length: 76 }, (_, n) => about(n + 1)))

  /** A run in which they fail, and what is ready for the retry. */
  async function failed(reply: ReturnType<typeof passing>) {
    const planned = plannedDocument(socials(1000))
    const { counts } = await runRound({ ...planned, script: (sent) => (bad.has(sent.about) ? reply : null) })
    runScope.requeueFailed(planned.document.database, planned.target.id, noon + 60_000, false, false)
    return { ...planned, counts }
  }

  const retried = async (
    planned: ReturnType<typeof plannedDocument> & Pick<RoundSetting, 'existing'>,
    reply: (n: number) => ReturnType<typeof passing> | null,
  ) => {
    const clock = virtualClock()
    let n = 0
    const script: Script = async () => {
      n += 1
      const its = reply(n)
      await new Promise<void>((resolve) => clock.setTimer(20, resolve))
      return { ...its, ms: 20 }
    }
    const { round, sent } = beginRound({ ...planned, script, clock, concurrency: 'auto' })
    const state: { end?: string } = {}
    void round.ended.then(({ kind }) => (state.end = kind))
    for (let second = 0; second < 60 && state.end === undefined; second++) await clock.advance(1000)
    return {
      ...state,
      sent,
      counts: userCounts.states(planned.document.database, planned.target.id),
      outage: round.stats().outage,
    }
  }

  test.each([
    ['an HTML 503', page],
    ['a 500', error],
    ['no answer', noAnswer],
  ])('tries each of them twice in seconds where they meet %s again', async (_, reply) => {
    const before = await failed(reply)
    const { end, sent, counts } = await retried(before, () => reply)
    expect([before.counts.failed, end, someOf(counts)]).toEqual([76, 'finished', { migrated: 924, failed: 76 }])
    expect([sent.length, new Set(sent.map((one) => one.about)).size]).toEqual([2 * 76, 76])
  })

  test('tries each of them twice in a retry that goes on after it was killed', async () => {
    const before = await failed(page)
    await killedRound({ ...before, script: () => new Promise(() => {}), concurrency: 4 })
    expect(userCounts.states(before.document.database, before.target.id).sending).toBe(76)
    const { end, sent, counts } = await retried(before, () => page)
    expect([end, someOf(counts), sent.length]).toEqual(['finished', { migrated: 924, failed: 76 }, 2 * 76])
  })

  test('tries each of them at most twice in a retry that goes on after a pause', async () => {
    const before = await failed(page)
    const clock = virtualClock(noon + 60_000)
    const script: Script = async () => {
      await new Promise<void>((resolve) => clock.setTimer(20, resolve))
      return { ...page, ms: 20 }
    }
    const paused = beginRound({ ...before, script, clock, concurrency: 4 })
    await clock.advance(50)
    paused.round.tell({ kind: 'pause' })
    expect([(await clock.runUntil(paused.round.ended)).kind, paused.sent.length > 0]).toEqual(['paused', true])
    const { end, sent, counts } = await retried(before, () => page)
    const tries = [...bad].map((one) => sent.filter((request) => request.about === one).length)
    expect([end, counts.failed, Math.max(...tries)]).toEqual(['finished', 76, 2])
  })

  test('does the same where the core could not even be asked for them, and names the one cause', async () => {
    const planned = plannedDocument(imports(300), realTarget)
    const isBad = ({ operation, about }: Parameters<Script>[0]) => operation === 'look-up' && /^user\d*5@/.test(about)
    const script: Script = (sent) => (isBad(sent) ? page : null)
    const { end, counts } = await runRound({ ...planned, script, existing: 'skip' })
    expect([end.kind, counts.failed]).toEqual(['finished', 30])
    expect(failureGroups(planned.document.database, planned.target.id).map(({ key }) => key)).toEqual(['web-page|503'])
    const tries = 'SELECT DISTINCT tries FROM progress WHERE state = ?'
    expect(planned.document.database.prepare(tries).all('failed')).toEqual([{ tries: 6 }])
    runScope.requeueFailed(planned.document.database, planned.target.id, noon + 60_000, false, false)
    const again = await retried({ ...planned, existing: 'skip' }, () => page)
    expect([again.end, again.counts.failed, again.sent.length]).toEqual(['finished', 30, 60])
  })

  test('waits for a core that cannot be reached, or fails in another way than they did', async () => {
    const away = await retried(await failed(page), () => unreachable)
    const other = await retried(await failed(error), () => page)
    expect([away.end, away.outage !== null, away.sent.length < 12]).toEqual([undefined, true, true])
    expect([other.end, other.outage !== null, other.sent.length < 20]).toEqual([undefined, true, true])
  })

  test('migrates those that the core takes now', async () => {
    const { end, counts } = await retried(await failed(page), (n) => (n % 2 === 0 ? page : null))
    expect([end, counts.migrated >= 924 + 38]).toEqual(['finished', true])
  })

  test('waits for a core that had failed for everybody, as their failure says nothing about themselves', async () => {
    const planned = plannedDocument(socials(40))
    await runRound({ ...planned, script: () => error })
    runScope.requeueFailed(planned.document.database, planned.target.id, noon + 60_000, false, false)
    const { end, counts, sent } = await retried(planned, () => error)
    expect([end, counts.failed, sent.length]).toEqual(['stopped', 20, 80])
  })
})

test('a core that fails every request is not called slow by one user, and gets fewer at once', async () => {
  const clock = virtualClock()
  const script: Script = async () => {
    await new Promise<void>((resolve) => clock.setTimer(20, resolve))
    return clock.ticks() < 1200 ? { ms: 20 } : { ...error, message: `trouble ${clock.ticks()}`, ms: 20 }
  }
  const { round } = beginRound({ ...plannedDocument(socials(3000)), script, clock, concurrency: 'auto' })
  await clock.advance(1200)
  const before = round.stats().limit
  await clock.advance(1000)
  const { limit, slowed } = round.stats()
  expect([limit < before, slowed]).toEqual([true, 'errors'])
})

/** A round whose requests take time of the clock. */
async function runTimed(clock: VirtualClock, setting: Omit<RoundSetting, 'clock'>) {
  const { round, sent } = beginRound({ ...setting, clock })
  const end = await clock.runUntil(round.ended)
  return { end, sent, counts: userCounts.states(setting.document.database, setting.target.id) }
}

describe('the cause of a failure', () => {
  const outcome = fc.constantFrom(
    page,
    error,
    late,
    noAnswer,
    unreachable,
    passing({ why: 'rate-limited', httpStatus: 429 }),
    passing({ httpStatus: 503, retryAfterMs: 1000 }),
    plainSuccess,
  )
  const anyFailure = fc.record({
    outcome,
    failures: fc.integer({ min: 1, max: 6 }),
    othersSucceeded: fc.boolean(),
    failing: fc.integer({ min: 1, max: 20 }),
    hasSucceeded: fc.boolean(),
    isAside: fc.boolean(),
    isKnown: fc.boolean(),
    isUncertain: fc.boolean(),
  })

  test('follows from who else succeeds', () => {
    fc.assert(
      fc.property(anyFailure, (failure) => {
        const place = waitingPlace(failure)
        const isPressure =
          failure.outcome.kind === 'retry' &&
          (failure.outcome.why === 'rate-limited' || failure.outcome.retryAfterMs !== null)
        const concernsAll = failure.outcome.kind !== 'retry' || isPressure || failure.outcome.why === 'connect'
        // The core asked for it, or cannot be reached: every user waits.
        if (concernsAll) expect(place).toBe('in-place')
        // A first failure never sets aside, and none does while no other user succeeds, unless an earlier run told the same.
        if (place === 'aside' && !failure.isKnown)
          expect([failure.failures > 1, failure.othersSucceeded]).toEqual([true, true])
        // Few hash imports may be in doubt at the same time.
        if (failure.isUncertain && !failure.isAside) expect(place).not.toBe('resting')
        // Where others succeed, a user waits in its slot once at most.
        if (!concernsAll && failure.othersSucceeded && failure.failures > 1) expect(place).not.toBe('in-place')
        // Different users fail and none succeeds: no further user is sent meanwhile.
        if (!failure.isAside && !failure.isKnown && !failure.othersSucceeded && failure.failing >= 3)
          expect(place).toBe('in-place')
      }),
    )
  })
})
