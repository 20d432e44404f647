import { expect, test } from 'vitest'
import { bulkProgressMessage } from '../../../../electron/engine/runner/bulk/bulk-message.ts'
import {
  largestCauses,
  progressView,
  throttleMessage,
  type RunMoment,
} from '../../../../electron/engine/session/progress-view.ts'

const round = {
  calls: 10,
  retries: 0,
  claimed: 4,
  setAside: 0,
  limit: 4,
  waitMs: 0,
  outage: null,
  held: new Set<string>(),
  sendingMs: 1000,
  outageMs: 0,
  slowed: null,
  perSecond: 10,
  p50: 5,
  p99: 9,
  history: [],
}
const counts = { ready: 90, blocked: 0, excluded: 0, existing: 0, sending: 0, migrated: 10, failed: 0, 'in-doubt': 0 }
const moment: RunMoment = {
  round,
  history: [],
  pausing: false,
  version: 0,
  last: null,
  counts,
  target: 100,
  finished: 10,
  remaining: () => 'about 5 minutes',
  methods: [],
  startedAt: 0,
  speed: { concurrency: 4, maxRate: null },
  past: { calls: 0, retries: 0, sendingMs: 0, waitedMs: 0, pausedMs: 0, p50: null, p99: null },
  giveUpAfterMinutes: null,
  executor: 'single',
  executorChoice: '',
  stopRule: { inARow: 50, percent: null },
  lastOrder: null,
  gapMs: 0,
  leftMs: () => 300_000,
  now: 100_000,
}

const asideUsers = (users: number) =>
  new Map(Array.from({ length: users }, (_, n) => [n, { tries: 3, lastAt: 0 }] as const))

const past = { calls: 7, retries: 5, sendingMs: 400, waitedMs: 50, pausedMs: 20, p50: 1, p99: 2 }
const sums: RunMoment = {
  ...moment,
  round: { ...round, retries: 2, outageMs: 300, setAside: 3 },
  past,
  gapMs: 5,
  version: 9,
  giveUpAfterMinutes: 3,
  executorChoice: 'Chosen by hand.',
  lastOrder: { kind: 'all', interrupted: true },
}

test('the screen sees what earlier rounds and the one under way come to, and users in flight as being sent', () => {
  expect(progressView(sums)).toEqual({
    state: 'running',
    at: 100_000,
    version: 9,
    counts: { ...counts, ready: 86, sending: 4 },
    target: 100,
    finished: 10,
    perSecond: 10,
    outage: null,
    lastOrder: { kind: 'all', interrupted: true },
    elapsedMs: 1400,
    waitedMs: 350,
    pausedMs: 25,
    remaining: 'about 5 minutes',
    leftMs: 300_000,
    methods: [],
    p50: 5,
    p99: 9,
    concurrency: 4,
    speed: { concurrency: 4, maxRate: null },
    stopRule: { inARow: 50, percent: null },
    giveUpAfterMinutes: 3,
    executor: 'single',
    executorChoice: 'Chosen by hand.',
    bulk: null,
    retries: 7,
    calls: 17,
    setAside: 3,
    note: '',
    stopped: null,
    startedAt: 0,
    history: [],
  })
})

test('the course of the run, its methods and its beginning are shown as they are', () => {
  const sample = { at: 1000, ms: 1000, users: 3, p50: 5, p99: 9, atOnce: 4 }
  const method = { method: 'password', total: 9, done: 3, failed: 1 } as const
  const view = progressView({ ...moment, history: [sample], methods: [method], startedAt: 500 })
  expect([view.history, view.methods, view.startedAt]).toEqual([[sample], [method], 500])
})

test('between rounds, the measures are those of earlier ones', () => {
  const view = progressView({ ...sums, round: null })
  const { counts: shown, perSecond, elapsedMs, waitedMs, p50, p99, concurrency, retries, calls, setAside } = view
  expect([shown, perSecond, elapsedMs, waitedMs, p50, p99, concurrency, retries, calls, setAside]).toEqual([
    counts,
    0,
    400,
    50,
    1,
    2,
    4,
    5,
    7,
    0,
  ])
  expect(progressView({ ...sums, round: null, speed: { concurrency: 'auto', maxRate: null } }).concurrency).toBe(0)
})

