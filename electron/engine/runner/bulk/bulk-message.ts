import { cronEveryMs, importJobInterval } from '../../../../shared/core-api/choose-executor.ts'
import { counted } from '../../../../shared/format.ts'
import type { BulkView } from '../../../../shared/ipc/views.ts'

/** The work or the wait of a bulk run. Times: milliseconds. */
export type BulkProgress = {
  /** Null: no user is left to stage or follow. */
  readonly phase: BulkView['phase'] | null
  /** Users who were looked up in this run, and those who were staged. */
  readonly lookedUp: number
  readonly staged: number
  /** Users who wait in the core's list. */
  readonly waiting: number
  /** Of them, those that the import job has taken up. */
  readonly processing: number
  /** Of them, users whose arrival at the core is unknown. */
  readonly unsettled: number
  /** Until a request that had no reply can no longer arrive; null: none is waited for. */
  readonly lateRequestMs: number | null
  /** Since the core's list last changed, or users were staged last. */
  readonly unchangedMs: number
  /** How long the next round of the import job has been awaited. */
  readonly waitingMs: number
  /** Until the next round comes, at most; null: none is waited for. */
  readonly nextRoundMs: number | null
}

/** One sentence about the work or the wait, with its duration. */
export function bulkProgressMessage({ phase, lateRequestMs, ...standing }: BulkProgress): string {
  const users = counted(standing.waiting, 'user')
  switch (phase) {
    case null:
      return ''
    case 'looking-up':
      return `Looking up who is in the core already: ${counted(standing.lookedUp, 'user')} so far.`
    case 'checking': {
      const checking = `Checking whether the core received ${counted(standing.unsettled, 'user')} to whom no reply came`
      if (lateRequestMs === null) return `${checking}.`
      return `${checking}: their request may still arrive, so nothing else is staged for ${secondsOf(lateRequestMs)} s.`
    }
    case 'staging':
      return `Staging users in the core: ${users} staged and not imported yet.`
    case 'late': {
      const minutes = Math.max(1, Math.floor(standing.unchangedMs / 60_000))
      return (
        `The core’s import job has not touched ${users} for ${counted(minutes, 'minute')}. It may be off: check ` +
        'BULK_MIGRATION_CRON_ENABLED, or restart the core, which runs it at once. You can pause and continue later.'
      )
    }
    case 'importing':
      return `The core is importing: ${users} left.`
    case 'settling':
      return `Looking up ${users} who are no longer in the core’s import list.`
    case 'waiting': {
      const left = secondsOf(standing.nextRoundMs ?? cronEveryMs)
      return `Waiting for the core’s import job, which runs ${importJobInterval}: ${users} staged, at most ${left} s to go.`
    }
  }
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

/** The sentence for a run that ends while users are in the core's list. */
export function leftInCore(users: number): string {
  if (users === 0) return ''
  return `${counted(users, 'user')} ${users === 1 ? 'is' : 'are'} staged in the core and may still be imported; the next run follows them before anything else.`
}
