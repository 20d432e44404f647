import { describe, expect, test } from 'vitest'
import { createDispatcher } from '../../../../electron/engine/runner/dispatcher.ts'
import type { SlotWait } from '../../../../electron/engine/runner/slots.ts'
import { type CallContext, type Send, sendStep } from '../../../../electron/engine/runner/step.ts'
import { plainSuccess, type ReplyOutcome } from '../../../../shared/core-api/outcome.ts'
import { noAnswer, passing } from '../../../support/rounds.ts'
import { noon, virtualClock } from '../../../support/virtual-clock.ts'

type Rules = Parameters<typeof sendStep>[3]
const minutes = 60_000

/** Sends one import; the core answers as given, the last answer from then on, each after `ms`. */
async function sent(
  outcomes: readonly ReplyOutcome[],
  {
    rules = {},
    ms = 10,
    around = {},
    isAside = false,
  }: { rules?: Rules; ms?: number; around?: Partial<CallContext>; isAside?: boolean } = {},
) {
  const clock = virtualClock()
  const dispatcher = createDispatcher(clock, { limit: () => 4 })
  const waits: SlotWait[] = []
  const attempts: string[] = []
  const requests: number[] = []
  const send: Send = async () => {
    requests.push(clock.ticks())
    await new Promise<void>((resolve) => clock.setTimer(ms, resolve))
    const outcome = outcomes[Math.min(requests.length, outcomes.length) - 1] ?? plainSuccess
    return { outcome, httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : 200, ms }
  }
  const step = await clock.runUntil(
    sendStep(
      'import-hash',
      { email: 'ann@example.com', passwordHash: 'h', family: 'bcrypt' },
      {
        send,
        clock,
        dispatcher,
        random: () => 0.5,
        onAttempt: ({ operation, at, ms: took, httpStatus }) =>
          attempts.push(`${operation} ${at - noon} ${took} ${httpStatus}`),
        slot: {
          wait: (wait) => {
            waits.push(wait)
            return dispatcher.wait(wait.ms)
          },
          isAside: () => isAside,
          maxRestMs: () => 60,
          end: () => undefined,
        },
        ...around,
      },
      rules,
    ),
  )
  return { step, waits, attempts, requests, clock, dispatcher }
}

