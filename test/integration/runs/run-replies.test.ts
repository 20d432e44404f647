import { describe, expect, test } from 'vitest'
import { usersWithHashes, usersWithoutHash } from '../../support/made-up-csv.ts'
import { linesOf, numbersOf, runUsers } from '../../support/run-users.ts'
import { requestsOf, startScriptedCore, type CoreRequest, type Reply } from '../../support/scripted-core.ts'
import { noon, virtualClock } from '../../support/virtual-clock.ts'

const html = '<html><body>Not here</body></html>'

/** Answers the import of the second user; the others are answered plainly. */
function aboutSecond(reply: (nth: number) => Reply) {
  let nth = 0
  return (request: CoreRequest) => {
    if (request.body['email'] !== 'user2@example.com') return null
    nth += 1
    return reply(nth - 1)
  }
}

describe('what the core answers to one import decides about that user', () => {
  test.each<readonly [string, (nth: number) => Reply, string]>([
    ['OK', () => ({ body: { status: 'OK' } }), 'import done 200 OK 1'],
    ['nothing, with a 2xx', () => ({ status: 204 }), 'import done 204 OK 1'],
    ['an object without a status', () => ({ body: { anything: 1 } }), 'import done 200 OK 1'],
    ['another status', () => ({ body: { status: 'SOME_ERROR' } }), 'import failed 200 SOME_ERROR 1'],
    ['400', () => ({ status: 400, body: 'bad' }), 'import failed 400 - 1'],
    ['409', () => ({ status: 409, body: 'conflict' }), 'import failed 409 - 1'],
    ['a 2xx cut short, again and again', () => ({ body: '{"status":"O' }), 'import failed 200 - 6'],
    ['a 2xx page, again and again', () => ({ body: html }), 'import failed 200 - 6'],
    ['no answer, again and again', () => ({ breakOff: true }), 'import failed - - 6'],
    ['408 again and again', () => ({ status: 408 }), 'import failed 408 - 6'],
    ['425 again and again', () => ({ status: 425 }), 'import failed 425 - 6'],
    ['429 again and again', () => ({ status: 429 }), 'import failed 429 - 6'],
    ['503 again and again', () => ({ status: 503 }), 'import failed 503 - 6'],
    ['a page with a 404, again and again', () => ({ status: 404, body: html }), 'import failed 404 - 6'],
    ['the same 500 again and again', () => ({ status: 500, body: 'too long' }), 'import failed 500 - 4'],
    ['another 500 each time', (nth) => ({ status: 500, body: `error ${nth}` }), 'import failed 500 - 6'],
    ['OK after two 503', (nth) => (nth < 2 ? { status: 503 } : { body: { status: 'OK' } }), 'import done 200 OK 3'],
    ['OK after a broken connection', (nth) => (nth < 1 ? { breakOff: true } : { body: {} }), 'import done 200 OK 2'],
  ])('%s', async (_, reply, line) => {
    const core = await startScriptedCore(aboutSecond(reply))
    const run = await runUsers(usersWithHashes(3), core.url)
    const isDone = line.includes(' done ')
    const retries = Number(line.at(-1)) - 1
    const reported = await run.report()
    expect([run.code, numbersOf(run), linesOf(reported, 'u2'), requestsOf(core, 'import').length]).toEqual([
      isDone ? 0 : 3,
      {
        records: 3,
        users: 3,
        migrated: isDone ? 3 : 2,
        ...(isDone ? {} : { failed: 1 }),
        calls: 3,
        ...(retries === 0 ? {} : { retries }),
      },
      [line],
      3 + retries,
    ])
  })
})

