import type { DocumentView, ProgressView } from '../../../shared/ipc/views.ts'
import type { Tone } from '../../components/tag.tsx'

/** Where a run is, as the operator sees it. */
export type RunStage =
  | 'running'
  | 'pausing'
  | 'waiting'
  | 'paused'
  | 'stopped'
  | 'cancelled'
  | 'pilot'
  | 'finished'
  | 'undone'

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
      // Who was sent without an answer is sent for again.
      if (counts.ready + counts.sending === 0) return 'finished'
      if (state === 'idle' && lastOrder?.interrupted === true) return 'paused'
      return lastOrder?.kind === 'some' && counts.migrated > 0 ? 'pilot' : 'finished'
  }
}

/** The stage of a run of a migration: whatever ended before a complete undo is undone. */
export function stageIn({ undone }: Pick<DocumentView, 'undone'>, progress: ProgressView): RunStage {
  const stage = stageOf(progress)
  return undone !== undefined && (stage === 'finished' || stage === 'cancelled') ? 'undone' : stage
}

/** How each stage is called, in one word. */
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
