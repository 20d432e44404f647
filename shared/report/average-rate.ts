import type { StateCounts } from '../ipc/views/count-views.ts'

/** Users per second of sending, over all runs of a core; null where that was too short to tell. The one figure of screen and report. */
export function averageRate({
  counts,
  sendingMs,
}: {
  readonly counts: Pick<StateCounts, 'migrated' | 'failed' | 'in-doubt'>
  readonly sendingMs: number
}): number | null {
  const users = counts.migrated + counts.failed + counts['in-doubt']
  return sendingMs < 100 || users === 0 ? null : (users * 1000) / sendingMs
}