describe('an answer that is about everybody stops the run', () => {
  test.each([
    ['api-key-rejected', 401, 'no'],
    ['licence-required', 402, 'pay'],
    ['forbidden', 403, 'not you'],
    ['wrong-address', 404, 'Not found'],
    ['wrong-address', 302, 'elsewhere'],
    ['wrong-address', 400, 'AppId or tenantId not found => Tenant with the following … not found: (, public, north)\n'],
    ['wrong-address', 400, 'cdi-version 5.9 not supported\n'],
  ])('%s, for HTTP %d', async (stopped, status, body) => {
    const core = await startScriptedCore(aboutSecond(() => ({ status, body, headers: { location: '/elsewhere' } })))
    const run = await runUsers(usersWithHashes(9), core.url, ['--concurrency', '1'])
    expect([run.code, numbersOf(run), requestsOf(core, 'import').length]).toEqual([
      4,
      { records: 9, users: 9, migrated: 1, ready: 8, calls: 2, stopped },
      2,
    ])
  })

  test('repeated-failure, for twenty identical failures in a row', async () => {
    const core = await startScriptedCore(({ method }) => (method === 'GET' ? null : { status: 400, body: 'never' }))
    const run = await runUsers(usersWithHashes(30), core.url, ['--concurrency', '1'])
    expect([run.code, numbersOf(run), run.err.includes('never')]).toEqual([
      4,
      { records: 30, users: 30, failed: 20, ready: 10, calls: 20, stopped: 'repeated-failure' },
      true,
    ])
  })

  test('away, when nobody answers for ten minutes, and nobody has failed', async () => {
    const clock = virtualClock()
    const core = await startScriptedCore(({ method }) => (method === 'GET' ? null : { breakOff: true }))
    const running = runUsers(usersWithHashes(24), core.url, ['--concurrency', '1'], { clock })
    const run = await clock.runUntil(running)
    expect([run.code, numbersOf(run), run.err, Math.floor((clock.now() - noon) / 60_000)]).toEqual([
      4,
      { records: 24, users: 24, ready: 24, calls: 2, retries: expect.any(Number), stopped: 'core-unreachable' },
      expect.stringContaining('The core does not answer. Continue when it is back'),
      10,
    ])
  })

  test.each([
    'io.supertokens.pluginInterface.exceptions.StorageQueryException: java.sql.SQLTransientConnectionException: HikariPool-1 - Connection is not available, request timed out after 10000ms.\n',
    'org.sqlite.SQLiteException: [SQLITE_LOCKED_SHAREDCACHE] Contention with a different database connection\n',
    'org.postgresql.util.PSQLException: ERROR: deadlock detected\n',
    'org.postgresql.util.PSQLException: FATAL: sorry, too many clients already\n',
  ])('away, when its database is away, and nobody has failed: %s', async (body) => {
    const clock = virtualClock()
    const core = await startScriptedCore(({ method }) => (method === 'GET' ? null : { status: 500, body }))
    const run = await clock.runUntil(runUsers(usersWithHashes(24), core.url, ['--concurrency', '1'], { clock }))
    expect([run.code, numbersOf(run), run.err]).toEqual([
      4,
      { records: 24, users: 24, ready: 24, calls: 2, retries: expect.any(Number), stopped: 'core-unreachable' },
      expect.stringContaining('The core does not answer. Continue when it is back'),
    ])
  })

  test('but not statuses about one user each, however many', async () => {
    const taken = { body: { status: 'SOME_ERROR' } }
    const core = await startScriptedCore(({ method }) => (method === 'GET' ? null : taken))
    const run = await runUsers(usersWithHashes(30), core.url)
    expect([run.code, numbersOf(run)]).toEqual([3, { records: 30, users: 30, failed: 30, calls: 30 }])
  })

  test('nor failures with a success in between', async () => {
    const core = await startScriptedCore(({ path, nth }) =>
      path.endsWith('/import') && nth % 15 !== 14 ? { status: 400, body: 'never' } : null,
    )
    const run = await runUsers(usersWithHashes(45), core.url, ['--concurrency', '1'])
    expect([run.code, numbersOf(run)]).toEqual([3, { records: 45, users: 45, failed: 42, migrated: 3, calls: 45 }])
  })
})

describe('Retry-After', () => {
  test.each([
    ['in seconds', () => ({ 'retry-after': '1' })],
    ['as a date', () => ({ 'retry-after': new Date(Date.now() + 2000).toUTCString() })],
  ])('%s holds the whole run', async (_, headers) => {
    const sent: unknown[] = []
    const core = await startScriptedCore(({ method, body }) => {
      if (method === 'GET') return null
      const isFirst = !sent.includes(body['email'])
      sent.push(body['email'])
      return body['email'] === 'user2@example.com' && isFirst ? { status: 429, headers: headers() } : null
    })
    const run = await runUsers(usersWithHashes(12), core.url, ['--concurrency', '2'])
    expect([run.code, numbersOf(run)]).toEqual([0, { records: 12, users: 12, migrated: 12, calls: 12, retries: 1 }])
    // Users who did not wait would all be sent before it is tried again.
    expect(sent.lastIndexOf('user2@example.com')).toBeLessThan(6)
  })

  test('of more than fifteen minutes stops the run and says so', async () => {
    const core = await startScriptedCore(aboutSecond(() => ({ status: 503, headers: { 'retry-after': '1200' } })))
    const run = await runUsers(usersWithHashes(5), core.url, ['--concurrency', '1'])
    expect([run.code, numbersOf(run), run.err.includes('20 minutes')]).toEqual([
      4,
      { records: 5, users: 5, migrated: 1, ready: 4, calls: 2, stopped: 'core-unreachable' },
      true,
    ])
  })
})

