import { minUsersToChoose } from '../../../../shared/core-api/choose-executor.ts'
import { rounded } from '../../../../shared/format.ts'
import { isBeyondRetry } from '../../../../shared/ipc/cause-action.ts'
import type { OpenCause, ProgressView } from '../../../../shared/ipc/views.ts'
import { averageRate, runShare } from '../../../../shared/report/run-share.ts'
import { isSending } from '../../../api/progress-context.tsx'
import { count, counted, duration, rate, shortTime, timeOfDay } from '../../../components/texts/format.ts'
import { stageOf } from '../use-run.ts'

/** One figure of a run with its name and what stands below it. */
type RunFact = { readonly name: string; readonly value: string; readonly unit: string; readonly note: string }

/** Times, speed and retries of a run, in the order in which they are shown. */
export function runFacts(progress: ProgressView): readonly RunFact[] {
  const stage = stageOf(progress)
  const left = stage === 'running' || stage === 'waiting' ? [timeLeft(progress)] : []
  if (stage === 'pilot') {
    return [pilotUsers(progress), failures(progress), replyTime(progress), timeForOthers(progress), passwords(progress)]
  }
  const last = isAdjustable(progress) && progress.outage === null ? parallel(progress) : tries(progress)
  return [...left, elapsed(progress), speed(progress), replyTime(progress), last]
}

/** Whether the speed of a run can be changed: it is in progress, or will be. */
export function isAdjustable(progress: ProgressView): boolean {
  return progress.speed !== undefined && !['pilot', 'finished', 'cancelled'].includes(stageOf(progress))
}

function parallel({ concurrency, speed }: ProgressView): RunFact {
  const limit = speed?.maxRate == null ? [] : [`limit ${count(speed.maxRate)} requests/s`]
  const note = [...(speed?.concurrency === 'auto' ? ['automatic'] : []), ...limit].join(', ')
  return concurrency === 0
    ? { name: 'Parallel users', value: 'Automatic', unit: '', note: limit.join('') }
    : { name: 'Parallel users', value: count(concurrency), unit: '', note }
}

/** The users that were sent, and when. */
function pilotUsers({ counts, history }: ProgressView): RunFact {
  const users = counts.migrated + counts.failed + counts['in-doubt']
  const [first, last] = [history[0], history.at(-1)]
  const began = first === undefined ? '' : timeOfDay(first.at)
  const ended = last === undefined ? '' : timeOfDay(last.at + last.ms)
  return {
    name: 'Pilot',
    value: count(users),
    unit: users === 1 ? 'user' : 'users',
    note: began === ended ? began : `${began} to ${ended}`,
  }
}

function failures({ counts, retries }: ProgressView): RunFact {
  const note = retries === 0 ? 'no retries' : `${counted(retries, 'request')} retried`
  return { name: 'Failed', value: count(counts.failed), unit: '', note }
}

/** How many of those who are migrated have a password in the core. */
function passwords({ counts, methods }: ProgressView): RunFact {
  const done = methods.find(({ method }) => method === 'password')?.done ?? 0
  const without = Math.max(0, counts.migrated - done)
  const note = without === 0 ? '' : `${count(without)} ${without === 1 ? 'has' : 'have'} no password`
  return { name: 'Password hash', value: `${count(done)} of ${count(counts.migrated)}`, unit: '', note }
}

/** Hidden during an outage, because its end is unknown. */
function timeLeft({ outage, remaining, leftMs, state, at, bulk }: ProgressView): RunFact {
  const name = 'Time left'
  const known = leftMs === null ? '' : duration(leftMs)
  if (outage !== null)
    return { name, value: 'Unknown', unit: '', note: known === '' ? '' : `about ${known} once the core answers` }
  // How fast the core imports is not known while its job is waited for.
  if (bulk?.phase === 'waiting' && bulk.nextRoundAt !== null)
    return { name, value: '–', unit: '', note: `import by about ${shortTime(bulk.nextRoundAt)}` }
  if (remaining === '' || leftMs === null) return { name, value: '–', unit: '', note: 'not known yet' }
  return { name, value: known, unit: '', note: state === 'running' ? `done at about ${shortTime(at + leftMs)}` : '' }
}

/** The time of sending; what the core was away or the run paused is named beside it. */
function elapsed(progress: ProgressView): RunFact {
  const { elapsedMs, waitedMs, outage, history } = progress
  // Of all runs at this core, as the time itself: a retry begins no new one.
  const startedAt = history[0]?.at ?? progress.startedAt
  // The time between a run and its retry counts as a pause but is not one.
  const pausedMs = stageOf(progress) === 'finished' ? 0 : progress.pausedMs
  // Every run takes some time besides sending; that is not a wait.
  const waiting = outage !== null || waitedMs >= 5000 ? waitedMs : 0
  const parts = [
    ...(pausedMs >= 1000 ? [`${duration(pausedMs)} paused`] : []),
    ...(waiting >= 1000 ? [`${duration(waiting)} waiting`] : []),
  ]
  return {
    name: 'Elapsed',
    value: elapsedMs === 0 ? '–' : elapsedMs < 1000 ? '<1 s' : duration(elapsedMs),
    unit: '',
    note: parts.length > 0 ? `plus ${parts.join(', ')}` : startedAt === null ? '' : `since ${shortTime(startedAt)}`,
  }
}

