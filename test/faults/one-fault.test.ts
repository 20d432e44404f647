import { describe, expect, test } from 'vitest'
import { someOf } from '../support/length.ts'
import { startCore } from '../support/rehearsal.ts'
import { onceFor, type Fault, type Plan } from './fault.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { everyKind, migrationOf, outcomeOf, partAt, seed, undisturbed } from './migration.ts'

const each = 8

const faults: readonly (readonly [string, Fault])[] = [
  ['a reset before the request arrives', { kind: 'reset', moment: 'arrival' }],
  ['a reset before the reply', { kind: 'reset', moment: 'reply' }],
  ['a reset in the head of the reply', { kind: 'reset', moment: 'head' }],
  ['a reset in the body of the reply', { kind: 'reset', moment: 'body' }],
  ['a reset after the reply', { kind: 'reset', moment: 'end' }],
  ['a slow head', { kind: 'slow-head', ms: 60 }],
  ['a slow body', { kind: 'slow-body', ms: 60 }],
  ['cut JSON', { kind: 'cut-json' }],
  ['a page with a 404', { kind: 'page', status: 404 }],
  ['a page with a 502', { kind: 'page', status: 502 }],
  ['a page with a 503', { kind: 'page', status: 503 }],
  ['a 429 without Retry-After', { kind: 'busy', retryAfter: null }],
  ['a 429 with Retry-After in seconds', { kind: 'busy', retryAfter: 'seconds' }],
  ['a 429 with Retry-After as a date', { kind: 'busy', retryAfter: 'date' }],
  ['a 500 for a request that was not carried out', { kind: 'error', text: 'Out of connections', executed: false }],
  ['a 500 for a request that was carried out', { kind: 'error', text: 'Could not answer', executed: true }],
  ['a request delivered twice, the first reply seen', { kind: 'twice', shown: 'first' }],
]

const endings = [
  ['after saying so', true],
  ['without a word', false],
] as const

describe.each(['documented', 'supertokens'] as const)('a %s core', (dialect) => {
  test.each(partAt(dialect, faults, 3))(
    'with %s for every third request leaves everything as without it',
    async (_, fault) => {
      const core = await startCore({ dialect })
      const proxy = await startFaultProxy(core.baseUrl, { plan: onceFor(1 / 3, seed, fault) })
      const migration = migrationOf(everyKind(each))
      const run = await migration.run(proxy.url)
      const outcome = outcomeOf(migration, run, core)
      const resumed = await migration.resume()
      const wanted = await undisturbed(dialect, each)
      expect([outcome, proxy.faults() > 5, proxy.sentAgain, outcomeOf(migration, resumed, core)]).toEqual([
        wanted,
        true,
        [],
        wanted,
      ])
    },
  )

  test.each(partAt(dialect, endings, 2))(
    'that ends a connection with every hundredth request on it, %s, costs nobody',
    async (_, announced) => {
      const core = await startCore({ dialect })
      const proxy = await startFaultProxy(core.baseUrl, { perConnection: 100, announced })
      const migration = migrationOf(everyKind(40))
      const run = await migration.run(proxy.url, ['--concurrency', '2'])
      const ends = proxy.arrived() > 250
      expect([outcomeOf(migration, run, core), ends, proxy.sentAgain]).toEqual([
        await undisturbed(dialect, 40),
        true,
        [],
      ])
    },
  )
})

/** Side by side: by bulk import, a run mostly waits until a lost request can no longer arrive. */
test('a core that imports users by bulk, with any of them for every first request, is left as without it', async () => {
  const wanted = await undisturbed('supertokens', each)
  const met = someOf(
    faults.filter(([, { kind }]) => kind !== 'twice'),
    5,
    seed,
  )
  const ends = await Promise.all(
    met.map(async ([name, fault]) => {
      const { core, proxy, migration, run } = await bulkRun(ofBulk(onceFor(1, seed, fault)))
      const outcome = outcomeOf(migration, run, core)
      const { executor } = run.json ?? {}
      return [name, outcome, executor, proxy.faults() > 1, proxy.sentAgain, core.staged()]
    }),
  )
  expect(ends).toEqual(
    met.map(([name]) => [
      name,
      wanted,
      expect.objectContaining({ requested: 'bulk', used: expect.arrayContaining(['bulk']) }),
      true,
      [],
      [],
    ]),
  )
})

/** Of the requests of bulk import alone; the others are met above. */
function ofBulk(plan: Plan): Plan {
  return (request) => (/^(?:bulk-|list-users)/.test(request.operation) ? plan(request) : null)
}

async function bulkRun(plan: Plan) {
  const core = await startCore({ dialect: 'supertokens', bulk: { intervalMs: 50, parallelism: 2 } })
  const proxy = await startFaultProxy(core.baseUrl, { plan })
  const migration = migrationOf(everyKind(each))
  return { core, proxy, migration, run: await migration.run(proxy.url, ['--executor', 'bulk']) }
}

describe('imports that reach the core twice, with the second reply seen,', () => {
  const twice: Fault = { kind: 'twice', shown: 'second' }

  test('look like users who were there before where nobody can be asked: the run pauses and names them', async () => {
    const core = await startCore()
    const proxy = await startFaultProxy(core.baseUrl, {
      plan: (request) => (request.operation === 'import' ? onceFor(1, seed, twice)(request) : null),
    })
    const migration = migrationOf(everyKind(each))
    const run = await migration.run(proxy.url)
    const resumed = await migration.resume(['--on-existing', 'overwrite'])
    const named = run.err.match(/\w+@example\.com/g) ?? []
    expect([[run.json?.['stopped'], named.length], outcomeOf(migration, resumed, core), proxy.sentAgain]).toEqual([
      ['existing-users', 3],
      await undisturbed('documented', each),
      [],
    ])
  })

  test('change nothing where users are looked up first', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const proxy = await startFaultProxy(core.baseUrl, { plan: onceFor(1 / 3, seed, twice) })
    const migration = migrationOf(everyKind(each))
    const run = await migration.run(proxy.url)
    expect([outcomeOf(migration, run, core), proxy.sentAgain]).toEqual([await undisturbed('supertokens', each), []])
  })

  test.each(['first', 'second'] as const)(
    'leave nothing behind in the list of the core, with the %s reply to staging seen, and nobody twice',
    async (shown) => {
      const fault: Fault = { kind: 'twice', shown }
      const { core, migration, run } = await bulkRun(({ operation }) => (operation === 'bulk-stage' ? fault : null))
      const wanted = await undisturbed('supertokens', each)
      // Where the job of the core was faster, the copy went in first, so that its user was there before the row of ours.
      const { code, addsUp, core: users } = outcomeOf(migration, run, core)
      const { migrated, existing } = run.json ?? {}
      expect([code, addsUp, users, Number(migrated) + Number(existing)]).toEqual([0, true, wanted.core, 5 * each])
      expect(core.staged()).toEqual([])
    },
  )
})
