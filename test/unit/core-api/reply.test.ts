import { expect, test } from 'vitest'
import type { OperationName } from '../../../shared/core-api/operations.ts'
import type { RawReply } from '../../../shared/core-api/raw-reply.ts'
import { readReply } from '../../../shared/core-api/reply.ts'

const plainType = 'text/html;charset=UTF-8'
const jsonType = 'application/json;charset=UTF-8'
const noWord = { userId: null, recipeUserId: null, createdNewUser: null, didUserAlreadyExist: null, message: '' }
const creating = ['consume-code', 'update-user', 'third-party', 'import-hash'] as const

test('a made code is what the consuming call needs, with its times where they are given', () => {
  const code = {
    preAuthSessionId: 'session-1',
    linkCode: 'link-1',
    timeCreated: 1_795_000_000_000,
    codeLifetime: 900_000,
  }
  const rest = { status: 'OK', codeId: 'c', deviceId: 'd', userInputCode: '003700' }
  expect([
    read('create-code', { ...rest, ...code }),
    read('create-code', { status: 'OK', preAuthSessionId: 'session-1', linkCode: 'link-1', timeCreated: 'soon' }),
  ]).toEqual([
    { kind: 'success', ...noWord, code },
    { kind: 'success', ...noWord, code: { preAuthSessionId: 'session-1', linkCode: 'link-1' } },
  ])
})

test.each([
  ['interface 2.11 to 2.21', { createdNewUser: true, user: { id: 'u-1', timeJoined: 1, email: 'a@example.com' } }],
  ['interface 3.0', { createdNewUser: true, user: { id: 'u-1', tenantIds: ['public'], email: 'a@example.com' } }],
  [
    'interface 4.0 and later',
    {
      createdNewUser: true,
      user: { id: 'u-1', isPrimaryUser: false, loginMethods: [{ recipeId: 'passwordless', recipeUserId: 'u-1' }] },
      recipeUserId: 'u-1',
      consumedDevice: { preAuthSessionId: 'session-1', failedCodeInputAttemptCount: 0 },
    },
  ],
])('the user id is found in the reply of %s', (_version, body) => {
  const outcome = read('consume-code', { status: 'OK', ...body })
  const recipeUserId = 'recipeUserId' in body ? 'u-1' : null
  expect(outcome).toEqual({ kind: 'success', ...noWord, userId: 'u-1', recipeUserId, createdNewUser: true })
})

test('the id of a login method is kept apart from the user’s, and stands for it where there is no other', () => {
  expect([
    ids({ user: { id: 'primary' }, recipeUserId: 'method' }),
    ids({ user: { recipeUserId: 'method' } }),
    ids({ recipeUserId: 'method' }),
    ids({ userId: 'u-1' }),
    ids({ user: { id: 7 }, recipeUserId: null }),
    ids({ user: 'u-1' }),
    ids({ user: { id: 'u'.repeat(257) } }),
  ]).toEqual([
    ['primary', 'method'],
    ['method', 'method'],
    ['method', 'method'],
    ['u-1', null],
    [null, null],
    [null, null],
    [null, null],
  ])
})

test('an import tells whether the user was there before', () => {
  const outcomes = [true, false, 'yes', undefined].map((didUserAlreadyExist) =>
    read('import-hash', { status: 'OK', user: { id: 'u-1' }, didUserAlreadyExist }),
  )
  expect(outcomes).toEqual(
    [true, false, null, null].map((didUserAlreadyExist) => ({
      kind: 'success',
      ...noWord,
      userId: 'u-1',
      didUserAlreadyExist,
    })),
  )
})

test.each(creating)('%s: no body, or an object without a status, is a success', (operation) => {
  const success = { kind: 'success', ...noWord }
  const silent = [
    text(operation, 200, ''),
    text(operation, 204, ''),
    text(operation, 201, ' \r\n'),
    text(operation, 200, '{}'),
    text(operation, 200, '{"user":{}}'),
  ]
  expect(silent).toEqual([success, success, success, success, success])
})

