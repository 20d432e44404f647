import { describe, expect, test } from 'vitest'
import { isUnderWay, withMeasures, withNewestCounts } from '../../../renderer/api/progress-context.tsx'
import { milestone } from '../../../renderer/steps/run/milestones.ts'
import { runLead, runTitle } from '../../../renderer/steps/run/run-title.ts'
import { stopReason } from '../../../renderer/steps/run/stop-reasons.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'

const running: ProgressView = {
  state: 'running',
  version: 7,
  counts: { ready: 50, blocked: 3, excluded: 0, existing: 0, sending: 8, migrated: 1041, failed: 1, 'in-doubt': 0 },
  methods: [],
  target: 1100,
  finished: 1042,
  perSecond: 13,
  remaining: 'about 6 minutes',
  p50: 580,
  p99: 1900,
  concurrency: 8,
  retries: 2,
  calls: 1044,
  note: '',
  stopped: null,
  startedAt: 1000,
  history: [{ at: 2000, ms: 1000, users: 13, p50: 1900, p99: 1900, atOnce: 4 }],
}

test('users are counted in the document: the newer of its view and the snapshot is shown', () => {
  const counts = { ...running.counts, ready: 53, blocked: 0 }
  const shown = [6, 7, 8].map((version) => withNewestCounts(running, { version, counts })?.counts.ready)
  expect([shown, withNewestCounts(running, null), withNewestCounts(null, { version: 8, counts })]).toEqual([
    [50, 50, 53],
    running,
    null,
  ])
})

describe('the headline of a run', () => {
  test('says what it does and how far it is', () => {
    const finished = { ...running, state: 'finished' } as const
    expect([
      runTitle(running, false),
      runTitle(running, true),
      runTitle({ ...running, state: 'waiting' }, false),
      runTitle({ ...running, state: 'stopped', stopped: 'cancelled' }, false),
      runTitle(finished, false),
      runTitle({ ...finished, counts: { ...running.counts, failed: 0, migrated: 1 } }, false),
      runTitle({ ...running, state: 'idle' }, false),
      runTitle({ ...running, state: 'idle', counts: { ...running.counts, ready: 0, sending: 0 } }, false),
    ]).toEqual([
      'Migrating · 1,042 of 1,100',
      'Rehearsing · 1,042 of 1,100',
      'Waiting · 1,042 of 1,100',
      'Cancelled · 1,042 of 1,100',
      'Finished · 1,041 users migrated, 1 failed',
      'Finished · 1 user migrated',
      'Not running · 1,041 users migrated so far',
      'Finished · 1,041 users migrated, 1 failed',
    ])
  })

  test('names the time left while users are sent or will be, and why it waits', () => {
    const note = 'Waiting 40 s: the core asked for it.'
    expect([
      runLead(running),
      runLead({ ...running, state: 'waiting', note }),
      runLead({ ...running, state: 'paused' }),
      runLead({ ...running, state: 'stopped', note: 'The core refused the API key.' }),
      runLead({ ...running, state: 'stopped', stopped: 'cancelled', note: 'Stopped by you.' }),
      runLead({ ...running, state: 'finished' }),
    ]).toEqual([
      'About 6 minutes left.',
      `About 6 minutes left. ${note}`,
      'About 6 minutes left once it goes on.',
      '',
      'Stopped by you.',
      '3 users wait for a decision. Decide in Review, then send them.',
    ])
  })
})

test('a screen reader hears every tenth and every change of state, and no tick', () => {
  const at = (finished: number): ProgressView => ({ ...running, finished })
  expect([
    milestone(null, at(700)),
    milestone(at(769), at(770)),
    milestone(at(770), at(771)),
    milestone(at(100), at(800)),
    milestone(at(1099), at(1100)),
    milestone(running, { ...running, state: 'paused' }),
    milestone({ ...running, state: 'paused' }, running),
    milestone(running, { ...running, state: 'waiting', note: 'Waiting 40 s.' }),
    milestone(running, { ...running, state: 'finished' }),
  ]).toEqual([
    null,
    '70 percent: 770 of 1,100.',
    null,
    '70 percent: 800 of 1,100.',
    null,
    'Paused at 1,042 of 1,100.',
    'Running.',
    'Waiting 40 s.',
    'Finished: 1,041 users migrated, 1 failed.',
  ])
})

test('what was measured last stays on screen when a run stands, but not into the next one', () => {
  const stands: ProgressView = { ...running, state: 'finished', p50: null, p99: null, history: [] }
  const next: ProgressView = { ...stands, state: 'running', startedAt: 9000 }
  expect([
    withMeasures(running, stands),
    withMeasures(running, next),
    withMeasures(running, { ...stands, startedAt: 9000 }),
    withMeasures(null, stands),
  ]).toEqual([
    { ...stands, p50: 580, p99: 1900, history: running.history },
    next,
    { ...stands, startedAt: 9000 },
    stands,
  ])
})

test('every reason to stop has a headline and advice, and a new one is not silent', () => {
  const codes = [
    'api-key-rejected',
    'forbidden',
    'licence-required',
    'wrong-address',
    'core-unreachable',
    'repeated-failure',
    'existing-users',
    'disk-full',
  ]
  const reasons = codes.map((code) => stopReason(code, ''))
  expect(new Set(reasons.map(({ title }) => title)).size).toBe(codes.length)
  expect(stopReason('moon-phase', 'The moon is wrong.')).toEqual({
    title: 'The run stopped',
    advice: 'The moon is wrong.',
    way: 'resume',
  })
})

test('a run that was cancelled or has finished is not under way, one that waits for a word is', () => {
  const states = ['running', 'waiting', 'pausing', 'paused', 'stopped', 'finished', 'idle'] as const
  const underWay = states.filter((state) => isUnderWay({ ...running, state }))
  expect([underWay, isUnderWay({ ...running, state: 'stopped', stopped: 'cancelled' }), isUnderWay(null)]).toEqual([
    ['running', 'waiting', 'pausing', 'paused', 'stopped'],
    false,
    false,
  ])
})