function speed(progress: ProgressView): RunFact {
  const average = averageRate({ counts: progress.counts, sendingMs: progress.elapsedMs })
  const name = 'Speed'
  if (progress.state === 'running' || progress.state === 'waiting' || progress.state === 'pausing') {
    return {
      name,
      value: rate(progress.outage === null ? progress.perSecond : 0),
      unit: 'users/s',
      note: average === null ? '' : `${rate(average)} users/s on average`,
    }
  }
  return average === null
    ? { name, value: '–', unit: '', note: '' }
    : { name, value: rate(average), unit: 'users/s', note: 'on average' }
}

function timeForOthers(progress: ProgressView): RunFact {
  const average = averageRate({ counts: progress.counts, sendingMs: progress.elapsedMs })
  const { ready } = progress.counts
  return {
    name: `Time for the other ${count(ready)}`,
    value: average === null ? '–' : duration((ready * 1000) / average),
    unit: '',
    note: average === null ? '' : 'at the speed of the pilot',
  }
}

/** Of answers only: a request without an answer has no reply time. */
function replyTime(progress: ProgressView): RunFact {
  const { p50, p99, outage, counts } = progress
  const name = 'Reply time, p50'
  if (outage !== null) return { name, value: 'None', unit: '', note: `no answer since ${shortTime(outage.since)}` }
  if (p50 === null || p99 === null) {
    const note = counts.migrated > 0 && !isSending(progress) ? 'not saved before the app ended' : 'no answer yet'
    return { name, value: '–', unit: '', note }
  }
  const [value, unit] = ofTime(p50)
  return { name, value, unit, note: `p99 ${ofTime(p99).join(' ')}` }
}

function ofTime(ms: number): readonly [string, string] {
  return ms >= 1000 ? [rounded(ms / 1000), 's'] : [ms < 10 ? rounded(ms) : String(Math.round(ms)), 'ms']
}

function tries({ outage, retries, calls }: ProgressView): RunFact {
  if (outage !== null) {
    return {
      name: 'Connection tries',
      value: count(outage.tries),
      unit: '',
      note: outage.retryMs > 0 ? `next in ${Math.ceil(outage.retryMs / 1000)} s` : 'trying now',
    }
  }
  return { name: 'Retried requests', value: count(retries), unit: '', note: `for ${counted(calls, 'call')}` }
}

/** A cause of failures, by its remedy. */
type Cause = Pick<OpenCause, 'action' | 'users'>

/** Failed users that are sent again: of the others, only a correction or another decision changes the outcome. */
export function retryableOf(failed: number, causes: readonly Cause[]): number {
  return Math.max(0, failed - causes.filter(isBeyondRetry).reduce((sum, { users }) => sum + users, 0))
}

/** The sentence under the title; empty where the numbers say it all. */
export function runLead(
  progress: ProgressView,
  causes: readonly Cause[] = [],
): { readonly strong: string; readonly rest: string } {
  const { counts, note, slowed, outage, bulk, state } = progress
  const { migrated, total } = runShare(counts)
  switch (stageOf(progress)) {
    case 'pilot':
      return {
        strong: `${count(migrated)} of ${count(total)} migrated as a pilot.`,
        rest: `Check them, then migrate the other ${count(counts.ready)}.`,
      }
    case 'finished':
      return { strong: '', rest: finishedText(progress, causes) }
    case 'stopped':
      // Another panel says why.
      return { strong: partText(progress), rest: '' }
    case 'waiting':
      return { strong: '', rest: outage === null ? note : '' }
    default:
      // A bulk import says in its own card what it waits for, and a limit stands beside the number of parallel users.
      return { strong: '', rest: (bulk === null || state !== 'running') && slowed !== 'rate-limit' ? note : '' }
  }
}

/** The sentence under the title after a complete undo. */
export function undoneLead(users: number): ReturnType<typeof runLead> {
  return {
    strong: '',
    rest: `${counted(users, 'user')} of this migration ${users === 1 ? 'was' : 'were'} removed from the core again.`,
  }
}

/** A retry counts its own users, not all users of the bar. For a pilot the bar counts them already. */
function partText({ lastOrder, target, finished }: ProgressView): string {
  return lastOrder?.kind === 'retry' ? `Retry: ${count(finished)} of ${counted(target, 'user')} sent.` : ''
}

