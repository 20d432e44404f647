import { noRequests } from '../../../electron/engine/rehearsal/operation-names.ts'
import { Agent, get } from 'node:http'
import { hashSync } from 'bcryptjs'
import { afterEach, describe, expect, test } from 'vitest'
import { parseFaults } from '../../../electron/engine/rehearsal/faults/faults.ts'
import {
  startRehearsalCore,
  type RehearsalCore,
  type RehearsalOptions,
} from '../../../electron/engine/rehearsal/rehearsal-core.ts'

const key = 'rehearsal-key-rehearsal'
const started: RehearsalCore[] = []

afterEach(async () => {
  for (const core of started.splice(0)) await core.stop()
})

async function start(options: Partial<RehearsalOptions> = {}): Promise<RehearsalCore> {
  const core = await startRehearsalCore({ dialect: 'documented', apiKey: key, signerKey: null, ...options })
  if (!core.ok) throw new Error(core.error.message)
  started.push(core.value)
  return core.value
}

function faults(value: unknown) {
  const parsed = parseFaults(value)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

function send(core: RehearsalCore, path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${core.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'api-key': key, ...headers },
    body: JSON.stringify(body),
  })
}

const signUp = (core: RehearsalCore, name: string) =>
  send(core, '/recipe/signinup', {
    thirdPartyId: 'google',
    thirdPartyUserId: name,
    email: { id: `${name}@example.com` },
  })

