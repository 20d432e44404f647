import { expect, test } from 'vitest'
import { readCoreFacts } from '../../../../electron/engine/core-client/read-core-facts.ts'
import type { OperationName } from '../../../../shared/core-api/operations.ts'
import type { ReplyOutcome, StopCause } from '../../../../shared/core-api/outcome.ts'

const failed = (message: string): ReplyOutcome => ({ kind: 'failed', httpStatus: 400, message })
const stopped = (why: StopCause): ReplyOutcome => ({ kind: 'stop', why, httpStatus: 402, message: '' })
const passing: ReplyOutcome = {
  kind: 'retry',
  why: 'reset',
  httpStatus: null,
  retryAfterMs: null,
  reached: true,
  message: '',
}

/** The facts about a core of this version, by its replies: of each operation one after the other, the last one from then on. */
async function factsOf(version: string, replies: Partial<Record<OperationName, readonly ReplyOutcome[]>>) {
  const requests: OperationName[] = []
  const send = async (operation: OperationName) => {
    const all = replies[operation] ?? []
    const at = requests.filter((one) => one === operation).length
    requests.push(operation)
    return { outcome: all[Math.min(at, all.length - 1)] ?? failed(''), httpStatus: 400, ms: 1 }
  }
  const address = { base_url: 'https://core.example.com', app_url: null, cdi_version: version }
  return { facts: await readCoreFacts({ send }, address), requests }
}

test.each([
  [failed('Unknown user ID provided'), true],
  [stopped('licence-required'), false],
  // Neither an answer about the user nor a missing license.
  [failed('Another failure'), null],
  [stopped('forbidden'), null],
  [passing, null],
])('a core without bulk import that answers %o to linking links accounts: %s', async (outcome, linking) => {
  const { facts } = await factsOf('5.0', { 'make-primary': [outcome] })
  expect([facts.accountLinking, facts.totp]).toEqual([linking, null])
})

test('a core before accounts could be linked is not asked', async () => {
  const { facts, requests } = await factsOf('3.1', {})
  expect([facts.accountLinking, facts.totp, requests]).toEqual([false, false, ['list-roles', 'list-tenants']])
})

test.each([
  ['Either email or phoneNumber is required', [true, true]],
  ['Either email or phoneNumber is required. Account linking must be enabled', [false, true]],
  ['Either email or phoneNumber is required. MFA must be enabled', [true, false]],
])('a core with bulk import names what it lacks: %s', async (message, [linking, totp]) => {
  const { facts, requests } = await factsOf('5.3', { 'import-one': [failed(message)] })
  expect([facts.accountLinking, facts.totp, requests.includes('make-primary')]).toEqual([linking, totp, false])
})

test('a core whose answer to bulk import tells nothing is asked by linking', async () => {
  const { facts } = await factsOf('5.3', { 'import-one': [failed('no')], 'make-primary': [failed('Unknown user ID')] })
  expect([facts.accountLinking, facts.totp]).toEqual([true, null])
})

test('a lost reply is asked for again, three times in all', async () => {
  const lost = [passing, passing, failed('Unknown user ID')]
  const { facts, requests } = await factsOf('5.0', { 'make-primary': lost, 'list-roles': [passing] })
  expect([facts.accountLinking, facts.roles]).toEqual([true, null])
  expect(requests.filter((one) => one === 'list-roles')).toHaveLength(3)
})
