import type { ServerResponse } from 'node:http'
import { Agent } from 'undici'
import { expect, test } from 'vitest'
import type { CoreClient } from '../../../electron/engine/core-client/core-client.ts'
import { clientFor, sendJson, startServer, type Seen } from './core-client-server.ts'

const code = { preAuthSessionId: 'session-1', linkCode: 'link-1' }
const google = { thirdPartyId: 'google', thirdPartyUserId: 'g-1', email: 'ann@example.com', isVerified: true }
const hash = { email: 'ann@example.com', passwordHash: '$2a$10$made.up', family: 'bcrypt' } as const
const scrypt = {
  email: 'ann@example.com',
  passwordHash: '$f_scrypt$made==$up==$m=14$r=8$s=Bw==',
  family: 'firebase-scrypt',
} as const

/** Every operation of the specification once, as a migration sends them. */
async function sendAll(client: CoreClient) {
  const made = await client.send('create-code', { email: 'ann@example.com' })
  const consumed = await client.send('consume-code', code)
  const update = { userId: 'u-1', recipeUserId: 'm-1', email: 'ann@example.com', phoneNumber: '+14155550100' }
  return [
    made,
    consumed,
    await client.send('update-user', update),
    await client.send('third-party', google),
    await client.send('import-hash', hash),
    await client.send('import-hash', scrypt),
  ].map(({ outcome, httpStatus }) => [outcome.kind, httpStatus])
}

test('the documented dialect, on the wire: nothing but what the specification shows', async () => {
  const server = await startServer((_request, response) => sendJson(response, { status: 'OK', ...code }))
  const outcomes = await sendAll(clientFor(`${server.url}/core/`))
  expect(outcomes).toEqual(Array.from({ length: 6 }, () => ['success', 200]))
  expect(server.seen.map(withoutTransport)).toEqual([
    ['POST /core/recipe/signinup/code', [], '{"email":"ann@example.com"}'],
    ['POST /core/recipe/signinup/code/consume', [], '{"preAuthSessionId":"session-1","linkCode":"link-1"}'],
    [
      'PUT /core/recipe/user',
      ['rid: passwordless'],
      '{"userId":"u-1","email":"ann@example.com","phoneNumber":"+14155550100"}',
    ],
    [
      'POST /core/recipe/signinup',
      [],
      '{"thirdPartyId":"google","thirdPartyUserId":"g-1","email":{"id":"ann@example.com"}}',
    ],
    ['POST /core/recipe/user/passwordhash/import', [], '{"email":"ann@example.com","passwordHash":"$2a$10$made.up"}'],
    [
      'POST /core/recipe/user/passwordhash/import',
      [],
      '{"email":"ann@example.com","passwordHash":"$f_scrypt$made==$up==$m=14$r=8$s=Bw==","hashingAlgorithm":"partner_scrypt"}',
    ],
  ])
})

test('the supertokens dialect, on the wire: the version everywhere, and the update on the app’s path', async () => {
  const server = await startServer((_request, response) => sendJson(response, { status: 'OK', ...code }))
  const client = clientFor(`${server.url}/appid-shop/north`, { dialect: 'supertokens', cdiVersion: '5.4' })
  await sendAll(client)
  await client.send('look-up', { email: 'ann@example.com' })
  const version = 'cdi-version: 5.4'
  expect(server.seen.map(withoutTransport)).toEqual([
    ['POST /appid-shop/north/recipe/signinup/code', [version], '{"email":"ann@example.com"}'],
    [
      'POST /appid-shop/north/recipe/signinup/code/consume',
      [version],
      '{"preAuthSessionId":"session-1","linkCode":"link-1"}',
    ],
    [
      'PUT /appid-shop/recipe/user',
      [version, 'rid: passwordless'],
      '{"userId":"u-1","recipeUserId":"m-1","email":"ann@example.com","phoneNumber":"+14155550100"}',
    ],
    [
      'POST /appid-shop/north/recipe/signinup',
      [version],
      '{"thirdPartyId":"google","thirdPartyUserId":"g-1","email":{"id":"ann@example.com","isVerified":true}}',
    ],
    [
      'POST /appid-shop/north/recipe/user/passwordhash/import',
      [version],
      '{"email":"ann@example.com","passwordHash":"$2a$10$made.up"}',
    ],
    [
      'POST /appid-shop/north/recipe/user/passwordhash/import',
      [version],
      '{"email":"ann@example.com","passwordHash":"$f_scrypt$made==$up==$m=14$r=8$s=Bw==","hashingAlgorithm":"firebase_scrypt"}',
    ],
    ['GET /appid-shop/north/users/by-accountinfo?email=ann%40example.com&doUnionOfAccountInfo=false', [version], ''],
  ])
})

