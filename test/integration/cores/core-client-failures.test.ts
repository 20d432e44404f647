import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { clientFor, sendJson, sendText, startRawServer, startServer } from './core-client-server.ts'
import { freePort } from '../../support/servers/loopback.ts'

type SendResult = Awaited<ReturnType<ReturnType<typeof clientFor>['send']>>

const hash = { email: 'ann@example.com', passwordHash: '$2a$10$made.up.hash.made.up.hash', family: 'bcrypt' } as const
const short = { connectMs: 2_000, headersMs: 40, bodyMs: 40 }

test('nothing listens: not reached', async () => {
  const result = await clientFor(`http://127.0.0.1:${await freePort()}`).send('import-hash', hash)
  expect(briefly(result)).toEqual(['retry', 'connect', false, null])
  expect(result.outcome.message).toBe('No server accepts connections at this address (ECONNREFUSED).')
})

test('what answers speaks TLS no more than HTTP: not reached', async () => {
  const server = await startRawServer((socket) => socket.end('SSH-2.0-made-up\r\n'))
  const result = await clientFor(server.url.replace('http:', 'https:')).send('import-hash', hash)
  expect(briefly(result)).toEqual(['retry', 'connect', false, null])
})

test('the connection is reset before a reply: maybe reached', async () => {
  const server = await startServer((_request, _response, socket) => socket.resetAndDestroy())
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual(['retry', 'reset', true, null])
})

test('the connection is closed before a reply: maybe reached', async () => {
  const server = await startServer((_request, _response, socket) => socket.end())
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual(['retry', 'reset', true, null])
})

test('the reply of a success breaks off in its body: reached, and not understood', async () => {
  const server = await startServer((_request, response, socket) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"status":"OK","user":{"id"', () => socket.destroy())
  })
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual([
    'retry',
    'unexpected-reply',
    true,
    200,
  ])
})

test('a chunked success that ends too early is a cut reply too', async () => {
  const server = await startRawServer((socket) => {
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"status":"OK"}\n\r\n'),
    )
  })
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual([
    'retry',
    'unexpected-reply',
    true,
    200,
  ])
})

test('a refusal that breaks off in its body is still that refusal', async () => {
  const server = await startServer((request, response, socket) => {
    const status = request.body.includes('bob') ? 401 : 500
    response.writeHead(status, { 'content-length': '500' }).write('Invalid', () => socket.destroy())
  })
  const client = clientFor(server.url)
  expect([
    briefly(await client.send('import-hash', { ...hash, email: 'bob@example.com' })),
    briefly(await client.send('import-hash', hash)),
  ]).toEqual([
    ['stop', 'api-key-rejected', null, 401],
    ['retry', 'server-error', true, 500],
  ])
})

test('a 404 that breaks off may be a page: it stops nothing', async () => {
  const server = await startServer((_request, response, socket) => {
    response.writeHead(404, { 'content-length': '500' }).write('  ', () => socket.destroy())
  })
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual(['retry', 'reset', true, 404])
})

test('the connection is closed after the reply, unannounced: the reply counts, and the next call goes through', async () => {
  const server = await startServer((_request, response, socket) => {
    response.on('finish', () => socket.destroy())
    sendJson(response, { status: 'OK' })
  })
  const client = clientFor(server.url, { connections: 1 })
  const results = [await client.send('import-hash', hash)]
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  results.push(await client.send('import-hash', hash))
  const kinds = results.map(({ outcome }) => ('why' in outcome ? outcome.why : outcome.kind))
  // The second may be written to a connection that is just dying: then it says so instead of hanging or lying.
  expect(kinds[0]).toBe('success')
  expect(['success', 'reset']).toContain(kinds[1])
})

test('no reply in time, and a body that does not end in time: maybe reached', async () => {
  const silent = await startServer(() => undefined)
  const stuck = await startServer((_request, response) => void response.writeHead(200).write('{"status":'))
  expect([
    briefly(await clientFor(silent.url, { timeouts: short }).send('import-hash', hash)),
    briefly(await clientFor(stuck.url, { timeouts: short }).send('import-hash', hash)),
  ]).toEqual([
    ['retry', 'timeout', true, null],
    ['retry', 'timeout', true, 200],
  ])
})

test('a body that drips for ever ends with the time for bodies', async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(drip))
  })
  const result = await clientFor(server.url, { timeouts: short }).send('import-hash', hash)
  expect(briefly(result)).toEqual(['retry', 'timeout', true, 200])
})

test('a body without an end is cut, and the client goes on', async () => {
  const server = await startServer((request, response) => {
    if (request.body.includes('bob')) sendJson(response, { status: 'OK' })
    else {
      const more = () => void response.write('x'.repeat(64 * 1024), (error) => error ?? more())
      response.writeHead(200).write('{"status":"OK","more":"', more)
    }
  })
  const client = clientFor(server.url, { connections: 1 })
  expect([
    briefly(await client.send('import-hash', hash)),
    briefly(await client.send('import-hash', { ...hash, email: 'bob@example.com' })),
  ]).toEqual([
    ['retry', 'unexpected-reply', true, 200],
    ['success', null, null, 200],
  ])
})

