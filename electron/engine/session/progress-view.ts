import type { Sample } from '../../../shared/chart/sample-schema.ts'
import type { Executor } from '../../../shared/core-api/choose-executor.ts'
import { counted } from '../../../shared/format.ts'
import type { Speed, StopRule } from '../../../shared/ipc/run-limits.ts'
import type { AsideTry, MethodCounts, ProgressView, StateCounts } from '../../../shared/ipc/views.ts'
import { stopReasonMessage } from '../../../shared/report/stop-reason.ts'
import type { RunMeasures } from '../document/run-record.ts'
import type { Target } from '../document/targets.ts'
import { describeCause } from '../queries/failures.ts'
import { bulkProgressMessage } from '../runner/bulk/bulk-message.ts'
import type { Meter } from '../runner/meter.ts'
import type { RoundEnd, RoundStats } from '../runner/round.ts'
import type { AsideCauses } from '../runner/slots.ts'
import type { LastOrder } from './run-audit.ts'

/** Over all rounds of one order. */
export type RunSums = { readonly calls: number; readonly retries: number; readonly sendingMs: number }

/** The state of a run at one moment. */
export type RunMoment = {
  /** The version of the document that the counts are of. */
  readonly version: number
  /** The round that is under way. */
  readonly round: (RoundStats & ReturnType<Meter['read']>) | null
  /** Samples of the runs at this target, thinned for the screen. */
  readonly history: readonly Sample[]
  readonly pausing: boolean
  /** The end of the last round, with the kind of its core and the users whose hash family waits for a setting of it. */
  readonly last: (RoundEnd & { readonly core: Target['kind']; readonly heldUsers: number }) | null
  readonly counts: StateCounts
  /** Users this order set out to send, and how many of them are done. */
  readonly target: number
  readonly finished: number
  /** How long it will take, in words. */
  readonly remaining: (moment: Pick<EtaMoment, 'left' | 'done' | 'perSecond' | 'standing'>) => string
  readonly methods: readonly MethodCounts[]
  readonly startedAt: number | null
  readonly speed: Speed
  /** Measures of earlier rounds at this target. */
  readonly past: RunMeasures
  readonly stopRule: StopRule
  readonly giveUpAfterMinutes: number | null
  readonly executor: Executor
  /** The choice of `auto`, and the reason. */
  readonly executorChoice: string
  readonly lastOrder: LastOrder | null
  /** Milliseconds between the last run and the one under way. */
  readonly gapMs: number
  /** The last known time left, in milliseconds. */
  readonly leftMs: () => number | null
  readonly now: number
}

/** A run as the screen sees it. */
export function progressView(run: RunMoment): ProgressView {
  const { round, counts, past } = run
  const isWaiting = round !== null && (round.waitMs > 0 || round.outage !== null)
  const sending = Math.min(round?.bulk?.waiting ?? round?.claimed ?? 0, counts.ready)
  const perSecond = round?.perSecond ?? 0
  const left = Math.max(0, run.target - run.finished)
  // Users of bulk import come when the core's job does, whatever the speed before was.
  const bulk = bulkView(run)
  return {
    state: stateOf(run, isWaiting),
    at: run.now,
    version: run.version,
    counts: { ...counts, ready: counts.ready - sending, sending: counts.sending + sending },
    target: run.target,
    finished: run.finished,
    perSecond,
    outage: outageView(run),
    lastOrder: run.lastOrder === null ? null : { ...run.lastOrder },
    elapsedMs: past.sendingMs + (round?.sendingMs ?? 0),
    waitedMs: past.waitedMs + (round?.outageMs ?? 0),
    pausedMs: past.pausedMs + run.gapMs,
    remaining:
      left === 0 || (round !== null && round.outage !== null) || bulk !== null
        ? ''
        : run.remaining({ left, done: run.finished, perSecond, standing: isWaiting || run.pausing || round === null }),
    leftMs: left === 0 || bulk !== null ? null : run.leftMs(),
    methods: [...run.methods],
    p50: round === null ? past.p50 : round.p50,
    p99: round === null ? past.p99 : round.p99,
    concurrency: round?.limit ?? (run.speed.concurrency === 'auto' ? 0 : run.speed.concurrency),
    speed: run.speed,
    stopRule: run.stopRule,
    giveUpAfterMinutes: run.giveUpAfterMinutes,
    executor: run.executor,
    executorChoice: run.executorChoice,
    bulk,
    retries: past.retries + (round?.retries ?? 0),
    calls: past.calls + (round?.calls ?? 0),
    setAside: round?.setAside ?? 0,
    ...asideCausesOf(round),
    ...noteOf(run),
    stopped: run.last?.stop ?? null,
    startedAt: run.startedAt,
    history: [...run.history],
  }
}

