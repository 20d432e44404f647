import { stateTitles } from '../../../shared/report/state-titles.ts'
import { count, counted } from '../../../shared/format.ts'
import { userCounts } from '../../engine/queries/counts.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import type { Executor } from '../../../shared/core-api/choose-executor.ts'
import { targetTable } from '../../engine/document/targets.ts'
import type { RunSums } from '../../engine/session/progress-view.ts'

/** The result that `run`, `resume` and `retry` print at the end; the shape of their JSON. */
export type RunResult = ReturnType<typeof runResult>

/** How users were to be sent, and how they were; `why`: what `auto` took and why, null where nothing was to be chosen. */
type ExecutorResult = {
  readonly requested: Executor
  readonly used: readonly ('single' | 'bulk')[]
  readonly why: string | null
}

const noExecutor: ExecutorResult = { requested: 'auto', used: [], why: null }

/**
 * `users` is the sum of the states; `besideExisting` are among the migrated. Calls in flight without a reply count as
 * ready: they are sent again.
 */
export function runResult(
  database: Database,
  sums: RunSums,
  stopped: string | null,
  executor: ExecutorResult = noExecutor,
) {
  const { records, users, ...rest } = userCounts.records(database)
  const withoutUser = Object.fromEntries(Object.entries(rest).filter(([, n]) => n > 0))
  const target = targetTable.current(database)
  const counts = userCounts.states(database, target?.id ?? null)
  const besideExisting = target === undefined ? 0 : userCounts.besideExisting(database, target.id)
  return {
    records,
    users,
    ready: counts.ready + counts.sending,
    migrated: counts.migrated,
    failed: counts.failed,
    blocked: counts.blocked,
    excluded: counts.excluded,
    existing: counts.existing,
    inDoubt: counts['in-doubt'],
    calls: sums.calls,
    retries: sums.retries,
    sendingSeconds: Math.round(sums.sendingMs) / 1000,
    stopped,
    executor,
    ...(besideExisting === 0 ? {} : { besideExisting }),
    ...(records === users ? {} : { withoutUser }),
  }
}

export function runResultText(result: RunResult): string {
  const rows: readonly (readonly [string, number])[] = [
    [stateTitles.migrated, result.migrated],
    [stateTitles.failed, result.failed],
    [stateTitles['in-doubt'], result.inDoubt],
    [stateTitles.blocked, result.blocked],
    [stateTitles.excluded, result.excluded],
    [stateTitles.existing, result.existing],
    [`${stateTitles.ready}, not sent yet`, result.ready],
  ]
  const lines = rows
    .filter(([name, n]) => n > 0 || name === stateTitles.migrated)
    .map(([name, n]) => `  ${name.padEnd(28)}${count(n).padStart(10)}`)
  return `${[
    ...lines,
    `  ${'Users'.padEnd(28)}${count(result.users).padStart(10)}   of ${count(result.records)} records${withoutUserText(result)}`,
    `  ${counted(result.calls, 'call')} in ${count(result.sendingSeconds)} s, ${counted(result.retries, 'retry', 'retries')}`,
  ].join('\n')}\n`
}

/** Records that became no user, by why: joined to one, unmatched, unreadable, other entries. */
function withoutUserText({ withoutUser = {} }: RunResult): string {
  const parts = Object.entries(withoutUser).map(([why, n]) => `${count(n)} ${why}`)
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}
