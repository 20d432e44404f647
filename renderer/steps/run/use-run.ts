import type { Scope } from '../../../shared/ipc/requests/run-requests.ts'
import type { Speed } from '../../../shared/ipc/run-limits.ts'
import type { DocumentView, ProgressView } from '../../../shared/ipc/views.ts'
import { pilotShare, runShare } from '../../../shared/report/run-share.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { isSending, useProgress } from '../../api/progress-context.tsx'
import { useMutation, useSetting } from '../../api/use-mutation.ts'
import { count, counted } from '../../components/texts/format.ts'
import type { Tone } from '../../components/display/tag.tsx'

/** The commands of a run, each with its own state and error. */
export function useRun() {
  const bridge = useBridge()
  const { take } = useProgress()
  const { decisions } = useDocumentState()
  const pause = useMutation(() => bridge.invoke('run:pause', {}), take)
  const resume = useMutation(() => bridge.invoke('run:resume', {}), take, decisions)
  const cancel = useMutation(() => bridge.invoke('run:cancel', {}), take)
  const retry = useMutation((scope: Scope) => bridge.invoke('run:retry', { scope }), take, decisions)
  const tryNow = useMutation(() => bridge.invoke('run:try-now', {}), take)
  const speed = useSetting((next: Speed) => bridge.invoke('run:speed', next), take)
  const giveUp = useSetting((minutes: number | null) => bridge.invoke('run:give-up-after', { minutes }), take)
  return { pause, resume, cancel, retry, speed, tryNow, giveUp }
}

export type Run = ReturnType<typeof useRun>

/** Sends the users of a failure without their old IDs, which other users of the core have. */
export function useRetryWithoutId() {
  const bridge = useBridge()
  const { decide } = useDocumentState()
  const { take } = useProgress()
  return useMutation(async (key: string) => {
    const decided = await decide(() => ({ takenIds: 'skip' }))
    return decided.ok ? bridge.invoke('run:retry', { scope: { kind: 'failure', key } }) : decided
  }, take)
}

/** The stage of a run as the operator sees it. */
type RunStage = 'running' | 'pausing' | 'waiting' | 'paused' | 'stopped' | 'cancelled' | 'pilot' | 'finished' | 'undone'

/**
 * The stage of a run. One that was interrupted in an earlier session, or in the middle by a crash, is paused. A pilot is
 * over when only some users were asked for and others are still ready.
 */
export function stageOf({ state, stopped, counts, lastOrder }: ProgressView): Exclude<RunStage, 'undone'> {
  switch (state) {
    case 'running':
    case 'pausing':
    case 'waiting':
    case 'paused':
      return state
    case 'stopped':
      return stopped === 'cancelled' ? 'cancelled' : 'stopped'
    case 'idle':
    case 'finished':
      // Users that were sent without an answer are sent again.
      if (counts.ready + counts.sending === 0) return 'finished'
      if (state === 'idle' && lastOrder?.interrupted === true) return 'paused'
      return lastOrder?.kind === 'some' && counts.migrated > 0 ? 'pilot' : 'finished'
  }
}

/**
 * The stage of a run of a migration. After a complete undo it is undone, however the run ended: to resume one that was
 * interrupted or stopped would send the removed users again.
 */
export function stageIn({ undone }: Pick<DocumentView, 'undone'>, progress: ProgressView): RunStage {
  return undone === undefined || isSending(progress) ? stageOf(progress) : 'undone'
}

/** Milliseconds between two counts of the causes: a count costs time while users are sent, and is due once the run has ended. */
export function failuresGap(progress: ProgressView | null): number {
  return progress !== null && isSending(progress) ? 1000 : 0
}

/** The one-word name of each stage. */
export const stageTags: Readonly<Record<RunStage, { readonly word: string; readonly tone: Tone }>> = {
  running: { word: 'Running', tone: 'accent' },
  pausing: { word: 'Pausing', tone: 'accent' },
  waiting: { word: 'Waiting', tone: 'wait' },
  paused: { word: 'Paused', tone: 'wait' },
  stopped: { word: 'Stopped', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'off' },
  pilot: { word: 'Pilot', tone: 'accent' },
  finished: { word: 'Finished', tone: 'ok' },
  undone: { word: 'Undone', tone: 'off' },
}

type Snapshot = Pick<ProgressView, 'state' | 'counts' | 'note' | 'lastOrder' | 'target' | 'finished'>

/** Progress of the pilot if there is one, else of all users. */
function shareOf(now: Snapshot): { readonly done: number; readonly total: number; readonly percent: number } {
  const pilot = pilotShare(now)
  if (pilot !== null) return { ...pilot, done: pilot.sent }
  const all = runShare(now.counts)
  return { ...all, done: all.migrated }
}

/** The screen reader announcement for a new snapshot: at every ten percent and on each change of state; else null. */
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
  const progress = `${count(done)} of ${count(total)}`
  switch (state) {
    case 'running':
      return 'Running.'
    case 'waiting':
      return note || 'Waiting.'
    case 'paused':
      return `Paused at ${progress}.`
    case 'stopped':
      return `Stopped at ${progress}. ${note}`.trim()
    case 'finished':
      return `Finished: ${counted(counts.migrated, 'user')} migrated, ${count(counts.failed)} failed.`
    default:
      return null
  }
}