test('no more users are shown as being sent than are ready, and no user is left of a target that was passed', () => {
  const few = progressView({ ...moment, counts: { ...counts, ready: 3 } })
  expect([few.counts.ready, few.counts.sending]).toEqual([0, 3])
  expect([
    progressView({ ...moment, finished: 101 }).remaining,
    progressView({ ...moment, finished: 99 }).remaining,
  ]).toEqual(['', 'about 5 minutes'])
})

test('the time left is told what it depends on: a run stands while it pauses, waits, or is between rounds', () => {
  const told = (run: Partial<RunMoment>) => {
    const asked: unknown[] = []
    progressView({ ...moment, ...run, remaining: (one) => `${asked.push(one)}` })
    return asked
  }
  const going = { left: 90, done: 10, perSecond: 10, standing: false }
  expect([
    told({}),
    told({ pausing: true }),
    told({ round: { ...round, waitMs: 1 } }),
    told({ round: null }),
    told({ finished: 100 }),
  ]).toEqual([
    [going],
    [{ ...going, standing: true }],
    [{ ...going, standing: true }],
    [{ ...going, perSecond: 0, standing: true }],
    [],
  ])
})

const outage = { retryMs: 1500, sinceMs: 40_000, tries: 3, message: 'Gone.' }
const ended = { kind: 'finished', stop: null, message: '', core: 'live' } as const

test.each<readonly [string, Partial<RunMoment>, string, string]>([
  ['runs', {}, 'running', ''],
  ['pauses', { pausing: true, round: { ...round, waitMs: 500 } }, 'pausing', 'Finishing the requests in progress.'],
  ['was asked to wait', { round: { ...round, waitMs: 1001 } }, 'waiting', 'Waiting 2 s, as the core asked.'],
  [
    'is about to try a core again',
    { round: { ...round, outage: { ...outage, retryMs: 1 } } },
    'waiting',
    'Waiting for the core. Next try in 1 s. Gone.',
  ],
  ['meets an outage', { round: { ...round, outage } }, 'waiting', 'Waiting for the core. Next try in 2 s. Gone.'],
  [
    'tries again',
    { round: { ...round, outage: { ...outage, retryMs: 0 } } },
    'waiting',
    'Waiting for the core. Next try now. Gone.',
  ],
  ['never began', { round: null }, 'idle', ''],
  ['is finished', { round: null, last: { ...ended, heldUsers: 0 } }, 'finished', ''],
  [
    'is finished, but for those that are held back',
    { round: null, last: { ...ended, heldUsers: 1 } },
    'finished',
    '1 user with Firebase scrypt hashes is held back until the core has the signer key.',
  ],
  [
    'is paused',
    { round: null, last: { ...ended, kind: 'paused', heldUsers: 2 } },
    'paused',
    'Paused. The requests in progress were finished. Resume when you are ready.',
  ],
  [
    'is paused for a reason',
    { round: null, last: { ...ended, kind: 'paused', message: 'Too long.', heldUsers: 0 } },
    'paused',
    'Paused. The requests in progress were finished. Resume when you are ready. Too long.',
  ],
])('a run that %s says so', (_, run, state, note) => {
  const view = progressView({ ...moment, ...run })
  expect([view.state, view.note, view.stopped]).toEqual([state, note, null])
})

test('a run that was stopped says why, and what stopped it', () => {
  const stopped = progressView({
    ...moment,
    round: null,
    last: { ...ended, kind: 'stopped', stop: 'disk-full', heldUsers: 0 },
  })
  expect([stopped.state, stopped.stopped]).toEqual(['stopped', 'disk-full'])
  expect(stopped.note).toMatch(/disk/i)
})

test('of many causes the twenty largest are named', () => {
  const causes = new Map(Array.from({ length: 21 }, (_, n) => [`cause-${n}`, asideUsers(n + 1)] as const))
  const named = largestCauses(causes)
  expect([named.length, named[0]?.[0], named.at(-1)?.[0]]).toEqual([20, 'cause-20', 'cause-1'])
  expect(progressView(moment)).not.toHaveProperty('asideCauses')
})

