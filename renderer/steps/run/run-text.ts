import type { ProgressView } from '../../../shared/ipc/views.ts'
import { runShare } from '../../../shared/report/run-share.ts'
import { count, counted } from '../../components/format.ts'
import { isSending } from '../../api/progress-context.tsx'
import { stageOf } from './run-stage.ts'
import { stopText } from '../../../shared/report/stop-reason.ts'

/** The sentence under the title; empty where the numbers say it all. */
export function runLead(progress: ProgressView): { readonly strong: string; readonly rest: string } {
  const { counts, note, outage, bulk, state } = progress
  const { migrated, total } = runShare(counts)
  switch (stageOf(progress)) {
    case 'pilot':
      return {
        strong: `${count(migrated)} of ${count(total)} migrated as a pilot.`,
        rest: `Check them, then migrate the other ${count(counts.ready)}.`,
      }
    case 'finished':
      return { strong: '', rest: finishedText(progress) }
    case 'stopped':
      // A panel of its own says why.
      return { strong: partText(progress), rest: '' }
    case 'waiting':
      return { strong: '', rest: outage === null ? note : '' }
    default:
      // A bulk import says in its own card what it waits for.
      return { strong: '', rest: bulk === null || state !== 'running' ? note : '' }
  }
}

/** The sentence under the title after a complete undo. */
export function undoneLead(users: number): ReturnType<typeof runLead> {
  return {
    strong: '',
    rest: `${counted(users, 'user')} of this migration ${users === 1 ? 'was' : 'were'} removed from the core again.`,
  }
}

/** A retry is about its own users, whatever the bar of all says; of a pilot the bar says it. */
function partText({ lastOrder, target, finished }: ProgressView): string {
  return lastOrder?.kind === 'retry' ? `Retry: ${count(finished)} of ${counted(target, 'user')} sent.` : ''
}

function finishedText({ counts, note }: ProgressView): string {
  if (note !== '') return note
  if (counts.failed > 0) {
    return `${counted(counts.failed, 'user')} failed. See the causes below, then retry or correct them.`
  }
  if (counts.ready > 0) return `${counted(counts.ready, 'user')} can be migrated any time.`
  if (counts.blocked > 0) {
    return `Everyone who was ready is migrated. ${counted(counts.blocked, 'user')} still ${counts.blocked === 1 ? 'needs' : 'need'} a decision.`
  }
  return 'Everyone who was ready is migrated.'
}

/** What is going on, at the foot. */
export function footText(progress: ProgressView, connected: boolean, core: string): string {
  const stage = stageOf(progress)
  const { ready } = progress.counts
  const rest = leftOfOrder(progress)
  switch (stage) {
    case 'running':
    case 'waiting':
      return 'You can close the app at any time; the run pauses and can be resumed.'
    case 'pausing':
      return 'Requests already sent are being finished.'
    case 'paused':
      return connected
        ? `Nothing is being sent.${resumeText(progress, rest, core)}`
        : 'Connect the core above to resume.'
    case 'stopped':
      // The panel that explains it may be scrolled out of sight.
      return `${stopText(progress.stopped ?? '').title}.${connected ? resumeText(progress, rest, core) : ' Connect the core above to resume.'}`
    case 'pilot':
      return `The other ${counted(ready, 'user')} will be sent to ${core} with the same settings.`
    case 'cancelled':
    case 'finished':
      return ready > 0
        ? `${counted(ready, 'user')} ${ready === 1 ? 'stays' : 'stay'} ready and can be sent any time.`
        : 'Nothing is being sent.'
  }
}

/** Users that a paused run still has to send: only users in the scope of a pilot or a retry. */
export function leftOfOrder({ counts: { ready }, lastOrder, state, target, finished }: ProgressView): number {
  const isPart = lastOrder !== null && lastOrder.kind !== 'all' && state !== 'idle'
  return isPart ? Math.min(ready, Math.max(0, target - finished)) : ready
}

/**
 * Who is sent on resuming; users who may be in the core already, as their call had no answer or the core is still
 * importing them, are checked before anything else.
 */
function resumeText({ counts: { sending } }: ProgressView, ready: number, core: string): string {
  const isOne = sending === 1
  if (ready === 0) {
    return sending === 0
      ? ''
      : ` ${counted(sending, 'user')} ${isOne ? 'was' : 'were'} sent but not confirmed, and ${isOne ? 'is' : 'are'} checked first when you resume.`
  }
  const checked =
    sending === 0
      ? ''
      : `, after ${count(sending)} who ${isOne ? 'was' : 'were'} sent but not confirmed ${isOne ? 'is' : 'are'} checked`
  return ` ${counted(ready, 'user')} will be sent to ${core} when you resume${checked}.`
}

/** How users whose request has left are called: while nothing is sent, they are still to be checked. */
export function sendingName(progress: ProgressView): 'Sending' | 'To be checked' {
  return isSending(progress) && progress.outage === null ? 'Sending' : 'To be checked'
}
