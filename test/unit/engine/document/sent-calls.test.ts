import { describe, expect, test } from 'vitest'
import {
  anySentLive,
  callsText,
  endStatus,
  forgetRefusal,
  isRefused,
  mayBeApplied,
  ownStatus,
  readStoredCalls,
  replaceSource,
  wasSentLive,
} from '../../../../electron/engine/document/stored-calls.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { keepUser } from '../../../support/planned-users.ts'
import { liveTarget } from '../../../support/rounds.ts'

test.each<Call>([
  { kind: 'passwordless', contact: { kind: 'phone', phoneNumber: '+4930123' } },
  { kind: 'update', email: 'a@example.com', phoneNumber: '+4930123', tenant: 'north' },
  { kind: 'third-party', thirdPartyId: 'google', thirdPartyUserId: 'g1', email: 'a@example.com', isVerified: true },
  {
    kind: 'change-contact',
    force: true,
    login: { recipe: 'emailpassword', coreUserId: 'c1' },
    from: { email: 'a@example.com', phoneNumber: null },
    to: { email: 'b@example.com', phoneNumber: null },
  },
  {
    kind: 'change-contact',
    force: false,
    login: { recipe: 'passwordless', coreUserId: 'c1' },
    from: { email: null, phoneNumber: '+4930123' },
    to: { email: null, phoneNumber: '+4930124' },
  },
  {
    kind: 'change-contact',
    force: false,
    login: { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g1', isVerified: false },
    from: { email: 'a@example.com', phoneNumber: null },
    to: { email: 'b@example.com', phoneNumber: null },
  },
  { kind: 'make-primary' },
  { kind: 'link', method: 'k' },
  { kind: 'metadata', metadata: { plan: 'free' } },
  { kind: 'role', role: 'admin', create: true, tenant: 'north' },
  { kind: 'totp', secretKey: 'ABC', deviceName: 'phone', period: 30 },
  ...(['bcrypt', 'argon2', 'firebase-scrypt'] as const).map(
    (family) => ({ kind: 'import', email: 'a@example.com', passwordHash: 'x', family, tenant: 'north' }) as const,
  ),
])('the stored call %j is read as it was written', (call) => {
  expect(readStoredCalls(JSON.stringify([call]))).toEqual([call])
})

/** A document with one call at a core, and requests for it. */
function called(
  call: {
    readonly state: string
    readonly status?: string | null
    readonly http?: number | null
    readonly tries?: number
  },
  attempts: readonly (readonly [operation: string, outcome: string, http: number | null, status: string | null])[] = [],
  kind: 'live' | 'rehearsal' = 'live',
) {
  const { database } = emptyDocument()
  const { id } = targetTable.use(database, { ...liveTarget, kind })
  keepUser(database, { id: 1 })
  database
    .prepare(
      `INSERT INTO call (target_id, user_id, key, kind, state, since, status, http_status, tries) VALUES (?, 1, 'k', 'import', ?, 0, ?, ?, ?)`,
    )
    .run(id, call.state, call.status ?? null, call.http ?? null, call.tries ?? 1)
  for (const [operation, outcome, http, status] of attempts)
    database
      .prepare(
        `INSERT INTO attempt (target_id, user_id, key, operation, at, ms, outcome, http_status, status, message) VALUES (?, 1, 'k', ?, 0, 1, ?, ?, ?, '')`,
      )
      .run(id, operation, outcome, http, status)
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, 1, 'failed', 'x', 0)")
    .run(id)
  return database
}