test('without its two fields a made code is no code', () => {
  const bodies = [
    '',
    '{}',
    '{"status":"OK"}',
    '{"status":"OK","preAuthSessionId":"s"}',
    '{"status":"OK","preAuthSessionId":"s","linkCode":""}',
  ]
  const kinds = bodies.map((body) => brief(text('create-code', 200, body)))
  expect(new Set(kinds)).toEqual(new Set(['retry unexpected-reply']))
})

test.each([...creating, 'create-code'] as const)(
  '%s: a reply that is cut or no JSON object is tried again',
  (operation) => {
    const bodies = [
      '{"status":"OK","user":{"id":"u-',
      'OK',
      '"OK"',
      '[]',
      'null',
      '42',
      '<html>fine</html>',
      '{"status":null}',
      '{"status":200}',
    ]
    expect(bodies.map((body) => brief(text(operation, 200, body)))).toEqual(bodies.map(() => 'retry unexpected-reply'))
  },
)

test('a byte order mark and white space around JSON do no harm', () => {
  expect(brief(text('third-party', 200, '\uFEFF {"status":"OK"}\n'))).toBe('success')
})

test('another status fails this call, with that status', () => {
  expect(read('update-user', { status: 'EMAIL_CHANGE_NOT_ALLOWED_ERROR', reason: 'linked' })).toEqual({
    kind: 'status',
    status: 'EMAIL_CHANGE_NOT_ALLOWED_ERROR',
    message: '{"status":"EMAIL_CHANGE_NOT_ALLOWED_ERROR","reason":"linked"}',
  })
})

test('RESTART_FLOW_ERROR makes the pair of code and consume again, and is a plain status for other operations', () => {
  const body = { status: 'RESTART_FLOW_ERROR' }
  const kinds = (['create-code', 'consume-code', 'update-user', 'import-hash'] as const).map(
    (operation) => read(operation, body).kind,
  )
  expect(kinds).toEqual(['restart', 'restart', 'status', 'status'])
})

test.each([
  [400, 'Password hash is in invalid format', 'failed'],
  [405, 'Method not supported', 'failed'],
  [409, '', 'failed'],
  [418, '<html>', 'failed'],
  [422, '{"message":"no"}', 'failed'],
  [401, 'Invalid API key', 'stop api-key-rejected'],
  [402, 'Cannot use feature: multi_tenancy', 'stop licence-required'],
  [403, 'Only public tenantId can call this app specific API', 'stop forbidden'],
  [404, 'Not found', 'stop wrong-address'],
  [404, '', 'stop wrong-address'],
  [404, '{"message":"no route"}', 'stop wrong-address'],
  [404, '<!DOCTYPE html><title>404</title>', 'retry html'],
  [404, '\n  <html>', 'retry html'],
  [300, '', 'stop wrong-address'],
  [301, '<html>moved</html>', 'stop wrong-address'],
  [304, '', 'stop wrong-address'],
  [308, '', 'stop wrong-address'],
  [408, '', 'retry timeout'],
  [425, '', 'retry server-error'],
  [429, '<html>slow down</html>', 'retry rate-limited'],
  [500, 'Internal Error', 'retry server-error'],
  [502, '<html>Bad Gateway</html>', 'retry server-error'],
  [503, '', 'retry server-error'],
  [599, '', 'retry server-error'],
  [600, '', 'retry unexpected-reply'],
  [199, '', 'retry unexpected-reply'],
])('HTTP %i with %j: %s', (status, body, expected) => {
  const outcomes = (
    ['create-code', 'consume-code', 'update-user', 'third-party', 'import-hash', 'look-up'] as const
  ).map((operation) => brief(text(operation, status, body)))
  expect(new Set(outcomes)).toEqual(new Set([expected]))
})

test('a refusal keeps what the core said, on one line, or says that it said nothing', () => {
  expect([text('import-hash', 400, 'Password hash is in\n invalid format\n'), text('import-hash', 401, ' ')]).toEqual([
    { kind: 'failed', httpStatus: 400, message: 'Password hash is in invalid format' },
    { kind: 'stop', why: 'api-key-rejected', httpStatus: 401, message: 'HTTP 401 without a text' },
  ])
})

