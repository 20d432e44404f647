import type { ReportView } from '../../../shared/ipc/views.ts'
import { averageRate } from '../../../shared/report/run-share.ts'
import { counted, rate } from '../../components/format.ts'
import { userAction } from '../../components/user-action.ts'

export type ReportNext = {
  readonly action: 'run' | 'retry' | 'correct' | 'migrate' | 'decide' | 'migrate-live'
  readonly label: string
}

/** What is still open after the runs, the largest first; null: nothing, so the report can be saved. */
export function reportNext(report: ReportView, underWay: boolean): ReportNext | null {
  const { counts, causes, target } = report
  if (underWay) return { action: 'run', label: 'Back to the run' }
  // After an undo the filled button must not offer the same run again.
  if (report.undone !== null) return null
  const isRehearsal = target?.kind === 'rehearsal'
  if (counts.failed > 0 && (isRehearsal || counts.failed >= counts.blocked)) {
    return causes.some(({ action }) => action === 'retry')
      ? { action: 'retry', label: userAction('Retry', counts.failed) }
      : { action: 'correct', label: userAction('Correct', counts.failed) }
  }
  if (counts.ready > 0) return { action: 'migrate', label: userAction('Migrate', counts.ready, '…') }
  if (counts.sending > 0) return { action: 'run', label: 'Back to the run' }
  if (isRehearsal) return counts.migrated > 0 ? { action: 'migrate-live', label: 'Migrate for real…' } : null
  if (counts.blocked > 0) return { action: 'decide', label: userAction('Decide for', counts.blocked) }
  return null
}

/** At the foot: why the next step cannot be pressed, else what stays. `kept`: users whose hashes are in the file. */
export function footText(report: ReportView, kept: number, connected: boolean): string {
  const next = reportNext(report, false)?.action
  if (!connected && (next === 'retry' || next === 'migrate')) return 'Connect to the core again to send users.'
  if (report.undone !== null) return 'Your mapping and decisions are kept.'
  if (report.target?.kind === 'rehearsal') return 'The rehearsal stays in your recent migrations.'
  return kept > 0 ? 'Password hashes stay in this file until you remove them.' : ''
}

/** `2 runs, 4.6 users/s on average` */
export function runsText(report: ReportView): string {
  const speed = averageRate(report)
  return `${counted(report.runs, 'run')}${speed === null ? '' : `, ${rate(speed)} users/s on average`}`
}
