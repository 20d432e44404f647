import { describe, expect, test } from 'vitest'
import { startCore } from '../support/rehearsal.ts'
import { fileIn } from '../support/temporary-folder.ts'
import { chance, type Arrived, type Fault, type Plan } from './fault.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { everyKind, migrationOf, outcomeOf, partAt, seed, undisturbed } from './migration.ts'

const each = 8
const atOnce = 6

/** All is well up to a request that the seed chooses, then nothing but this. Counts what comes from there on. */
function from(fault: Fault): { readonly plan: Plan; readonly count: () => number } {
  const first = 12 + Math.floor(chance(seed, fault.kind) * 12)
  let met = 0
  const plan = ({ count }: Arrived) => {
    if (count < first) return null
    met += 1
    return fault
  }
  return { plan, count: () => met }
}

const refusals: readonly (readonly [string, Fault])[] = [
  ['api-key-rejected', { kind: 'refused', status: 401, text: 'Invalid API key' }],
  ['licence-required', { kind: 'refused', status: 402, text: 'Pay first' }],
  ['forbidden', { kind: 'refused', status: 403, text: 'Your address is not on the list' }],
  ['wrong-address', { kind: 'refused', status: 404, text: 'Not found' }],
  ['wrong-address', { kind: 'refused', status: 302, text: 'Elsewhere' }],
]

const slowReplies: readonly (readonly [string, Fault])[] = [
  ['never come', { kind: 'slow-head', ms: null }],
  ['begin and never end', { kind: 'slow-body', ms: null }],
]

describe.each(['documented', 'supertokens'] as const)(
  'a run to a %s core that is refused from some request on',
  (dialect) => {
    test.each(partAt(dialect, refusals, 2))(
      'pauses as "%s" within a handful of requests, and goes on when that is put right',
      async (why, fault) => {
        const core = await startCore({ dialect })
        const refused = from(fault)
        const proxy = await startFaultProxy(core.baseUrl, { plan: refused.plan })
        const migration = migrationOf(everyKind(each))
        const run = await migration.run(proxy.url)
        const { failed, inDoubt } = run.json ?? {}
        const sentence = run.err.includes('continue') && run.err.includes('The core said: ')
        proxy.plan(() => null)
        const resumed = await migration.resume()
        expect([
          [run.code, run.json?.['stopped'], failed, inDoubt, refused.count() <= atOnce, sentence],
          outcomeOf(migration, resumed, core),
          proxy.sentAgain,
        ]).toEqual([[4, why, 0, 0, true, true], await undisturbed(dialect, each), []])
      },
    )

    test('takes the key that took the place of the old one, and no other', async () => {
      const keys = ['made-up-key-of-before', 'made-up-key-of-today']
      const core = await startCore({ dialect, apiKey: keys[1] ?? null })
      let valid = keys[0]
      const proxy = await startFaultProxy(core.baseUrl, {
        // The core behind knows today's key alone; until then the proxy vouches for the old one.
        keyOf: (key) => (key === valid ? (keys[1] ?? '') : 'refused'),
        plan: ({ count }) => {
          if (count === 20) valid = keys[1]
          return null
        },
      })
      const migration = migrationOf(everyKind(each), { env: { USER_MIGRATION_API_KEY: keys[0] } })
      const run = await migration.run(proxy.url)
      const still = await migration.resume()
      fileIn(migration.folder, 'key.txt', `${keys[1]}\n`)
      const resumed = await migration.resume(['--api-key-file', 'key.txt'])
      expect([
        [run.json?.['stopped'], proxy.arrived() > 20, still.json?.['stopped']],
        outcomeOf(migration, resumed, core),
        proxy.sentAgain,
      ]).toEqual([['api-key-rejected', true, 'api-key-rejected'], await undisturbed(dialect, each), []])
    })

    test('goes on at a new address of the same core', async () => {
      const core = await startCore({ dialect })
      const before = await startFaultProxy(core.baseUrl, {
        plan: from({ kind: 'refused', status: 404, text: 'Moved' }).plan,
      })
      const migration = migrationOf(everyKind(each))
      const run = await migration.run(before.url)
      const after = await startFaultProxy(core.baseUrl)
      const resumed = await migration.resume(['--core', after.url, '--core-moved'])
      expect([run.json?.['stopped'], outcomeOf(migration, resumed, core)]).toEqual([
        'wrong-address',
        await undisturbed(dialect, each),
      ])
    })

    test('stops after the same answer for twenty users in a row, who are sent again when it is put right', async () => {
      const core = await startCore({ dialect })
      const proxy = await startFaultProxy(core.baseUrl)
      const migration = migrationOf(everyKind(20))
      // Looking up still works; importing does not.
      proxy.plan(({ operation }) =>
        operation === 'import' ? { kind: 'error', text: 'The database is not available', executed: false } : null,
      )
      const run = await migration.run(proxy.url)
      const failed = Number(run.json?.['failed'])
      proxy.plan(() => null)
      const rest = await migration.resume()
      const again = await migration.next(['retry', 'm.migration', '--json'])
      expect([
        [
          run.json?.['stopped'],
          failed >= 20 && failed < 20 + atOnce,
          run.err.includes('The database is not available'),
        ],
        [rest.json?.['failed'] === failed, rest.code],
        outcomeOf(migration, again, core),
        proxy.sentAgain,
      ]).toEqual([['repeated-failure', true, true], [true, 3], await undisturbed(dialect, 20), []])
    })

    test('fails only the users whose 500 stays, after four tries each, and sends them again on demand', async () => {
      const core = await startCore({ dialect })
      const poison = new Set(['user2@example.com', 'g-3', 'argon4@example.com'])
      const met = new Map<string, number>()
      const proxy = await startFaultProxy(core.baseUrl, {
        plan: ({ operation, subject }) => {
          if (!poison.has(subject) || operation === 'other') return null
          met.set(subject, (met.get(subject) ?? 0) + 1)
          return { kind: 'error', text: 'value too long', executed: false }
        },
      })
      const migration = migrationOf(everyKind(each))
      const run = await migration.run(proxy.url)
      const tries = [...met.values()]
      proxy.plan(() => null)
      const again = await migration.next(['retry', 'm.migration', '--json'])
      expect([[run.code, run.json?.['failed'], tries], outcomeOf(migration, again, core), proxy.sentAgain]).toEqual([
        [3, 3, [4, 4, 4]],
        await undisturbed(dialect, each),
        [],
      ])
    })

    test.each(partAt(dialect, slowReplies, 2))(
      'ends replies that %s with its own deadlines, and loses nobody',
      async (_, fault) => {
        const core = await startCore({ dialect })
        const slow = new Set(['user2@example.com', 'g-3', 'plain4@example.com'])
        const proxy = await startFaultProxy(core.baseUrl, {
          plan: ({ operation, subject, nth }) =>
            nth === 0 && operation !== 'other' && slow.has(subject) ? fault : null,
        })
        const deadlines = { headersMs: 300, bodyMs: 300 }
        const migration = migrationOf(everyKind(each), { deadlines })
        const run = await migration.run(proxy.url)
        expect([outcomeOf(migration, run, core), proxy.sentAgain]).toEqual([await undisturbed(dialect, each), []])
      },
    )
  },
)