test('an import job is shown with its counts, and nothing of it while it has no phase', () => {
  const bulk = {
    phase: 'staging',
    lookedUp: 1,
    staged: 2,
    waiting: 3,
    processing: 4,
    unsettled: 5,
    lateRequestMs: null,
    unchangedMs: 0,
    waitingMs: 6,
    nextRoundMs: null,
  } as const
  const view = progressView({ ...moment, round: { ...round, bulk } })
  expect(view.bulk).toEqual({
    phase: 'staging',
    lookedUp: 1,
    staged: 2,
    waiting: 3,
    processing: 4,
    waitingMs: 6,
    nextRoundAt: null,
    message: bulkProgressMessage(bulk),
  })
  expect([view.counts.sending, view.counts.ready]).toEqual([3, 87])
  expect(progressView({ ...moment, round: { ...round, bulk: { ...bulk, phase: null } } }).bulk).toBeNull()
})

test('while the core, or its database, is unreachable, nobody is told how long it will take', () => {
  const outage = { retryMs: 2000, sinceMs: 40_000, tries: 3, message: 'Connection is not available' }
  const gone = progressView({ ...moment, round: { ...round, outage } })
  expect([progressView(moment).remaining, gone.state, gone.remaining, gone.outage]).toEqual([
    'about 5 minutes',
    'waiting',
    '',
    { since: 60_000, retryMs: 2000, tries: 3, message: 'Connection is not available' },
  ])
})

test('a run that has sent all of its users has no time left', () => {
  const { remaining, leftMs } = progressView({ ...moment, finished: moment.target })
  expect([remaining, leftMs, progressView(moment).leftMs]).toEqual(['', null, 300_000])
})

test('the speed of single calls says nothing about the import job that follows them', () => {
  const bulk = {
    phase: 'waiting',
    lookedUp: 90,
    staged: 90,
    waiting: 90,
    processing: 0,
    unsettled: 0,
    lateRequestMs: null,
    unchangedMs: 0,
    waitingMs: 0,
    nextRoundMs: 60_000,
  } as const
  const view = progressView({ ...moment, round: { ...round, bulk, note: bulkProgressMessage(bulk) } })
  const { remaining, leftMs, note } = view
  expect([remaining, leftMs, note]).toEqual(['', null, expect.stringMatching(/90 users staged, at most 60 s to go/)])
  expect(view.bulk?.nextRoundAt).toBe(moment.now + 60_000)
})

test('the pause before this run adds to those between earlier ones', () => {
  expect(progressView({ ...moment, past: { ...moment.past, pausedMs: 2000 }, gapMs: 500 }).pausedMs).toBe(2500)
})

test('users set aside are counted', () => {
  const asideCauses = new Map([
    ['no-answer', asideUsers(74)],
    ['web-page|503', asideUsers(1000)],
  ])
  const { setAside, note, ...view } = progressView({ ...moment, round: { ...round, setAside: 1074, asideCauses } })
  expect([setAside, note, view.asideCauses?.map(({ title, users }) => `${users} ${title}`)]).toEqual([
    1074,
    '',
    ['1000 Web page (503) instead of an answer', expect.stringMatching(/^74 /)],
  ])
})

test('what slows a run is a sentence', () => {
  const slow = progressView({ ...moment, round: { ...round, slowed: 'latency' } })
  const paused = progressView({ ...moment, pausing: true, round: { ...round, slowed: 'latency' } })
  expect([slow.slowed, slow.note.slice(0, 16), paused.slowed]).toEqual(['latency', 'The core answers', undefined])
  const speed = { concurrency: 'auto', maxRate: 1 } as const
  expect([
    throttleMessage({ slowed: 'rate-limit', limit: 8 }, { ...speed, maxRate: 1500 }),
    throttleMessage({ slowed: 'rate-limit', limit: 8 }, speed),
    throttleMessage({ slowed: 'backpressure', limit: 1 }, speed),
    throttleMessage({ slowed: 'errors', limit: 2 }, speed),
    throttleMessage({ slowed: 'latency', limit: 8 }, speed),
    throttleMessage({ slowed: 'replacing', limit: 8 }, speed).slice(0, 52),
    throttleMessage({ slowed: null, limit: 8 }, speed),
  ]).toEqual([
    'Limited to 1,500 requests per second, as you set.',
    'Limited to 1 request per second, as you set.',
    'The core asked for fewer requests, so one user is sent at a time; higher limits are tried from time to time.',
    'All recent requests failed, so only 2 users are sent at a time.',
    'The core answers much more slowly than before, so only 8 users are sent at a time.',
    'At most three password hashes are imported at once: ',
    '',
  ])
})
