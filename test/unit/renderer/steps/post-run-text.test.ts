import { neededText } from '../../../../renderer/steps/post-run/report-tools.tsx'
import { describe, expect, test } from 'vitest'
import { outcomeWord, undone, verified } from '../../../../renderer/steps/post-run/results.tsx'
import { confirmsRemoval } from '../../../../shared/ipc/confirmation.ts'

const at = new Date(2026, 10, 21, 14, 5).getTime()
const looked = { at, looked: 4, found: 4, missing: 0, unanswered: 0, signIn: null, stopped: null }

describe('what a look-up found', () => {
  test.each([
    [{}, 'ok', 'November 21 at 14:05: 4 of 4 users looked up are in the core.'],
    [{ signIn: 'works' }, 'ok', 'The known account could sign in with its old password.'],
    [{ found: 3, missing: 1 }, 'bad', '3 of 4 users looked up are in the core. 1 is missing.'],
    [{ signIn: 'refused' }, 'bad', 'could not sign in with that password.'],
    [{ signIn: 'unanswered' }, 'wait', 'did not answer whether the known account can sign in.'],
    [{ found: 2, unanswered: 2 }, 'wait', '2 without an answer.'],
    [{ stopped: 'cancelled' }, 'wait', 'Stopped by you.'],
    [{ stopped: 'api-key-rejected' }, 'wait', 'Stopped early: The core refused the API key.'],
  ] as const)('%o is said in a sentence, and as well or ill', (change, tone, words) => {
    const sentence = verified({ ...looked, ...change })
    expect([sentence.tone, sentence.sentence.includes(words)]).toEqual([tone, true])
  })
})

test('what an undo came to is said in numbers', () => {
  const all = { at, removed: 2, gone: 0, unconfirmed: 0, linked: 0, mismatched: 0, left: 1, failed: 1, stopped: null }
  expect([
    undone({ ...all, failed: 0 }),
    undone(all).tone,
    undone({ ...all, failed: 0, stopped: 'core-unreachable' }).tone,
  ]).toEqual([
    {
      tone: 'ok',
      sentence:
        'November 21 at 14:05: 2 users removed from the core. 1 left, because this migration did not create them.',
    },
    'bad',
    'wait',
  ])
  const kept = { 'old ID': 1, 'verified email': 2 }
  const stopped = undone({ ...all, failed: 0, stays: kept, stopped: 'disk-full' })
  expect(stopped.sentence).toContain(
    'keep what this migration added: old ID (1 user), verified email (2 users). Stopped early: The disk is full',
  )
  const open = undone({ ...all, failed: 0, gone: 2, linked: 1, mismatched: 1 })
  expect([open.tone, open.sentence]).toEqual([
    'wait',
    expect.stringContaining(
      '2 no longer existed in the core. 1 not removed: other accounts were linked to them since. 1 not removed: the core has another login under their ID.',
    ),
  ])
})

describe('the confirmation of a removal', () => {
  test.each(['12480', ' 12,480 ', '12.480', '12 480', 'core.example.com', 'Core.Example.com'])(
    'is given by %o',
    (typed) => {
      expect(confirmsRemoval(typed, 12480, 'core.example.com')).toBe(true)
    },
  )

  test.each(['', 'yes', '1248', '12,48', '124800', 'example.com', '-12480'])('is not given by %o', (typed) => {
    expect(confirmsRemoval(typed, 12480, 'core.example.com')).toBe(false)
  })
})

test('hashes are said to be needed as long as somebody is not migrated', () => {
  expect([
    neededText({ failed: 0, blocked: 0, excluded: 0 }),
    neededText({ failed: 27, blocked: 35, excluded: 0 }),
    neededText({ failed: 0, blocked: 1, excluded: 0 }),
  ]).toEqual([
    'All users are migrated; their secrets are no longer needed.',
    '62 users are not migrated (27 failed, 35 need a decision). Without their secrets they can no longer be sent.',
    '1 user is not migrated (1 needs a decision). Without their secrets they can no longer be sent.',
  ])
})

test('the outcome of one user is said in words, one without words as it is', () => {
  expect(['unanswered', 'mismatched', 'linked', 'someday'].map(outcomeWord)).toEqual([
    'no answer',
    'another login',
    'linked since',
    'someday',
  ])
})
