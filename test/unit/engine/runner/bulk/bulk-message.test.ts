import { expect, test } from 'vitest'
import {
  bulkProgressMessage,
  leftInCore,
  type BulkProgress,
} from '../../../../../electron/engine/runner/bulk/bulk-message.ts'

const standing: BulkProgress = {
  phase: 'waiting',
  lookedUp: 0,
  staged: 0,
  waiting: 1200,
  processing: 0,
  unsettled: 0,
  lateRequestMs: null,
  unchangedMs: 0,
  waitingMs: 0,
  nextRoundMs: null,
}

test.each([
  [{ phase: null }, ''],
  [{ phase: 'looking-up', lookedUp: 1500 }, 'Looking up who is in the core already: 1,500 users so far.'],
  [{ phase: 'staging' }, 'Staging users in the core: 1,200 users staged and not imported yet.'],
  [
    { phase: 'waiting', nextRoundMs: 240_000 },
    'Waiting for the core’s import job, which runs every five minutes: 1,200 users staged, at most 240 s to go.',
  ],
  [
    { phase: 'waiting', waiting: 1, nextRoundMs: 400 },
    'Waiting for the core’s import job, which runs every five minutes: 1 user staged, at most 1 s to go.',
  ],
  [
    { phase: 'late', waiting: 2, unchangedMs: 59_000 },
    'The core’s import job has not touched 2 users for 1 minute. It may be off: check BULK_MIGRATION_CRON_ENABLED, or restart the core, which runs it at once. You can pause and continue later.',
  ],
  [{ phase: 'importing', waiting: 1 }, 'The core is importing: 1 user left.'],
  [
    { phase: 'late', waiting: 2, unchangedMs: 420_000 },
    'The core’s import job has not touched 2 users for 7 minutes. It may be off: check BULK_MIGRATION_CRON_ENABLED, or restart the core, which runs it at once. You can pause and continue later.',
  ],
  [{ phase: 'checking', unsettled: 1000 }, 'Checking whether the core received 1,000 users to whom no reply came.'],
  [
    { phase: 'checking', unsettled: 1, lateRequestMs: 41_100 },
    'Checking whether the core received 1 user to whom no reply came: their request may still arrive, so nothing else is staged for 42 s.',
  ],
  [{ phase: 'settling' }, 'Looking up 1,200 users who are no longer in the core’s import list.'],
] as const)('%j', (change, sentence) => {
  expect(bulkProgressMessage({ ...standing, ...change })).toBe(sentence)
})

test('a run that ends says how many users the core may still import', () => {
  expect([leftInCore(0), leftInCore(1), leftInCore(1200)]).toEqual([
    '',
    '1 user is staged in the core and may still be imported; the next run follows them before anything else.',
    '1,200 users are staged in the core and may still be imported; the next run follows them before anything else.',
  ])
})
