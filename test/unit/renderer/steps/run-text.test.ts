import { describe, expect, test } from 'vitest'
import { isUnderWay, nextProgress, withNewestCounts } from '../../../../renderer/api/progress-context.tsx'
import { isOffered, nextSteps } from '../../../../renderer/steps/run/run-actions.tsx'
import { runFootText, runFacts, runLead, sendingName } from '../../../../renderer/steps/run/progress/run-facts.ts'
import { failuresGap, milestone, stageIn, stageOf, stageTags } from '../../../../renderer/steps/run/use-run.ts'
import { stepStatuses } from '../../../../renderer/steps/steps.ts'
import { stopReasons, stopText } from '../../../../shared/report/stop-reason.ts'
import type { ProgressView } from '../../../../shared/ipc/views.ts'
import { begunRun, emptyView, noCounts as none } from '../../../support/data/made-up-views.ts'

type RunSituation = Parameters<typeof nextSteps>[1]

const running: ProgressView = {
  ...begunRun,
  version: 7,
  counts: { ready: 50, blocked: 3, excluded: 0, existing: 0, sending: 8, migrated: 1041, failed: 1, 'in-doubt': 0 },
  target: 1100,
  finished: 1042,
  perSecond: 13,
  remaining: 'about 6 minutes',
  leftMs: 360_000,
  elapsedMs: 80_000,
  p50: 580,
  p99: 1900,
  retries: 2,
  calls: 1044,
  history: [{ at: 2000, ms: 1000, users: 13, p50: 1900, p99: 1900, atOnce: 4 }],
}

test('causes are counted now and then while users are sent, and at once when the run has ended', () => {
  expect([failuresGap(null), failuresGap(running), failuresGap({ ...running, state: 'finished' })]).toEqual([
    0, 1000, 0,
  ])
})

test('users are counted in the document: the newer of its view and the snapshot is shown', () => {
  const counts = { ...running.counts, ready: 53, blocked: 0 }
  const shown = [6, 7, 8].map((version) => withNewestCounts(running, { version, counts })?.counts.ready)
  expect([shown, withNewestCounts(running, null), withNewestCounts(null, { version: 8, counts })]).toEqual([
    [50, 50, 53],
    running,
    null,
  ])
})

const over: ProgressView = { ...running, state: 'finished', counts: { ...none, migrated: 83 } }
const pilot: ProgressView = {
  ...over,
  counts: { ...none, migrated: 10, ready: 73, blocked: 1, excluded: 2 },
  lastOrder: { kind: 'some', interrupted: false },
}
const situation: RunSituation = { rehearsal: false, retryable: 13 }

/** The next step in one line, the other buttons behind it. */
function offered(progress: ProgressView, where = situation): string {
  const { primary, others } = nextSteps(progress, where)
  return `[${primary?.label ?? ''}] ${others.map(({ label }) => label).join(' | ')}`.trim()
}

