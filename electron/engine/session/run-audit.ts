import { hostname, userInfo } from 'node:os'
import * as z from 'zod'
import { count, counted } from '../../../shared/format.ts'
import type { Scope } from '../../../shared/ipc/requests/run-requests.ts'
import { speedSchema } from '../../../shared/ipc/run-limits-schema.ts'
import { defaultSpeed, defaultStopRule, type Speed, type StopRule } from '../../../shared/ipc/run-limits.ts'
import { app } from '../../../shared/app.ts'
import { getSetting, setSetting, type RunAudit } from '../document/settings.ts'
import { allRows, type Database, oneId, oneNumber, sql } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import type { Executor } from '../../../shared/core-api/choose-executor.ts'
import { maxWaitMs } from '../runner/retry-policy.ts'
import type { RoundEnd } from '../runner/round.ts'
import { type StopReason, stopReasonMessage } from '../../../shared/report/stop-reason.ts'

type Order = {
  readonly scope: Scope
  readonly retry: boolean
  readonly concurrency: number | 'auto'
  readonly maxRate?: number | null
  readonly stopRule?: StopRule
  readonly giveUpAfterMs?: number
  readonly executor?: Executor
}

/** Scope of a run: all ready users, some of them, or a retry of failed ones. */
export type LastOrder = { readonly kind: 'all' | 'some' | 'retry'; readonly interrupted: boolean }

const cancelled: StopReason = 'cancelled'

const maxAudits = 10_000

/** Records of who started a run, how it sends, and how it ended. */
export const runAudit = {
  /**
   * Records who started the part of a run that has just begun, on which machine, with which version, and its
   * scope. Returns `first`, the first part of the same run.
   */
  record: (
    database: Database,
    target: number,
    order: Order,
    sentBy: 'single' | 'bulk',
    first: number | null = null,
  ): number | null => {
    const run = oneId(sql(database, 'SELECT id FROM run WHERE target_id = ? ORDER BY id DESC LIMIT 1'), target)
    if (run === undefined) return first
    const note: RunAudit = {
      run,
      target,
      user: operatorName(),
      machine: hostname().slice(0, 300),
      version: app.version,
      concurrency: order.concurrency,
      maxRate: order.maxRate ?? null,
      scope: scopeText(order),
      order: orderKind(order),
      stopRule: order.stopRule ?? defaultStopRule,
      giveUpAfterMinutes: minutesOf(order.giveUpAfterMs ?? null),
      executor: order.executor ?? 'single',
      sentBy,
      ...(first === null ? {} : { partOf: first }),
    }
    try {
      setSetting(database, 'run-audit', [...(getSetting(database, 'run-audit') ?? []), note].slice(-maxAudits))
    } catch {
      // The run is under way: its journal meets the same error and reports it.
    }
    return first ?? run
  },
  /** Records that the current run continues at another speed. */
  recordSpeed: (database: Database, speed: Speed): void => {
    changeLast(database, speed)
  },
  /** Records another limit of the current run for a core that does not answer. */
  recordGiveUp: (database: Database, minutes: number | null): void => {
    changeLast(database, { giveUpAfterMinutes: minutes })
  },
  /** Records the choice of `auto` in the current run, and the reason. */
  recordExecutorChoice: (database: Database, executorChoice: string): void => {
    try {
      changeLast(database, { executorChoice: executorChoice.slice(0, 500) })
    } catch {
      // The run is under way: its journal meets the same error and reports it.
    }
  },
  /** Records the order of a run before it can begin. */
  recordIntendedOrder: (database: Database, order: Omit<Order, 'scope' | 'retry'>): void => {
    const { concurrency, maxRate = null, stopRule = defaultStopRule, giveUpAfterMs = null, executor } = order
    const giveUpAfterMinutes = minutesOf(giveUpAfterMs)
    const requested = executor === undefined ? {} : { executor }
    setSetting(database, 'intended-order', { concurrency, maxRate, stopRule, giveUpAfterMinutes, ...requested })
  },
  /** How the last run ended, and why when it stopped. */
  recordEnd: (database: Database, { kind, stop, message }: RoundEnd, core: Target['kind']): void => {
    const reason = stop === null ? {} : { stop, reason: stopReasonMessage(stop, message, core).slice(0, 1000) }
    try {
      changeLast(database, { ended: kind, ...reason })
    } catch {
      // A document that cannot be written ended the run, which says so.
    }
  },
}

/** The order of the last run; before the first one, the order that it will have. */
function lastAsked(database: Database) {
  return getSetting(database, 'run-audit')?.at(-1) ?? getSetting(database, 'intended-order')
}

