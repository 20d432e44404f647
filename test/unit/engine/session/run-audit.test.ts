import { expect, test } from 'vitest'
import { useTarget } from '../../../../electron/engine/document/targets.ts'
import { lastOrder, recordRunAudit, recordRunEnd } from '../../../../electron/engine/session/run-audit.ts'
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
