import { expect, test } from 'vitest'
import { reportFootText, reportNext, reportTitle, runsText } from '../../../../renderer/steps/report/report-actions.tsx'
import { notMigratedText, sentencesOf } from '../../../../renderer/steps/report/causes-card.tsx'
import { shortDigest } from '../../../../renderer/steps/report/sign-off-card.tsx'
import type { OpenCause, ReportView } from '../../../../shared/ipc/views.ts'
import { emptyReport, noCounts } from '../../../support/data/made-up-views.ts'
import { liveTarget as live } from '../../../support/data/made-up-targets.ts'

const done: ReportView = {
  ...emptyReport,
  totals: { ...emptyReport.totals, records: 83, users: 83 },
  counts: { ...noCounts, migrated: 83 },
  target: live,
  runs: 2,
  sendingMs: 18_000,
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
  const failed = { ...done, counts: { ...noCounts, migrated: 70, failed: 13 }, causes: [group] }
  const blocked = { ...noCounts, migrated: 82, blocked: 1 }
  const label = (report: ReportView, underWay = false) => reportNext(report, underWay)?.label ?? 'Save report…'
  expect([
    label(failed),
    label({ ...failed, causes: [{ ...group, action: 'correct' }] }),
    // To send all of them again would fail for most of them again.
    label({
      ...failed,
      causes: [
        { ...group, users: 11, action: 'correct' },
        { ...group, users: 2 },
      ],
    }),
    label({
      ...failed,
      causes: [
        { ...group, users: 11 },
        { ...group, users: 2, action: 'correct' },
      ],
    }),
    label({ ...done, counts: { ...noCounts, migrated: 10, ready: 73 } }),
    label({ ...done, counts: { ...noCounts, ready: 82 }, undone: 82 }),
    label({ ...done, counts: blocked }),
    label({ ...done, counts: blocked, target: rehearsal }),
    label({ ...failed, target: rehearsal }),
    label({ ...failed, counts: { ...failed.counts, blocked: 14 } }),
    label({ ...failed, undone: 70 }),
    label({ ...done, counts: { ...noCounts, migrated: 82, sending: 1 } }),
    label(done),
    label(done, true),
  ]).toEqual([
    'Retry 13 users',
    'Correct 13 users',
    'Correct 11 users',
    'Retry 11 users',
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
    reportFootText(failed, 0, false),
    reportFootText({ ...done, counts: blocked }, 2, true),
    reportFootText({ ...failed, undone: 13 }, 2, true),
    reportFootText({ ...done, target: rehearsal }, 2, true),
    reportFootText(done, 0, true),
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

test('the reason of skipped records begins with a capital letter, and its first sentence stands out', () => {
  expect([sentencesOf('no user in the other files matches'), sentencesOf('This is a client. It was skipped.')]).toEqual(
    [['No user in the other files matches'], ['This is a client.', 'It was skipped.']],
  )
})

test('users who are not sent yet are named beside the users of a cause', () => {
  expect([
    notMigratedText(74, noCounts),
    notMigratedText(74, { ...noCounts, ready: 1 }),
    notMigratedText(74, { ...noCounts, ready: 9 }, true),
    notMigratedText(1, { ...noCounts, ready: 1200, sending: 3 }),
  ]).toEqual([
    '74 users',
    '74 users, and 1 not sent yet',
    '74 users, and 9 ready again',
    '1 user, and 1,203 not sent yet',
  ])
})

test('the title of a later export counts what was to be sent, and names unchanged users apart', () => {
  const later = { ...done, totals: { ...done.totals, users: 712, unchanged: 534 } }
  expect([
    reportTitle({ ...later, counts: { ...noCounts, migrated: 29, excluded: 595, failed: 36, blocked: 52 } }),
    reportTitle(done),
  ]).toEqual(['29 of 178 users migrated · 534 unchanged', '83 of 83 users migrated'])
})
