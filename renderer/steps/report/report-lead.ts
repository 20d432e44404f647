import type { ReportView } from '../../../shared/ipc/views.ts'
import { counted, dayOf, duration, shortTime } from '../../components/format.ts'

/** The line under the report's headline: that all are accounted for, where, when and how long. */
export function reportLead(report: ReportView): string {
  const { totals, addsUp, target, startedBy, runs, sendingMs, undone } = report
  const accounted = addsUp
    ? `All ${counted(totals.records, 'record')} ${totals.records === 1 ? 'is' : 'are'} accounted for.`
    : 'The numbers below do not add up. Save the report and have it checked before you rely on it.'
  const when = timeOf(report)
  if (undone !== null) return `${accounted} ${when}. What was in the core before is untouched.`
  if (when === '') return accounted
  if (target?.kind === 'rehearsal') return `Rehearsal of ${when}. ${accounted} No real core was changed.`
  const by = startedBy === null ? '' : ` by ${startedBy}`
  const core = target === null ? '' : `, ${target.name}`
  return `${accounted} ${when}${by}${core}; ${counted(runs, 'run')}, ${duration(sendingMs)} of sending.`
}

/** `November 20, 14:02 to 14:09`, with the second day where it is another one. */
function timeOf({ startedAt, finishedAt }: ReportView): string {
  if (startedAt === null) return ''
  const began = `${dayOf(startedAt)}, ${shortTime(startedAt)}`
  if (finishedAt === null) return began
  const other = dayOf(finishedAt) === dayOf(startedAt) ? '' : `${dayOf(finishedAt)}, `
  return `${began} to ${other}${shortTime(finishedAt)}`
}
