import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { checkConnection } from '../../../electron/engine/core-client/check-connection.ts'
import { sendJson, sendText, startRawServer, startServer, type ScriptedServer } from './core-client-server.ts'
import { freePort } from '../../support/servers/loopback.ts'

type CheckOptions = Parameters<typeof checkConnection>[0]

const noTenant =
  'AppId or tenantId not found => Tenant with the following connectionURIDomain, appId and tenantId combination not found: (, public, north)\n'

function check(baseUrl: string, options: Partial<CheckOptions> = {}) {
  return checkConnection({ baseUrl, apiKey: 'made-up-key', dialect: 'auto', allowHttp: false, ...options })
}

/** A core that answers `GET` per path; everything else is a plain 404. */
function coreWith(answers: Readonly<Record<string, readonly [status: number, body: string | object]>>) {
  return startServer(({ method, path }, response) => {
    const [status, body] = (method === 'GET' ? answers[path] : undefined) ?? [404, 'Not found\n']
    if (typeof body === 'string') sendText(response, status, body)
    else sendJson(response, body, status)
  })
}

test('a core that lists its versions speaks supertokens, at the numerically highest that both know', async () => {
  const server = await coreWith({ '/apiversion': [200, { versions: ['2.9', '5.2', '5.10', '3.1', '4.0'] }] })
  const result = await check(`${server.url}/`)
  expect(result).toEqual({
    kind: 'ready',
    dialect: 'supertokens',
    cdiVersion: '5.2',
    baseUrl: { url: server.url, origin: server.url, appUrl: server.url, parentUrl: null, insecure: false },
    appUrl: server.url,
    canLookUp: true,
    latencyMs: expect.any(Number),
    message:
      'A SuperTokens core, interface 5.2. The API key was accepted. Existing users can be looked up before anything is sent.',
  })
  expect(sent(server)).toEqual(['GET /apiversion api-key: made-up-key', 'GET /users/count api-key: made-up-key'])
})

test('an old core says what it cannot do', async () => {
  const server = await coreWith({ '/apiversion': [200, { versions: ['2.7', '2.9', '2.8'] }] })
  expect(await check(server.url)).toMatchObject({
    cdiVersion: '2.9',
    canLookUp: false,
    message:
      'A SuperTokens core, interface 2.9. The API key was accepted. It is too old to look up existing users. It is too old for passwordless users.',
  })
})

test('a tenant’s address is asked one part up, which is the app’s path', async () => {
  const forbidden = [403, 'Only public tenantId can call this app specific API\n'] as const
  const versions = [200, { versions: ['5.4'] }] as const
  const server = await coreWith({ '/appid-shop/north/apiversion': forbidden, '/appid-shop/apiversion': versions })
  expect(await check(`${server.url}/appid-shop/north`)).toMatchObject({
    kind: 'ready',
    dialect: 'supertokens',
    appUrl: `${server.url}/appid-shop`,
    baseUrl: { url: `${server.url}/appid-shop/north` },
  })
  expect(sent(server)).toEqual([
    'GET /appid-shop/north/apiversion api-key: made-up-key',
    'GET /appid-shop/apiversion api-key: made-up-key',
    'GET /appid-shop/north/users/count api-key: made-up-key',
  ])
})

test.each([
  ['at the first question', { '/north/apiversion': [400, noTenant], '/apiversion': [200, { versions: ['5.4'] }] }],
  [
    'only when users are counted',
    {
      '/north/apiversion': [403, 'Only public tenantId can call this app specific API\n'],
      '/apiversion': [200, { versions: ['5.4'] }],
      '/north/users/count': [400, noTenant],
    },
  ],
  [
    'where a look one part up was not needed',
    { '/north/apiversion': [200, { versions: ['3.1'] }], '/north/users/count': [400, noTenant] },
  ],
] as const)('a tenant that the core does not know does not pass, told %s', async (_, replies) => {
  const server = await coreWith(replies)
  const result = await check(`${server.url}/north`)
  expect([result.kind, result.message]).toEqual([
    'refused',
    expect.stringContaining('it has no app or tenant for the path /north of this address'),
  ])
})

test.each([
  ['count', [200, { status: 'OK', count: 3 }]],
  ['know no count', [404, 'Not found']],
  ['fail to count', [500, 'Internal Error']],
] as const)('a tenant whose users the core can %s passes', async (_, reply) => {
  const server = await coreWith({
    '/north/apiversion': [403, 'Only public tenantId can call this app specific API\n'],
    '/apiversion': [200, { versions: ['5.4'] }],
    '/north/users/count': reply,
  })
  expect(await check(`${server.url}/north`)).toMatchObject({ kind: 'ready' })
})

