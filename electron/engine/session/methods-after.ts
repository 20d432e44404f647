import type { MethodCounts } from '../../../shared/ipc/views.ts'
import { methodOf } from '../../../shared/planning/call.ts'
import { stateAfter } from '../runner/call-result.ts'
import type { CallOutcome } from '../runner/store-outcome.ts'

/** The login methods after some outcomes: each call that ended for good counts in its own. */
export function methodsAfter(
  before: readonly MethodCounts[],
  outcomes: readonly CallOutcome[],
): readonly MethodCounts[] {
  const ended = outcomes.map(({ call, result }) => ({ method: methodOf(call.call.kind), state: stateAfter(result) }))
  const count = (method: MethodCounts['method'], wanted: 'done' | 'failed') =>
    ended.reduce((sum, one) => (one.method === method && one.state === wanted ? sum + 1 : sum), 0)
  return before.map(({ method, total, done, failed }) => ({
    method,
    total,
    done: done + count(method, 'done'),
    failed: failed + count(method, 'failed'),
  }))
}
