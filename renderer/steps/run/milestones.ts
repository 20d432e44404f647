import type { ProgressView } from '../../../shared/ipc/views.ts'
import { count, counted } from '../../components/format.ts'

type Snapshot = Pick<ProgressView, 'state' | 'finished' | 'target' | 'counts' | 'note'>

/** What a screen reader is told between two snapshots: every tenth of the way and every change of state; else null. */
export function milestone(before: Snapshot | null, now: Snapshot): string | null {
  if (before && before.state !== now.state) return stateText(now)
  if (now.state !== 'running' || now.target === 0) return null
  const tenth = Math.floor((10 * now.finished) / now.target)
  const tenthBefore = before && before.target > 0 ? Math.floor((10 * before.finished) / before.target) : tenth
  return tenth > tenthBefore && tenth < 10
    ? `${tenth * 10} percent: ${count(now.finished)} of ${count(now.target)}.`
    : null
}

function stateText({ state, counts, note, finished, target }: Snapshot): string | null {
  switch (state) {
    case 'running':
      return 'Running.'
    case 'waiting':
      return note || 'Waiting.'
    case 'paused':
      return `Paused at ${count(finished)} of ${count(target)}.`
    case 'stopped':
      return `Stopped at ${count(finished)} of ${count(target)}. ${note}`.trim()
    case 'finished':
      return `Finished: ${counted(counts.migrated, 'user')} migrated, ${count(counts.failed)} failed.`
    default:
      return null
  }
}
