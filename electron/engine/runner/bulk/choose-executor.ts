import { counted } from '../../../../shared/format.ts'
import { parseBaseUrl } from '../../../../shared/core-api/base-url.ts'
import { isAtLeast } from '../../../../shared/core-api/cdi-version.ts'
import type { Target } from '../../document/targets.ts'
import { cronEveryMs } from './bulk-note.ts'

/** How users are sent. `auto`: what is expected to end sooner. */
export const executors = ['auto', 'single', 'bulk'] as const
export type Executor = (typeof executors)[number]

/** Interfaces before it have no bulk import. */
const bulkSince = '5.3'

type Core = Pick<Target, 'dialect' | 'cdi_version' | 'base_url' | 'app_url'>

/** Why nobody can be staged in this core, in a sentence; null: as far as its address and version tell, it can be. */
export function bulkObstacle({ dialect, cdi_version, base_url, app_url }: Core): string | null {
  if (dialect !== 'supertokens' || !isAtLeast(cdi_version ?? '0', bulkSince)) {
    return 'This core has no bulk import, which needs a SuperTokens core with interface 5.3 or later. Choose auto or single.'
  }
  // Bulk import belongs to the app. Staged users would land in its public tenant, not in the one of the address.
  const base = parseBaseUrl(base_url)
  if (!base.ok || (app_url ?? base.value.appUrl) !== base.value.url) {
    return 'This address is one tenant of the core, and bulk import belongs to the whole app. Choose auto or single.'
  }
  return null
}

/** Does this core have bulk import? One that keeps everything in memory says so only when it is asked. */
export function hasBulkImport(core: Core): boolean {
  return bulkObstacle(core) === null
}

/** Users per second that real cores were measured to take (`docs/benchmarks.md` has the machines). */
const perSecond = { bulk: 1184, plain: 300, withFollowUps: 78 }
/** The job comes once in the interval; nobody knows when. */
const meanWaitSeconds = cronEveryMs / 2000

/** `hasFollowUps`: users keep their old ids or verified emails, which are single calls of their own. */
export type RunSize = { readonly users: number; readonly hasFollowUps: boolean }

/** What ends sooner, and why in a sentence. */
export type ExecutorChoice = { readonly executor: Exclude<Executor, 'auto'>; readonly why: string }

/**
 * What `auto` takes: bulk where it ends sooner, the mean wait for the core's job included. `measured`: users a second that
 * the first single calls reached; a core that is faster or slower than the measured ones is so in bulk import too.
 */
export function fasterExecutor({ users, hasFollowUps }: RunSize, measured: number | null = null): ExecutorChoice {
  const usual = hasFollowUps ? perSecond.withFollowUps : perSecond.plain
  const rate = measured ?? usual
  const single = users / rate
  const bulk = meanWaitSeconds + users / (perSecond.bulk * (rate / usual))
  const executor = bulk < single ? 'bulk' : 'single'
  const [name, other] = executor === 'bulk' ? ['Bulk import', 'single calls'] : ['Single calls', 'bulk import']
  const [sooner, later] = executor === 'bulk' ? [bulk, single] : [single, bulk]
  const basis = measured === null ? 'by the usual speed of real cores' : 'by the speed of the first calls'
  return {
    executor,
    why: `${name}: about ${lasting(sooner)} for ${counted(users, 'user')}, ${other} about ${lasting(later)} (${basis}; the core’s import job comes every five minutes).`,
  }
}

function lasting(seconds: number): string {
  return seconds < 90
    ? counted(Math.max(1, Math.round(seconds)), 'second')
    : counted(Math.round(seconds / 60), 'minute')
}

/** Whether users are staged. A core without bulk import takes nobody that way, whatever was asked for. */
export function isStaging(asked: Executor, target: Core, size: RunSize): boolean {
  return hasBulkImport(target) && (asked === 'auto' ? fasterExecutor(size).executor : asked) === 'bulk'
}
