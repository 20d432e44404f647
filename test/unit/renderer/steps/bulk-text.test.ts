import { expect, test } from 'vitest'
import { currentBulkStage } from '../../../../renderer/steps/run/progress/share-card.tsx'
import { bulkPhases, type BulkView } from '../../../../shared/ipc/views.ts'

const bulk: BulkView = {
  phase: 'waiting',
  lookedUp: 1500,
  staged: 1400,
  waiting: 1200,
  processing: 0,
  waitingMs: 0,
  nextRoundAt: null,
  message: '',
}

test('each phase is one stage', () => {
  expect(new Set(bulkPhases.map((phase) => currentBulkStage({ ...bulk, phase }))).size).toBe(4)
})