test('what may succeed later says how long to wait, and that the request was received', () => {
  const reply = { status: 503, contentType: plainType, headers: { 'retry-after': '7' }, body: 'busy' }
  expect(readReply('import-hash', reply, { secrets: [], now: 0 })).toEqual({
    kind: 'retry',
    why: 'server-error',
    httpStatus: 503,
    retryAfterMs: 7000,
    reached: true,
    message: 'busy',
  })
})

test('a look-up gives the users, those without a readable shape make it an unexpected reply', () => {
  const ann = {
    id: 'u-1',
    loginMethods: [
      { recipeId: 'thirdparty', recipeUserId: 'u-1', verified: true, thirdParty: { id: 'google', userId: 'g-1' } },
    ],
  }
  expect([
    read('look-up', { status: 'OK', users: [{ ...ann, emails: [] }] }),
    read('look-up', { status: 'OK', users: [] }),
    brief(read('look-up', { status: 'OK' })),
    brief(read('look-up', { status: 'OK', users: [{ id: 'u-1' }] })),
    brief(text('look-up', 200, '')),
  ]).toEqual([
    { kind: 'success', ...noWord, users: [ann] },
    { kind: 'success', ...noWord, users: [] },
    'retry unexpected-reply',
    'retry unexpected-reply',
    'retry unexpected-reply',
  ])
})

test('a core that echoes what it gets plants no secret in any outcome', () => {
  const secrets = ['$2a$10$made.up.hash.made.up.hash', 'made-up-api-key']
  const echo = JSON.stringify({ headers: { 'api-key': secrets[1] }, body: { passwordHash: secrets[0] } })
  const replies = [
    ...[200, 301, 400, 401, 402, 403, 404, 408, 418, 429, 500].map((status) => ({ status, body: echo })),
    ...[200, 400, 500].map((status) => ({ status, body: `not JSON: ${secrets.join(' ')}` })),
    ...secrets.map((secret) => ({ status: 200, body: JSON.stringify({ status: secret }) })),
    ...secrets.map((secret) => ({
      status: 200,
      body: JSON.stringify({ status: 'OK', user: { id: secret }, recipeUserId: secret }),
    })),
    ...secrets.map((secret) => ({ status: 200, body: JSON.stringify({ status: 'OK', userId: `id-${secret}` }) })),
  ]
  const outcomes = replies.map((reply) =>
    readReply('import-hash', { contentType: jsonType, headers: {}, ...reply }, { secrets, now: 0 }),
  )
  const written = JSON.stringify(outcomes)
  for (const secret of secrets) expect(written).not.toContain(secret)
  expect(written).toContain('•••')
})

test('a reply with a code in it that was not understood is stored without the code', () => {
  const cut = '{"status":"OK","preAuthSessionId":"session-1","userInputCode":"003700","linkCode":"link-1'
  const outcome = text('create-code', 200, cut)
  expect(outcome.message).toBe('{"status":"OK","preAuthSessionId":"•••","userInputCode":"•••","linkCode":"•••')
})

function ids(body: object) {
  const outcome = read('consume-code', { status: 'OK', ...body })
  return outcome.kind === 'success' ? [outcome.userId, outcome.recipeUserId] : outcome
}

function read(operation: OperationName, body: object) {
  return readReply(operation, reply(200, jsonType, JSON.stringify(body)), { secrets: [], now: 0 })
}

function text(operation: OperationName, status: number, body: string) {
  return readReply(operation, reply(status, plainType, body), { secrets: [], now: 0 })
}

function reply(status: number, contentType: string, body: string): RawReply {
  return { status, contentType, headers: {}, body }
}

function brief(outcome: ReturnType<typeof readReply>): string {
  return 'why' in outcome ? `${outcome.kind} ${outcome.why}` : outcome.kind
}