describe('the next step of a run', () => {
  test('is the one filled button while users are sent', () => {
    const outage = { since: 0, retryMs: 19_000, tries: 7, message: 'No server accepts connections at this address.' }
    expect([
      offered(running),
      offered({ ...running, state: 'pausing' }),
      offered({ ...running, state: 'waiting', note: 'Waiting 40 s, as the core asked.' }),
      offered({ ...running, state: 'waiting', outage }),
    ]).toEqual([
      '[Pause run] Cancel run…',
      '[Pausing] Cancel run…',
      '[Pause run] Cancel run…',
      // The banner has it: Try now.
      '[] Cancel run… | Pause run',
    ])
  })

  test('goes on with those who are left after a pilot, a pause, a stop and a cancel', () => {
    expect([
      offered(pilot),
      offered({ ...pilot, state: 'idle' }),
      offered(pilot, { ...situation, removable: true }),
      offered({ ...pilot, counts: { ...pilot.counts, failed: 2 } }, { ...situation, retryable: 2, removable: true }),
      offered({ ...running, state: 'paused' }),
      offered({ ...running, state: 'stopped', stopped: 'api-key-rejected' }),
      offered({ ...running, state: 'stopped', stopped: 'cancelled' }),
    ]).toEqual([
      '[Migrate the other 73] Open report | Decide for 1 user',
      '[Migrate the other 73] Open report | Decide for 1 user',
      '[Migrate the other 73] Undo pilot… | Open report',
      '[Retry 2 users] Undo pilot… | Migrate the other 73',
      '[Resume with 58 users] Open report',
      '[] Open report | Resume with 58 users',
      '[Migrate 50 users] Open report',
    ])
  })

  test('follows the users whom the core may still import, where a run was cancelled with nobody left to send', () => {
    const staged: ProgressView = {
      ...running,
      state: 'stopped',
      stopped: 'cancelled',
      counts: { ...none, migrated: 5, sending: 8 },
    }
    const reopened: ProgressView = {
      ...staged,
      state: 'idle',
      stopped: null,
      lastOrder: { kind: 'all', interrupted: false },
    }
    expect([staged, reopened].map((progress) => offered(progress))).toEqual([
      '[Resume with 8 users] Open report',
      '[Resume with 8 users] Open report',
    ])
    expect(runFootText(staged, true, 'core.example')).toBe(
      '8 users may have been sent, and are checked first when you resume.',
    )
  })

  test('is to correct the users of the largest cause, where to send them again would fail again', () => {
    const failed: ProgressView = { ...over, counts: { ...none, migrated: 551, failed: 36 } }
    expect([
      offered(failed, { ...situation, correctable: 34 }),
      // Of the others only a correction changes the outcome.
      offered(failed, { ...situation, retryable: 25 }),
      offered(failed, { ...situation, retryable: 0 }),
    ]).toEqual(['[Correct 34 users] Open report', '[Retry 25 users] Open report', '[Correct 36 users] Open report'])
  })

  test('stands once on screen: the line of the only cause leaves it to the buttons of the run', () => {
    const failed: ProgressView = { ...over, counts: { ...none, migrated: 70, failed: 13 } }
    const steps = nextSteps(failed, situation)
    expect([
      isOffered(steps, [{ action: 'retry' }]),
      isOffered(nextSteps(failed, { ...situation, offline: true }), [{ action: 'retry' }]),
      isOffered(steps, [{ action: 'retry' }, { action: 'correct' }]),
      isOffered(steps, [{ action: 'without-old-id' }]),
      isOffered(nextSteps(running, situation), [{ action: 'retry' }]),
    ]).toEqual([true, true, false, false, false])
  })

  test('is to connect the core, in a banner, where users would be sent', () => {
    const offline = { ...situation, offline: true }
    expect([
      offered({ ...running, state: 'paused' }, offline),
      offered(pilot, offline),
      offered(over, offline),
      offered({ ...over, state: 'idle', counts: { ...over.counts, ready: 0, failed: 0 } }, offline),
    ]).toEqual([
      '[] Open report | Resume with 58 users',
      '[] Open report | Decide for 1 user | Migrate the other 73',
      '[Open report]',
      '[Open report]',
    ])
  })

  test('is no run after an undo: the report, and to migrate again beside it', () => {
    const undone = { ...situation, undone: true }
    expect([offered(pilot, undone), offered({ ...over, state: 'idle' }, undone)]).toEqual([
      '[Open report] Migrate again: 73 users…',
      '[Open report]',
    ])
  })

  test('is undone however it ended, and never offers to resume with the removed users', () => {
    const ready = { ...none, ready: 83 }
    const ended: readonly ProgressView[] = [
      { ...over, counts: ready },
      { ...over, state: 'idle', lastOrder: { kind: 'all', interrupted: true }, counts: ready },
      { ...over, state: 'stopped', stopped: 'api-key-rejected', counts: ready },
      { ...over, state: 'paused', counts: ready },
    ]
    expect(ended.map((progress) => stageIn({ undone: 83 }, progress))).toEqual(ended.map(() => 'undone'))
    const document = { ...emptyView, started: true, undone: 83 }
    expect(ended.map((progress) => stepStatuses(document, progress).run.note)).toEqual(ended.map(() => 'undone'))
    expect(stageIn({ undone: 83 }, running)).toBe('running')
  })

  test('resumes in a later session what is known of the run, and asks again where it is not', () => {
    const reopened: ProgressView = { ...running, state: 'idle', lastOrder: { kind: 'all', interrupted: true } }
    const one = { ...situation, retryable: 1 }
    expect([
      offered(reopened),
      offered({ ...reopened, lastOrder: { kind: 'some', interrupted: true } }),
      offered({ ...reopened, lastOrder: { kind: 'all', interrupted: false } }, one),
      offered({ ...reopened, lastOrder: null }, one),
    ]).toEqual([
      '[Resume with 58 users] Open report',
      // Those whose request got no answer are among them.
      '[Migrate 58 users] Open report',
      '[Retry 1 user] Open report | Migrate 50 users',
      '[Retry 1 user] Open report | Migrate 50 users',
    ])
  })

  test('resumes when all that is left are users whose requests got no answer', () => {
    const lost: ProgressView = {
      ...over,
      state: 'idle',
      counts: { ...none, migrated: 82, sending: 1 },
      lastOrder: { kind: 'all', interrupted: true },
    }
    expect([
      offered(lost),
      offered({ ...lost, state: 'paused' }),
      offered({ ...lost, lastOrder: { kind: 'some', interrupted: true } }),
    ]).toEqual(['[Resume with 1 user] Open report', '[Resume with 1 user] Open report', '[Migrate 1 user] Open report'])
    expect(runFootText({ ...lost, state: 'paused' }, true, 'core.example')).toBe(
      'Nothing is being sent. 1 user may have been sent, and is checked first when you resume.',
    )
    const refused: ProgressView = { ...running, state: 'stopped', stopped: 'api-key-rejected' }
    expect(runFootText(refused, true, 'core.example')).toBe(
      '50 users will be sent to core.example when you resume, after 8 who may have been sent are checked.',
    )
    expect(runFootText(refused, false, 'core.example')).toBe('Connect the core above to resume.')
    // Whose pilot or retry it was is not known after a restart: button and line name the same users and the same way.
    const retry: ProgressView = {
      ...running,
      state: 'idle',
      lastOrder: { kind: 'retry', interrupted: true },
      target: 9,
    }
    expect([offered(retry), runFootText(retry, true, 'core.example'), runFootText(retry, false, '')]).toEqual([
      '[Migrate 58 users] Open report',
      'Nothing is being sent. 50 users will be sent to core.example once you have confirmed, after 8 who may have been sent are checked.',
      'Connect the core above to migrate.',
    ])
    const checked: ProgressView = { ...retry, counts: { ...none, sending: 2 } }
    expect([offered(checked), runFootText(checked, true, 'core.example')]).toEqual([
      '[Migrate 2 users] Open report',
      'Nothing is being sent. 2 users may have been sent, and are checked first when you migrate.',
    ])
    // The key is entered where its refusal is told, and nothing else is filled; a rehearsal core gets none, and while its
    // refusal is simulated, to resume would only be refused again.
    const rehearsal = { ...situation, rehearsal: true }
    expect([
      offered(refused),
      offered(refused, rehearsal),
      offered(refused, { ...rehearsal, simulated: true }),
    ]).toEqual([
      '[] Open report | Resume with 58 users',
      '[Resume with 58 users] Open report',
      '[] Open report | Resume with 58 users',
    ])
    expect(runFootText({ ...running, state: 'paused' }, true, 'core.example')).toBe(
      'Nothing is being sent. 50 users will be sent to core.example when you resume, after 8 who may have been sent are checked.',
    )
    expect([sendingName({ ...lost, state: 'paused' }), sendingName(running), sendingName(lost)]).toEqual([
      'To be checked',
      'Sending',
      'To be checked',
    ])
  })

  test('retries or corrects who failed, decides, migrates for real, and only then is the report', () => {
    const failed = { ...over, counts: { ...none, migrated: 70, failed: 13 } }
    const blocked = { ...over, counts: { ...none, migrated: 82, blocked: 1 } }
    const rehearsal = { rehearsal: true, retryable: 13 }
    expect([
      offered(failed),
      offered(failed, { ...situation, retryable: 0 }),
      offered(blocked),
      offered(over),
      offered(over, rehearsal),
      offered(blocked, rehearsal),
      offered(failed, rehearsal),
    ]).toEqual([
      '[Retry 13 users] Open report',
      '[Correct 13 users] Open report',
      '[Decide for 1 user] Open report',
      '[Open report]',
      '[Migrate for real…] Open report',
      '[Migrate for real…] Open report',
      '[Retry 13 users] Open report | Migrate for real…',
    ])
  })
})

