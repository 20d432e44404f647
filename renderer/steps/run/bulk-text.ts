import { minUsersToChoose } from '../../../shared/core-api/choose-executor.ts'
import type { BulkView, ProgressView } from '../../../shared/ipc/views.ts'
import { count, counted, duration, shortTime } from '../../components/format.ts'

/** The stages of a bulk import in their order; while it goes on, users can be in several of them. */
export const bulkStages = ['Look up', 'Stage', 'Wait for the core', 'Import'] as const
type BulkStage = (typeof bulkStages)[number]

const stageOfPhase: Readonly<Record<BulkView['phase'], BulkStage>> = {
  'looking-up': 'Look up',
  staging: 'Stage',
  checking: 'Stage',
  waiting: 'Wait for the core',
  late: 'Wait for the core',
  importing: 'Import',
  settling: 'Import',
}

/** Where a bulk import is. */
export function currentBulkStage({ phase }: BulkView): BulkStage {
  return stageOfPhase[phase]
}

/** What it does or waits for, how long, and when it goes on. */
export function bulkText({ phase, lookedUp, waiting, waitingMs, nextRoundAt, lateRequestMs }: BulkView): string {
  switch (phase) {
    case 'looking-up':
      return `Looking up who is in the core already: ${counted(lookedUp, 'user')} so far.`
    case 'staging':
      return `Staging users: ${count(waiting)} wait in the core.`
    case 'checking': {
      const checking = 'No reply came to a staging request. Checking whether the core received its users'
      if (lateRequestMs === null) return `${checking} before anything else is staged.`
      return `${checking}: it may still arrive for ${duration(Math.ceil(lateRequestMs / 1000) * 1000)}, and nothing else is staged before.`
    }
    case 'waiting': {
      const when = nextRoundAt === null ? '' : ` Next round by about ${shortTime(nextRoundAt)}.`
      const since = waitingMs < 1000 ? '' : ` for ${duration(waitingMs)}`
      return `Waiting${since} for the core’s import job, which comes every five minutes.${when}`
    }
    case 'late':
      return `The core’s import job is late, and may be off (BULK_MIGRATION_CRON_ENABLED). A restart of the core runs it at once.`
    case 'importing':
      return `The core is importing: ${counted(waiting, 'user')} left.`
    case 'settling':
      return 'Looking up users who left the core’s import list.'
  }
}

/** How `auto` decided, where it matters; empty: nothing was to be chosen. */
export function executorLine({ executor, executorChoice, target }: ProgressView): string {
  if (executor !== 'auto' || executorChoice === '' || target < minUsersToChoose) return ''
  return `Automatic: ${executorChoice}`
}
