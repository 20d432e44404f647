import { expect, test } from 'vitest'
import { createDispatcher } from '../../../../electron/engine/runner/dispatcher.ts'
import { noCreatedUser, performCall } from '../../../../electron/engine/runner/perform-call.ts'
import type { CallContext, Send } from '../../../../electron/engine/runner/step.ts'
import type { OperationName } from '../../../../shared/core-api/operations.ts'
import { plainSuccess, type ReplyOutcome, type FoundUser } from '../../../../shared/core-api/outcome.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { passing, socialOf } from '../../../support/rounds.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

type Answer = (operation: OperationName, nth: number) => ReplyOutcome

/** Performs one call against a core that answers so; `asked`: the requests that it got. */
async function perform(call: Call, answer: Answer, around: Partial<CallContext> = {}) {
  const clock = virtualClock()
  const dispatcher = createDispatcher(clock, { limit: () => 4 })
  const requests: { readonly operation: OperationName; readonly args: object }[] = []
  const send: Send = async (operation, args) => {
    const outcome = answer(operation, requests.filter((one) => one.operation === operation).length)
    requests.push({ operation, args })
    return { outcome, httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : 200, ms: 10 }
  }
  const context = { send, clock, dispatcher, random: () => 0.5, onAttempt: () => undefined, canLookUp: true, ...around }
  const result = await clock.runUntil(performCall(call, { ...noCreatedUser, coreUserId: 'u1' }, context))
  return { result, requests, operations: requests.map(({ operation }) => operation) }
}

const status = (name: string): ReplyOutcome => ({ kind: 'status', status: name, message: 'no' })

test('a user with logins at two providers, one of which has the new email already, gets it at the other one too', async () => {
  const login = (id: string, email: string): FoundUser['loginMethods'][number] => ({
    recipeId: 'thirdparty',
    recipeUserId: `u-${id}`,
    email,
    thirdParty: { id, userId: '1' },
  })
  const found: FoundUser = {
    id: 'u1',
    loginMethods: [login('github', 'new@example.com'), login('google', 'old@example.com')],
  }
  const { requests } = await perform(
    {
      kind: 'change-contact',
      force: false,
      login: { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: '1', isVerified: true },
      from: { email: 'old@example.com', phoneNumber: null },
      to: { email: 'new@example.com', phoneNumber: null },
    },
    (operation) => (operation === 'look-up' ? { ...plainSuccess, users: [found] } : plainSuccess),
  )
  expect(requests.map(({ operation, args }) => [operation, 'email' in args ? args.email : ''])).toEqual([
    ['look-up', ''],
    ['third-party', 'new@example.com'],
  ])
})

test.each([
  ['has the new email already', 'new@example.com'],
  ['has the former email, too', 'old@example.com'],
])('the email of a password is changed, although the login by code beside it %s', async (_, email) => {
  const found: FoundUser = {
    id: 'u1',
    loginMethods: [
      { recipeId: 'passwordless', recipeUserId: 'u-code', email },
      { recipeId: 'emailpassword', recipeUserId: 'u-password', email: 'old@example.com' },
    ],
  }
  const { requests } = await perform(
    {
      kind: 'change-contact',
      force: false,
      login: { recipe: 'emailpassword', coreUserId: 'u1' },
      from: { email: 'old@example.com', phoneNumber: null },
      to: { email: 'new@example.com', phoneNumber: null },
    },
    (operation) => (operation === 'find-user' ? { ...plainSuccess, users: [found] } : plainSuccess),
  )
  expect(requests.slice(1)).toEqual([
    { operation: 'change-email', args: { recipeUserId: 'u-password', email: 'new@example.com' } },
  ])
})

test.each([
  ['whose token is used already is asked for anew', 'EMAIL_VERIFICATION_INVALID_TOKEN_ERROR', 2, 'done'],
  ['that the core refuses for another reason is refused for good', 'EMAIL_NOT_KNOWN_ERROR', 1, 'failed'],
])('the verification of an email %s', async (_, refusal, tokens, kind) => {
  const { result, operations } = await perform({ kind: 'verify-email', email: 'ann@example.com' }, (operation, nth) =>
    operation === 'verification-token'
      ? { ...plainSuccess, token: `t${nth}` }
      : nth === 0
        ? status(refusal)
        : plainSuccess,
  )
  expect([operations.filter((one) => one === 'verification-token').length, result.kind]).toEqual([tokens, kind])
})

test.each([
  ['acme', 'wrong-address', 'For the tenant acme, which may not exist: no core'],
  [undefined, 'wrong-address', 'no core'],
  ['acme', 'forbidden', 'no core'],
] as const)('a stop of a call for the tenant %s, by %s, is told as %s', async (tenant, why, message) => {
  const call = { ...socialOf('g1'), ...(tenant === undefined ? {} : { tenant }) }
  const { result } = await perform(call, () => ({ kind: 'stop', why, httpStatus: 404, message: 'no core' }))
  expect(result).toMatchObject({ kind: 'interrupted', stop: why, message })
})

test.each([
  [16 * 60_000, 'The core asked to wait 16 minutes.'],
  [16 * 60_000 + 1, 'The core asked to wait 17 minutes.'],
  [1_000_000_000, 'The core asked to wait 16667 minutes.'],
])('a wait of %i ms that the core asks for is named in full minutes, never fewer', async (retryAfterMs, message) => {
  const { result } = await perform(socialOf('g1'), () => passing({ httpStatus: 429, retryAfterMs }))
  expect(result).toMatchObject({ kind: 'interrupted', stop: 'core-unreachable', message })
})

test('rests between its tries count as time of the user, time set aside for others does not', async () => {
  const clock = virtualClock()
  const dispatcher = createDispatcher(clock, { limit: () => 4 })
  const spent = { ms: 0 }
  const places: string[] = []
  const slot: CallContext['slot'] = {
    wait: ({ place }) => {
      places.push(`${place} after ${spent.ms}`)
      return Promise.resolve(true)
    },
    isAside: () => false,
    maxRestMs: () => 0,
    end: () => undefined,
  }
  const success = { operation: 'third-party', outcome: plainSuccess, suspect: false, isAside: false } as const
  await perform(
    socialOf('g1'),
    (_, nth) => {
      // Another user of the same run.
      void dispatcher.acquire({})
      dispatcher.release({ ...success, requester: {} })
      return nth < 2 ? passing() : plainSuccess
    },
    { dispatcher, spent, slot },
  )
  // Requests of 10 ms, and rests of half of 400 ms.
  expect(places).toEqual(['resting after 210', 'aside after 220'])
})
