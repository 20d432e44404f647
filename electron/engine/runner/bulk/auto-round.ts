import { roundsInTurn, type Round } from '../round.ts'
import { startRound } from '../single-round.ts'
import { startBulkRound, type BulkRoundOptions } from './bulk-round.ts'
import { fasterExecutor, type RunSize } from '../../../../shared/core-api/choose-executor.ts'

export type AutoRoundOptions = Omit<BulkRoundOptions, 'stage'> & {
  readonly size: RunSize
  /** Milliseconds of single calls before the choice, which is made from the second half of them. */
  readonly sampleMs?: number
  /** The chosen executor and the reason, as a sentence; called again once the first calls are measured. */
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
  const sampleMs = options.sampleMs ?? usualSampleMs
  let finished = 0
  /** Where the speed is measured from: a run that has just begun still raises its concurrency. */
  let mark = { ticks: clock.ticks(), finished: 0 }
  const onCommitted: AutoRoundOptions['onCommitted'] = (outcomes) => {
    finished += outcomes.filter(({ userState }) => userState === 'migrated' || userState === 'failed').length
    options.onCommitted(outcomes)
  }
  const first = startRound({ ...options, onCommitted })
  let isSwitching = false
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
    first.tell({ kind: 'pause' })
  }
  let cancelTimer: () => void = () => undefined
  const measureLater = (ms: number) => {
    cancelTimer = clock.setTimer(ms, judge)
  }
  cancelTimer = clock.setTimer(sampleMs / 2, () => {
    mark = { ticks: clock.ticks(), finished }
    measureLater(sampleMs / 2)
  })

  return roundsInTurn(
    first,
    (end, { waitMs }) => {
      cancelTimer()
      // The operator's word, a stop or the last user counts more than the choice.
      if (!isSwitching || isEnding || end.kind !== 'paused') return null
      return startBulkRound({ ...options, waitMs, stage: true })
    },
    ({ kind }) => {
      isEnding ||= kind === 'pause' || kind === 'cancel'
    },
  )
}
