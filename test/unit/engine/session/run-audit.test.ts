import { expect, test } from 'vitest'
import { useTarget } from '../../../../electron/engine/document/targets.ts'
import {
  lastExecutor,
  lastGiveUp,
  lastOrder,
  lastSpeed,
  recordIntendedOrder,
  recordRetryAfter,
  recordRunAudit,
  recordRunEnd,
  retryAfterLeft,
} from '../../../../electron/engine/session/run-audit.ts'
import { emptyDocument } from '../../../support/documents.ts'

test.each([
  ['was finished', { kind: 'finished', stop: null }, false],
  ['was paused', { kind: 'paused', stop: null }, true],
  ['stopped because of failures', { kind: 'stopped', stop: 'too-many-failures' }, true],
  ['was called off by the operator', { kind: 'stopped', stop: 'cancelled' }, false],
] as const)('a run that %s was interrupted, or not', (_, end, interrupted) => {
  const { database } = emptyDocument()
  const { id } = useTarget(database, {
    kind: 'live',
    base_url: 'https://core.example.com',
    name: 'core.example.com',
    dialect: 'documented',
    cdi_version: null,
    app_url: null,
    check_message: '',
  })
  database.prepare('INSERT INTO run (target_id, started_at) VALUES (?, 0)').run(id)
  recordRunAudit(database, id, { scope: { kind: 'all' }, retry: false, concurrency: 4 }, 'single')
  recordRunEnd(database, { ...end, message: end.stop === 'cancelled' ? 'Stopped by you.' : '' })
  expect(lastOrder(database, id)).toEqual({ kind: 'all', interrupted })
})

test('a wait that a core asked for holds for that core, until it is over, and not by a clock that was set back', () => {
  const { database } = emptyDocument()
  const rest = (target: number, now: number) => retryAfterLeft(database, target, now)
  const day = 24 * 60 * 60_000
  expect(rest(1, day)).toBe(0)
  recordRetryAfter(database, 1, 5000, day)
  recordRetryAfter(database, 1, 0, day + 9000)
  expect([rest(1, day), rest(1, day + 4999), rest(1, day + 5000), rest(2, day), rest(1, 0)]).toEqual([5000, 1, 0, 0, 0])
})

test.each([
  [{ concurrency: 'auto' }, [{ concurrency: 'auto', maxRate: null }, {}, {}]],
  [
    { concurrency: 4, maxRate: 50, executor: 'bulk', giveUpAfterMs: 120_000 },
    [{ concurrency: 4, maxRate: 50 }, { executor: 'bulk' }, { giveUpAfterMs: 120_000 }],
  ],
] as const)('a run that is to begin as %j keeps that for its start', (order, kept) => {
  const { database } = emptyDocument()
  recordIntendedOrder(database, order)
  expect([lastSpeed(database), lastExecutor(database), lastGiveUp(database)]).toEqual(kept)
})