test('forbidden above as well: the operator decides', async () => {
  const server = await coreWith({ '/north/apiversion': [403, 'not from here'], '/apiversion': [403, 'not from here'] })
  expect(await check(`${server.url}/north`)).toEqual({
    kind: 'ask',
    message:
      'The core refuses requests from this machine (HTTP 403: not from here). Check the address, or choose the interface yourself.',
  })
})

test('nothing above a forbidden address, or no part to leave out: what the address said counts', async () => {
  const server = await coreWith({
    '/north/apiversion': [403, 'not from here'],
    '/appid-shop/apiversion': [403, 'not from here'],
  })
  const results = [await check(`${server.url}/north`), await check(`${server.url}/appid-shop`)]
  expect(results.map(({ kind, message }) => [kind, message.includes('HTTP 403: not from here')])).toEqual([
    ['ask', true],
    ['ask', true],
  ])
  expect(server.seen.map(({ path }) => path)).toEqual(['/north/apiversion', '/apiversion', '/appid-shop/apiversion'])
})

test('something strange above a forbidden address: what the address said counts', async () => {
  const server = await coreWith({ '/north/apiversion': [403, 'not from here'], '/apiversion': [418, 'teapot'] })
  const result = await check(`${server.url}/north`)
  expect([result.kind, result.message.includes('HTTP 403: not from here')]).toEqual(['ask', true])
})

test('the key may be refused, or a page may answer, one part up', async () => {
  const refusing = await coreWith({ '/north/apiversion': [403, ''], '/apiversion': [401, 'Invalid API key'] })
  const page = await coreWith({ '/north/apiversion': [403, ''], '/apiversion': [200, '<html>shop</html>'] })
  const results = [await check(`${refusing.url}/north`), await check(`${page.url}/north`)]
  expect(results.map(({ kind }) => kind)).toEqual(['key-refused', 'unreachable'])
})

test('a refused key and a missing key have a sentence each', async () => {
  const server = await coreWith({ '/apiversion': [401, 'Invalid API key\n'] })
  expect([
    await check(server.url),
    await check(server.url, { apiKey: ' ' }),
    await check(server.url, { apiKey: null }),
  ]).toEqual([
    { kind: 'key-refused', message: 'The core refused the API key. Check the key.' },
    { kind: 'key-refused', message: 'The core requires an API key. Enter the key from its configuration.' },
    { kind: 'key-refused', message: 'The core requires an API key. Enter the key from its configuration.' },
  ])
  expect(sent(server)).toEqual(['GET /apiversion api-key: made-up-key', 'GET /apiversion', 'GET /apiversion'])
})

test.each([
  [404, 'Not found\n'],
  [405, 'Method not supported\n'],
  [404, ''],
])('a plain %i (%j) is the documented interface, whose key cannot be checked', async (status, body) => {
  const server = await coreWith({ '/core/apiversion': [status, body] })
  expect(await check(`${server.url}/core`)).toMatchObject({
    kind: 'ready',
    dialect: 'documented',
    cdiVersion: null,
    canLookUp: false,
    message:
      'Something answers at this address, without saying what it is: a core with the documented interface does that, and so does a wrong path. Check the path; it and the API key will be confirmed with the first user. Existing users cannot be looked up.',
  })
})

test.each([
  [404, '<!DOCTYPE html><title>404</title>'],
  [200, '<html>welcome</html>'],
  [500, 'java.lang.IllegalStateException'],
  [503, '<html>unavailable</html>'],
  [429, ''],
])('HTTP %i with %j decides nothing', async (status, body) => {
  const server = await coreWith({ '/apiversion': [status, body] })
  const result = await check(server.url)
  expect(result).toMatchObject({ kind: 'unreachable', status })
  expect(result.message).toContain(`(HTTP ${status})`)
})

test.each([
  [200, 'Hello\n', 'not a known core (HTTP 200: Hello)'],
  [200, '{"versions":[]}', 'not a known core'],
  [402, 'no license', 'license does not cover this address (HTTP 402: no license)'],
  [418, 'echo made-up-key', 'HTTP 418: echo •••'],
])('HTTP %i with %j is left to the operator', async (status, body, words) => {
  const server = await coreWith({ '/apiversion': [status, body] })
  const result = await check(server.url)
  expect(result.kind).toBe('ask')
  expect(result.message).toContain(words)
})

