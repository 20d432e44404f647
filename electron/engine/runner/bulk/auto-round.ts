import { startRound, type Round, type RoundEnd, type RoundStats } from '../round.ts'
import { startBulkRound, type BulkRoundOptions } from './bulk-round.ts'
import { fasterExecutor, type RunSize } from '../../../../shared/core-api/choose-executor.ts'
import { deferred } from '../deferred.ts'

export type AutoRoundOptions = Omit<BulkRoundOptions, 'stage'> & {
  readonly size: RunSize
  /** Milliseconds of single calls before the choice, which is made from the second half of them. */
  readonly sampleMs?: number
  /** What was chosen and why, in a sentence; told again when the first calls were measured. */
  readonly onChoice: (why: string) => void
}

const usualSampleMs = 5000
/**
 * A core that seems too slow for single calls, against the usual speed of cores, is measured for this many samples: bulk
 * import after a slow start would wait minutes for the core's job instead of seconds for the last calls.
 */
const samplesOfDoubt = 2
/** Fewer users tell nothing about the speed of the core. */
const minSample = 20

/** Sends the first users by single calls, measures them, and takes bulk import for the others where that ends sooner. */
export function startAutoRound(options: AutoRoundOptions): Round {
  const { clock, size, onChoice } = options
  const ended = deferred<RoundEnd>()
  const sampleMs = options.sampleMs ?? usualSampleMs
  let finished = 0
  /** Where the speed is measured from: a run that has just begun still raises its concurrency. */
  let mark = { ticks: clock.ticks(), finished: 0 }
  const onCommitted: AutoRoundOptions['onCommitted'] = (outcomes) => {
    finished += outcomes.filter(({ userState }) => userState === 'migrated' || userState === 'failed').length
    options.onCommitted(outcomes)
  }
  let round = startRound({ ...options, onCommitted })
  let before: RoundStats | null = null
  let isSwitching = false
  /** What the operator changed since. */
  let changed: Partial<Pick<BulkRoundOptions, 'concurrency' | 'maxRate' | 'giveUpAfterMs'>> = {}
  let isEnding = false
  onChoice(fasterExecutor(size).why)

  const judge = () => {
    if (isEnding) return
    const measured = finished - mark.finished
    if (measured < minSample) return measureLater(sampleMs)
    const measuredMs = clock.ticks() - mark.ticks
    const left = { ...size, users: size.users - finished }
    const choice = fasterExecutor(left, (measured * 1000) / measuredMs)
    const isDoubtful = choice.executor === 'bulk' && fasterExecutor(left).executor === 'single'
    if (isDoubtful && measuredMs < samplesOfDoubt * sampleMs) return measureLater(sampleMs / 2)
    onChoice(choice.why)
    if (choice.executor === 'single') return
    isSwitching = true
    round.pause()
  }
  let cancelTimer: () => void = () => undefined
  const measureLater = (ms: number) => {
    cancelTimer = clock.setTimer(ms, judge)
  }
  cancelTimer = clock.setTimer(sampleMs / 2, () => {
    mark = { ticks: clock.ticks(), finished }
    measureLater(sampleMs / 2)
  })

  const follow = async (): Promise<void> => {
    const end = await round.ended
    cancelTimer()
    // The operator's word, a stop or the last user counts more than the choice.
    if (!isSwitching || isEnding || end.kind !== 'paused') return ended.resolve(end)
    before = round.stats()
    round.meter.end()
    round = startBulkRound({ ...options, ...changed, stage: true })
    return ended.resolve(await round.ended)
  }
  void follow()

  return {
    ended: ended.promise,
    get meter() {
      return round.meter
    },
    pause: () => {
      isEnding = true
      round.pause()
    },
    cancel: () => {
      isEnding = true
      round.cancel()
    },
    more: () => round.more(),
    setSpeed: (speed) => {
      changed = { ...changed, ...speed }
      round.setSpeed(speed)
    },
    giveUpAfter: (ms) => {
      changed = { ...changed, giveUpAfterMs: ms }
      round.giveUpAfter(ms)
    },
    tryNow: () => round.tryNow(),
    stats: () => {
      const now = round.stats()
      if (before === null) return now
      const { calls, retries, sendingMs } = before
      return { ...now, calls: now.calls + calls, retries: now.retries + retries, sendingMs: now.sendingMs + sendingMs }
    },
  }
}
