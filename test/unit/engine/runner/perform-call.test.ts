import { describe, expect, test } from 'vitest'
import { createDispatcher } from '../../../../electron/engine/runner/dispatcher.ts'
import { type CreatedUser, noCreatedUser, performCall } from '../../../../electron/engine/runner/perform-call.ts'
import type { CallContext, Send } from '../../../../electron/engine/runner/step.ts'
import type { OperationName } from '../../../../shared/core-api/operations.ts'
import { plainSuccess, type ReplyOutcome, type FoundUser } from '../../../../shared/core-api/outcome.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { passing, socialOf } from '../../../support/rounds.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

type Answer = (operation: OperationName, nth: number) => ReplyOutcome

const named: CreatedUser = { ...noCreatedUser, coreUserId: 'u1' }

/** Performs one call against a core that answers so; `asked`: the requests that it got. */
async function perform(call: Call, answer: Answer, around: Partial<CallContext> = {}, made = named) {
  const clock = virtualClock()
  const dispatcher = createDispatcher(clock, { limit: () => 4 })
  const requests: { readonly operation: OperationName; readonly args: object }[] = []
  const send: Send = async (operation, args) => {
    const outcome = answer(operation, requests.filter((one) => one.operation === operation).length)
    requests.push({ operation, args })
    return { outcome, httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : 200, ms: 10 }
  }
  const context = { send, clock, dispatcher, random: () => 0.5, onAttempt: () => undefined, canLookUp: true, ...around }
  const result = await clock.runUntil(performCall(call, made, context))
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

test('a pair of which the core refuses every code is made six times, and says with which status it has failed', async () => {
  const call: Call = { kind: 'passwordless', contact: { kind: 'email', email: 'ann@example.com' } }
  const code = { preAuthSessionId: 'session', linkCode: 'link' }
  const restarted = await perform(call, (operation) =>
    operation === 'create-code' ? { ...plainSuccess, code } : { kind: 'restart', message: '' },
  )
  expect(restarted.result).toMatchObject({ kind: 'failed', status: 'RESTART_FLOW_ERROR', httpStatus: null })
  expect(restarted.operations.filter((one) => one === 'create-code')).toHaveLength(6)
  const once = await perform(call, (operation, nth) =>
    operation === 'create-code'
      ? nth === 0
        ? { kind: 'restart', message: '' }
        : { ...plainSuccess, code }
      : { ...plainSuccess, userId: 'u9' },
  )
  expect([once.operations, once.result]).toMatchObject([
    ['create-code', 'create-code', 'consume-code'],
    { kind: 'done', coreUserId: 'u9' },
  ])
  const silent = await perform(call, () => plainSuccess)
  expect([silent.operations, silent.result.kind]).toEqual([['create-code'], 'failed'])
})

test('a token that the core refuses each time is asked for six times', async () => {
  const { result, operations } = await perform({ kind: 'verify-email', email: 'ann@example.com' }, (operation) =>
    operation === 'verification-token'
      ? { ...plainSuccess, token: 't' }
      : status('EMAIL_VERIFICATION_INVALID_TOKEN_ERROR'),
  )
  expect([operations.filter((one) => one === 'verify-email').length, result]).toMatchObject([
    6,
    { kind: 'failed', status: 'EMAIL_VERIFICATION_INVALID_TOKEN_ERROR' },
  ])
})

test.each<[string, Call]>([
  ['an update', { kind: 'update', email: 'ann@example.com', phoneNumber: '+4930123' }],
  ['a verification', { kind: 'verify-email', email: 'ann@example.com' }],
  ['an old ID', { kind: 'map-id', externalUserId: 'old' }],
  ['a primary user', { kind: 'make-primary' }],
  ['a link', { kind: 'link', method: 'import:ann@example.com' }],
  ['metadata', { kind: 'metadata', metadata: { plan: 'gold' } }],
  ['a role', { kind: 'role', role: 'admin', create: true }],
])('%s is not sent for a user that the core did not name, and says so', async (_, call) => {
  const { result, operations } = await perform(call, () => plainSuccess, {}, noCreatedUser)
  expect([operations, result]).toMatchObject([[], { kind: 'done', coreUserId: null, httpStatus: null }])
  expect(result).toMatchObject({ message: expect.stringMatching(/core did not say which user it had created\.$/) })
})

test('a role is created before it is given where that was decided, and is not given where the core refuses to create it', async () => {
  const call: Call = { kind: 'role', role: 'admin', create: true, tenant: 'acme' }
  const given = await perform(call, () => plainSuccess)
  expect([given.requests, given.result]).toMatchObject([
    [
      { operation: 'create-role', args: { role: 'admin' } },
      { operation: 'add-role', args: { userId: 'u1', role: 'admin', tenant: 'acme' } },
    ],
    { kind: 'done', coreUserId: 'u1', recipeUserId: null },
  ])
  const refused = await perform(call, () => status('UNKNOWN_ROLE_ERROR'))
  expect([refused.operations, refused.result]).toMatchObject([
    ['create-role'],
    {
      kind: 'failed',
      status: 'UNKNOWN_ROLE_ERROR',
      aboutUser: true,
      message: 'The core does not have this role any more. Create it there, then retry.',
    },
  ])
  expect((await perform({ ...call, create: false }, () => plainSuccess)).operations).toEqual(['add-role'])
})

describe('a change of a contact', () => {
  const login = { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: '1', isVerified: true } as const
  const change = {
    kind: 'change-contact',
    force: false,
    login,
    from: { email: 'old@example.com', phoneNumber: null },
    to: { email: 'new@example.com', phoneNumber: null },
  } as const satisfies Call
  const loginMethod = (email: string, id = 'google', userId = '1') => ({
    recipeId: 'thirdparty',
    recipeUserId: `r-${id}-${userId}`,
    email,
    thirdParty: { id, userId },
  })
  const at =
    (...methods: readonly FoundUser['loginMethods'][number][]): Answer =>
    (operation) =>
      operation === 'look-up' || operation === 'find-user'
        ? { ...plainSuccess, users: [{ id: 'u1', loginMethods: [...methods] }] }
        : plainSuccess

  test('is looked up and sent in the tenant of the login', async () => {
    const { requests } = await perform({ ...change, tenant: 'acme' }, at(loginMethod('old@example.com')))
    expect(requests).toEqual([
      { operation: 'look-up', args: { thirdPartyId: 'google', thirdPartyUserId: '1', tenant: 'acme' } },
      { operation: 'third-party', args: { ...login, email: 'new@example.com', tenant: 'acme' } },
    ])
    const plain = await perform(change, at(loginMethod('old@example.com')))
    expect(plain.requests).toEqual([
      { operation: 'look-up', args: { thirdPartyId: 'google', thirdPartyUserId: '1' } },
      { operation: 'third-party', args: { ...login, email: 'new@example.com' } },
    ])
    expect(plain.result).toMatchObject({
      kind: 'done',
      coreUserId: 'r-google-1',
      recipeUserId: 'r-google-1',
      httpStatus: 200,
      message: 'Email: old@example.com → new@example.com.',
    })
  })

  test('that the core has already is not sent', async () => {
    const { operations, result } = await perform(change, at(loginMethod('new@example.com')))
    expect([operations, result]).toMatchObject([
      ['look-up'],
      { kind: 'done', httpStatus: null, message: expect.stringContaining('The core has it already.') },
    ])
  })

  test.each([
    ['another provider', loginMethod('old@example.com', 'github')],
    ['another user of the provider', loginMethod('old@example.com', 'google', '2')],
    ['another login method', { ...loginMethod('old@example.com'), recipeId: 'emailpassword' }],
  ])('is nobody’s where the core has %s, and a rehearsal does not try it', async (_, other) => {
    const { operations, result } = await perform(change, at(other))
    expect([operations, result]).toMatchObject([
      ['look-up'],
      { kind: 'failed', httpStatus: 200, status: 'UNKNOWN_USER_ID_ERROR', aboutUser: true },
    ])
    const rehearsed = await perform(change, at(other), { isRehearsal: true })
    expect(rehearsed.result).toMatchObject({ kind: 'done', message: expect.stringContaining('Not tried') })
  })

  test('is left where the core has a newer one, unless the operator wants it replaced', async () => {
    const newer = at(loginMethod('newer@example.com'))
    const left = await perform(change, newer)
    expect([left.operations, left.result]).toMatchObject([
      ['look-up'],
      { kind: 'failed', httpStatus: 200, status: 'CONTACT_CHANGED_IN_CORE', aboutUser: true },
    ])
    const forced = await perform({ ...change, force: true }, newer)
    expect([forced.operations, forced.result.kind]).toEqual([['look-up', 'third-party'], 'done'])
    const two = at(loginMethod('newer@example.com'), loginMethod('newest@example.com'))
    expect((await perform({ ...change, force: true }, two)).result).toMatchObject({ status: 'CONTACT_CHANGED_IN_CORE' })
  })

  test('that the core refuses is about this user, in plain words; another failure stays as it is', async () => {
    const refusedBy = async (outcome: ReplyOutcome) =>
      (
        await perform(change, (operation, nth) =>
          operation === 'look-up' ? at(loginMethod('old@example.com'))(operation, nth) : outcome,
        )
      ).result
    expect(await refusedBy(status('EMAIL_ALREADY_EXISTS_ERROR'))).toMatchObject({
      kind: 'failed',
      status: 'EMAIL_ALREADY_EXISTS_ERROR',
      message: expect.stringContaining('Another user of the core has the new email'),
      aboutUser: true,
    })
    expect(await refusedBy({ kind: 'failed', httpStatus: 400, message: 'bad' })).toMatchObject({
      kind: 'failed',
      status: null,
      message: 'bad',
      aboutUser: false,
    })
    expect(await refusedBy({ kind: 'restart', message: '' })).toMatchObject({ status: 'RESTART_FLOW_ERROR' })
  })

  test('of a code login sends the contacts that change to a core that can be asked, else both', async () => {
    const call = {
      ...change,
      login: { recipe: 'passwordless', coreUserId: 'u1' },
      from: { email: 'old@example.com', phoneNumber: '+4930123' },
      to: { email: 'new@example.com', phoneNumber: null },
      tenant: 'acme',
    } as const satisfies Call
    const method = { recipeId: 'passwordless', recipeUserId: 'r1', email: 'old@example.com', phoneNumber: '+4930123' }
    const asked = await perform(call, at(method))
    expect(asked.requests).toEqual([
      { operation: 'find-user', args: { userId: 'u1' } },
      {
        operation: 'update-user',
        args: { userId: 'r1', recipeUserId: 'r1', email: 'new@example.com', tenant: 'acme' },
      },
    ])
    const blind = await perform(call, at(method), { canLookUp: false })
    expect(blind.requests).toEqual([
      {
        operation: 'update-user',
        args: {
          userId: 'u1',
          recipeUserId: 'u1',
          email: 'new@example.com',
          phoneNumber: '+4930123',
          tenant: 'acme',
        },
      },
    ])
  })

  test('of a user who is gone is not sent', async () => {
    const call: Call = { ...change, login: { recipe: 'emailpassword', coreUserId: 'u1' } }
    const { operations, result } = await perform(call, () => status('UNKNOWN_USER_ID_ERROR'))
    expect([operations, result]).toMatchObject([['find-user'], { kind: 'failed', aboutUser: true }])
    expect(result).toMatchObject({ message: 'The core no longer has this user, so nothing was changed.' })
  })
})
