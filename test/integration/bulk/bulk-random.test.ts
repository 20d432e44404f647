import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { playBulk, type RandomEvent } from './random-bulk.ts'

const numRuns = Number(process.env['BULK_RUNS'] ?? 10)
const seed = process.env['BULK_SEED']

const fault = fc.record({
  on: fc.constantFrom(
    'bulk-stage',
    'bulk-stage',
    'bulk-list',
    'bulk-count',
    'bulk-remove',
    'list-users',
    'other',
    'import',
  ),
  kind: fc.constantFrom('before', 'lost', 'during', '500', 'html-503', 'cut-json', '429'),
  after: fc.integer({ min: 0, max: 6 }),
  times: fc.integer({ min: 1, max: 3 }),
})

const user = fc.integer({ min: 0, max: 16 })
const reaches = fc.constantFrom('never', 'at-once', 'late')
const early = fc.integer({ min: 1, max: 4 })
const event: fc.Arbitrary<RandomEvent> = fc.oneof(
  fc.record({ kind: fc.constant('kill'), on: fc.constant('bulk-stage'), at: early, user, reaches }),
  fc.record({ kind: fc.constant('twice'), on: fc.constant('bulk-stage'), at: early, user, reaches }),
  fc.record({
    kind: fc.constantFrom('sign-up', 'sign-up', 'take-id', 'job'),
    on: fc.constantFrom('bulk-stage', 'bulk-count', 'bulk-count'),
    at: early,
    user,
    reaches,
  }),
  fc.record({
    kind: fc.constantFrom('kill', 'pause', 'cancel', 'restart', 'disk-full', 'read-only'),
    on: fc.constantFrom('any', 'bulk-list', 'bulk-remove', 'bulk-stage'),
    at: fc.integer({ min: 1, max: 30 }),
    user,
    reaches,
  }),
)

test('whatever a core and its surroundings do, every user ends once, and nothing of ours is left in its list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        users: fc.integer({ min: 1, max: 16 }),
        refused: fc.subarray([2, 5, 9]),
        others: fc.integer({ min: 0, max: 2 }),
        reason: fc.constantFrom('E003', 'E030'),
        batchSize: fc.integer({ min: 2, max: 8 }),
        parallelism: fc.integer({ min: 1, max: 3 }),
        jobEveryMs: fc.constantFrom(null, 40, 400),
        faults: fc.array(fault, { maxLength: 3 }),
        runs: fc.array(fc.array(event, { minLength: 1, maxLength: 4, size: 'max' }), {
          minLength: 1,
          maxLength: 3,
          size: 'max',
        }),
      }),
      async (scenario) => {
        const { counts, broken } = await playBulk(scenario)
        const sum = Object.values(counts).reduce((all, n) => all + n, 0)
        expect([broken, sum]).toEqual([[], scenario.users])
      },
    ),
    { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) },
  )
}, 600_000)

test('a batch that is sent again, and on its way when the process dies, is not staged while it may arrive', async () => {
  const scenario = {
    users: 5,
    refused: [],
    others: 0,
    reason: 'E003',
    batchSize: 2,
    parallelism: 1,
    jobEveryMs: null,
    faults: [{ on: 'bulk-stage', kind: '429', after: 2, times: 1 }],
    runs: [[{ kind: 'kill', on: 'bulk-stage', at: 4, user: 0, reaches: 'late' }]],
  } as const
  const { counts, broken } = await playBulk(scenario)
  expect([broken, counts.migrated]).toEqual([[], 5])
})
