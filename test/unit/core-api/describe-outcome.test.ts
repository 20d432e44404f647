import { expect, test } from 'vitest'
import { describeOutcome } from '../../../shared/core-api/describe-outcome.ts'
import { plainSuccess, type ReplyOutcome, type RetryWhy, type StopWhy } from '../../../shared/core-api/outcome.ts'

test('a success says whether the user was there before', () => {
  expect([
    describeOutcome(plainSuccess),
    describeOutcome({ ...plainSuccess, createdNewUser: false }),
    describeOutcome({ ...plainSuccess, didUserAlreadyExist: true }),
  ]).toEqual(['Done.', 'The user already existed.', 'The user already existed; the password was replaced.'])
})

test('a known status is put into words, an unknown one is named', () => {
  expect([
    describeOutcome({ kind: 'status', status: 'EMAIL_ALREADY_EXISTS_ERROR', message: '' }),
    describeOutcome({ kind: 'status', status: 'ODD_ERROR', message: '' }),
  ]).toEqual([
    'Another passwordless user has this email. Decide which of the two keeps it, then retry.',
    'The core answered ODD_ERROR. Correct the user if needed, then retry.',
  ])
})

test.each([
  ["java.lang.IllegalStateException: 'firebase_password_hashing_signer_key' cannot be null", 'signer key'],
  ['ERROR: value too long for type character varying(28)', 'too long for the core'],
  ['ERROR: invalid byte sequence for encoding "UTF8": 0x00', 'a character that the core cannot store'],
])('a server error with a known cause says what helps: %s', (message, words) => {
  const outcome: ReplyOutcome = {
    kind: 'retry',
    why: 'server-error',
    httpStatus: 500,
    retryAfterMs: null,
    reached: true,
    message,
  }
  expect(describeOutcome(outcome)).toContain(words)
  expect(describeOutcome(outcome)).toContain(message)
})

test.each([
  ["Field name 'recipeUserId' is invalid in JSON input", 'a different interface'],
  ['Unsupported password hashing algorithm', 'a different interface'],
  ['Password hash is in invalid BCrypt format', 'does not accept this hash'],
  ['AppId or tenantId not found => Tenant with the following …', 'the last part of the address'],
  ['cdi-version 99.9 not supported', 'Check the connection again'],
  ['something new', 'The core refused this user (HTTP 400)'],
])('a refusal says what helps: %s', (message, words) => {
  const sentence = describeOutcome({ kind: 'failed', httpStatus: 400, message })
  expect(sentence).toContain(words)
  expect(sentence).toContain(message)
})

test('every outcome has a sentence of its own that ends', () => {
  const retries: readonly RetryWhy[] = [
    'rate-limited',
    'server-error',
    'html',
    'unexpected-reply',
    'connect',
    'reset',
    'timeout',
    'cancelled',
  ]
  const stops: readonly StopWhy[] = ['api-key-rejected', 'forbidden', 'licence-required', 'wrong-address']
  const outcomes: readonly ReplyOutcome[] = [
    { kind: 'restart', message: '' },
    { kind: 'failed', httpStatus: null, message: 'This core does not support the request.' },
    ...retries.map(
      (why) => ({ kind: 'retry', why, httpStatus: null, retryAfterMs: null, reached: false, message: '' }) as const,
    ),
    ...stops.map((why) => ({ kind: 'stop', why, httpStatus: 401, message: '' }) as const),
  ]
  const sentences = outcomes.map(describeOutcome)
  expect(new Set(sentences).size).toBe(outcomes.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^]*\.$/)
})

test('a page of a proxy is not read out', () => {
  const outcome = {
    kind: 'retry',
    why: 'html',
    httpStatus: 404,
    retryAfterMs: null,
    reached: true,
    message: '<html>',
  } as const
  expect(describeOutcome(outcome)).not.toContain('<html>')
})