describe('a rehearsal core over HTTP', () => {
  test('answers, counts what it is asked, and shows its users without their hashes', async () => {
    const core = await start({ basePath: 'auth/', clock: () => 1_700_000_000_000 })
    const reply = await signUp(core, 'ann')
    const bcrypt = '$2a$04$abcdefghijklmnopqrstuuLQ0vHqf3aWmgRuhRRhRZlKpQ8d0yT5e'
    await send(core, '/recipe/user/passwordhash/import', { email: 'bob@example.com', passwordHash: bcrypt })
    const row = { id: expect.any(String), phoneNumbers: [], verified: false, created: 1_700_000_000_000 }
    expect([
      reply.status,
      reply.headers.get('content-type'),
      new URL(core.baseUrl).pathname,
      core.count(),
      core.requests(),
      core.users({ from: 0, limit: 1 }),
      core.users({ from: 1, limit: 10 }),
    ]).toEqual([
      200,
      'application/json;charset=UTF-8',
      '/auth',
      2,
      { ...noRequests(), 'third-party': 1, import: 1 },
      { rows: [{ ...row, emails: ['ann@example.com'], providers: ['google'], loginMethods: ['thirdparty'] }], next: 1 },
      { rows: [{ ...row, emails: ['bob@example.com'], providers: [], loginMethods: ['emailpassword'] }], next: null },
    ])
  })

  test('takes no requests from web pages', async () => {
    const core = await start()
    const reply = await send(core, '/recipe/signinup/code', { email: 'a@b.c' }, { origin: 'https://example.com' })
    expect([reply.status, core.requests().code]).toEqual([403, 0])
  })

  test('answers under names of this machine only', async () => {
    const core = await start()
    const statusFor = (host: string) =>
      new Promise((resolve) => {
        get(core.baseUrl, { headers: { host } }, (reply) => resolve(reply.resume().statusCode))
      })
    expect([await statusFor('localhost:80'), await statusFor('rebound.example.com')]).toEqual([404, 403])
  })

  test('signs a user in with the imported password', async () => {
    const core = await start()
    const passwordHash = hashSync('correct horse', 4)
    await send(core, '/recipe/user/passwordhash/import', { email: 'ann@example.com', passwordHash })
    const [id] = core.users({ from: 0, limit: 1 }).rows.map((row) => row.id)
    expect([
      await core.signIn(' Ann@example.com', 'correct horse'),
      await core.signIn('ann@example.com', 'wrong'),
      await core.signIn('bob@example.com', 'correct horse'),
    ]).toEqual([{ kind: 'ok', userId: id }, { kind: 'wrong-password' }, { kind: 'unknown-email' }])
  })

  test('in the supertokens dialect ends every hundredth request of a connection, as real cores do', async () => {
    const core = await start({ dialect: 'supertokens' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const connection: unknown[] = []
    for (let count = 0; count < 101; count += 1) {
      await new Promise((resolve) => {
        get(`${core.baseUrl}/hello`, { agent }, (reply) => {
          connection.push(reply.headers.connection)
          reply.resume().on('end', resolve)
        })
      })
    }
    agent.destroy()
    expect([connection[98], connection[99], connection[100]]).toEqual(['keep-alive', 'close', 'keep-alive'])
  })

  test('says in a sentence that its port is taken', async () => {
    const first = await start()
    const port = Number(new URL(first.baseUrl).port)
    const second = await startRehearsalCore({ port, dialect: 'documented', apiKey: null, signerKey: null })
    expect(second).toMatchObject({ ok: false, error: { code: 'port-taken' } })
  })
})

describe('faults on demand', () => {
  test('every third request gets a 429 with the seconds to wait', async () => {
    const core = await start({ faults: faults({ rules: [{ kind: '429', every: 3, retryAfter: 2 }] }) })
    const replies = []
    for (const name of ['a', 'b', 'c', 'd']) replies.push(await signUp(core, name))
    expect(replies.map((reply) => [reply.status, reply.headers.get('retry-after')])).toEqual([
      [200, null],
      [200, null],
      [429, '2'],
      [200, null],
    ])
    expect(core.count()).toBe(3)
  })

  test('Retry-After can be a date', async () => {
    const rules = [{ kind: '429', retryAfter: 60, retryAfterAs: 'date' }]
    const core = await start({ faults: faults({ rules }), clock: () => Date.UTC(2030, 0, 1) })
    const reply = await signUp(core, 'ann')
    expect(reply.headers.get('retry-after')).toBe('Tue, 01 Jan 2030 00:01:00 GMT')
  })

  test('one user alone fails, also when the request names only a code', async () => {
    const core = await start({
      faults: faults({ rules: [{ kind: '500', for: 'ANN@', on: ['consume'], text: 'broken' }] }),
    })
    const outcomes: unknown[] = []
    for (const email of ['ann@example.com', 'bob@example.com']) {
      const code = await (await send(core, '/recipe/signinup/code', { email })).json()
      const { preAuthSessionId, linkCode } = code as { preAuthSessionId: string; linkCode: string }
      const reply = await send(core, '/recipe/signinup/code/consume', { preAuthSessionId, linkCode })
      outcomes.push([reply.status, (await reply.text()).slice(0, 6)])
    }
    expect(outcomes).toEqual([
      [500, 'broken'],
      [200, '{"stat'],
    ])
  })

  test('a user whose hash happens to hold the letters of a rule is not the one that it is for', async () => {
    const core = await start({ faults: faults({ rules: [{ kind: '500', for: 'ann', text: 'broken' }] }) })
    const passwordHash = `$2b$04$${'ann'.repeat(17)}de`
    const statuses: number[] = []
    for (const email of ['bob@example.com', 'ann@example.com']) {
      statuses.push((await send(core, '/recipe/user/passwordhash/import', { email, passwordHash })).status)
    }
    expect(statuses).toEqual([200, 500])
  })

  test.each([
    ['before', 0],
    ['lost', 1],
    ['during', 1],
    ['after', 1],
  ])('a connection reset %s the reply leaves %i user in the core', async (moment, count) => {
    const core = await start({ faults: faults({ rules: [{ kind: 'reset', moment, times: 1 }] }) })
    const whole = await signUp(core, 'ann').then(
      (reply) =>
        reply.text().then(
          (text) => text.endsWith('\n'),
          () => false,
        ),
      () => false,
    )
    expect([whole, core.count()]).toEqual([moment === 'after', count])
    expect((await signUp(core, 'bob')).status).toBe(200)
  })

  test('a timeout never answers, and stopping the core ends the wait', async () => {
    const core = await start({ faults: faults({ rules: [{ kind: 'timeout', executed: true }] }) })
    const waiting = signUp(core, 'ann').then(
      () => 'answered',
      () => 'broken off',
    )
    while (core.count() === 0) await new Promise((resolve) => setImmediate(resolve))
    await core.stop()
    expect(await waiting).toBe('broken off')
  })

  test('proxies, cut JSON and a key that is refused after some requests', async () => {
    const rules = [
      { kind: 'refuse-key', after: 3 },
      { kind: 'html-503', times: 1, retryAfter: 1 },
      { kind: 'html-404', times: 1 },
      { kind: 'cut-json' },
    ]
    const core = await start({ faults: faults({ rules }) })
    const outcomes: unknown[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      const reply = await signUp(core, name)
      outcomes.push([reply.status, reply.headers.get('content-type'), (await reply.text()).slice(0, 6)])
    }
    expect(outcomes).toEqual([
      [503, 'text/html', '<html>'],
      [404, 'text/html', '<html>'],
      [200, 'application/json;charset=UTF-8', '{"stat'],
      [401, 'text/html;charset=UTF-8', 'Invali'],
    ])
  })

  test('can be changed while the core runs', async () => {
    const core = await start()
    core.setFaults(faults({ rules: [{ kind: '500' }] }))
    const broken = await signUp(core, 'ann')
    core.setFaults(faults({}))
    const fixed = await signUp(core, 'ann')
    expect([broken.status, fixed.status]).toEqual([500, 200])
  })
})
