import { rounded } from '../../../shared/format.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { count, counted, duration, rate, shortTime, timeOfDay } from '../../components/format.ts'
import { stageOf } from './run-stage.ts'

/** One figure of a run with its name and what stands below it. */
export type RunFact = { readonly name: string; readonly value: string; readonly unit: string; readonly note: string }

/** Times, speed and retries of a run, in the order in which they are shown. */
export function runFacts(progress: ProgressView): readonly RunFact[] {
  const stage = stageOf(progress)
  const left = stage === 'running' || stage === 'waiting' || stage === 'pausing' ? [timeLeft(progress)] : []
  if (stage === 'pilot') {
    return [pilotUsers(progress), failures(progress), replyTime(progress), timeForOthers(progress), passwords(progress)]
  }
  const last = isAdjustable(progress) && progress.outage === null ? parallel(progress) : tries(progress)
  return [...left, elapsed(progress), speed(progress), replyTime(progress), last]
}

/** A run is or will be in progress: its speed can be changed. */
export function isAdjustable(progress: ProgressView): boolean {
  return progress.speed !== undefined && !['pilot', 'finished', 'cancelled'].includes(stageOf(progress))
}

function parallel({ concurrency, speed: asked }: ProgressView): RunFact {
  const limit = asked?.maxRate == null ? [] : [`limit ${count(asked.maxRate)} requests/s`]
  const note = [...(asked?.concurrency === 'auto' ? ['automatic'] : []), ...limit].join(', ')
  return concurrency === 0
    ? { name: 'Parallel users', value: 'Automatic', unit: '', note: limit.join('') }
    : { name: 'Parallel users', value: count(concurrency), unit: '', note }
}

/** Who was sent, and when. */
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
  const note = state === 'running' ? `done at about ${shortTime(at + leftMs)}` : ''
  return { name, value: known, unit: '', note }
}

function elapsed({ elapsedMs, pausedMs, outage, at, startedAt }: ProgressView): RunFact {
  const waiting = outage === null ? 0 : Math.max(0, at - outage.since)
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

/** Users who were dealt with, over the time that was spent sending. */
function averageSpeed({ counts, elapsedMs }: ProgressView): number | null {
  const users = counts.migrated + counts.failed + counts['in-doubt']
  return elapsedMs < 100 || users === 0 ? null : (users * 1000) / elapsedMs
}

function speed(progress: ProgressView): RunFact {
  const average = averageSpeed(progress)
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
  const average = averageSpeed(progress)
  const { ready } = progress.counts
  return {
    name: `Time for the other ${count(ready)}`,
    value: average === null ? '–' : duration((ready * 1000) / average),
    unit: '',
    note: average === null ? '' : 'at the speed of the pilot',
  }
}

/** Of answers only: a request without an answer has no reply time. */
function replyTime({ p50, p99, outage }: ProgressView): RunFact {
  const name = 'Reply time, p50'
  if (outage !== null) return { name, value: 'None', unit: '', note: `no answer since ${shortTime(outage.since)}` }
  if (p50 === null || p99 === null) return { name, value: '–', unit: '', note: 'no answer yet' }
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