describe('what a run says of itself', () => {
  test('is one word beside the title', () => {
    const word = (progress: ProgressView) => stageTags[stageOf(progress)].word
    expect([
      word(running),
      word({ ...running, state: 'idle', lastOrder: { kind: 'all', interrupted: true } }),
      word({ ...running, state: 'stopped', stopped: 'cancelled' }),
      word(pilot),
      word({ ...pilot, lastOrder: { kind: 'all', interrupted: false } }),
      word(over),
    ]).toEqual(['Running', 'Paused', 'Cancelled', 'Pilot', 'Finished', 'Finished'])
  })

  test('names the others after a pilot, and who failed or needs a decision at the end', () => {
    const lead = (progress: ProgressView, ...causes: NonNullable<Parameters<typeof runLead>[1]>) =>
      Object.values(runLead(progress, causes)).filter(Boolean).join(' ')
    const failing = { ...over, counts: { ...none, migrated: 70, failed: 13 } }
    const retried = { action: 'retry', users: 12 } as const
    const corrected = { action: 'correct', users: 1 } as const
    expect([
      lead(pilot),
      lead(failing),
      lead(failing, retried),
      lead(failing, { ...retried, users: 13 }),
      lead({ ...over, counts: { ...none, migrated: 70, failed: 1 } }, corrected),
      lead(failing, corrected, retried),
      lead(failing, corrected, { action: 'without-old-id', users: 12 }),
      lead({ ...over, counts: { ...none, migrated: 70, blocked: 1 } }),
      lead(over),
      lead(running),
      lead({ ...running, state: 'waiting', note: 'Waiting 40 s, as the core asked.' }),
      lead({ ...running, state: 'stopped', stopped: 'disk-full', note: 'The disk is full.' }),
      lead({ ...running, note: 'Limited to 8 requests per second, as you set.', slowed: 'rate-limit' }),
      lead({ ...running, note: 'The core asked for fewer requests.', slowed: 'backpressure' }),
    ]).toEqual([
      '10 of 83 migrated as a pilot. Check them, then migrate the other 73.',
      '13 users failed.',
      '13 users failed.',
      '13 users failed. See the cause below, then retry them.',
      '1 user failed. See the cause below, then correct the user.',
      '13 users failed. See the causes below, then retry or correct them.',
      '13 users failed. See the causes below, then correct or continue without old IDs.',
      'Everyone who was ready is migrated. 1 user still needs a decision.',
      'Everyone who was ready is migrated.',
      '',
      'Waiting 40 s, as the core asked.',
      '',
      '',
      'The core asked for fewer requests.',
    ])
    expect([
      runFootText(running, true, 'core.example'),
      runFootText({ ...running, state: 'paused' }, false, ''),
    ]).toEqual([
      'You can close the app at any time; the run pauses and can be resumed.',
      'Connect the core above to resume.',
    ])
  })

  test('tells no time left while the core is away, and no reply times of what was not answered', () => {
    const now = 1_000_000_000
    const outage = { since: now - 120_000, retryMs: 18_200, tries: 7, message: 'No server accepts connections.' }
    const values = (progress: ProgressView) => runFacts(progress).map(({ name, value }) => `${name}: ${value}`)
    const passwords = [{ method: 'password', total: 60, done: 8, failed: 0 } as const]
    const timed = { ...pilot, retries: 0, methods: passwords, elapsedMs: 2000 }
    expect(
      runFacts(timed).map(({ name, value, unit, note }) =>
        [name, value, unit, note.replaceAll(/\d\d:\d\d:\d\d/g, 'hh')].join('; '),
      ),
    ).toEqual([
      'Pilot; 10; users; hh to hh',
      'Failed; 0; ; no retries',
      'Reply time, p50; 580; ms; p99 1.9 s',
      'Time for the other 73; 15 s; ; at the speed of the pilot',
      'Password hash; 8 of 10; ; 2 have no password',
    ])
    const away = runFacts({ ...running, state: 'waiting', pausedMs: 360_000, waitedMs: 120_000, outage })
    expect([
      values(running),
      values(over),
      away.map(({ name, value, unit, note }) => [name, value, unit, note.replace(/\d\d:\d\d/, 'hh:mm')].join('; ')),
    ]).toEqual([
      ['Time left: 6 min', 'Elapsed: 80 s', 'Speed: 13', 'Reply time, p50: 580', 'Retried requests: 2'],
      ['Elapsed: 80 s', 'Speed: 1.0', 'Reply time, p50: 580', 'Retried requests: 2'],
      [
        'Time left; Unknown; ; about 6 min once the core answers',
        'Elapsed; 80 s; ; plus 6 min paused, 2 min waiting',
        'Speed; 0; users/s; 13 users/s on average',
        'Reply time, p50; None; ; no answer since hh:mm',
        'Connection tries; 7; ; next in 19 s',
      ],
    ])
  })
})

