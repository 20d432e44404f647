import { expect, test } from 'vitest'
import { bulkNote } from '../../../../../electron/engine/runner/bulk/bulk-note.ts'

test.each([
  [{ waiting: 0, processing: 0, unsettled: 0, unchangedMs: 0 }, ''],
  [
    { waiting: 1200, processing: 0, unsettled: 0, unchangedMs: 60_000 },
    'Waiting for the core’s import job, which comes every five minutes: 1,200 users staged, at most 240 s to go.',
  ],
  [{ waiting: 1, processing: 1, unsettled: 0, unchangedMs: 1000 }, 'The core is importing: 1 user left.'],
  [
    { waiting: 2, processing: 0, unsettled: 0, unchangedMs: 420_000 },
    'The core’s import job has not touched 2 users for 7 minutes. It may be off: check BULK_MIGRATION_CRON_ENABLED, or restart the core, which runs it at once. You can pause and continue later.',
  ],
  [
    { waiting: 1000, processing: 0, unsettled: 1000, unchangedMs: 0 },
    'Checking whether the core received 1,000 users to whom no reply came.',
  ],
])('%j', (standing, sentence) => {
  expect(bulkNote(standing)).toBe(sentence)
})
