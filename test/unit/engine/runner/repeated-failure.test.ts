import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CallResult,
  failureSignature,
  noFailures,
  trackFailure,
} from '../../../../electron/engine/runner/call-result.ts'
import type { StopReason } from '../../../../shared/report/stop-reason.ts'

type Failed = Extract<CallResult, { kind: 'failed' }>

const done: CallResult = {
  kind: 'done',
  coreUserId: null,
  recipeUserId: null,
  created: null,
  existed: null,
  httpStatus: 200,
  message: '',
}

function failed(change: Partial<Failed> = {}): Failed {
  return { kind: 'failed', httpStatus: 400, status: null, message: 'no', noAnswer: false, aboutUser: false, ...change }
}

/** At which result the breaker stops the run, counted from 1, and why. */
function stopsAt(results: readonly CallResult[]): readonly [number, StopReason] | null {
  let breaker = noFailures
  for (const [index, result] of results.entries()) {
    const signature = result.kind === 'failed' ? failureSignature('import', result) : ''
    const judged = trackFailure(breaker, result, signature)
    breaker = judged.streak
    if (judged.stop !== null) return [index + 1, judged.stop]
  }
  return null
}

const many = (result: CallResult, count: number) => Array.from({ length: count }, () => result)

describe('the breaker', () => {
  test('stops at the twentieth identical failure in a row', () => {
    expect([stopsAt(many(failed(), 30)), stopsAt(many(failed({ httpStatus: null, noAnswer: true }), 30))]).toEqual([
      [20, 'repeated-failure'],
      [20, 'core-unreachable'],
    ])
  })

  test('begins again after a success, and after another failure', () => {
    const other = failed({ message: 'something else' })
    expect([
      stopsAt([...many(failed(), 19), done, ...many(failed(), 19)]),
      stopsAt([...many(failed(), 19), other, ...many(failed(), 19)]),
    ]).toEqual([null, null])
  })

  test('does not count statuses about one user, nor what was interrupted or held', () => {
    const about = failed({ status: 'EMAIL_ALREADY_EXISTS_ERROR', aboutUser: true })
    const interrupted = { kind: 'interrupted', settled: true, stop: null, message: '' } as const
    expect([
      stopsAt(many(about, 100)),
      stopsAt(many(interrupted, 100)),
      stopsAt(many({ kind: 'held', message: '' }, 100)),
      stopsAt([...many(failed(), 19), about, interrupted, failed()]),
    ]).toEqual([null, null, null, [22, 'repeated-failure']])
  })

  test('takes failures that differ only in what belongs to one user for the same', () => {
    const texts = Array.from({ length: 20 }, (_, n) =>
      failed({ message: `user${n}@example.com, +4917112345${n}00, 1b4e28ba-2fa1-11d2-883f-0016d3cca4${10 + n}` }),
    )
    expect(stopsAt(texts)).toEqual([20, 'repeated-failure'])
  })

  test('stops only at the end of twenty failures with the same signature among results that count', () => {
    const result = fc.oneof(
      { weight: 30, arbitrary: fc.constant<CallResult>(failed()) },
      { weight: 1, arbitrary: fc.constantFrom<CallResult>(done, failed({ httpStatus: 404 })) },
      { weight: 3, arbitrary: fc.constantFrom<CallResult>(failed({ aboutUser: true }), { kind: 'held', message: '' }) },
    )
    fc.assert(
      fc.property(fc.array(result, { maxLength: 120 }), (results) => {
        const counting = results.filter((one) => one.kind !== 'held' && !(one.kind === 'failed' && one.aboutUser))
        const letters = counting.map((one) => (one.kind === 'failed' ? String(one.httpStatus) : '-')).join(' ')
        expect(stopsAt(results) !== null).toBe(/(?:400 ?){20}|(?:404 ?){20}/.test(letters))
      }),
    )
  })
})