function finishedText({ counts, note }: ProgressView, causes: readonly Cause[]): string {
  if (note !== '') return note
  if (counts.failed > 0) {
    // Causes arrive after the counts. Until both are of the same users, causes name too few.
    const isWhole = causes.reduce((sum, { users }) => sum + users, 0) >= counts.failed
    return `${counted(counts.failed, 'user')} failed. ${isWhole ? remedyText(causes, counts.failed) : ''}`.trim()
  }
  if (counts.ready > 0) return `${counted(counts.ready, 'user')} can be migrated any time.`
  if (counts.blocked > 0) {
    return `Everyone who was ready is migrated. ${counted(counts.blocked, 'user')} still ${counts.blocked === 1 ? 'needs' : 'need'} a decision.`
  }
  return 'Everyone who was ready is migrated.'
}

/** The remedies of these causes, in a sentence. */
function remedyText(causes: readonly Cause[], users: number): string {
  const has = (wanted: Cause['action']) => causes.some(({ action }) => action === wanted)
  const remedies = [
    ...(has('retry') ? ['retry'] : []),
    ...(has('correct') ? ['correct'] : []),
    ...(has('without-old-id') ? ['continue without old IDs'] : []),
  ]
  if (remedies.length === 0) return ''
  const object = remedies.at(-1) === 'continue without old IDs' ? '' : users === 1 ? ' the user' : ' them'
  return `See the ${causes.length === 1 ? 'cause' : 'causes'} below, then ${remedies.join(' or ')}${object}.`
}

/** The current activity, at the foot. */
export function runFootText(progress: ProgressView, connected: boolean, core: string): string {
  const stage = stageOf(progress)
  const { ready } = progress.counts
  switch (stage) {
    case 'running':
    case 'waiting':
      return 'You can close the app at any time; the run pauses and can be resumed.'
    case 'pausing':
      return 'Requests already sent are being finished.'
    case 'paused':
    case 'stopped': {
      const { action, ready: left, sending } = continuation(progress)
      if (!connected) return `Connect the core above to ${action}.`
      const text = resumeText(left, sending, core, action)
      // Another panel says why a run was stopped.
      return stage === 'stopped' ? text : `Nothing is being sent. ${text}`.trim()
    }
    case 'pilot':
      return `The other ${counted(ready, 'user')} will be sent to ${core} with the same settings.`
    case 'cancelled':
    case 'finished':
      if (ready === 0 && progress.counts.sending > 0) {
        const { action, sending } = continuation(progress)
        return connected ? resumeText(0, sending, core, action) : `Connect the core above to ${action}.`
      }
      return ready > 0
        ? `${counted(ready, 'user')} ${ready === 1 ? 'stays' : 'stay'} ready and can be sent any time.`
        : 'Nothing is being sent.'
  }
}

/**
 * Continuation of an interrupted run, for the button and the line beside it: the users that it sends, and the users that it
 * checks first. In a later session the users of a pilot or a retry are no longer known: all ready users are confirmed anew.
 */
export function continuation(progress: ProgressView): {
  readonly action: 'resume' | 'migrate'
  readonly ready: number
  readonly sending: number
} {
  const isKnown = progress.state !== 'idle' || progress.lastOrder?.kind === 'all'
  const { sending } = progress.counts
  return { action: isKnown ? 'resume' : 'migrate', ready: remainingOfOrder(progress), sending }
}

/** Users that a paused run still has to send: only users in the scope of a pilot or a retry. */
function remainingOfOrder({ counts: { ready }, lastOrder, state, target, finished }: ProgressView): number {
  const isPart = lastOrder !== null && lastOrder.kind !== 'all' && state !== 'idle'
  return isPart ? Math.min(ready, Math.max(0, target - finished)) : ready
}

/**
 * The users sent on resuming; users who may be in the core already, as their call had no answer or the core is still
 * importing them, are checked before anything else.
 */
function resumeText(ready: number, sending: number, core: string, action: 'resume' | 'migrate'): string {
  const isOne = sending === 1
  if (ready === 0) {
    return sending === 0
      ? ''
      : `${counted(sending, 'user')} may have been sent, and ${isOne ? 'is' : 'are'} checked first when you ${action}.`
  }
  const checked =
    sending === 0 ? '' : `, after ${count(sending)} who may have been sent ${isOne ? 'is' : 'are'} checked`
  const when = action === 'resume' ? 'when you resume' : 'once you have confirmed'
  return `${counted(ready, 'user')} will be sent to ${core} ${when}${checked}.`
}

/** How users whose request has left are called: while nothing is sent, they are still to be checked. */
export function sendingName(progress: ProgressView): 'Sending' | 'To be checked' {
  return isSending(progress) && progress.outage === null ? 'Sending' : 'To be checked'
}

/** The choice of `auto` and its reason; empty: there was no choice. */
export function executorLine({ executor, executorChoice, target }: ProgressView): string {
  if (executor !== 'auto' || executorChoice === '' || target < minUsersToChoose) return ''
  return `Automatic: ${executorChoice}`
}
