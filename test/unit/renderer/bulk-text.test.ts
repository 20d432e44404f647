import { expect, test } from 'vitest'
import { bulkText, currentBulkStage } from '../../../renderer/steps/run/bulk-text.ts'
import { bulkPhases, type BulkView } from '../../../shared/ipc/views.ts'

const bulk: BulkView = {
  phase: 'waiting',
  lookedUp: 1500,
  staged: 1400,
  waiting: 1200,
  processing: 0,
  waitingMs: 130_000,
  nextRoundAt: new Date(2026, 10, 23, 14, 5, 40).getTime(),
  lateRequestMs: null,
}

test('a wait says for what, for how long, and when the next round comes', () => {
  expect(bulkText(bulk)).toBe(
    'Waiting for 2 min for the core’s import job, which comes every five minutes. Next round by about 14:05.',
  )
})

test('a lost reply says how many seconds its request is waited for', () => {
  expect(bulkText({ ...bulk, phase: 'checking', lateRequestMs: 41_100 })).toBe(
    'No reply came to a staging request. Checking whether the core received its users: it may still arrive for 42 s, and nothing else is staged before.',
  )
})

test('each phase is one stage with a sentence, and a late job names its setting', () => {
  const said = bulkPhases.map((phase) => [currentBulkStage({ ...bulk, phase }), bulkText({ ...bulk, phase })])
  expect(new Set(said.map(([, text]) => text)).size).toBe(bulkPhases.length)
  expect(new Set(said.map(([stage]) => stage)).size).toBe(4)
  expect(bulkText({ ...bulk, phase: 'late' })).toMatch(/BULK_MIGRATION_CRON_ENABLED/)
})