test('a redirect is told, not followed', async () => {
  const other = await coreWith({ '/apiversion': [200, { versions: ['5.4'] }] })
  const server = await startServer((_request, response) =>
    sendText(response, 301, '', { location: `${other.url}/apiversion` }),
  )
  const result = await check(server.url)
  expect(result).toEqual({
    kind: 'ask',
    message: `This address redirects to ${other.url}/apiversion (HTTP 301). Enter the address of the core itself. Check the address, or choose the interface yourself.`,
  })
  expect(other.seen).toEqual([])
})

test('versions that this app does not know are left to the operator', async () => {
  const server = await coreWith({ '/apiversion': [200, { versions: ['6.0', '6.1'] }] })
  const result = await check(server.url)
  expect([result.kind, result.message.includes('6.0, 6.1')]).toEqual(['ask', true])
})

test('nobody there, nobody answering and a broken reply decide nothing', async () => {
  const timeouts = { connectMs: 2_000, headersMs: 40, bodyMs: 40 }
  const silent = await startServer(() => undefined)
  const broken = await startServer((_request, response, socket) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"versions":', () => socket.destroy())
  })
  const results = [
    await check(`http://127.0.0.1:${await freePort()}`),
    await check(silent.url, { timeouts }),
    await check(broken.url),
    await check(silent.url, { signal: AbortSignal.abort() }),
  ]
  expect(results.map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable', 'unreachable', 'unreachable'])
  expect(results[0]?.message).toBe(
    'No server accepts connections at this address (ECONNREFUSED). Try again when the core is available.',
  )
})

test('documented by the operator’s choice: a connection is opened and not a byte sent', async () => {
  const bytes: Buffer[] = []
  const events = new EventEmitter()
  const ended = once(events, 'closed')
  const server = await startRawServer((socket) => {
    socket.on('data', (chunk: Buffer) => bytes.push(chunk))
    socket.on('close', () => events.emit('closed'))
  })
  const result = await check(`${server.url}/core`, { dialect: 'documented' })
  await ended
  expect(result).toMatchObject({
    kind: 'ready',
    dialect: 'documented',
    cdiVersion: null,
    appUrl: `${server.url}/core`,
    message:
      'Something answers at this address. Path and API key will be confirmed with the first user. Existing users cannot be looked up.',
  })
  expect(Buffer.concat(bytes).length).toBe(0)
})

test('documented by choice still needs someone there, with TLS where the address says so', async () => {
  const mail = await startRawServer((socket) => socket.end('220 made-up mail server\r\n'))
  const results = [
    await check(`http://127.0.0.1:${await freePort()}`, { dialect: 'documented' }),
    await check(mail.url.replace('http:', 'https:'), { dialect: 'documented' }),
    await check(mail.url, { dialect: 'documented', signal: AbortSignal.abort() }),
  ]
  expect(results.map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable', 'unreachable'])
})

test('supertokens by the operator’s choice is checked, and a core of the other kind asks', async () => {
  const real = await coreWith({ '/apiversion': [200, { versions: ['5.4'] }] })
  const other = await coreWith({})
  const results = [
    await check(real.url, { dialect: 'supertokens' }),
    await check(other.url, { dialect: 'supertokens' }),
  ]
  expect(results.map(({ kind }) => kind)).toEqual(['ready', 'ask'])
})

test('http: to another machine is asked about before anything leaves', async () => {
  expect(await check('http://core.example.com')).toEqual({
    kind: 'needs-confirmation',
    message:
      'This address is not encrypted: hashes and the key can be read on the network. Use https://, or confirm that you trust this network.',
  })
})

test('an address or a key that cannot be right is refused before anything leaves', async () => {
  const server = await coreWith({})
  const results = [
    await check('core.example.com'),
    await check(`${server.url}/?key=made-up`),
    await check(server.url, { apiKey: 'made-up\nkey' }),
    await check(server.url, { apiKey: 'made-up-kéy', dialect: 'documented' }),
  ]
  expect(results.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused', 'refused'])
  expect(JSON.stringify(results)).not.toContain('made-up')
  expect([server.seen.length, server.connections()]).toEqual([0, 0])
})

/** Method, path and the key header, as they came. */
function sent(server: ScriptedServer): readonly string[] {
  return server.seen.map(({ method, path, rawHeaders }) => {
    const at = rawHeaders.indexOf('api-key')
    return `${method} ${path}${at === -1 ? '' : ` api-key: ${rawHeaders[at + 1]}`}`
  })
}
