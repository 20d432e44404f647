import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import { userCounts } from '../../../../electron/engine/queries/counts.ts'
import { type Database, sql } from '../../../../electron/engine/document/sqlite.ts'
import { runScope } from '../../../../electron/engine/runner/scope.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { unreachable } from '../../../../shared/result.ts'
import {
  beginRound,
  codeOf,
  importOf,
  noAnswer,
  passing,
  plannedDocument,
  realTarget,
  runRound,
  socialOf,
  type Script,
  type Sent,
} from '../../../support/rounds.ts'
import { noon, turns, virtualClock } from '../../../support/virtual-clock.ts'
import { rounds } from '../../../support/length.ts'

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

/** The fate of one request: applied or not, answered or not. */
const fates = [
  'ok',
  'ok',
  'ok',
  'ok',
  'status',
  'refused',
  'busy',
  'lost',
  'lost-and-done',
  'wait',
  'wait-long',
  'unreachable',
  'slept',
  'api-key-rejected',
] as const
type Fate = (typeof fates)[number]

/** Milliseconds until the reply comes, so that replies overtake each other. */
const delays = [0, 0, 1, 40, 900, 20_000] as const

const part = fc.record({
  /** The fates of the requests in order; later requests all succeed. */
  fates: fc.array(fc.tuple(fc.constantFrom(...fates), fc.constantFrom(...delays)), { maxLength: 25 }),
  /** The event after a number of requests; null: the round ends without one. */
  event: fc.option(
    fc.record({ kind: fc.constantFrom('die', 'pause', 'cancel', 'more'), after: fc.integer({ min: 1, max: 20 }) }),
    { nil: null },
  ),
  minutesLater: fc.constantFrom(0, 1, 15, -30),
  retry: fc.boolean(),
  atOnce: fc.constantFrom(1, 3, 8),
  existing: fc.constantFrom('overwrite', 'skip', 'hold'),
})

type Core = Set<string>

