import { counted } from '../format.ts'
import { parseBaseUrl } from './base-url.ts'
import { type Dialect, isAtLeast } from './dialects.ts'

/** Interfaces before it have no bulk import. */
const bulkSince = '5.3'

/** Real cores run the job that imports staged users when they start and then this often, in milliseconds. */
export const cronEveryMs = 300_000

/** The same within a sentence. */
export const importJobInterval = 'every five minutes'

type Core = {
  readonly dialect: Dialect
  readonly cdi_version: string | null
  readonly base_url: string
  readonly app_url: string | null
}

/** Why this core cannot stage users, in a sentence; null: by its address and version it can. */
export function bulkObstacle({ dialect, cdi_version, base_url, app_url }: Core): string | null {
  if (dialect !== 'supertokens' || !isAtLeast(cdi_version ?? '0', bulkSince)) {
    return 'This core has no bulk import, which needs a SuperTokens core with interface 5.3 or later.'
  }
  // Bulk import belongs to the app. Staged users would land in its public tenant, not in the one of the address.
  const base = parseBaseUrl(base_url)
  if (!base.ok || (app_url ?? base.value.appUrl) !== base.value.url) {
    return 'This address is one tenant of the core, and bulk import belongs to the whole app.'
  }
  return null
}

/** Whether this core has bulk import; a core without a database says that it has none only when asked. */
export function hasBulkImport(core: Core): boolean {
  return bulkObstacle(core) === null
}

/** Users per second that real cores were measured to take (`docs/benchmarks.md` has the machines). */
const perSecond = { bulk: 1184, plain: 300, withFollowUps: 78 }
/** The job runs once in the interval, at an unknown moment. */
const meanWaitSeconds = cronEveryMs / 2000

/** `hasFollowUps`: users keep their old ids or verified emails, which are single calls of their own. */
export type RunSize = { readonly users: number; readonly hasFollowUps: boolean }

/** Expected seconds of a run, the mean wait for the core's job included. */
type ExecutorSeconds = { readonly single: number; readonly bulk: number }

/**
 * The time of each executor. `measured`: users a second of the first single calls; bulk import is assumed
 * to be faster or slower by the same factor.
 */
function executorSeconds({ users, hasFollowUps }: RunSize, measured: number | null): ExecutorSeconds {
  const usual = hasFollowUps ? perSecond.withFollowUps : perSecond.plain
  const rate = measured ?? usual
  return { single: users / rate, bulk: meanWaitSeconds + users / (perSecond.bulk * (rate / usual)) }
}

/** Fewer users are migrated before a choice matters, so the choice is not announced. */
export const minUsersToChoose = 1000

/** The faster executor, and the reason in a sentence. */
type ExecutorChoice = { readonly executor: Exclude<Executor, 'auto'>; readonly why: string }

/**
 * The choice of `auto`: bulk import where it ends sooner, by the usual speed of cores or by the measured speed of the
 * first calls.
 */
export function fasterExecutor(size: RunSize, measured: number | null = null): ExecutorChoice {
  const { single, bulk } = executorSeconds(size, measured)
  const executor = bulk < single ? 'bulk' : 'single'
  const [name, other] = executor === 'bulk' ? ['Bulk import', 'single calls'] : ['Single calls', 'bulk import']
  const [sooner, later] = executor === 'bulk' ? [bulk, single] : [single, bulk]
  const times = `${name}: about ${lasting(sooner)} for ${counted(size.users, 'user')}, ${other} about ${lasting(later)} (by the speed of the first calls; the core’s import job runs ${importJobInterval}).`
  const unmeasured = `${name}: expected to end sooner than ${other}, by the usual speed of real cores.`
  return {
    executor,
    why: measured === null ? unmeasured : times,
  }
}

/** `40 seconds`, `3 minutes`, `2 hours`. */
function lasting(seconds: number): string {
  if (seconds < 90) return counted(Math.max(1, Math.round(seconds)), 'second')
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')
}

/** True if users are staged. A core without bulk import stages none, whatever the option says. */
export function isStaging(choice: Executor, target: Core, size: RunSize): boolean {
  return hasBulkImport(target) && (choice === 'auto' ? fasterExecutor(size).executor : choice) === 'bulk'
}

/** How users are sent. `auto`: single calls first, then whatever is expected to end sooner. */
export const executors = ['auto', 'single', 'bulk'] as const
export type Executor = (typeof executors)[number]
