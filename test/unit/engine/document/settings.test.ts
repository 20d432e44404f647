import { expect, test } from 'vitest'
import { getSetting, settingKeys, setSetting, type RunAudit } from '../../../../electron/engine/document/settings.ts'
import { emptyDocument } from '../../../support/documents.ts'

type Key = Parameters<typeof setSetting>[1]

/** Whether a value survives being written and read; undefined: it is refused. */
function kept(key: Key, value: unknown): unknown {
  const { database } = emptyDocument()
  // Values that no caller would write are what a foreign document may hold.
  database.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)').run(key, JSON.stringify(value))
  return getSetting(database, key)
}

const audit: RunAudit = {
  run: 1,
  target: 1,
  user: 'ann',
  machine: 'laptop',
  version: '1.0.0',
  concurrency: 'auto',
  maxRate: null,
  scope: 'all ready users',
}

test.each<readonly [string, Partial<RunAudit>]>([
  ['a number of users at once', { concurrency: 4 }],
  ['a ceiling', { maxRate: 7 }],
  ['the order of all', { order: 'all' }],
  ['the order of some', { order: 'some' }],
  ['the order of a retry', { order: 'retry' }],
  ['an end', { ended: 'finished' }],
  ['a pause', { ended: 'paused' }],
  ['a stop with its reason', { ended: 'stopped', stop: 'x'.repeat(60), reason: 'x'.repeat(1000) }],
  ['a stop rule', { stopRule: { inARow: 3, percent: 4 } }],
  ['a limit without an answer', { giveUpAfterMinutes: 0 }],
  ['no limit without an answer', { giveUpAfterMinutes: null }],
  ['single calls', { executor: 'single', sentBy: 'single' }],
  ['bulk import', { executor: 'bulk', sentBy: 'bulk', executorChoice: 'x'.repeat(500) }],
  ['the choice of either', { executor: 'auto' }],
  [
    'names as long as they may be',
    { user: 'x'.repeat(200), machine: 'x'.repeat(300), version: 'x'.repeat(60), scope: 'x'.repeat(200) },
  ],
])('the record of a run with %s is read as it was written', (_, more) => {
  expect(kept('run-audit', [{ ...audit, ...more }])).toEqual([{ ...audit, ...more }])
})

test.each<readonly [string, object]>([
  ['another order', { order: 'none' }],
  ['another end', { ended: 'gone' }],
  ['another way', { sentBy: 'auto' }],
  ['a negative limit', { giveUpAfterMinutes: -1 }],
  ['a word for a number', { concurrency: 'many' }],
  ...(['user', 'machine', 'version', 'scope', 'executorChoice', 'stop', 'reason'] as const).map(
    (name) => [`a ${name} that is too long`, { [name]: 'x'.repeat(1001) }] as const,
  ),
])('the record of a run with %s counts for nothing', (_, more) => {
  expect(kept('run-audit', [{ ...audit, ...more }])).toBeUndefined()
})

const at = { target: 1, at: 1 }
const verification = { ...at, looked: 1, found: 1, missing: 0, unanswered: 0, stopped: null }
const rollback = { ...at, removed: 1, left: 0, failed: 0, stopped: null }
const text = (length: number) => 'x'.repeat(length)

