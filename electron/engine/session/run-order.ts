import type { Speed } from '../../../shared/ipc/speed.ts'
import type { StopRule } from '../../../shared/ipc/stop-rule.ts'
import type { Database } from '../document/sqlite.ts'
import { lastExecutor, lastGiveUp, lastSpeed, lastStopRule } from './run-audit.ts'
import type { RunOrder } from './run-types.ts'

/** What the operator asked for last, also when that was in an earlier session. */
export type CurrentOrder = {
  readonly get: () => RunOrder
  readonly set: (next: RunOrder) => void
  readonly speed: () => Speed
  readonly stopRule: () => StopRule
}

/** Default order of a resumed run. */
export const everybody = { scope: { kind: 'all' }, retry: false } as const

export function createCurrentOrder(database: Database): CurrentOrder {
  let order: RunOrder | null = null
  const get = (): RunOrder =>
    (order ??= { ...everybody, ...lastSpeed(database), ...lastGiveUp(database), ...lastExecutor(database) })
  return {
    get,
    set: (next) => {
      order = next
    },
    speed: () => ({ concurrency: get().concurrency, maxRate: get().maxRate ?? null }),
    stopRule: () => order?.stopRule ?? lastStopRule(database),
  }
}

/** Users without an answer are sent again only when they were chosen one by one, or as such. */
export function mayRepeat(scope: RunOrder['scope']): boolean {
  return scope.kind === 'users' || (scope.kind === 'filter' && scope.filter.states?.includes('in-doubt') === true)
}
