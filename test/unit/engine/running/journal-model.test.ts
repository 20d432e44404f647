import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countStates } from '../../../../electron/engine/desk/counts.ts'
import { sql, type Database } from '../../../../electron/engine/document/sqlite.ts'
import { giveBack } from '../../../../electron/engine/running/scope.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import {
  beginRound,
  codeOf,
  importOf,
  noAnswer,
  passing,
  plannedDocument,
  plainSuccess,
  realTarget,
  runRound,
  socialOf,
  type Script,
  type Sent,
} from '../../../support/rounds.ts'
import { noon, turns, virtualClock } from '../../../support/virtual-clock.ts'

/** Users of every kind; the fifth has two login methods, the sixth a second contact. */
const plans: readonly (readonly Call[])[] = [
  [importOf('p1@example.com')],
  [importOf('p2@example.com', 'argon2')],
  [socialOf('g1')],
  [codeOf('c1@example.com')],
  [importOf('p3@example.com'), socialOf('g2')],
  [codeOf('c2@example.com'), { kind: 'update', email: 'c2@example.com', phoneNumber: '+491711234567' }],
  [importOf('p4@example.com')],
  [socialOf('g3')],
]

const everybody = [
  'consume-code c1@example.com',
  'consume-code c2@example.com',
  'import-hash p1@example.com',
  'import-hash p2@example.com',
  'import-hash p3@example.com',
  'import-hash p4@example.com',
  'third-party g1',
  'third-party g2',
  'third-party g3',
  'update-user c2@example.com',
]

/** What becomes of one request: done or not, answered or not. */
const fates = ['ok', 'ok', 'ok', 'status', 'refused', 'busy', 'lost', 'lost-and-done'] as const
type Fate = (typeof fates)[number]

const part = fc.record({
  /** What becomes of the requests, one after the other; when they run out, all is well. */
  fates: fc.array(fc.constantFrom(...fates), { maxLength: 25 }),
  /** After so many requests the app dies; null: the round ends by itself. */
  diesAfter: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }),
  minutesLater: fc.constantFrom(0, 1, 15),
  retry: fc.boolean(),
})

type Core = Set<string>

function answer(core: Core, fate: Fate, sent: Sent) {
  const key = `${sent.operation} ${sent.about}`
  if (sent.operation === 'look-up') return fate === 'busy' ? passing() : lookUp(core, sent)
  const existed = core.has(key)
  const makes = sent.operation !== 'create-code'
  if (makes && (fate === 'ok' || fate === 'lost-and-done')) core.add(key)
  switch (fate) {
    case 'ok':
      return sent.operation === 'import-hash' ? { ...plainSuccess, didUserAlreadyExist: existed } : null
    case 'status':
      return { kind: 'status', status: 'SOME_ERROR', message: '' } as const
    case 'refused':
      return { kind: 'failed', httpStatus: 400, message: 'no' } as const
    case 'busy':
      return passing()
    case 'lost':
    case 'lost-and-done':
      return noAnswer
  }
}

function lookUp(core: Core, { about }: Sent) {
  const method = [
    ['import-hash', { recipeId: 'emailpassword', email: about }],
    ['consume-code', { recipeId: 'passwordless', email: about }],
    ['third-party', { recipeId: 'thirdparty', thirdParty: { id: 'google', userId: about } }],
  ] as const
  const found = method.filter(([operation]) => core.has(`${operation} ${about}`))
  return {
    ...plainSuccess,
    users: found.map(([, loginMethod]) => ({ id: `id of ${about}`, loginMethods: [loginMethod] })),
  }
}

/** Calls that the document knows to be done, as the requests that did them. */
function doneIn(database: Database): ReadonlySet<string> {
  const rows = sql(database, "SELECT key FROM call WHERE state = 'done'").all()
  return new Set(rows.map((row) => requestOf(String(Object.values(row ?? {})[0]))))
}

function requestOf(key: string): string {
  const [kind = '', ...rest] = key.split(':')
  const operations: Record<string, string> = {
    import: 'import-hash',
    passwordless: 'consume-code',
    update: 'update-user',
  }
  return `${operations[kind] ?? kind} ${kind === 'update' ? rest[0] : rest.at(-1)}`
}

describe.each([
  ['documented', {}],
  ['supertokens', realTarget],
] as const)('any sequence of answers, deaths and retries at a %s core', (_, target) => {
  test('keeps the sums, never sends again what is done, and leaves everybody in the core in the end', async () => {
    const planned = plannedDocument(plans, target)
    const { database } = planned.document
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        // Rounds that died in the try before have nothing left to write.
        await turns()
        for (const table of ['progress', 'call', 'attempt', 'run']) database.exec(`DELETE FROM ${table}`)
        const core: Core = new Set()
        const again: string[] = []
        let now = noon
        for (const { fates: rest, diesAfter, minutesLater, retry } of parts) {
          if (retry) giveBack(database, planned.target.id, now, false, true)
          const done = doneIn(database)
          const clock = virtualClock(now)
          let requests = 0
          let die: () => void = () => undefined
          const died = new Promise<'died'>((resolve) => {
            die = () => resolve('died')
          })
          const script: Script = (sent) => {
            if (done.has(`${sent.operation} ${sent.about}`)) again.push(`${sent.operation} ${sent.about}`)
            requests += 1
            const replied = answer(core, rest[requests - 1] ?? 'ok', sent)
            if (requests !== diesAfter) return replied
            die()
            return new Promise<null>(() => undefined)
          }
          const begun = beginRound({ ...planned, clock, script, concurrency: 3, existing: 'update' })
          await clock.runUntil(Promise.race([died, begun.round.ended]))
          now = clock.now() + minutesLater * 60_000
          const counts = Object.values(countStates(database, planned.target.id))
          expect(counts.reduce((sum, n) => sum + n, 0)).toBe(plans.length)
        }
        for (let round = 0; round < 2; round++) {
          giveBack(database, planned.target.id, now, false, true)
          const { end } = await runRound({
            ...planned,
            clock: virtualClock(now),
            existing: 'update',
            script: (sent) => answer(core, 'ok', sent),
          })
          expect(end.kind).toBe('finished')
        }
        expect([again, [...core].toSorted(), countStates(database, planned.target.id).migrated]).toEqual([
          [],
          everybody,
          plans.length,
        ])
      }),
      { numRuns: 60 },
    )
  })
})