const maxAsideCauses = 20

/** Causes for which users are set aside, the largest first. */
export function largestCauses(
  causes: AsideCauses,
): readonly (readonly [cause: string, users: ReadonlyMap<number, AsideTry>])[] {
  return [...causes].toSorted(([, a], [, b]) => b.size - a.size).slice(0, maxAsideCauses)
}

/** Users set aside by cause, in the words of failures. */
function asideCausesOf(round: RunMoment['round']): Pick<ProgressView, 'asideCauses'> {
  const causes = largestCauses(round?.asideCauses ?? new Map())
  if (causes.length === 0) return {}
  return { asideCauses: causes.map(([cause, { size }]) => ({ title: describeCause(cause).title, users: size })) }
}

function outageView({ round, now }: RunMoment): ProgressView['outage'] {
  if (round === null || round.outage === null) return null
  const { sinceMs, retryMs, tries, message } = round.outage
  return { since: now - sinceMs, retryMs, tries, message }
}

function bulkView({ round, now }: RunMoment): ProgressView['bulk'] {
  if (round?.bulk === undefined || round.bulk.phase === null) return null
  const { phase, lookedUp, staged, waiting, processing, waitingMs, nextRoundMs } = round.bulk
  const nextRoundAt = nextRoundMs === null ? null : now + nextRoundMs
  return {
    phase,
    lookedUp,
    staged,
    waiting,
    processing,
    waitingMs,
    nextRoundAt,
    message: bulkProgressMessage(round.bulk),
  }
}

function stateOf({ round, pausing, last }: RunMoment, isWaiting: boolean): ProgressView['state'] {
  if (round !== null) return pausing ? 'pausing' : isWaiting ? 'waiting' : 'running'
  return last === null ? 'idle' : last.kind
}

/** Why a run is slow or stands, and what holds it back where that is why. */
function noteOf({ round, pausing, last, speed }: RunMoment): Pick<ProgressView, 'note' | 'slowed'> {
  if (round !== null) {
    if (pausing) return { note: 'Finishing the requests in progress.' }
    const note = waitingNote(round) || (round.note ?? '')
    return note !== '' || round.slowed === null
      ? { note }
      : { note: throttleMessage(round, speed), slowed: round.slowed }
  }
  if (last === null) return { note: '' }
  if (last.stop !== null) return { note: stopReasonMessage(last.stop, last.message, last.core) }
  if (last.kind === 'paused') return { note: `${pausedMessage} ${last.message}`.trim() }
  if (last.heldUsers === 0) return { note: '' }
  const users = counted(last.heldUsers, 'user')
  const are = last.heldUsers === 1 ? 'is' : 'are'
  return { note: `${users} with Firebase scrypt hashes ${are} held back until the core has the signer key.` }
}

const pausedMessage = 'Paused. The requests in progress were finished. Resume when you are ready.'

function waitingNote({ waitMs, outage }: RoundStats): string {
  if (waitMs > 0) return `Waiting ${Math.ceil(waitMs / 1000)} s, as the core asked.`
  if (outage === null) return ''
  const when = outage.retryMs > 0 ? `in ${Math.ceil(outage.retryMs / 1000)} s` : 'now'
  return `Waiting for the core. Next try ${when}. ${outage.message}`
}

