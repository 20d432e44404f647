import type { ReportView } from '../../../shared/ipc/views.ts'
import { count, counted, rate } from '../../components/format.ts'

export type ReportNext = {
  readonly action: 'run' | 'retry' | 'correct' | 'migrate' | 'decide' | 'migrate-live'
  readonly label: string
}

/** What is still open after the runs, the most urgent first; null: nothing, so the report can be saved. */
export function reportNext(report: ReportView, underWay: boolean): ReportNext | null {
  const { counts, failures, target } = report
  if (underWay) return { action: 'run', label: 'Back to the run' }
  if (counts.failed > 0) {
    return failures.some(({ action }) => action === 'retry')
      ? { action: 'retry', label: `Retry ${count(counts.failed)}` }
      : { action: 'correct', label: `Correct ${count(counts.failed)}` }
  }
  // What was just undone is not to be done again by the filled button.
  if (report.undone !== null) return null
  if (counts.ready > 0) return { action: 'migrate', label: `Migrate ${counted(counts.ready, 'user')}` }
  if (counts.sending > 0) return { action: 'run', label: 'Back to the run' }
  if (target?.kind === 'rehearsal')
    return counts.migrated > 0 ? { action: 'migrate-live', label: 'Migrate for real…' } : null
  if (counts.blocked > 0) return { action: 'decide', label: `Decide for ${counted(counts.blocked, 'user')}` }
  return null
}

/** What stays open, at the foot; empty when nothing does. */
export function openText({ counts, target, undone }: ReportView): string {
  if (undone !== null) return 'Your mapping and decisions are kept.'
  if (target?.kind === 'rehearsal' && counts.failed === 0 && counts.ready === 0)
    return 'Nothing of this rehearsal was sent to a real core.'
  const open: readonly (readonly [number, string])[] = [
    [counts.failed, 'failed'],
    [counts['in-doubt'], counts['in-doubt'] === 1 ? 'is in doubt' : 'are in doubt'],
    [counts.sending, counts.sending === 1 ? 'was sent but not confirmed' : 'were sent but not confirmed'],
    [counts.ready, counts.ready === 1 ? 'is not sent yet' : 'are not sent yet'],
    [counts.blocked, counts.blocked === 1 ? 'still needs a decision' : 'still need a decision'],
  ]
  const parts = open.flatMap(([n, text]) => (n === 0 ? [] : [`${counted(n, 'user')} ${text}`]))
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}

/** `2 runs, 4.6 users/s on average` */
export function runsText({ runs, sendingMs, counts }: ReportView): string {
  const users = counts.migrated + counts.failed + counts['in-doubt']
  const average = sendingMs < 100 || users === 0 ? '' : `, ${rate((users * 1000) / sendingMs)} users/s on average`
  return `${counted(runs, 'run')}${average}`
}