/** Values that a setting takes, and values that it refuses. */
const bounds: readonly (readonly [Key, accepted: readonly unknown[], refused: readonly unknown[]])[] = [
  ['document-id', ['x', text(100)], ['', text(101), 1]],
  ['current-target', [1, null], [1.5, '1']],
  [
    'core-users',
    [[{ target: 1, before: 0, now: null }], [{ target: 1, before: 5, now: 0 }]],
    [[{ target: 1, before: -1, now: null }]],
  ],
  ['plans-current', [true, false], [1]],
  ['plans-stale-by', ['all', [], Array.from({ length: 100 }, text)], ['some', Array.from({ length: 101 }, () => 'x')]],
  ['planned-with', [text(64), null], [text(65)]],
  [
    'intended-core',
    (['auto', 'documented', 'supertokens'] as const).map((dialect) => ({
      baseUrl: text(2000),
      dialect,
      allowHttp: true,
    })),
    [
      { baseUrl: text(2001), dialect: 'auto', allowHttp: true },
      { baseUrl: 'x', dialect: 'other', allowHttp: true },
    ],
  ],
  ['intended-order', [{ concurrency: 'auto', maxRate: null }], [{ concurrency: 'auto' }]],
  [
    'baseline',
    [{ name: text(1000), core: text(2000), key: text(64), blind: true }],
    [
      { name: text(1001), core: '', key: '', blind: true },
      { name: '', core: text(2001), key: '', blind: true },
      { name: '', core: '', key: text(65), blind: true },
    ],
  ],
  [
    'baseline-pending',
    [{ path: text(4096), name: text(1000) }],
    [
      { path: text(4097), name: '' },
      { path: '', name: text(1001) },
    ],
  ],
  ['delta-counts', [{ new: 1, changed: 2, unchanged: 3, open: 4, missing: 5 }], [{ new: 1 }]],
  [
    'scrypt',
    [{ separator: text(200), rounds: 8, memoryCost: 14, signerKeyLength: null }, null],
    [{ separator: text(201), rounds: 8, memoryCost: 14, signerKeyLength: null }],
  ],
  [
    'verification',
    (['works', 'refused', 'unanswered', null] as const).map((signIn) => ({ ...verification, signIn })),
    [{ ...verification, signIn: 'other' }],
  ],
  [
    'rollback',
    [{ ...rollback, gone: 1, unconfirmed: 2, linked: 3, mismatched: 4, tookMs: 5, stays: { roles: 6 } }],
    [{ ...rollback, stays: { roles: 'six' } }],
  ],
  ['machine', [text(300)], [text(301)]],
  ['retry-after-until', [{ target: 1, until: 5 }], [{ target: 1 }]],
  ['exclusion', [{ excluded: true, done: 1, total: 2 }, null], [{ excluded: true, done: 0.5, total: 2 }]],
  ['user-filter', [['x'], null], ['x']],
  [
    'user-filter-sources',
    [Array.from({ length: 100 }, () => text(1000))],
    [[text(1001)], Array.from({ length: 101 }, () => 'x')],
  ],
  [
    'sign-off',
    [{ project: text(200), operator: text(200), note: text(2000), signedAt: null, digest: text(64) }],
    [
      { project: text(201), operator: '', note: '', signedAt: null, digest: null },
      { project: '', operator: text(201), note: '', signedAt: null, digest: null },
      { project: '', operator: '', note: text(2001), signedAt: null, digest: null },
      { project: '', operator: '', note: '', signedAt: null, digest: text(65) },
    ],
  ],
]

test.each(bounds)('the setting %s keeps what it may hold, and nothing else counts', (key, accepted, refused) => {
  for (const value of accepted) expect(kept(key, value)).toEqual(value)
  for (const value of refused) expect(kept(key, value)).toBeUndefined()
})

test('what an earlier version left out of a result is zero, and unknown of a sign-in', () => {
  expect(kept('verification', verification)).toEqual({ ...verification, signIn: null })
  expect(kept('rollback', rollback)).toEqual({ ...rollback, gone: 0, unconfirmed: 0, linked: 0, mismatched: 0 })
})

test('of as many cores as a migration may have met the facts are kept', () => {
  const facts = (cores: number) =>
    Array.from({ length: cores }, (_, target) => ({ target: target + 1, before: 1, now: null }))
  expect([kept('core-users', facts(1000)), kept('core-users', facts(1001))]).toEqual([facts(1000), undefined])
})

test('a value that could not be read again is refused before it takes the place of another', () => {
  const { database } = emptyDocument()
  setSetting(database, 'machine', 'laptop')
  expect(() => setSetting(database, 'machine', text(301))).toThrow()
  expect([getSetting(database, 'machine'), getSetting(database, 'scrypt')]).toEqual(['laptop', undefined])
  database.prepare("UPDATE setting SET value = '{' WHERE key = 'machine'").run()
  expect(getSetting(database, 'machine')).toBeUndefined()
  expect(settingKeys).toContain('machine')
})
