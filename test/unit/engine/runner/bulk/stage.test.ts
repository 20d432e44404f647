import { expect, test } from 'vitest'
import { stageBatch } from '../../../../../electron/engine/runner/bulk/stage-users.ts'
import { createDispatcher } from '../../../../../electron/engine/runner/dispatcher.ts'
import { plainSuccess, type ReplyOutcome } from '../../../../../shared/core-api/outcome.ts'
import { noon, virtualClock } from '../../../../support/virtual-clock.ts'

const retry = (change: Partial<Extract<ReplyOutcome, { kind: 'retry' }>>): ReplyOutcome => ({
  kind: 'retry',
  why: 'reset',
  httpStatus: null,
  retryAfterMs: null,
  reached: true,
  message: 'broken',
  ...change,
})
const unreached = retry({ why: 'connect', reached: false, message: 'Nothing there.' })

/** Stages arbitrary users; the core answers as given, the last answer from then on. */
async function staged(...outcomes: readonly ReplyOutcome[]) {
  const clock = virtualClock()
  const sentAt: number[] = []
  const ended = stageBatch([], {
    dispatcher: createDispatcher(clock),
    send: async () => {
      const outcome = outcomes[Math.min(sentAt.length, outcomes.length - 1)] ?? plainSuccess
      sentAt.push(clock.now() - noon)
      return { outcome, httpStatus: null, ms: 1 }
    },
    beforeSending: async () => {},
    onReply: () => {},
    waitMs: (tries) => 1000 * tries,
  })
  return { result: await clock.runUntil(ended), sentAt }
}

const method = (userId: string) => ({ recipeId: 'emailpassword', userId })

test.each([
  [
    'taken, with ids',
    { ...plainSuccess, staged: [{ userId: 'u1', loginMethods: [method('m1')] }] },
    { kind: 'event', event: { kind: 'accepted', rowIds: ['m1'] } },
  ],
  [
    'taken, with ids of users only',
    { ...plainSuccess, staged: [{ userId: 'u1', loginMethods: [] }] },
    { kind: 'event', event: { kind: 'accepted', rowIds: ['u1'] } },
  ],
  ['taken, without ids', { ...plainSuccess, staged: [] }, { kind: 'lost' }],
  ['an answer that tells nothing', plainSuccess, { kind: 'lost' }],
  [
    'refused users',
    { ...plainSuccess, refused: [{ index: 0, errors: ['E1'] }] },
    { kind: 'event', event: { kind: 'refused', users: [{ index: 0, errors: ['E1'] }] } },
  ],
  [
    'a stop',
    { kind: 'stop', why: 'forbidden', httpStatus: 403, message: 'no' },
    { kind: 'stop', why: 'forbidden', message: 'no', event: { kind: 'not-taken', message: 'no' } },
  ],
  [
    'a failure',
    { kind: 'failed', httpStatus: 400, message: 'bad' },
    { kind: 'unable', message: 'bad', event: { kind: 'not-taken', message: 'bad' } },
  ],
  ['a lost reply', retry({}), { kind: 'lost' }],
  [
    'a missing signer key',
    retry({ message: 'firebase_password_hashing_signer_key' }),
    {
      kind: 'unable',
      message: 'firebase_password_hashing_signer_key',
      event: { kind: 'not-taken', message: 'firebase_password_hashing_signer_key' },
    },
  ],
] as const satisfies readonly (readonly [string, ReplyOutcome, unknown])[])(
  'a batch answered by %s is sent once',
  async (_name, outcome, result) => {
    expect(await staged(outcome)).toEqual({ result, sentAt: [0] })
  },
)

test('a batch that surely did not reach the core is sent again, with growing waits, six times at most', async () => {
  expect(await staged(unreached)).toEqual({
    result: { kind: 'event', event: { kind: 'not-taken', message: 'Nothing there.' } },
    sentAt: [0, 1000, 3000, 6000, 10_000, 15_000],
  })
  expect((await staged(unreached, unreached, retry({}))).result).toEqual({ kind: 'lost' })
})

test('a core that asks for fewer requests gets the wait that it asks for', async () => {
  const busy = retry({ why: 'rate-limited', httpStatus: 429, retryAfterMs: 7000 })
  expect((await staged(busy, retry({}))).sentAt).toEqual([0, 7000])
})
