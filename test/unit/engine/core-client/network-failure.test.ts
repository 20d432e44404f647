import { errors } from 'undici'
import { expect, test } from 'vitest'
import { failureOf } from '../../../../electron/engine/core-client/exchange.ts'

test.each([
  ['ECONNREFUSED', false, 'connect'],
  ['ENOTFOUND', false, 'connect'],
  ['UND_ERR_CONNECT_TIMEOUT', false, 'connect'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', false, 'connect'],
  ['ECONNRESET', false, 'connect'],
  ['ECONNRESET', true, 'reset'],
  ['EPIPE', true, 'reset'],
  ['UND_ERR_SOCKET', true, 'reset'],
  ['UND_ERR_HEADERS_TIMEOUT', true, 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', true, 'timeout'],
  ['ETIMEDOUT', true, 'timeout'],
  ['UND_ERR_ABORTED', false, 'cancelled'],
  ['UND_ERR_CLOSED', false, 'cancelled'],
  ['UND_ERR_DESTROYED', true, 'cancelled'],
])('%s with the request under way: %s is %s', (code, started, why) => {
  const failure = failureOf(Object.assign(new Error('never shown'), { code }), started)
  expect([failure.why, failure.reached]).toEqual([why, started])
  expect(failure.message).toMatch(new RegExp(`^[A-Z][^]+ \\(${code}\\)\\.$`))
})

test('only the code of an error is shown, and only if it looks like one', () => {
  const errors = [
    Object.assign(new Error('made-up-key'), { code: 'made-up-key' }),
    Object.assign(new Error('made-up-key'), { code: 7 }),
    new Error('made-up-key'),
    'made-up-key',
    null,
  ]
  expect(errors.map((error) => failureOf(error, true).message)).toEqual(
    errors.map(() => 'The connection broke (unknown).'),
  )
})

test('what is not HTTP is an unexpected reply, and nothing of it is shown', () => {
  const error = Object.assign(new errors.HTTPParserError('made-up-key'), { data: 'made-up-key' })
  expect(failureOf(error, true)).toEqual({
    why: 'unexpected-reply',
    reached: true,
    code: 'NOT_HTTP',
    message: 'The server at this address does not speak HTTP (NOT_HTTP).',
  })
})
