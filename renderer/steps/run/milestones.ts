import type { ProgressView } from '../../../shared/ipc/views.ts'
import { pilotShare, runShare } from '../../../shared/report/run-share.ts'
import { count, counted } from '../../components/format.ts'

type Snapshot = Pick<ProgressView, 'state' | 'counts' | 'note' | 'lastOrder' | 'target' | 'finished'>

/** How far the pilot is while one is under way, else how far all users are. */
function shareOf(now: Snapshot): { readonly done: number; readonly total: number; readonly percent: number } {
  const pilot = pilotShare(now)
  if (pilot !== null) return { ...pilot, done: pilot.sent }
  const all = runShare(now.counts)
  return { ...all, done: all.migrated }
}

/** What a screen reader is told between two snapshots: every tenth of the way and every change of state; else null. */
export function milestone(before: Snapshot | null, now: Snapshot): string | null {
  if (before && before.state !== now.state) return stateText(now)
  const { percent, done, total } = shareOf(now)
  if (now.state !== 'running' || total === 0) return null
  const tenth = Math.floor(percent / 10)
  const tenthBefore = before === null ? tenth : Math.floor(shareOf(before).percent / 10)
  return tenth > tenthBefore && tenth < 10 ? `${tenth * 10} percent: ${count(done)} of ${count(total)}.` : null
}

function stateText(now: Snapshot): string | null {
  const { state, counts, note } = now
  const { done, total } = shareOf(now)
  const far = `${count(done)} of ${count(total)}`
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