test('what answers does not speak HTTP: not understood', async () => {
  const server = await startRawServer((socket) => socket.once('data', () => socket.end('+OK made-up mail server\r\n')))
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual([
    'retry',
    'unexpected-reply',
    true,
    null,
  ])
})

test('a reply after an interim one is the one that counts', async () => {
  const server = await startRawServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"status":"OK"}')
    })
  })
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual(['success', null, null, 200])
})

test('an interim reply alone is no reply', async () => {
  const server = await startRawServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'))
  })
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual(['retry', 'reset', true, null])
})

test('a redirect is not followed: the key goes nowhere else', async () => {
  const other = await startServer((_request, response) => sendJson(response, { status: 'OK' }))
  const server = await startServer((_request, response) => sendText(response, 307, '', { location: other.url }))
  expect(briefly(await clientFor(server.url).send('import-hash', hash))).toEqual(['stop', 'wrong-address', null, 307])
  expect(other.seen).toEqual([])
})

test('Retry-After comes with the outcome, in both forms', async () => {
  const server = await startServer((request, response) => {
    const date = 'Sun, 01 Mar 2026 10:00:00 GMT'
    const wait = request.body.includes('bob') ? '7' : 'Sun, 01 Mar 2026 10:01:00 GMT'
    sendText(response, 429, 'slow down', { date, 'retry-after': wait })
  })
  const client = clientFor(server.url)
  const results = [
    await client.send('import-hash', hash),
    await client.send('import-hash', { ...hash, email: 'bob@example.com' }),
  ]
  expect(
    results.map(({ outcome }) => (outcome.kind === 'retry' ? [outcome.why, outcome.retryAfterMs] : outcome)),
  ).toEqual([
    ['rate-limited', 60_000],
    ['rate-limited', 7_000],
  ])
})

test('a core that echoes what it gets gives no secret back', async () => {
  const statuses = [200, 201, 301, 400, 401, 402, 403, 404, 409, 429, 500, 503]
  const server = await startServer((request, response) => {
    const status = Number(/status-(\d+)/.exec(request.body)?.[1])
    const pairs = request.rawHeaders.join(' ')
    const encoded = [
      encodeURIComponent(request.body),
      JSON.stringify(request.body),
      Buffer.from(request.body).toString('base64url'),
    ]
    sendText(response, status, [pairs, request.body, ...encoded].join('\n'), { location: `/?${encoded[0]}` })
  })
  const client = clientFor(server.url)
  const results: SendResult[] = []
  for (const status of statuses)
    results.push(await client.send('import-hash', { ...hash, email: `status-${status}@example.com` }))
  results.push(
    await client.send('consume-code', { preAuthSessionId: 'status-400-session', linkCode: 'made-up-link-code' }),
  )
  const written = JSON.stringify(results)
  const secrets = [hash.passwordHash, 'made-up-key', 'status-400-session', 'made-up-link-code']
  for (const secret of secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64url'),
  ])) {
    expect(written).not.toContain(secret)
  }
  for (const { outcome } of results) {
    expect(outcome.message).toMatch(/•••|is not kept/)
    expect(outcome.message.length).toBeLessThanOrEqual(500)
  }
})

test('a cancelled call ends at once, and says whether it may have been received', async () => {
  const events = new EventEmitter()
  const received = once(events, 'received')
  const server = await startServer((request, response) => {
    if (request.body.includes('bob')) sendJson(response, { status: 'OK' })
    else events.emit('received')
  })
  const client = clientFor(server.url, { connections: 1 })
  const before = await client.send('import-hash', hash, AbortSignal.abort())
  const under = new AbortController()
  const waiting = new AbortController()
  const first = client.send('import-hash', hash, under.signal)
  const second = client.send('import-hash', hash, waiting.signal)
  await received
  waiting.abort()
  const secondResult = await second
  under.abort()
  expect([before, await first, secondResult].map(briefly)).toEqual([
    ['retry', 'cancelled', false, null],
    ['retry', 'cancelled', true, null],
    ['retry', 'cancelled', false, null],
  ])
  // The connection is free again, and the one that waited was never sent.
  expect(briefly(await client.send('import-hash', { ...hash, email: 'bob@example.com' }))).toEqual([
    'success',
    null,
    null,
    200,
  ])
  expect(server.seen.length).toBe(2)
})

/** Kind, why, whether it may have been received, and the HTTP status. */
function briefly({ outcome, httpStatus }: SendResult): readonly unknown[] {
  const reached = outcome.kind === 'retry' ? outcome.reached : null
  return [outcome.kind, 'why' in outcome ? outcome.why : null, reached, httpStatus]
}