function answer(core: Core, fate: Fate, sent: Sent) {
  const key = `${sent.operation} ${sent.about}`
  if (sent.operation === 'look-up' && fate === 'ok') return lookUp(core, sent)
  const existed = core.has(key)
  const makes = sent.operation !== 'create-code' && sent.operation !== 'look-up'
  if (makes && (fate === 'ok' || fate === 'lost-and-done')) core.add(key)
  switch (fate) {
    case 'ok':
      return sent.operation === 'import-hash' ? { ...plainSuccess, didUserAlreadyExist: existed } : null
    case 'status':
      return { kind: 'status', status: 'SOME_ERROR', message: '' } as const
    case 'refused':
      return { kind: 'failed', httpStatus: 400, message: 'no' } as const
    case 'api-key-rejected':
      return { kind: 'stop', why: 'api-key-rejected', httpStatus: 401, message: 'no' } as const
    case 'busy':
      return passing()
    case 'wait':
      return passing({ httpStatus: 429, why: 'rate-limited', retryAfterMs: 40_000 })
    case 'wait-long':
      return passing({ retryAfterMs: 20 * 60_000 })
    case 'unreachable':
      return passing({ why: 'connect', httpStatus: null, reached: false })
    case 'slept':
      return { ...passing({ why: 'timeout', httpStatus: null }), ms: 8 * 60 * 60_000 }
    case 'lost':
    case 'lost-and-done':
      return noAnswer
    default:
      return unreachable(fate)
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

/** Calls that were not made because their user was taken for one who was in the core before, as requests. */
function skippedIn(database: Database): readonly string[] {
  const rows = sql(database, "SELECT key FROM call WHERE status = 'skipped-existing'").all()
  return rows.map((row) => requestOf(String(Object.values(row ?? {})[0])))
}

/** Users, by their own state or the state of a call, with unknown results of a request. */
function unsettled(database: Database, table: 'progress' | 'call'): readonly unknown[] {
  return sql(database, `SELECT DISTINCT user_id FROM ${table} WHERE state = 'sending' ORDER BY user_id`).all()
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

type Part = typeof part extends fc.Arbitrary<infer T> ? T : never

/** Plays one part of a migration, from its start to its end or death; answers when it ended, by the clock on the wall. */
async function play(
  planned: ReturnType<typeof plannedDocument>,
  { fates: rest, event, minutesLater, retry, atOnce, existing }: Part,
  core: Core,
  { now, onSent }: { readonly now: number; readonly onSent: (sent: Sent, again: boolean) => void },
): Promise<number> {
  const { database } = planned.document
  if (retry) runScope.requeueFailed(database, planned.target.id, now, false, true)
  if (existing !== 'hold') runScope.releaseWaiting(database)
  const clock = virtualClock(now)
  let requests = 0
  let dead = false
  let die: () => void = () => undefined
  const died = new Promise<'died'>((resolve) => {
    die = () => resolve('died')
  })
  const happen = () => {
    if (event?.kind === 'pause') begun.round.tell({ kind: 'pause' })
    if (event?.kind === 'cancel') begun.round.tell({ kind: 'cancel' })
    if (event?.kind === 'more') begun.round.tell({ kind: 'more' })
    if (event?.kind !== 'die') return
    dead = true
    die()
  }
  const done = new Set(doneIn(database))
  const script: Script = async (sent) => {
    const key = `${sent.operation} ${sent.about}`
    onSent(sent, done.has(key) && sent.operation !== 'create-code')
    requests += 1
    const [fate, delay] = rest[requests - 1] ?? ['ok', 0]
    const replied = answer(core, fate, sent)
    if (requests === event?.after) happen()
    if (delay > 0) await new Promise<void>((resolve) => clock.setTimer(delay, resolve))
    if (dead) return new Promise<null>(() => undefined)
    if (fate === 'ok' && sent.operation !== 'look-up') done.add(key)
    return replied
  }
  const begun = beginRound({ ...planned, clock, script, concurrency: atOnce, existing })
  await clock.runUntil(Promise.race([died, begun.round.ended]))
  // A write in progress at death is done or not; nothing is written after it.
  await turns()
  expect(Object.values(userCounts.states(database, planned.target.id)).reduce((total, n) => total + n, 0)).toBe(
    plans.length,
  )
  if (!dead) expect(unsettled(database, 'progress')).toEqual(unsettled(database, 'call'))
  return clock.now() + minutesLater * 60_000
}

const calm = { event: null, minutesLater: 0, retry: false, atOnce: 1 } as const

/** A refusal makes the run forget that it may have created a user; a later decision then skips that user. */
const refusedThenSkipped: Part[] = [
  { ...calm, fates: [['unreachable', 0]], event: { kind: 'die', after: 17 }, existing: 'hold' },
  { ...calm, fates: [['status', 0]], existing: 'overwrite' },
  { ...calm, fates: [], retry: true, existing: 'skip' },
  { ...calm, fates: [], existing: 'overwrite' },
]

describe.each([
  ['documented', {}],
  ['supertokens', realTarget],
] as const)('any order of answers, deaths and decisions at a %s core', (_, target) => {
  test('keeps the sums, never sends again what is done, and leaves everybody in the core in the end', async () => {
    const planned = plannedDocument(plans, target)
    const { database } = planned.document
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        for (const table of ['progress', 'call', 'attempt', 'run']) database.exec(`DELETE FROM ${table}`)
        const core: Core = new Set()
        const again: string[] = []
        let now = noon
        const onSent = (sent: Sent, isAgain: boolean) => {
          if (isAgain) again.push(`${sent.operation} ${sent.about}`)
        }
        for (const one of parts) now = await play(planned, one, core, { now, onSent })
        for (let round = 0; round < 3; round++) {
          runScope.requeueFailed(database, planned.target.id, now, false, true)
          runScope.releaseWaiting(database)
          const { end } = await runRound({
            ...planned,
            clock: virtualClock(now),
            existing: 'overwrite',
            script: (sent) => answer(core, 'ok', sent),
          })
          expect(end.kind).toBe('finished')
        }
        // No other client creates users in this core, so every user there is ours. A refusal after a lost reply,
        // though, makes the run forget that it may have created this one.
        const { migrated, existing } = userCounts.states(database, planned.target.id)
        const refuses = parts.some((one) => one.fates.some(([fate]) => fate === 'refused' || fate === 'status'))
        const ours = migrated + (refuses ? existing : 0)
        // A user that is skipped as one of another system gets no further call.
        const left = refuses ? skippedIn(database) : []
        const missing = everybody.filter((request) => !core.has(request) && !left.includes(request))
        expect([again, missing, core.size + left.filter((request) => !core.has(request)).length, ours]).toEqual([
          [],
          [],
          everybody.length,
          plans.length,
        ])
      }),
      { numRuns: rounds(60, 150), examples: [[refusedThenSkipped]] },
    )
  })
})

const logins = everybody.filter((request) => !request.startsWith('update-user'))

test('any order of answers and deaths leaves users alone who were in the core before, where it can be asked', async () => {
  const planned = plannedDocument(plans, realTarget)
  const { database } = planned.document
  const strangers = fc.subarray(logins, { minLength: 1 })
  const careful = part.map((one) => ({
    ...one,
    existing: one.existing === 'overwrite' ? ('skip' as const) : one.existing,
  }))
  await fc.assert(
    fc.asyncProperty(strangers, fc.array(careful, { minLength: 1, maxLength: 4 }), async (before, parts) => {
      for (const table of ['progress', 'call', 'attempt', 'run']) database.exec(`DELETE FROM ${table}`)
      const core: Core = new Set(before)
      const theirs = new Set(before.map((request) => request.split(' ')[1]))
      const changed: string[] = []
      const onSent = ({ operation, about }: Sent) => {
        if (operation !== 'look-up' && theirs.has(about)) changed.push(`${operation} ${about}`)
      }
      let now = noon
      for (const one of parts) now = await play(planned, one, core, { now, onSent })
      await play(planned, undisturbed, core, { now, onSent })
      const skipped = skippedIn(database)
      expect([changed, before.filter((request) => !skipped.includes(request))]).toEqual([[], []])
    }),
    { numRuns: rounds(20, 40) },
  )
})

const undisturbed: Part = { fates: [], event: null, minutesLater: 0, retry: true, atOnce: 3, existing: 'skip' }
