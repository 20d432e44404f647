import { expect, test } from 'vitest'
import { bulkProgressMessage } from '../../../../electron/engine/runner/bulk/bulk-message.ts'
import { progressView, throttleMessage, type RunMoment } from '../../../../electron/engine/session/progress-view.ts'

const round = {
  calls: 10,
  retries: 0,
  inFlight: 4,
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
  heldUsers: 0,
  lastOrder: null,
  gapMs: 0,
  leftMs: () => 300_000,
  now: 100_000,
}

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

const asideUsers = (users: number) =>
  new Map(Array.from({ length: users }, (_, n) => [n, { tries: 3, lastAt: 0 }] as const))

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
    'The core fails every request, so only 2 users are sent at a time.',
    'The core answers much more slowly than before, so only 8 users are sent at a time.',
    'At most three password hashes are imported at once: ',
    '',
  ])
})