/** The last run, so that its settings outlive the app; before the first one, the order that it will have. */
export const lastRun = {
  /** How long the last run waited for an answer at most, so that it outlives the app; nothing: without end. */
  giveUp: (database: Database): { readonly giveUpAfterMs?: number } =>
    giveUpAfter(lastAsked(database)?.giveUpAfterMinutes),
  /** Scope of the last run at a target, and whether it ended before all of its users were sent. */
  order: (database: Database, target: number | null): LastOrder | null => {
    const note = getSetting(database, 'run-audit')?.findLast((one) => one.target === target)
    if (note?.order === undefined) return null
    return { kind: note.order, interrupted: note.ended !== 'finished' && note.stop !== cancelled }
  },
  /** The speed of the last run, so that a ceiling outlives the app. */
  speed: (database: Database): Speed => speedSchema.safeParse(lastAsked(database)).data ?? defaultSpeed,
  /** Executor of the last run, so that a resumed run sends its users in the same way. */
  executor: (database: Database): { readonly executor?: Executor } => {
    const executor = lastAsked(database)?.executor
    return executor === undefined ? {} : { executor }
  },
  /** The newest part of a run; 0: nothing was ever sent. */
  id: (database: Database): number => oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM run')),
  /** The stop rule of the last run, so that it outlives the app. */
  stopRule: (database: Database): StopRule => lastAsked(database)?.stopRule ?? defaultStopRule,
}

/** The limit of an order by its minutes; nothing: without end. */
export function giveUpAfter(minutes: number | null = null): { readonly giveUpAfterMs?: number } {
  return minutes === null ? {} : { giveUpAfterMs: minutes * 60_000 }
}

/** Minutes of a limit; null: no limit. */
export function minutesOf(ms: number | null): number | null {
  return ms === null || ms === Infinity ? null : ms / 60_000
}

function changeLast(database: Database, change: Partial<RunAudit>): void {
  const notes = getSetting(database, 'run-audit') ?? []
  const last = notes.at(-1)
  if (last !== undefined) setSetting(database, 'run-audit', [...notes.slice(0, -1), { ...last, ...change }])
}

/** The executor of a retry: a few failed users do not wait for the core's import job because the run before did. */
export function retryExecutor(database: Database): Executor {
  return lastRun.executor(database).executor === 'single' ? 'single' : 'auto'
}

const partRow = z.object({ id: z.number() })

/** How the parts of a run after another one sent users; a part that made no call is none. */
export function sentBySince(database: Database, runId: number): readonly ('single' | 'bulk')[] {
  const parts = allRows(partRow, sql(database, 'SELECT id FROM run WHERE id > ? AND calls > 0 ORDER BY id'), runId)
  const notes = new Map((getSetting(database, 'run-audit') ?? []).map((note) => [note.run, note.sentBy]))
  return [...new Set(parts.flatMap(({ id }) => notes.get(id) ?? []))]
}

/** A wait that the core demanded and that outlives a run. */
export const retryAfter = {
  /** Records that a run ended while the core demanded a wait of this many more milliseconds. */
  record: (database: Database, target: number, waitMs: number, now: number): void => {
    if (waitMs <= 0) return
    try {
      setSetting(database, 'retry-after-until', { target, until: now + waitMs })
    } catch {
      // A document that cannot be written ended the run, which says so.
    }
  },
  /** The rest of that wait, in milliseconds. A time too far in the future was recorded before the clock was set back. */
  left: (database: Database, target: number, now: number): number => {
    const requested = getSetting(database, 'retry-after-until')
    if (requested === undefined || requested.target !== target) return 0
    const left = requested.until - now
    return left > 0 && left <= maxWaitMs ? left : 0
  },
}

/** The name the operator is logged in with; some machines know none. */
function operatorName(): string {
  try {
    return userInfo().username.slice(0, 200)
  } catch {
    return 'unknown'
  }
}

export function orderKind({ scope, retry }: Order): LastOrder['kind'] {
  if (retry) return 'retry'
  return scope.kind === 'all' ? 'all' : 'some'
}

function scopeText({ scope, retry }: Order): string {
  switch (scope.kind) {
    case 'all':
      return 'all ready users'
    case 'first':
      return `the first ${count(scope.users)}`
    case 'users':
      return `${counted(scope.ids.length, 'selected user')}${retry ? ', again' : ''}`
    case 'filter':
      return `users of a filter${retry ? ', again' : ''}`
    case 'corrected':
      return 'those who were corrected'
    case 'failed':
      return 'all failed users, again'
    case 'retryable':
      return 'failed users that a retry may help, again'
    case 'failure':
      return 'users who failed for one reason, again'
  }
}