test('without a key no header of that name leaves', async () => {
  const server = await startServer((_request, response) => sendJson(response, { status: 'OK' }))
  await clientFor(server.url, { apiKey: null }).send('third-party', google)
  await clientFor(server.url, { apiKey: '' }).send('third-party', google)
  const names = server.seen.flatMap(({ rawHeaders }) => rawHeaders.filter((_, at) => at % 2 === 0))
  expect(names.filter((name) => /key|auth/i.test(name))).toEqual([])
})

test('characters beyond ASCII arrive whole in both directions', async () => {
  const server = await startServer((_request, response) =>
    sendJson(response, { status: 'OK', preAuthSessionId: 'p', linkCode: 'ü-🙂' }),
  )
  const { outcome } = await clientFor(server.url).send('create-code', { email: 'jürgen@example.com' })
  expect(outcome).toMatchObject({ kind: 'success', code: { linkCode: 'ü-🙂' } })
  expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({ email: 'jürgen@example.com' })
})

test('a reply in pieces that cut a character in two is put together', async () => {
  const server = await startServer((_request, response) => {
    const bytes = Buffer.from(JSON.stringify({ status: 'OK', preAuthSessionId: 'p', linkCode: 'ü-🙂' }))
    const middle = bytes.indexOf('🙂') + 2
    response
      .writeHead(200)
      .write(bytes.subarray(0, middle), () => setImmediate(() => response.end(bytes.subarray(middle))))
  })
  const { outcome } = await clientFor(server.url).send('create-code', { email: 'ann@example.com' })
  expect(outcome).toMatchObject({ kind: 'success', code: { linkCode: 'ü-🙂' } })
})

test('calls at the same time share the given connections, one call at a time on each', async () => {
  const waiting: ServerResponse[] = []
  const most: number[] = []
  const server = await startServer((_request, response) => {
    waiting.push(response)
    if (waiting.length < 3) return
    // Three are under way; whatever else was sent on the same connections would be here with the next turn.
    setImmediate(() => {
      most.push(waiting.length)
      for (const response of waiting.splice(0)) sendJson(response, { status: 'OK' })
    })
  })
  const client = clientFor(server.url, { connections: 3 })
  const results = await Promise.all(Array.from({ length: 60 }, () => client.send('third-party', google)))
  expect([results.length, new Set(results.map(({ outcome }) => outcome.kind))]).toEqual([60, new Set(['success'])])
  expect([server.connections(), most]).toEqual([3, Array.from({ length: 20 }, () => 3)])
})

test('a server that closes every connection after some requests loses none', async () => {
  const served = new Map<unknown, number>()
  const server = await startServer((_request, response, socket) => {
    const count = (served.get(socket) ?? 0) + 1
    served.set(socket, count)
    if (count % 100 === 0) response.setHeader('connection', 'close')
    sendJson(response, { status: 'OK' })
  })
  const client = clientFor(server.url, { connections: 2 })
  const work = async () => {
    const kinds: string[] = []
    for (let at = 0; at < 250; at += 1) kinds.push((await client.send('third-party', google)).outcome.kind)
    return kinds
  }
  const kinds = (await Promise.all([work(), work()])).flat()
  expect([kinds.length, new Set(kinds), server.seen.length]).toEqual([500, new Set(['success']), 500])
  expect(Math.max(...served.values())).toBe(100)
})

test('closing lets what is under way end; afterwards nothing is sent', async () => {
  const server = await startServer((_request, response) => setImmediate(() => sendJson(response, { status: 'OK' })))
  const client = clientFor(server.url)
  const under = client.send('third-party', google)
  await client.close()
  const late = await client.send('third-party', google)
  expect((await under).outcome.kind).toBe('success')
  expect(late).toMatchObject({ outcome: { kind: 'retry', why: 'cancelled', reached: false }, httpStatus: null })
  expect(server.seen.length).toBe(1)
})

test('a dispatcher of someone else is used and left open', async () => {
  const server = await startServer((_request, response) => sendJson(response, { status: 'OK' }))
  const dispatcher = new Agent()
  const client = clientFor(server.url, { dispatcher })
  expect((await client.send('third-party', google)).outcome.kind).toBe('success')
  await client.close()
  expect(dispatcher.closed).toBe(false)
  await dispatcher.close()
})

test('an operation that the dialect does not have fails without a request', async () => {
  const server = await startServer((_request, response) => sendJson(response, { status: 'OK' }))
  const { outcome } = await clientFor(server.url).send('look-up', { email: 'ann@example.com' })
  expect([outcome, server.seen]).toEqual([
    { kind: 'failed', httpStatus: null, message: 'This core does not support the request.' },
    [],
  ])
})

/** Method and path, the headers beyond those that every request must and those that HTTP itself needs, and the body. */
function withoutTransport({ method, path, rawHeaders, body }: Seen): readonly unknown[] {
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
  const always = ['Content-Type: application/json; charset=utf-8', 'api-key: made-up-key']
  for (const header of always) expect(headers).toContain(header)
  const own = headers.filter(
    (header) => !always.includes(header) && !/^(?:host|connection|content-length): /.test(header),
  )
  return [`${method} ${path}`, own, body]
}