describe('code and consume', () => {
  test('are made again as a pair when the code is refused', async () => {
    const core = await startScriptedCore(({ path, nth }) =>
      path.endsWith('/consume') && nth < 2 ? { body: { status: 'RESTART_FLOW_ERROR' } } : null,
    )
    const run = await runUsers(usersWithoutHash(1), core.url)
    const made = [requestsOf(core, 'code').length, requestsOf(core, 'consume').length]
    expect([run.code, numbersOf(run), linesOf(await run.report(), 'p1'), made]).toEqual([
      0,
      { records: 1, users: 1, migrated: 1, calls: 1, retries: 4 },
      ['passwordless done 200 OK 3'],
      [3, 3],
    ])
  })

  test('fail when every code is refused', async () => {
    const core = await startScriptedCore(({ path }) =>
      path.endsWith('/consume') ? { body: { status: 'RESTART_FLOW_ERROR' } } : null,
    )
    const run = await runUsers(usersWithoutHash(1), core.url)
    expect([run.code, linesOf(await run.report(), 'p1'), requestsOf(core, 'code').length]).toEqual([
      3,
      ['passwordless failed - RESTART_FLOW_ERROR 6'],
      6,
    ])
  })

  test('need the fields of a code in the answer', async () => {
    const core = await startScriptedCore(({ path }) => (path.endsWith('/code') ? { body: { status: 'OK' } } : null))
    const run = await runUsers(usersWithoutHash(1), core.url)
    expect([run.code, linesOf(await run.report(), 'p1')]).toEqual([3, ['passwordless failed 200 - 6']])
  })

  test('are followed by the update with the id of the user they made', async () => {
    const core = await startScriptedCore(({ path }) =>
      path.endsWith('/consume') ? { body: { status: 'OK', user: { id: 'made-1' } } } : null,
    )
    const run = await runUsers([both], core.url)
    const update = requestsOf(core, 'update').map(({ method, headers, body }) => [method, headers['rid'], body])
    expect([run.code, linesOf(await run.report(), 'both'), update]).toEqual([
      0,
      ['passwordless done 200 OK 1', 'update done 200 OK 1'],
      [['PUT', 'passwordless', { userId: 'made-1', email: 'both@example.com', phoneNumber: '+491711234567' }]],
    ])
  })

  test('without an id in the answer leave the user migrated, with a finding in the report', async () => {
    const core = await startScriptedCore()
    const run = await runUsers([both], core.url)
    const reported = await run.report()
    const update = reported.rows.find((row) => row.operation === 'update')
    expect([run.code, numbersOf(run), linesOf(reported, 'both'), update?.message, requestsOf(core, 'update')]).toEqual([
      0,
      { records: 1, users: 1, migrated: 1, calls: 1 },
      ['passwordless done 200 OK 1', 'update done - no-op 0'],
      'The other contact could not be attached: the core did not say which user it had created.',
      [],
    ])
  })
})

const both = { id: 'both', email: 'both@example.com', email_verified: 'true', phone: '+491711234567' }

describe('a reply that is lost after the request went out', () => {
  const redone = 'No reply came to an earlier request, so it was sent again.'

  test.each<readonly [string, Reply, string]>([
    ['a connection that breaks', { breakOff: true }, redone],
    ['a success that is cut short', { body: '{"status":"O' }, redone],
    ['a refusal that may pass', { status: 503 }, ''],
  ])('after %s: what the report says of the user', async (_, reply, message) => {
    const core = await startScriptedCore(aboutSecond((nth) => (nth === 0 ? reply : { body: { status: 'OK' } })))
    const reported = await (await runUsers(usersWithHashes(3), core.url)).report()
    const messages = reported.rows.map((row) => [row.sourceId, row.message])
    expect(messages).toEqual([
      ['u1', ''],
      ['u2', message],
      ['u3', ''],
    ])
  })

  test('of a code that was consumed: the pair is made again, and the report says so', async () => {
    const core = await startScriptedCore(({ path, nth }) => {
      if (!path.endsWith('/consume') || nth > 1) return null
      return nth === 0 ? { breakOff: true } : { body: { status: 'RESTART_FLOW_ERROR' } }
    })
    const reported = await (await runUsers(usersWithoutHash(1), core.url)).report()
    const made = [requestsOf(core, 'code').length, requestsOf(core, 'consume').length]
    expect([reported.rows.map((row) => [row.state, row.message]), made]).toEqual([[['done', redone]], [2, 3]])
  })
})
