import { describe, expect, test } from 'vitest'
import { startCore } from '../support/rehearsal.ts'
import { onceFor, type Fault } from './fault.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { everyKind, migrationOf, outcomeOf, seed, undisturbed } from './migration.ts'

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

describe.each(['documented', 'supertokens'] as const)('a %s core', (dialect) => {
  test.each(faults)('with %s for every third request leaves everything as without it', async (_, fault) => {
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
  })

  test.each([
    ['after saying so', true],
    ['without a word', false],
  ])('that ends a connection with every hundredth request on it, %s, costs nobody', async (_, announced) => {
    const core = await startCore({ dialect })
    const proxy = await startFaultProxy(core.baseUrl, { perConnection: 100, announced })
    const migration = migrationOf(everyKind(40))
    const run = await migration.run(proxy.url, ['--concurrency', '2'])
    const ends = proxy.arrived() > 250
    expect([outcomeOf(migration, run, core), ends, proxy.sentAgain]).toEqual([await undisturbed(dialect, 40), true, []])
  })
})

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
})