describe('whether a live core may have a user', () => {
  test.each<readonly [string, Parameters<typeof called>[0], Parameters<typeof called>[1], boolean]>([
    ['done', { state: 'done' }, [], true],
    ['sending', { state: 'sending' }, [], true],
    ['in doubt', { state: 'in-doubt' }, [], true],
    ['to be sent, never tried', { state: 'todo', tries: 0 }, [], false],
    ['to be sent, tried before', { state: 'todo', tries: 1 }, [], true],
    ['to be sent, known as not applied', { state: 'todo', tries: 1, status: ownStatus.notApplied }, [], false],
    ['refused with a status', { state: 'failed', status: 'EMAIL_EXISTS', http: 200 }, [], false],
    ['refused as wrong', { state: 'failed', http: 400 }, [], false],
    ['refused at the last of these', { state: 'failed', http: 499 }, [], false],
    ['timed out at the core', { state: 'failed', http: 408 }, [], true],
    ['failed in the core', { state: 'failed', http: 500 }, [], true],
    ['failed without an answer', { state: 'failed' }, [], true],
    [
      'refused after a request that may have arrived',
      { state: 'failed', http: 400 },
      [['import', 'timeout', null, null]],
      true,
    ],
    ['refused after a request that was refused', { state: 'failed', http: 400 }, [['import', 'ok', 200, 'NO']], false],
    [
      'refused after one that never arrived',
      { state: 'failed', http: 400 },
      [['import', 'connect', null, null]],
      false,
    ],
    [
      'refused after one that was put off',
      { state: 'failed', http: 400 },
      [['import', 'rate-limited', 429, null]],
      false,
    ],
    [
      'refused after one that was called off',
      { state: 'failed', http: 400 },
      [['import', 'cancelled', null, null]],
      false,
    ],
    ['refused after a look-up', { state: 'failed', http: 400 }, [['look-up', 'ok', 200, 'OK']], false],
    ['refused after a code', { state: 'failed', http: 400 }, [['create-code', 'ok', 200, 'OK']], false],
    ['refused after it was staged', { state: 'failed', http: 400 }, [['bulk-stage', 'ok', 200, 'OK']], false],
  ])('is told by its call, %s, and its requests', (_, call, attempts, expected) => {
    const database = called(call, attempts)
    const found = database.prepare(`SELECT ${wasSentLive} AS sent FROM user`).get()
    expect([anySentLive(database), found]).toEqual([expected, { sent: expected ? 1 : 0 }])
    // The same words in the code, where requests are at hand.
    for (const [operation, outcome, httpStatus, status] of attempts ?? []) {
      expect(mayBeApplied({ operation, outcome, httpStatus, status })).toBe(expected)
    }
    forgetRefusal(database, 1)
    const state = expected ? { state: 'failed', failure: 'x' } : { state: 'ready', failure: null }
    expect(database.prepare('SELECT state, failure FROM progress').get()).toEqual(state)
  })

  test('is not told by a rehearsal', () => {
    const database = called({ state: 'done' }, [], 'rehearsal')
    forgetRefusal(database, 1)
    expect([anySentLive(database), database.prepare('SELECT state FROM progress').get()]).toEqual([
      false,
      { state: 'failed' },
    ])
  })
})

test.each([
  [null, null, false],
  ['OK', 200, false],
  ['NO', 200, true],
  [null, 399, false],
  [null, 400, true],
  [null, 408, false],
  [null, 499, true],
  [null, 500, false],
])('a reply with the status %j and %j says that nothing was applied: %s', (status, http, expected) => {
  expect(isRefused(status, http)).toBe(expected)
})

test.each([
  ['todo', null],
  ['sending', null],
  ['done', 'OK'],
  ['failed', 'OK'],
])('the status of a call that is %s is %j', (state, expected) => {
  expect(endStatus({ state, status: 'OK' })).toBe(expected)
})

test('the calls of a user stay when the export says something else of it', () => {
  const { database } = emptyDocument()
  const call: Call = { kind: 'verify-email', email: 'a@example.com' }
  keepUser(database, { id: 1, calls: [call] })
  replaceSource(database, 1, '{"sourceId":"u2"}')
  expect([readStoredCalls(callsText(database, 1)), callsText(database, 2)]).toEqual([[call], '[]'])
  expect(database.prepare('SELECT source FROM user_text').get()).toEqual({ source: '{"sourceId":"u2"}' })
})

test('statuses that this app writes itself are words of the document', () => {
  expect(ownStatus).toEqual({
    notApplied: 'not-applied',
    conflict: 'conflict',
    lookUpFirst: 'look-up-first',
    reconcileFirst: 'reconcile-first',
    noOp: 'no-op',
  })
})
