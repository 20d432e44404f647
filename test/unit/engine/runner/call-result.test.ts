import { describe, expect, test } from 'vitest'
import {
  annotateResend,
  asCreated,
  type AttemptRecord,
  type CallResult,
  failureSignature,
  mayHaveCreated,
  noFailures,
  stateAfter,
  trackFailure,
  triesOf,
  waitingPlace,
} from '../../../../electron/engine/runner/call-result.ts'
import type { ReplyOutcome } from '../../../../shared/core-api/outcome.ts'

const done = {
  kind: 'done',
  coreUserId: 'u1',
  recipeUserId: null,
  created: null,
  existed: null,
  httpStatus: 200,
  message: '',
} as const satisfies CallResult

const failed = {
  kind: 'failed',
  httpStatus: 500,
  status: null,
  message: 'Internal error',
  noAnswer: false,
  aboutUser: false,
} as const satisfies CallResult

const attempt = (fields: Partial<AttemptRecord>): AttemptRecord => ({
  operation: 'import',
  at: 0,
  ms: 5,
  outcome: 'ok',
  httpStatus: 200,
  status: 'OK',
  message: '',
  ...fields,
})
const lost = attempt({ outcome: 'timeout', httpStatus: null, status: null })

describe('a success after a request without a reply', () => {
  const note = 'No reply came to an earlier request, so it was sent again.'

  test('says so, unless it has something else to say', () => {
    expect(annotateResend(done, [lost, attempt({})])).toEqual({ ...done, message: note })
    expect(annotateResend({ ...done, message: 'No phone.' }, [lost, attempt({})])).toMatchObject({
      message: 'No phone.',
    })
  })

  test.each([
    ['a refusal', attempt({ outcome: 'failed', httpStatus: 400 })],
    ['an error page', attempt({ outcome: 'unexpected-reply', httpStatus: 503 })],
    ['a connection that was never made', attempt({ outcome: 'connect', httpStatus: null })],
  ])('is not what a success after %s is', (_, before) => {
    expect(annotateResend(done, [before, attempt({})])).toEqual(done)
  })

  test('is what a broken 2xx is, and no failure', () => {
    const broken = attempt({ outcome: 'unexpected-reply', httpStatus: 200 })
    expect(annotateResend(done, [broken, attempt({})])).toMatchObject({ message: note })
    expect(annotateResend(failed, [lost])).toEqual(failed)
  })

  test('may have met the user that the lost request created', () => {
    expect([mayHaveCreated([lost, attempt({})]), mayHaveCreated([attempt({})]), mayHaveCreated([lost])]).toEqual([
      true,
      false,
      false,
    ])
  })
})

test('a user that an earlier request of the same call created was created by it', () => {
  expect(asCreated({ ...done, existed: true })).toMatchObject({ created: true, existed: false })
  expect(asCreated({ ...done, created: false })).toMatchObject({ created: true, existed: false })
  expect([asCreated(done), asCreated(failed)]).toEqual([done, failed])
})

test.each<[CallResult, string | null]>([
  [done, 'done'],
  [{ kind: 'skipped-existing', coreUserId: null, message: '' }, 'done'],
  [failed, 'failed'],
  [{ kind: 'unanswered', message: '' }, 'in-doubt'],
  [{ kind: 'held', message: '' }, 'todo'],
  [{ kind: 'waits', coreUserId: null, message: '' }, 'todo'],
  [{ kind: 'interrupted', settled: true, stop: null, message: '' }, 'todo'],
  [{ kind: 'interrupted', settled: false, stop: null, message: '' }, null],
])('%j leaves its call %s', (result, state) => {
  expect(stateAfter(result)).toBe(state)
})

test('code and consume are one try, and looking up is none', () => {
  const of = (...operations: readonly string[]) => triesOf(operations.map((operation) => attempt({ operation })))
  expect([of(), of('look-up'), of('code', 'consume'), of('code', 'consume', 'code'), of('look-up', 'import')]).toEqual([
    0, 0, 1, 2, 1,
  ])
})

describe('the same failure in a row', () => {
  const track = (results: readonly (readonly [CallResult, string])[]) =>
    results.reduce<ReturnType<typeof trackFailure>>(
      ({ streak }, [result, signature]) => trackFailure(streak, result, signature),
      { streak: noFailures, stop: null },
    )
  const times = (n: number, result: CallResult = failed, signature = 'a') =>
    Array.from({ length: n }, () => [result, signature] as const)

  test('stops the run with the twentieth', () => {
    expect([track(times(19)).stop, track(times(20)).stop]).toEqual([null, 'repeated-failure'])
    expect(track(times(20, { ...failed, noAnswer: true })).stop).toBe('core-unreachable')
  })

  test.each<[string, readonly (readonly [CallResult, string])[], boolean]>([
    ['a success', times(1, done), false],
    ['a user who was there before', times(1, { kind: 'skipped-existing', coreUserId: null, message: '' }), false],
    ['another failure', times(1, failed, 'b'), false],
    ['a failure about one user', times(1, { ...failed, aboutUser: true }), true],
    ['a call that waits', times(1, { kind: 'waits', coreUserId: null, message: '' }), true],
  ])('begins anew behind %s or not', (_, between, goesOn) => {
    expect(track([...times(19), ...between, ...times(1)]).stop === null).toBe(!goesOn)
  })

  test('is the same whatever user it names', () => {
    const of = (message: string, httpStatus = 500) => failureSignature('import', { ...failed, httpStatus, message })
    const base = of('No ann@example.com with 0171555010 in 7f9c24e8-3b12-4fef-91a5-0123456789ab')
    expect(of('No ben@example.org with +4930123456 in 00000000-3b12-4fef-91a5-0123456789ab')).toBe(base)
    expect(base).toBe('import|500|No … with … in …')
    expect(new Set([base, of('Another text'), of('', 502), of('')]).size).toBe(4)
  })
})

describe('a failure of one step of one user', () => {
  const outcome = (fields: Partial<Extract<ReplyOutcome, { kind: 'retry' }>> = {}): ReplyOutcome => ({
    kind: 'retry',
    why: 'server-error',
    retryAfterMs: null,
    httpStatus: 500,
    reached: true,
    message: '',
    ...fields,
  })
  const failure = {
    outcome: outcome(),
    failures: 1,
    othersSucceeded: true,
    failing: 1,
    hasSucceeded: true,
    isAside: false,
    isKnown: false,
    isUncertain: false,
  }

  test('rests after the first and is set aside after the second, while others succeed', () => {
    expect([waitingPlace(failure), waitingPlace({ ...failure, failures: 2 })]).toEqual(['resting', 'aside'])
  })

  test.each([
    ['nobody succeeded yet', { hasSucceeded: false }],
    ['many steps fail', { failing: 100 }],
    ['it may have had its effect', { isUncertain: true }],
    ['no connection can be made', { outcome: outcome({ why: 'connect' }) }],
    ['the core asks for fewer requests', { outcome: outcome({ why: 'rate-limited' }) }],
    ['the core names a time', { outcome: outcome({ retryAfterMs: 1000 }) }],
    ['it was cancelled', { outcome: outcome({ why: 'cancelled' }) }],
  ])('waits in its place where %s', (_, change) => {
    expect(waitingPlace({ ...failure, ...change })).toBe('in-place')
  })

  test('stays among those set aside', () => {
    expect(waitingPlace({ ...failure, isAside: true, othersSucceeded: false, hasSucceeded: false })).toBe('resting')
  })
})
