import { expect, test } from 'vitest'
import { footText, reportNext, runsText } from '../../../renderer/steps/report/report-actions.tsx'
import { shortDigest } from '../../../renderer/steps/report/sign-off-card.tsx'
import type { OpenCause, ReportView } from '../../../shared/ipc/views.ts'
import { liveTarget as live } from '../../support/made-up-targets.ts'

const none = { ready: 0, blocked: 0, excluded: 0, existing: 0, sending: 0, migrated: 0, failed: 0, 'in-doubt': 0 }
const done: ReportView = {
  totals: { records: 83, users: 83, joined: 0, unmatched: 0, unreadable: 0, other: 0 },
  counts: { ...none, migrated: 83 },
  target: live,
  startedAt: null,
  finishedAt: null,
  sentence: '',
  addsUp: true,
  causes: [],
  notes: [],
  startedBy: null,
  withoutPassword: 0,
  held: 0,
  undone: null,
  history: [],
  passwordChecks: [],
  runs: 2,
  sendingMs: 18_000,
  signOff: { project: '', operator: '', note: '', signedAt: null, changedSince: false },
  digest: '',
  rehearsal: null,
}
const group: OpenCause = {
  state: 'failed',
  title: '',
  next: '',
  users: 13,
  action: 'retry',
  filter: {},
  replies: [],
}
const rehearsal: ReportView['target'] = { ...live, kind: 'rehearsal' }

test('the report offers what is still open first, and saving only when nothing is', () => {
  const failed = { ...done, counts: { ...none, migrated: 70, failed: 13 }, causes: [group] }
  const blocked = { ...none, migrated: 82, blocked: 1 }
  const label = (report: ReportView, underWay = false) => reportNext(report, underWay)?.label ?? 'Save report…'
  expect([
    label(failed),
    label({ ...failed, causes: [{ ...group, action: 'correct' }] }),
    label({ ...done, counts: { ...none, migrated: 10, ready: 73 } }),
    label({ ...done, counts: { ...none, ready: 82 }, undone: 82 }),
    label({ ...done, counts: blocked }),
    label({ ...done, counts: blocked, target: rehearsal }),
    label({ ...failed, target: rehearsal }),
    label({ ...failed, counts: { ...failed.counts, blocked: 14 } }),
    label({ ...failed, undone: 70 }),
    label({ ...done, counts: { ...none, migrated: 82, sending: 1 } }),
    label(done),
    label(done, true),
  ]).toEqual([
    'Retry 13 users',
    'Correct 13 users',
    'Migrate 73 users…',
    'Save report…',
    'Decide for 1 user',
    'Migrate for real…',
    'Retry 13 users',
    'Decide for 14 users',
    'Save report…',
    'Back to the run',
    'Save report…',
    'Back to the run',
  ])
  expect([
    footText(failed, 0, false),
    footText({ ...done, counts: blocked }, 2, true),
    footText({ ...failed, undone: 13 }, 2, true),
    footText({ ...done, target: rehearsal }, 2, true),
    footText(done, 0, true),
    runsText(done),
  ]).toEqual([
    'Connect to the core again to send users.',
    'Password hashes stay in this file until you remove them.',
    'Your mapping and decisions are kept.',
    'The rehearsal stays in your recent migrations.',
    '',
    '2 runs, 4.6 users/s on average',
  ])
})

test('a digest is shown by its ends', () => {
  expect([shortDigest('9f2c41d807aeb35c0000e611'), shortDigest('')]).toEqual(['9f2c 41d8 07ae b35c … e611', ''])
})
