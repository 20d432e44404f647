import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDispatcher } from '../../../../electron/engine/runner/dispatcher.ts'
import { maxUserMs, maxWaitMs, safeToRepeatMs } from '../../../../electron/engine/runner/retry-policy.ts'
import { sendStep, type Send, type Step } from '../../../../electron/engine/runner/step.ts'
import { plainSuccess, type ReplyOutcome } from '../../../../shared/core-api/outcome.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { passing } from '../../../support/rounds.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const minutes = 60_000
const maxRequest = 55_000

/** One reply: its content, its duration, and a change of the clock meanwhile. */
const reply = fc.record({
  what: fc.constantFrom('busy', 'full', 'same', 'other', 'cut', 'lost', 'unreachable', 'wait', 'refused', 'ok'),
  ms: fc.constantFrom(1, 300, 30_000, maxRequest),
  waitMs: fc.constantFrom(1000, 40_000, 14 * minutes, 16 * minutes),
  jump: fc.constantFrom(0, 0, 0, 90 * minutes, -90 * minutes),
})
type Reply = typeof reply extends fc.Arbitrary<infer R> ? R : never

function outcomeOf({ what, waitMs }: Reply, nth: number): ReplyOutcome {
  switch (what) {
    case 'busy':
      return passing()
    case 'full':
      return passing({ why: 'rate-limited', httpStatus: 429 })
    case 'same':
      return passing({ httpStatus: 500, message: 'value too long' })
    case 'other':
      return passing({ httpStatus: 500, message: `trouble ${nth}` })
    case 'cut':
      return passing({ why: 'unexpected-reply', httpStatus: 200 })
    case 'lost':
      return passing({ why: 'timeout', httpStatus: null })
    case 'unreachable':
      return passing({ why: 'connect', httpStatus: null, reached: false })
    case 'wait':
      return passing({ httpStatus: 429, retryAfterMs: waitMs })
    case 'refused':
      return { kind: 'failed', httpStatus: 400, message: 'no' }
    default:
      return plainSuccess
  }
}

type Sent = { readonly ticks: number; readonly now: number; readonly reply: Reply; readonly endedTicks: number }

/** Sends one import against these replies, and a success when they run out. */
async function play(replies: readonly Reply[], random: number, spentMs = 0) {
  const clock = virtualClock()
  const dispatcher = createDispatcher(clock, { limit: () => 4 })
  const sent: Sent[] = []
  const send: Send = async () => {
    const { now, ticks } = { now: clock.now(), ticks: clock.ticks() }
    const next: Reply = replies[sent.length] ?? { what: 'ok', ms: 1, waitMs: 0, jump: 0 }
    const outcome = outcomeOf(next, sent.length)
    await new Promise<void>((resolve) => clock.setTimer(next.ms, resolve))
    clock.jump(next.jump)
    sent.push({ ticks, now, reply: next, endedTicks: clock.ticks() })
    return { outcome, httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : 200, ms: next.ms }
  }
  const context = { send, clock, dispatcher, random: () => random, onAttempt: () => undefined, spent: { ms: spentMs } }
  const step = await clock.runUntil(
    sendStep('import-hash', { email: 'a@example.com', passwordHash: madeUpBcrypt(1), family: 'bcrypt' }, context),
  )
  return { step, sent, tookMs: clock.ticks() }
}

const unseen = (what: Reply['what']) => what === 'lost' || what === 'cut'
const kinds: readonly Step['kind'][] = ['success', 'failed', 'interrupted', 'unanswered']

describe('one hash import, whatever the core answers and however clocks jump', () => {
  const given = [fc.array(reply, { maxLength: 30 }), fc.double({ min: 0, max: 0.999, noNaN: true })] as const
  const law = (check: (played: Awaited<ReturnType<typeof play>>) => void) =>
    fc.assert(
      fc.asyncProperty(...given, async (replies, random) => check(await play(replies, random))),
      { numRuns: 120 },
    )

  test('comes to an end, and to a success only by a success', () =>
    law(({ step, sent }) => {
      const last = sent.at(-1)?.reply.what
      expect(kinds).toContain(step.kind)
      expect(step.kind === 'success').toBe(last === 'ok')
      expect(sent.slice(0, -1).some(({ reply: { what } }) => what === 'ok' || what === 'refused')).toBe(false)
    }))

  test('is never sent again before the time that the core asked for has passed', () =>
    law(({ sent }) => {
      sent.forEach(({ reply: { what, waitMs }, endedTicks }, index) => {
        const next = sent[index + 1]
        if (what !== 'wait' || next === undefined) return
        expect(waitMs).toBeLessThanOrEqual(maxWaitMs)
        expect(next.ticks - endedTicks).toBeGreaterThanOrEqual(waitMs)
      })
    }))

  test('is never sent again ten minutes after a request that may have had its effect, by either clock', () =>
    law(({ sent }) => {
      const first = sent.find(({ reply: { what } }) => unseen(what))
      if (first === undefined) return
      const late = sent.filter(
        ({ ticks, now }) =>
          ticks > first.ticks && (ticks - first.ticks > safeToRepeatMs || now - first.now > safeToRepeatMs),
      )
      expect(late).toEqual([])
    }))

  const failing = fc.constantFrom<Reply['what']>('busy', 'full', 'same', 'other', 'cut')
  const failingReplies = fc.array(
    fc.tuple(reply, failing).map(([one, what]) => ({ ...one, what, jump: 0 })),
    { minLength: 12, maxLength: 12 },
  )

  test('has failed after six tries at the most, of a core that answers, and after four of the same 500', () =>
    fc.assert(
      fc.asyncProperty(failingReplies, async (replies) => {
        const { step, sent } = await play(replies, 0)
        const whats = sent.map(({ reply: { what } }) => what).join(' ')
        expect([step.kind, sent.length === 6 || whats.endsWith('same same same same'), sent.length <= 6]).toEqual([
          'failed',
          true,
          true,
        ])
      }),
      { numRuns: 120 },
    ))

  test('has failed at its first failure once its user had all the time that one may have', () =>
    fc.assert(
      fc.asyncProperty(failingReplies, fc.nat(maxUserMs), async (replies, spentMs) => {
        const { sent } = await play(replies, 0, spentMs)
        const before = sent.slice(0, -1).reduce((sum, { reply: { ms } }) => sum + ms, spentMs)
        expect(sent.length === 1 || before <= maxUserMs).toBe(true)
      }),
      { numRuns: 120 },
    ))
})
