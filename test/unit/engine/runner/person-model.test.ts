import { array, assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { OperationName } from '../../../../shared/core-api/operations.ts'
import { callKey } from '../../../../shared/planning/call-key.ts'
import type { Call, CallKind } from '../../../../shared/planning/call.ts'
import { followUps } from '../../../../shared/planning/follow-ups.ts'
import { userCounts } from '../../../../electron/engine/queries/counts.ts'
import { runScope } from '../../../../electron/engine/runner/scope.ts'
import {
  beginRound,
  importOf,
  noAnswer,
  passing,
  plannedDocument,
  realTarget,
  runRound,
  socialOf,
  someOf,
  type Script,
} from '../../../support/rounds.ts'
import { noon, turns, virtualClock } from '../../../support/virtual-clock.ts'

const google = socialOf('g1')
/** One person with everything that a core keeps. */
const calls: readonly Call[] = [
  importOf('ann@example.com'),
  google,
  { kind: 'make-primary' },
  { kind: 'link', method: callKey(google) },
  { kind: 'map-id', externalUserId: 'old-ann' },
  { kind: 'metadata', metadata: { plan: 'gold' } },
  { kind: 'role', role: 'editor', create: false },
  { kind: 'totp', secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Imported' },
]

const operations: Partial<Readonly<Record<OperationName, CallKind>>> = {
  'import-hash': 'import',
  'third-party': 'third-party',
  'make-primary': 'make-primary',
  'link-accounts': 'link',
  'map-user-id': 'map-id',
  'write-metadata': 'metadata',
  'add-role': 'role',
  'import-totp': 'totp',
}

const fates = ['ok', 'ok', 'ok', 'status', 'busy', 'lost', 'lost-and-done', 'unreachable'] as const
type Fate = (typeof fates)[number]

function replyTo(fate: Fate) {
  if (fate === 'ok') return null
  if (fate === 'status') return { kind: 'status', status: 'SOME_ERROR', message: '' } as const
  if (fate === 'busy') return passing()
  return fate === 'unreachable' ? passing({ why: 'connect', httpStatus: null, reached: false }) : noAnswer
}

const part = record({
  fates: array(constantFrom(...fates), { maxLength: 20 }),
  dieAfter: option(integer({ min: 1, max: 10 }), { nil: null }),
  retry: constantFrom(true, false),
})

test('a person is sent in order, from the first call that is not done, whatever is lost or dies on the way', async () => {
  const planned = plannedDocument([calls], realTarget)
  const { database } = planned.document
  const doneKinds = () =>
    new Set(
      database
        .prepare("SELECT kind FROM call WHERE state = 'done'")
        .all()
        .map((row) => String(Object.values(row ?? {})[0])),
    )
  const wrapped = calls.map((call) => ({ call }))
  const needed = (kind: CallKind) =>
    followUps
      .prerequisites(
        wrapped,
        calls.findIndex((call) => call.kind === kind),
      )
      .flatMap((place) => calls[place]?.kind ?? [])

  await assert(
    asyncProperty(array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
      for (const table of ['progress', 'call', 'attempt', 'run']) database.exec(`DELETE FROM ${table}`)
      const core = new Set<CallKind>()
      const wrong: string[] = []
      let now = noon
      for (const { fates: given, dieAfter, retry } of parts) {
        if (retry) runScope.requeueFailed(database, planned.target.id, now, false, true)
        const done: Set<string> = doneKinds()
        const clock = virtualClock(now)
        let requests = 0
        let die: () => void = () => undefined
        let isDead = false
        const died = new Promise<'died'>((resolve) => {
          die = () => resolve('died')
        })
        const script: Script = ({ operation }) => {
          const kind = operations[operation]
          if (kind === undefined) return null
          if (done.has(kind)) wrong.push(`${kind} again`)
          for (const before of needed(kind)) if (!core.has(before)) wrong.push(`${kind} before ${before}`)
          const fate = given[requests] ?? 'ok'
          requests += 1
          if (fate === 'ok' || fate === 'lost-and-done') core.add(kind)
          if (requests === dieAfter) {
            isDead = true
            die()
          }
          if (isDead) return new Promise<null>(() => undefined)
          if (fate === 'ok') done.add(kind)
          return replyTo(fate)
        }
        const begun = beginRound({ ...planned, clock, script, existing: 'overwrite' })
        await clock.runUntil(Promise.race([died, begun.round.ended]))
        await turns()
        now = clock.now() + 1000
      }
      runScope.requeueFailed(database, planned.target.id, now, false, true)
      const script: Script = ({ operation }) => {
        const kind = operations[operation]
        if (kind !== undefined) core.add(kind)
        return null
      }
      const last = await runRound({ ...planned, clock: virtualClock(now), existing: 'overwrite', script })
      expect([wrong, core.size, someOf(userCounts.states(database, planned.target.id))]).toEqual([
        [],
        calls.length,
        { migrated: 1 },
      ])
      const ids = last.sent.filter(({ operation }) => operation === 'write-metadata').map(({ about }) => about)
      expect(ids).toEqual(ids.map(() => 'old-ann'))
    }),
    { numRuns: 100 },
  )
})
