import type { ProgressView } from '../../../shared/ipc/views.ts'
import { runShare } from '../../../shared/report/run-share.ts'
import { count, counted } from '../../components/format.ts'

type Snapshot = Pick<ProgressView, 'state' | 'counts' | 'note'>

/** What a screen reader is told between two snapshots: every tenth of the way and every change of state; else null. */
export function milestone(before: Snapshot | null, now: Snapshot): string | null {
  if (before && before.state !== now.state) return stateText(now)
  const { percent, migrated, total } = runShare(now.counts)
  if (now.state !== 'running' || total === 0) return null
  const tenth = Math.floor(percent / 10)
  const tenthBefore = before === null ? tenth : Math.floor(runShare(before.counts).percent / 10)
  return tenth > tenthBefore && tenth < 10 ? `${tenth * 10} percent: ${count(migrated)} of ${count(total)}.` : null
}

function stateText({ state, counts, note }: Snapshot): string | null {
  const { migrated, total } = runShare(counts)
  const far = `${count(migrated)} of ${count(total)}`
  switch (state) {
    case 'running':
      return 'Running.'
    case 'waiting':
      return note || 'Waiting.'
    case 'paused':
      return `Paused at ${far}.`
    case 'stopped':
      return `Stopped at ${far}. ${note}`.trim()
    case 'finished':
      return `Finished: ${counted(counts.migrated, 'user')} migrated, ${count(counts.failed)} failed.`
    default:
      return null
  }
}
