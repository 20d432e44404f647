import { averageRate } from '../../../shared/report/run-share.ts'
import type { ReportView } from '../../../shared/ipc/views.ts'
import { count, counted, dayOf, rate, shortTime } from '../../components/format.ts'

/** What the report is called: how many users of a live core are migrated, else what became of all. */
export function reportTitle({ target, undone, sentence, counts, totals }: ReportView): string {
  if (undone !== null || target?.kind !== 'live' || counts.migrated === 0) return sentence
  return `${count(counts.migrated)} of ${counted(totals.users, 'user')} migrated`
}

/** The line under the title: when, in how many runs, how fast; and what is wrong where the numbers do not add up. */
export function reportLead(report: ReportView): string {
  const { addsUp, target, undone, runs } = report
  const wrong = addsUp
    ? ''
    : 'The numbers below do not add up. Save the report and have it checked before you rely on it. '
  const when = timeOf(report)
  if (when === '') return wrong.trim()
  if (undone !== null) return `${wrong}${when}. What was there before is untouched.`
  if (target?.kind === 'rehearsal') return `${wrong}Rehearsal of ${when}. No real core was changed.`
  const speed = averageRate(report)
  return `${wrong}${when}. ${counted(runs, 'run')}${speed === null ? '' : `, ${rate(speed)} users per second`}.`
}

/** `November 20, 14:02 to 14:09`, with the second day where it is another one. */
function timeOf({ startedAt, finishedAt }: ReportView): string {
  if (startedAt === null) return ''
  const began = `${dayOf(startedAt)}, ${shortTime(startedAt)}`
  if (finishedAt === null) return began
  const other = dayOf(finishedAt) === dayOf(startedAt) ? '' : `${dayOf(finishedAt)}, `
  return `${began} to ${other}${shortTime(finishedAt)}`
}
