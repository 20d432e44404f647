import type { MethodCounts, StateCounts } from '../../../shared/ipc/views.ts'
import { methodOf } from '../../../shared/planning/call.ts'
import type { Database } from '../document/sqlite.ts'
import { userCounts } from '../queries/counts.ts'
import { countMethods } from '../queries/planned-facts.ts'
import { stateAfter } from '../runner/call-result.ts'
import { runScope } from '../runner/scope.ts'
import type { CommittedCall } from '../runner/store-outcome.ts'

/** The numbers of a run: counted once when it begins, then kept up with what is committed. */
type RunCounts = {
  /** Users by state; null: no run is under way. */
  readonly states: () => StateCounts | null
  readonly methods: () => readonly MethodCounts[]
  /** Users of this order that have ended, and all users of it. */
  readonly finished: () => number
  readonly wanted: () => number
  /** A new order begins: none of its users is done. */
  readonly restart: () => void
  /** Counts the users in the scope of the order. `scoped`: only the users of `scope_user`. */
  readonly begin: (targetId: number, scoped: boolean) => void
  /** Plans changed while users are sent: the counts of the start are stale. */
  readonly recount: (targetId: number, scoped: boolean) => void
  readonly commit: (outcomes: readonly CommittedCall[]) => void
  readonly end: () => void
  readonly reset: () => void
}

export function createRunCounts(database: Database): RunCounts {
  let states: StateCounts | null = null
  let methods: readonly MethodCounts[] = []
  let finished = 0
  let wanted = 0

  /** The round counts the users that it has claimed. */
  const count = (targetId: number): StateCounts => {
    const now = userCounts.states(database, targetId)
    methods = countMethods(database, targetId)
    states = { ...now, ready: now.ready + now.sending, sending: 0 }
    return states
  }

  return {
    states: () => states,
    methods: () => methods,
    finished: () => finished,
    wanted: () => wanted,
    restart: () => {
      finished = 0
    },
    begin: (targetId, scoped) => {
      const { ready } = count(targetId)
      wanted = finished + (scoped ? runScope.countReady(database, targetId) : ready)
    },
    recount: (targetId, scoped) => {
      const { ready } = count(targetId)
      if (!scoped) wanted = finished + ready
    },
    commit: (outcomes) => {
      if (states === null) return
      const next = { ...states }
      for (const { userState } of outcomes) {
        if (userState === null || userState === 'ready' || userState === 'sending') continue
        next.ready -= 1
        next[userState] += 1
        finished += 1
      }
      states = next
      methods = methodsAfter(methods, outcomes)
    },
    end: () => {
      states = null
    },
    reset: () => {
      states = null
      finished = 0
      wanted = 0
    },
  }
}

/** The login methods after some outcomes: each call that ended for good counts in its own. */
function methodsAfter(before: readonly MethodCounts[], outcomes: readonly CommittedCall[]): readonly MethodCounts[] {
  const [done, failed] = [new Map<MethodCounts['method'], number>(), new Map<MethodCounts['method'], number>()]
  for (const { call, result } of outcomes) {
    const state = stateAfter(result)
    const ended = state === 'done' ? done : state === 'failed' ? failed : null
    const method = methodOf(call.call.kind)
    if (method !== null) ended?.set(method, (ended.get(method) ?? 0) + 1)
  }
  return before.map((counts) => ({
    ...counts,
    done: counts.done + (done.get(counts.method) ?? 0),
    failed: counts.failed + (failed.get(counts.method) ?? 0),
  }))
}
