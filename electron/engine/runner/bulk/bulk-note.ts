import { count, counted } from '../../../../shared/format.ts'

/** What a bulk run waits for. Times: milliseconds. */
export type BulkStanding = {
  /** Users who wait in the core's list. */
  readonly waiting: number
  /** Of them, those that the import job has taken up. */
  readonly processing: number
  /** Of them, those of whom nobody knows whether the core received them. */
  readonly unsettled: number
  /** Since the core's list last changed, or users were staged last. */
  readonly unchangedMs: number
  /** Nothing changed for longer than this: the job may be off. */
  readonly lateAfterMs: number
}

/** Real cores run the job when they start and then this often. */
export const cronEveryMs = 300_000

/** One sentence about what is waited for, and how long. */
export function bulkNote({ waiting, processing, unsettled, unchangedMs, lateAfterMs }: BulkStanding): string {
  if (waiting === 0) return ''
  const users = counted(waiting, 'user')
  if (unsettled > 0) {
    return `Checking whether the core received ${count(unsettled)} users to whom no reply came.`
  }
  if (unchangedMs > lateAfterMs) {
    const minutes = Math.max(1, Math.floor(unchangedMs / 60_000))
    return (
      `The core’s import job has not touched ${users} for ${counted(minutes, 'minute')}. It may be off: check ` +
      'BULK_MIGRATION_CRON_ENABLED, or restart the core, which runs it at once. You can pause and continue later.'
    )
  }
  if (processing > 0) return `The core is importing: ${users} left.`
  const left = Math.max(1, Math.ceil((cronEveryMs - unchangedMs) / 1000))
  return `Waiting for the core’s import job, which comes every five minutes: ${users} staged, at most ${left} s to go.`
}

/** Said when a run ends while users are in the core's list. */
export function leftInCore(users: number): string {
  if (users === 0) return ''
  return `${counted(users, 'user')} ${users === 1 ? 'is' : 'are'} staged in the core and may still be imported; the next run follows them before anything else.`
}
