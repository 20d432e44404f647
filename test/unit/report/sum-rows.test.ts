import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutOverLead, reportLead } from '../../../renderer/steps/report/report-actions.tsx'
import { sumOf, sumRows, undoneParts } from '../../../shared/report/sum-rows.ts'
import type { ReportView } from '../../../shared/ipc/views.ts'
import { userStates } from '../../../shared/planning/call.ts'
import { emptyReport, noCounts } from '../../support/data/made-up-views.ts'
import { rehearsalTarget as rehearsal } from '../../support/data/made-up-targets.ts'

test('the rows of the report add up to the records, whatever became of them', () => {
  const count = fc.nat({ max: 100_000 })
  const states = fc.record(
    Object.fromEntries(userStates.map((state) => [state, count])) as Record<keyof typeof noCounts, typeof count>,
  )
  fc.assert(
    fc.property(states, count, count, count, count, (counts, joined, unmatched, unreadable, other) => {
      const users = Object.values(counts).reduce((sum, n) => sum + n, 0)
      const records = users + joined + unmatched + unreadable + other
      const totals = { records, users, joined, unmatched, unreadable, other }
      expect(sumOf(sumRows({ totals, counts }))).toBe(totals.records)
    }),
  )
})

test('a sum that does not fit the records is shown as it is, not made to fit', () => {
  const totals = { records: 12, users: 10, joined: 0, unmatched: 0, unreadable: 0, other: 0 }
  expect(sumOf(sumRows({ totals, counts: { ...noCounts, migrated: 9 } }))).toBe(9)
})

test('rows that are zero in most migrations are left out', () => {
  const totals = { records: 5, users: 5, joined: 0, unmatched: 0, unreadable: 0, other: 0 }
  const rows = sumRows({ totals, counts: { ...noCounts, migrated: 4, 'in-doubt': 1 } })
  expect(rows.map(({ label, value }) => [label, value])).toEqual([
    ['Migrated', 4],
    ['Need a decision', 0],
    ['Failed', 0],
    ['Excluded', 0],
    ['In doubt', 1],
  ])
})

test('the line under the headline says when and how fast, and that numbers do not add up', () => {
  const report: ReportView = {
    ...emptyReport,
    totals: { ...emptyReport.totals, records: 1, users: 1 },
    counts: { ...noCounts, migrated: 1 },
  }
  const start = new Date(2026, 10, 20, 21, 2).getTime()
  const sent = { ...report, startedAt: start, finishedAt: start + 16 * 60_000, runs: 2, sendingMs: 18_000 }
  expect([
    reportLead(report),
    reportLead({ ...report, addsUp: false }).split('.', 1)[0],
    reportLead({ ...sent, startedBy: 'm.ops' }),
    reportLead({ ...sent, target: rehearsal }),
    reportLead({ ...sent, finishedAt: start + 5000, target: rehearsal }),
  ]).toEqual([
    '',
    'The numbers below do not add up',
    'November 20, 21:02 to 21:18. 2 runs, 0.1 users per second.',
    'Rehearsal of November 20, 21:02 to 21:18. No real core was changed.',
    'Rehearsal of November 20, 21:02. No real core was changed.',
  ])
})

test('after a cut-over the report says how long it was between the last read and the last write', () => {
  const lastRead = new Date(2026, 10, 20, 21, 2).getTime()
  const cut = { lastRead }
  expect([
    cutOverLead(null),
    cutOverLead({ ...cut, lastWrite: lastRead + 9000 }),
    cutOverLead({ ...cut, lastWrite: lastRead - 60_000 }),
  ]).toEqual([
    '',
    'Cut over: 9 s between the last read and the last write.',
    'Cut over: last read at 21:02, nothing written after it.',
  ])
})

test('after an undo the users of the core before and now add up, also with others who came since', () => {
  const partsFor = (removed: number, gone: number, core: Parameters<typeof undoneParts>[1], stay = 0) =>
    undoneParts({ removed, gone, stay }, core)
      .map(({ sign, value, label }) => [sign ?? '', value, label].join(' ').trim())
      .join(' ')
  expect([
    partsFor(1960, 0, { before: 312, now: 312 }),
    partsFor(160, 23, { before: 0, now: 2 }),
    partsFor(9, 0, { before: 12, now: 10 }),
    partsFor(183, 0, null),
    partsFor(20, 0, null, 3),
    partsFor(20, 0, { before: 80, now: 80 }, 3),
  ]).toEqual([
    '312 before + 1960 migrated − 1960 removed = 312 now',
    '0 before + 183 migrated − 160 removed − 23 gone before + 2 others since = 2 now',
    '12 before + 9 migrated − 9 removed − 2 others since = 10 now',
    '183 migrated − 183 removed = 0 left',
    '23 migrated − 20 removed = 3 left',
    '80 before + 20 created − 20 removed = 80 now',
  ])
})

test('after an undo no user is called “not sent yet”', () => {
  const counts = { ...noCounts, ready: 3 }
  const totals = { records: 3, users: 3, joined: 0, unmatched: 0, unreadable: 0, other: 0 }
  expect(sumRows({ totals, counts, undone: 3 }).find(({ key }) => key === 'ready')?.label).toBe('Ready again')
})
