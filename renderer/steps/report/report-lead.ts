import type { ReportView } from '../../../shared/ipc/views.ts'
import { counted, duration, moment } from '../../components/format.ts'

/** The line under the report's headline: that all are accounted for, where, when and how long. */
export function reportLead({ totals, addsUp, target, startedAt, startedBy, finishedAt }: ReportView): string {
  const core = target === null ? '' : target.kind === 'live' ? ` on ${target.name}` : ' on the rehearsal core'
  const accounted = addsUp
    ? `Every one of the ${counted(totals.records, 'record')} read is accounted for below.`
    : 'The numbers below do not add up. Save the report and have it looked at before you rely on it.'
  if (startedAt === null) return accounted
  const took = finishedAt === null ? '' : `; ${duration(finishedAt - startedAt)}`
  const by = startedBy === null ? '' : ` by ${startedBy}`
  return `${accounted} Started ${moment(startedAt)}${by}${core}${took}.`
}
