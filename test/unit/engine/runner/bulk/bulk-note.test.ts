import { expect, test } from 'vitest'
import { bulkNote, leftInCore } from '../../../../../electron/engine/runner/bulk/bulk-note.ts'

test.each([
  [{ waiting: 0, processing: 0, unsettled: 0, unchangedMs: 0, lateAfterMs: 330_000 }, ''],
  [
    { waiting: 1200, processing: 0, unsettled: 0, unchangedMs: 60_000, lateAfterMs: 330_000 },
    'Waiting for the core’s import job, which comes every five minutes: 1,200 users staged, at most 240 s to go.',
  ],
  [
    { waiting: 1, processing: 1, unsettled: 0, unchangedMs: 1000, lateAfterMs: 330_000 },
    'The core is importing: 1 user left.',
  ],
  [
    { waiting: 2, processing: 0, unsettled: 0, unchangedMs: 420_000, lateAfterMs: 330_000 },
    'The core’s import job has not touched 2 users for 7 minutes. It may be off: check BULK_MIGRATION_CRON_ENABLED, or restart the core, which runs it at once. You can pause and continue later.',
  ],
  [
    { waiting: 1000, processing: 0, unsettled: 1000, unchangedMs: 0, lateAfterMs: 330_000 },
    'Checking whether the core received 1,000 users to whom no reply came.',
  ],
])('%j', (standing, sentence) => {
  expect(bulkNote(standing)).toBe(sentence)
})

test('a run that ends says how many users the core may still import', () => {
  expect([leftInCore(0), leftInCore(1), leftInCore(1200)]).toEqual([
    '',
    '1 user is staged in the core and may still be imported; the next run follows them before anything else.',
    '1,200 users are staged in the core and may still be imported; the next run follows them before anything else.',
  ])
})
