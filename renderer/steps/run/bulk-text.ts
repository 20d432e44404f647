import { minUsersToChoose } from '../../../shared/core-api/choose-executor.ts'
import type { BulkView, ProgressView } from '../../../shared/ipc/views.ts'

/** The stages of a bulk import in their order; during the import, users can be in several of them. */
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

/** How `auto` decided, where it matters; empty: nothing was to be chosen. */
export function executorLine({ executor, executorChoice, target }: ProgressView): string {
  if (executor !== 'auto' || executorChoice === '' || target < minUsersToChoose) return ''
  return `Automatic: ${executorChoice}`
}
