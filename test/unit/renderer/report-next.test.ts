import { expect, test } from 'vitest'
import { openText, reportNext, runsText } from '../../../renderer/steps/report/report-next.ts'
import { shortDigest } from '../../../renderer/steps/report/sign-off-card.tsx'
import type { FailureGroup, ReportView } from '../../../shared/ipc/views.ts'

const none = { ready: 0, blocked: 0, excluded: 0, existing: 0, sending: 0, migrated: 0, failed: 0, 'in-doubt': 0 }
const live: ReportView['target'] = {
  kind: 'live',
  baseUrl: 'https://core.example.com',
  name: 'core.example.com',
  dialect: 'documented',
  cdiVersion: null,
  checkMessage: '',
  connected: true,
  confirmed: true,
}
const done: ReportView = {
  totals: { records: 83, users: 83, joined: 0, unmatched: 0, unreadable: 0, other: 0 },
  counts: { ...none, migrated: 83 },
  target: live,
  startedAt: null,
  finishedAt: null,
  sentence: '',
  addsUp: true,
  failures: [],
  notes: [],
  startedBy: null,
  withoutPassword: 0,
  undone: null,
  history: [],
  passwordChecks: [],
  runs: 2,
  sendingMs: 18_000,
  signOff: { project: '', operator: '', note: '', signedAt: null, changedSince: false },
  digest: '',
  rehearsal: null,
}
const group: FailureGroup = { key: '500', title: '', advice: '', users: 13, action: 'retry', replies: [] }
const rehearsal: ReportView['target'] = { ...live, kind: 'rehearsal' }

test('the report offers what is still open first, and saving only when nothing is', () => {
  const failed = { ...done, counts: { ...none, migrated: 70, failed: 13 }, failures: [group] }
  const blocked = { ...none, migrated: 82, blocked: 1 }
  const label = (report: ReportView, underWay = false) => reportNext(report, underWay)?.label ?? 'Save report…'
  expect([
    label(failed),
    label({ ...failed, failures: [{ ...group, action: 'correct' }] }),
    label({ ...done, counts: { ...none, migrated: 10, ready: 73 } }),
    label({ ...done, counts: { ...none, ready: 82 }, undone: 82 }),
    label({ ...done, counts: blocked }),
    label({ ...done, counts: blocked, target: rehearsal }),
    label({ ...failed, target: rehearsal }),
    label({ ...done, counts: { ...none, migrated: 82, sending: 1 } }),
    label(done),
    label(done, true),
  ]).toEqual([
    'Retry 13',
    'Correct 13',
    'Migrate 73 users',
    'Save report…',
    'Decide for 1 user',
    'Migrate for real…',
    'Retry 13',
    'Back to the run',
    'Save report…',
    'Back to the run',
  ])
  expect([openText({ ...done, counts: { ...none, failed: 2, blocked: 1 } }), openText(done), runsText(done)]).toEqual([
    '2 users failed, 1 user still needs a decision.',
    '',
    '2 runs, 4.6 users/s on average',
  ])
})

test('a digest is shown by its ends', () => {
  expect([shortDigest('9f2c41d807aeb35c0000e611'), shortDigest('')]).toEqual(['9f2c 41d8 07ae b35c … e611', ''])
})
