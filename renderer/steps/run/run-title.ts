import type { ProgressView } from '../../../shared/ipc/views.ts'
import { hasEnded } from '../../api/progress-context.tsx'
import { count, counted } from '../../components/format.ts'

const verbs: Readonly<Record<ProgressView['state'], string>> = {
  idle: 'Not running',
  running: 'Migrating',
  pausing: 'Pausing',
  paused: 'Paused',
  waiting: 'Waiting',
  stopped: 'Stopped',
  finished: 'Finished',
}

/** The headline of a run: what it does and how far it is. */
export function runTitle(progress: ProgressView, rehearsal: boolean): string {
  const { state, finished, target, stopped, counts } = progress
  if (hasEnded(progress)) {
    const failed = counts.failed > 0 ? `, ${count(counts.failed)} failed` : ''
    return `Finished · ${counted(counts.migrated, 'user')} migrated${failed}`
  }
  if (state === 'idle') return `Not running · ${counted(counts.migrated, 'user')} migrated so far`
  const verb = state === 'running' && rehearsal ? 'Rehearsing' : stopped === 'cancelled' ? 'Cancelled' : verbs[state]
  return `${verb} · ${count(finished)} of ${count(target)}`
}

/** What is said below it: how long, and why it is slow or stands. */
export function runLead(progress: ProgressView): string {
  const { state, stopped, remaining, note, counts } = progress
  // A stopped run says why in a panel of its own, unless the operator stopped it.
  if (state === 'stopped') return stopped === 'cancelled' ? note : ''
  if (hasEnded(progress) && counts.blocked > 0 && !note) {
    return `${counted(counts.blocked, 'user')} ${counts.blocked === 1 ? 'waits' : 'wait'} for a decision. Decide in Review, then send them.`
  }
  const left = leftText(state, remaining)
  return [left, note].filter(Boolean).join(' ')
}

/** Frozen while nothing is sent: a wait says nothing about the rate. */
function leftText(state: ProgressView['state'], remaining: string): string {
  if (remaining === '') return ''
  if (state === 'running' || state === 'waiting') return `${capital(remaining)} left.`
  return state === 'paused' || state === 'pausing' ? `${capital(remaining)} left once it goes on.` : ''
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