describe('a request', () => {
  test('that is answered for good is sent once, and what came of it is named', async () => {
    const { step, attempts, requests } = await sent([plainSuccess])
    expect([step, attempts, requests]).toEqual([
      { kind: 'success', value: plainSuccess, httpStatus: 200, sentAt: { now: noon, ticks: 0 } },
      ['import-hash 0 10 200'],
      [0],
    ])
    expect((await sent([{ kind: 'restart', message: '' }])).step).toEqual({ kind: 'restart' })
    expect((await sent([{ kind: 'status', status: 'X', message: 'no' }])).step).toMatchObject({
      kind: 'failed',
      httpStatus: 200,
      status: 'X',
      aboutUser: true,
      noAnswer: false,
    })
    expect((await sent([{ kind: 'failed', httpStatus: 400, message: 'bad' }])).step).toMatchObject({
      kind: 'failed',
      httpStatus: 400,
      status: null,
      aboutUser: false,
    })
    expect((await sent([{ kind: 'stop', why: 'forbidden', httpStatus: 403, message: 'no' }])).step).toEqual({
      kind: 'interrupted',
      settled: true,
      stop: 'forbidden',
      message: 'no',
    })
  })

  test('that may have had its effect is unsettled, whatever refuses the next one', async () => {
    const stop = { kind: 'stop', why: 'forbidden', httpStatus: 403, message: 'no' } as const
    expect((await sent([noAnswer, stop])).step).toMatchObject({ kind: 'interrupted', settled: false })
    const busy = passing({ httpStatus: 429, why: 'rate-limited' })
    expect((await sent([busy, stop])).step).toMatchObject({ kind: 'interrupted', settled: true })
  })

  test('that the core wants to come much later ends the run, with what is known of it', async () => {
    const later = passing({ httpStatus: 429, why: 'rate-limited', retryAfterMs: 15 * minutes + 1 })
    expect((await sent([later])).step).toMatchObject({ kind: 'interrupted', settled: true, stop: 'core-unreachable' })
    const soon = passing({ httpStatus: 429, why: 'rate-limited', retryAfterMs: 15 * minutes })
    expect((await sent([soon, plainSuccess])).requests).toEqual([0, 15 * minutes + 10])
  })

  test('makes its user wait in place for each cause that the core may have, and says which', async () => {
    const causes = [
      noAnswer,
      passing({ httpStatus: 503, why: 'html', message: ' <html>' }),
      passing({ httpStatus: 299, why: 'unexpected-reply', message: 'cut' }),
      passing({ httpStatus: 300, message: 'odd' }),
      passing({ httpStatus: 500, message: 'one' }),
    ]
    const { step, waits } = await sent([...causes, plainSuccess])
    expect(step.kind).toBe('success')
    expect(waits.map(({ cause, place, attempt }) => `${cause} ${place} ${attempt.tries}`)).toEqual([
      'no-answer in-place 1',
      'web-page|503 in-place 2',
      'unreadable-answer in-place 3',
      '300 in-place 4',
      '500 in-place 5',
    ])
  })

  test('has failed for want of an answer where none came, or the core’s database was away', async () => {
    const failure = async (outcome: ReplyOutcome, isAside = false) => {
      const { step } = await sent([outcome], { isAside })
      return step.kind === 'failed' ? [step.noAnswer, step.aboutUser] : step.kind
    }
    expect(await failure(passing({ httpStatus: 500, message: 'same' }))).toEqual([false, false])
    expect(await failure(passing({ httpStatus: 500, message: 'same' }), true)).toEqual([false, true])
    expect(await failure(passing({ httpStatus: null, why: 'reset', reached: true }))).toEqual([true, false])
    expect(await failure(passing({ httpStatus: 500, why: 'database' }))).toEqual([true, false])
  })

  test('of a user set aside is tried again after a short rest', async () => {
    const { waits } = await sent([passing(), plainSuccess], { isAside: true })
    expect(waits).toMatchObject([{ ms: 30, place: 'resting', maxAsideMs: Infinity }])
  })

  test('that may have had its effect is set aside for half of the time in which it can be repeated', async () => {
    expect((await sent([noAnswer, plainSuccess])).waits).toMatchObject([{ maxAsideMs: 5 * minutes, place: 'in-place' }])
  })

  test('is not sent once its code is stale, or an unseen one before it is too old', async () => {
    const stale = await sent([plainSuccess], { rules: { stale: () => true } })
    expect([stale.step, stale.requests]).toEqual([{ kind: 'restart' }, []])
    const at = (ago: number) => ({ rules: { unseenSince: { now: noon - ago, ticks: -ago } } })
    const [old, young] = [
      await sent([plainSuccess], at(10 * minutes + 1)),
      await sent([plainSuccess], at(10 * minutes)),
    ]
    expect([old.step.kind, old.requests.length, young.step.kind]).toEqual(['unanswered', 0, 'success'])
  })

  test('counts the time of its requests and rests for its user, who has failed after five minutes', async () => {
    const spent = { ms: 0 }
    const { requests, step } = await sent([passing()], { ms: 100_000, around: { spent } })
    expect([step.kind, requests.length, spent.ms > 5 * minutes]).toEqual(['failed', 3, true])
  })

  test('in which the machine slept is sent again as if it had not been', async () => {
    const spent = { ms: 0 }
    const { requests, waits } = await sent([passing({ httpStatus: null, why: 'timeout' }), plainSuccess], {
      ms: 110_001,
      around: { spent },
    })
    expect([requests.length, waits, spent.ms]).toEqual([2, [], 0])
  })

  test('is not sent any more once the run ends', async () => {
    const clock = virtualClock()
    const dispatcher = createDispatcher(clock)
    dispatcher.close()
    const { step, requests } = await sent([plainSuccess], { around: { dispatcher } })
    expect([step, requests]).toEqual([{ kind: 'interrupted', settled: true, stop: null, message: '' }, []])
  })
})