test('a run that was cut off says that its reply times were not saved, not that nobody answered', () => {
  const noteOf = (progress: ProgressView) =>
    runFacts({ ...progress, p50: null, p99: null }).find(({ name }) => name === 'Reply time, p50')?.note
  expect([noteOf({ ...running, state: 'paused' }), noteOf(running), noteOf({ ...over, counts: none })]).toEqual([
    'not saved before the app ended',
    'no answer yet',
    'no answer yet',
  ])
})

test('the time between the end of a run and a retry is no pause of it', () => {
  const noteOf = (progress: ProgressView) => runFacts(progress).find(({ name }) => name === 'Elapsed')?.note ?? ''
  expect(noteOf({ ...running, state: 'paused', pausedMs: 900_000 })).toBe('plus 15 min paused')
  expect(noteOf({ ...over, pausedMs: 900_000, startedAt: null, history: [] })).toBe('')
  const [first] = running.history
  expect(noteOf({ ...over, startedAt: 9_000_000 })).toBe(noteOf({ ...over, startedAt: first?.at ?? null, history: [] }))
})

test('a screen reader hears every tenth and every change of state, and no tick', () => {
  const at = (migrated: number): ProgressView => ({
    ...running,
    counts: { ...none, migrated, ready: 1100 - migrated, blocked: 9 },
  })
  const now = at(1042)
  expect([
    milestone(null, at(700)),
    milestone(at(769), at(770)),
    milestone(at(770), at(771)),
    milestone(at(100), at(880)),
    milestone(at(1099), at(1100)),
    milestone(now, { ...now, state: 'paused' }),
    milestone({ ...now, state: 'paused' }, now),
    milestone(now, { ...now, state: 'waiting', note: 'Waiting 40 s.' }),
    milestone(running, { ...running, state: 'finished' }),
  ]).toEqual([
    null,
    '70 percent: 770 of 1,100.',
    null,
    '80 percent: 880 of 1,100.',
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
    nextProgress(running, stands),
    nextProgress(running, next),
    nextProgress(running, { ...stands, startedAt: 9000 }),
    nextProgress(null, stands),
  ]).toEqual([
    { ...stands, p50: 580, p99: 1900, history: running.history },
    next,
    { ...stands, startedAt: 9000 },
    stands,
  ])
})

test('a snapshot that comes late does not replace a newer one', () => {
  const paused: ProgressView = { ...running, state: 'paused', version: 9, at: running.at + 40 }
  const pausing: ProgressView = { ...running, state: 'pausing', version: 8 }
  expect([nextProgress(paused, pausing), nextProgress(pausing, paused), nextProgress(null, pausing)]).toEqual([
    paused,
    paused,
    pausing,
  ])
  // Of one version the later moment counts.
  const later = { ...pausing, at: pausing.at + 100 }
  expect([nextProgress(later, pausing), nextProgress(pausing, later)]).toEqual([later, later])
})

test('every reason to stop has a title, and one of a newer version is not silent', () => {
  expect(new Set(stopReasons.map((reason) => stopText(reason).title)).size).toBe(stopReasons.length)
  expect(stopText('moon-phase')).toEqual({ title: 'The run stopped', control: 'resume' })
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