/** Why a run is slower than it could be, as a sentence; empty when nothing holds it back. */
export function throttleMessage({ slowed, limit }: Pick<RoundStats, 'slowed' | 'limit'>, { maxRate }: Speed): string {
  const atOnce = limit === 1 ? 'one user is' : `${limit} users are`
  switch (slowed) {
    case 'rate-limit':
      return limitMessage(maxRate ?? 0)
    case 'backpressure':
      return `The core asked for fewer requests, so ${atOnce} sent at a time; higher limits are tried from time to time.`
    case 'errors':
      return `All recent requests failed, so only ${atOnce} sent at a time.`
    case 'latency':
      return `The core answers much more slowly than before, so only ${atOnce} sent at a time.`
    case 'replacing':
      return 'At most three password hashes are imported at once: this core may have some of these users already, and you have not decided whether their passwords may be replaced.'
    default:
      return ''
  }
}

/** Why a run is slower than it could be, where the operator wanted that. */
function limitMessage(maxRate: number): string {
  return `Limited to ${counted(maxRate, 'request')} per second, as you set.`
}

/** Time from the start until the rate is meaningful. */
const settledMs = 5000

/** A longer estimate is not shown: the rate is close to zero. */
const maxSeconds = 30 * 24 * 3600

/** Words for the time that is left; empty while it cannot be known. */
function remainingText(left: number, perSecond: number, elapsedMs: number, done: number): string {
  if (left <= 0 || elapsedMs < settledMs || done < (done + left) / 100) return ''
  const seconds = left / perSecond
  if (!(seconds <= maxSeconds)) return ''
  if (seconds < 45) return 'less than a minute'
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return `about ${Math.round(minutes / 60)} hours`
}

/** The input of the estimate of the time left, at one moment. */
type EtaMoment = {
  readonly left: number
  readonly done: number
  readonly perSecond: number
  /** Milliseconds of a clock that never jumps. */
  readonly ticks: number
  /** Since the start. */
  readonly elapsedMs: number
  /** Paused, or waiting for the core: keep the last estimate. */
  readonly standing: boolean
}

/** Time over which the rate is averaged, in milliseconds: recent seconds count most. */
const memory = 15_000

/** Follows a run and says how long it will take; a rate that jumps moves the words slowly, a wait not at all. */
export function createEta(): {
  readonly tell: (moment: EtaMoment) => string
  /** Milliseconds that were left when it was last told, at the rate of then; null: unknown. */
  readonly leftMs: () => number | null
  readonly forget: () => void
} {
  let leftMs: number | null = null
  let rate: number | null = null
  let toldAt = -Infinity
  let words = ''
  return {
    tell: ({ left, done, perSecond, ticks, elapsedMs, standing }) => {
      if (!standing) {
        // The rate of the first seconds is too low.
        const kept = rate === null || elapsedMs < settledMs ? 0 : Math.exp(-(ticks - toldAt) / memory)
        rate = rate === null ? perSecond : rate * kept + perSecond * (1 - kept)
        // The first seconds of a resumed run say nothing yet: the last estimate holds.
        if (elapsedMs >= settledMs || words === '') {
          words = remainingText(left, rate, elapsedMs, done)
          leftMs = words === '' ? null : Math.round((1000 * left) / rate)
        }
      }
      toldAt = ticks
      return words
    },
    leftMs: () => leftMs,
    forget: () => {
      leftMs = null
      rate = null
      words = ''
    },
  }
}

/** Before that, too little was read to say how long the rest takes. */
const minElapsedMs = 1000
const minShare = 0.02

/** Seconds until a file is read to its end at the pace so far, whole and at least one; null while it cannot be known. */
export function secondsLeftOf(bytes: number, size: number, elapsedMs: number): number | null {
  if (size <= 0 || elapsedMs < minElapsedMs || bytes / size < minShare) return null
  return Math.max(Math.ceil((elapsedMs * (size - bytes)) / bytes / 1000), 1)
}
