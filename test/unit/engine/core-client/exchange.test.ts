import { createServer, type Socket } from 'node:net'
import { errors, Pool } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { exchange, failureOf } from '../../../../electron/engine/core-client/exchange.ts'
import { listen } from '../../../support/servers/loopback.ts'

/** A server that breaks every connection off in the middle of its reply. */
async function brokenServer(status: number): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(`HTTP/1.1 ${status} Made up\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nhalf`)
      socket.end()
    })
  })
  return `http://127.0.0.1:${await listen(server)}`
}

async function exchanged(status: number) {
  const origin = await brokenServer(status)
  const pool = new Pool(origin)
  onTestFinished(() => pool.destroy())
  const request = { origin, path: '/', method: 'POST', headers: {}, body: null } as const
  return exchange(pool, request, { headersMs: 10_000, bodyMs: 10_000 })
}

test.each([300, 302, 400, 401, 403, 405, 429, 500])(
  'a reply with status %d that breaks off keeps what came: its status says what it means',
  async (status) => {
    expect(await exchanged(status)).toMatchObject({ kind: 'reply', reply: { status, body: 'half' } })
  },
)

test.each([
  [200, 'unexpected-reply'],
  [299, 'unexpected-reply'],
  [404, 'reset'],
])('a reply with status %d that breaks off is a failure: its meaning was in its body', async (status, why) => {
  expect(await exchanged(status)).toMatchObject({ kind: 'failure', httpStatus: status, failure: { why } })
})

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
