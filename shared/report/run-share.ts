import { countedParts } from '../format.ts'
import type { StateCounts } from '../ipc/views/core-views.ts'
import type { ProgressView } from '../ipc/views/run-views.ts'
import { stateInSentence } from './state-titles.ts'

/** The progress of a migration for headline, bar, percent, rail, title and taskbar. */
type RunShare = {
  readonly migrated: number
  /** Users who are sent, were sent or can be sent. */
  readonly total: number
  /** Whole percents; 100 only when all users are migrated. */
  readonly percent: number
  /** Users that no run concerns. */
  readonly others: Readonly<Record<'blocked' | 'excluded' | 'existing', number>>
}

/** The share of migrated users, among the users that runs concern. */
export function runShare(counts: StateCounts): RunShare {
  const { migrated, failed, ready, sending, blocked, excluded, existing } = counts
  const total = migrated + failed + ready + sending + counts['in-doubt']
  return {
    migrated,
    total,
    percent: total === 0 ? 0 : Math.floor((100 * migrated) / total),
    others: { blocked, excluded, existing },
  }
}

/** `60%`; a few of many are not none. */
export function percentText(done: number, percent: number): string {
  return done > 0 && percent === 0 ? '<1%' : `${percent}%`
}

/** The progress of a pilot that is under way or interrupted, counting its own users only. */
type PilotShare = {
  /** Users of the pilot that have finished. */
  readonly sent: number
  readonly total: number
  readonly percent: number
  /** Users of the pilot who are still to be sent. */
  readonly ready: number
  /** Users who are ready and not in the pilot. */
  readonly others: number
}

/** Null: no pilot is under way, so that a run is about all users. */
export function pilotShare(
  progress: Pick<ProgressView, 'lastOrder' | 'state' | 'target' | 'finished' | 'counts'>,
): PilotShare | null {
  const { lastOrder, state, target: total, finished: sent, counts } = progress
  if (lastOrder?.kind !== 'some' || state === 'idle' || state === 'finished' || total === 0) return null
  const ready = Math.min(counts.ready, Math.max(0, total - sent - counts.sending))
  return { sent, total, percent: Math.floor((100 * sent) / total), ready, others: counts.ready - ready }
}

/**
 * Users set aside beside those who are being sent or ready: for the document they are one or the other, and wait for the others.
 * The three add up to what they were.
 */
export function asideShare({ setAside, counts: { sending, ready } }: Pick<ProgressView, 'setAside' | 'counts'>): {
  readonly aside: number
  readonly sending: number
  readonly ready: number
} {
  const aside = Math.min(setAside, sending + ready)
  const ofSending = Math.min(aside, sending)
  return { aside, sending: sending - ofSending, ready: ready - (aside - ofSending) }
}

/** `573 need a decision, 37 excluded`; `unchanged` of those excluded are named apart. Empty when every user is part of it. */
export function othersText({ blocked, excluded, existing }: RunShare['others'], unchanged = 0): string {
  return countedParts([
    [blocked, stateInSentence('blocked', blocked)],
    [excluded - unchanged, stateInSentence('excluded', excluded - unchanged)],
    [unchanged, 'unchanged'],
    [existing, stateInSentence('existing', existing)],
  ]).join(', ')
}

/** Users per second of sending, over all runs of a core; null where that was too short to tell. The one figure of screen and report. */
export function averageRate({
  counts,
  sendingMs,
}: {
  readonly counts: Pick<StateCounts, 'migrated' | 'failed' | 'in-doubt'>
  readonly sendingMs: number
}): number | null {
  const users = counts.migrated + counts.failed + counts['in-doubt']
  return sendingMs < 100 || users === 0 ? null : (users * 1000) / sendingMs
}
