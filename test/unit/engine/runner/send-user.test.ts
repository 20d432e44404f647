import { expect, test } from 'vitest'
import type { CallResult } from '../../../../electron/engine/runner/call-result.ts'
import type { ClaimedCall } from '../../../../electron/engine/runner/claimed-user.ts'
import { noCreatedUser, type CreatedUser } from '../../../../electron/engine/runner/perform-call.ts'
import { sendUser } from '../../../../electron/engine/runner/single-round.ts'
import { callKey } from '../../../../shared/planning/call-key.ts'
import type { Call, CallState } from '../../../../shared/planning/call.ts'

const password: Call = { kind: 'import', email: 'ann@example.com', passwordHash: 'made up', family: 'bcrypt' }
const google: Call = {
  kind: 'third-party',
  thirdPartyId: 'google',
  thirdPartyUserId: 'g1',
  email: 'ann@example.com',
  isVerified: true,
}
const oldId: Call = { kind: 'map-id', externalUserId: 'old-1' }
const role: Call = { kind: 'role', role: 'admin', create: false }

function claimed(call: Call, state: CallState = 'todo', coreUserId: string | null = null): ClaimedCall {
  const never = {
    sentBefore: false,
    unansweredSince: null,
    reconcileFirst: false,
    wasAbsent: false,
    absence: null,
    ownCause: null,
  }
  const { skippedExisting, replaces } = { skippedExisting: false, replaces: false }
  return { call, key: callKey(call), state, ...never, skippedExisting, replaces, coreUserId, recipeUserId: null }
}

const done = (coreUserId: string): CallResult => ({
  kind: 'done',
  coreUserId,
  recipeUserId: null,
  created: true,
  existed: false,
  httpStatus: 200,
  message: '',
})
const failed: CallResult = {
  kind: 'failed',
  httpStatus: 400,
  status: null,
  message: 'no',
  noAnswer: false,
  aboutUser: true,
}
const interrupted: CallResult = { kind: 'interrupted', settled: true, stop: null, message: '' }

/**
 * Sends a user whose calls have the given results (default: done); returns the sent calls with their users, and the
 * recorded results.
 */
async function sent(
  calls: readonly ClaimedCall[],
  results: Partial<Record<Call['kind'], CallResult>> = {},
  notes = true,
  besideExisting: Parameters<typeof sendUser>[1]['besideExisting'] = null,
) {
  const performed: (readonly [kind: string, made: CreatedUser])[] = []
  const noted: string[] = []
  const states: unknown[] = []
  const state = await sendUser(
    { id: 1, calls, fresh: true },
    {
      now: () => 0,
      besideExisting,
      perform: async ({ call }, made) => {
        performed.push([call.kind, made])
        return results[call.kind] ?? done(`core id by ${call.kind}`)
      },
      sending: async (_id, { call }) => {
        noted.push(call.kind)
        return notes
      },
      outcome: ({ userState }) => void states.push(userState),
    },
  )
  return { performed, noted, states, state }
}

test('what completes a user is sent for the user that the call before it made, under the id that is shown', async () => {
  const { performed, noted, states, state } = await sent([claimed(password), claimed(oldId), claimed(role)])
  const made = { coreUserId: 'core id by import', recipeUserId: null, skippedExisting: false }
  expect(performed).toEqual([
    ['import', noCreatedUser],
    ['map-id', made],
    ['role', { ...made, shownId: 'old-1' }],
  ])
  // The first call was noted when the user was claimed; only the last outcome ends the user.
  expect([noted, states, state]).toEqual([['map-id', 'role'], [null, null, 'migrated'], 'migrated'])
})

test('a call that was done before is not sent again, and what completes its user is', async () => {
  const { performed } = await sent([claimed(password, 'done', 'core id of yesterday'), claimed(oldId)])
  expect(performed.map(([kind, made]) => [kind, made.coreUserId])).toEqual([['map-id', 'core id of yesterday']])
})

test('a failed call keeps what would complete its user from being sent, and no other login', async () => {
  const { performed, state } = await sent([claimed(password), claimed(oldId), claimed(google)], { import: failed })
  expect([performed.map(([kind]) => kind), state]).toEqual([['import', 'third-party'], 'failed'])
})

test('nothing is sent after an interruption, nor a further call that cannot be noted', async () => {
  const ended = await sent([claimed(password), claimed(google)], { import: interrupted })
  expect(ended.performed).toHaveLength(1)
  const unnoted = await sent([claimed(password), claimed(google)], {}, false)
  expect([unnoted.performed.length, unnoted.noted]).toEqual([1, ['third-party']])
})

test.each([
  [null, ['import', 'third-party']],
  ['link', ['import', 'third-party']],
  ['skip', ['import']],
] as const)('beside a login that was in the core before, decided as %s, these are sent: %j', async (decided, kinds) => {
  const existing: CallResult = { kind: 'skipped-existing', coreUserId: 'core id of before', message: '' }
  const { performed, state } = await sent([claimed(password), claimed(google)], { import: existing }, true, decided)
  expect([performed.map(([kind]) => kind), state]).toEqual([kinds, decided === 'skip' ? 'existing' : 'migrated'])
})

const primary: Call = { kind: 'make-primary' }

test('a user of before that a new login is linked to becomes primary as if it were ours, and nothing else of it is touched', async () => {
  const existing: CallResult = { kind: 'skipped-existing', coreUserId: 'core id of before', message: '' }
  const calls = [claimed(password), claimed(google), claimed(primary), claimed(role)]
  const touched = async (decided: Parameters<typeof sent>[3], own: Partial<Record<Call['kind'], CallResult>>) =>
    (await sent(calls, own, true, decided)).performed.slice(2).map(([kind, made]) => [kind, made.skippedExisting])
  expect([
    await touched('link', { import: existing }),
    await touched('link', { import: existing, 'third-party': existing }),
    await touched(null, { import: existing }),
  ]).toEqual([
    [
      ['make-primary', false],
      ['role', true],
    ],
    [
      ['make-primary', true],
      ['role', true],
    ],
    [
      ['make-primary', true],
      ['role', true],
    ],
  ])
})
