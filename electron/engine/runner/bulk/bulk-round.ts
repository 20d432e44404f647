import { fasterExecutor, type RunSize } from '../../../../shared/core-api/choose-executor.ts'
import { coreFactsTable } from '../../document/core-facts.ts'
import type { Database } from '../../document/sqlite.ts'
import { createRoundShell, type Round, type RoundOptions, chainRounds } from '../round.ts'
import { startRound } from '../single-round.ts'
import { type Send, sendStep } from '../step.ts'
import type { CommittedCall } from '../store-outcome.ts'
import { stateOfBatch } from './batch.ts'
import { type BulkContext, type BulkTiming, createCopies, defaultBulkTiming } from './bulk-context.ts'
import { createBulkJournal } from './bulk-journal.ts'
import { bulkProgressMessage, type BulkProgress, leftInCore } from './bulk-message.ts'
import { type Ask, BulkInterrupted, createCoreList, createUserPages } from './core-list.ts'
import { createFollower } from './follow-batches.ts'
import { createOpenBatches } from './open-batches.ts'
import { createLostSettler } from './settle-lost.ts'
import { stageUsers } from './stage-users.ts'

type BulkRoundOptions = RoundOptions & {
  /** False: follows only batches that were staged before; the remaining users go by single calls. */
  readonly stage: boolean
  readonly pace?: Partial<BulkTiming>
}

/**
 * Sends users by bulk import: users that are known to be missing in the core are staged and followed, all others go by single
 * calls afterwards. A batch left by an earlier run is settled first.
 */
export function startBulkRound(options: BulkRoundOptions): Round {
  return chainRounds(startStaging(options), ({ kind }, { waitMs }) =>
    kind === 'finished' ? startRound({ ...options, waitMs }) : null,
  )
}

function startStaging(options: BulkRoundOptions): Round {
  const { database, target, clock } = options
  const atOnceOf = (concurrency: number | 'auto') =>
    concurrency === 'auto' ? (options.pace?.lookUps ?? defaultBulkTiming.lookUps) : concurrency
  let atOnce = atOnceOf(options.concurrency)
  let inFlight = 0
  const shell = createRoundShell(options, {
    sentBy: 'bulk',
    limit: () => atOnce,
    onConcurrency: (concurrency) => {
      atOnce = atOnceOf(concurrency)
    },
    stats: () => {
      const bulk = run.standing()
      return {
        claimed: inFlight,
        setAside: 0,
        held: new Set<string>(),
        slowed: null,
        note: bulkProgressMessage(bulk),
        bulk,
      }
    },
  })
  const { dispatcher, walSync, meter, counts, finishBy, stop } = shell

  const send: Send = async (operation, args) => {
    shell.leaving()
    inFlight += 1
    const sent = await options.send(operation, args)
    inFlight -= 1
    return sent
  }
  const ask: Ask = (operation, args) =>
    sendStep(operation, args, {
      send,
      clock,
      random: options.random,
      dispatcher,
      onAttempt: ({ ms }) => {
        counts.calls += 1
        meter.reply(ms)
      },
    })
  const run = createBulkRun({
    tenants: coreFactsTable.plannedTenants(database),
    database,
    targetId: target.id,
    atOnce: () => atOnce,
    onFailure: () => dispatcher.close(),
    journal: createBulkJournal(database, target.id, clock.now, options.provenance),
    ask,
    send,
    dispatcher,
    clock,
    random: options.random,
    scoped: options.scoped,
    walSync,
    pace: options.pace ?? {},
    giveUpAfterMs: shell.giveUpAfterMs,
    onGiveUp: () => finishBy({ kind: 'paused', stop: null, message: bulkProgressMessage(run.standing()) }),
    onCommitted: (outcomes) => {
      shell.save()
      const ended = outcomes.filter(({ userState }) => userState !== null && userState !== 'ready').length
      meter.finished(ended, run.unseenMs())
      options.onCommitted(outcomes)
      for (const { userState } of outcomes) if (userState !== null) shell.judge(userState)
    },
  })

  const work = async (): Promise<void> => {
    try {
      await run.run(options.stage)
    } catch (error) {
      if (!(error instanceof BulkInterrupted)) return shell.onError(error)
      const { step } = error
      if (step.kind === 'interrupted' && step.stop !== null) stop(step.stop, step.message)
      // While the core cannot be asked about its batches, their users cannot be sent in another way.
      if (step.kind !== 'interrupted' && run.waiting() > 0)
        stop('repeated-failure', 'message' in step ? step.message : '')
    }
    return undefined
  }

  const conclude = async (): Promise<void> => {
    await work()
    await shell.conclude(undefined, () => leftInCore(run.waiting()))
  }
  queueMicrotask(() => void conclude())
  return shell.round
}

type AutoRoundOptions = Omit<BulkRoundOptions, 'stage'> & {
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
/** Fewer users say nothing about the speed of the core. */
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

  return chainRounds(
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

type BulkRunWith = Omit<BulkContext, 'open' | 'copies' | 'core' | 'pace' | 'readPage' | 'tally'> & {
  /** Tenants that users of this run go to, besides that of the address. */
  readonly tenants: readonly string[]
  readonly database: Database
  readonly targetId: number
  readonly scoped: boolean
  readonly pace: Partial<BulkTiming>
  /** The time after which the run gives up once the core's job is late; null: never. */
  readonly giveUpAfterMs: () => number | null
  readonly onGiveUp: () => void
  /** The run was ended: no further request may leave. */
  readonly onFailure: () => void
  readonly onCommitted: (outcomes: readonly CommittedCall[]) => void
}

type BulkRun = {
  /**
   * Settles batches whose reply was lost, then (if `stage`) stages all users that are known to be missing in the core, and
   * follows all batches until none of their users is in the core's list. Throws the reason that ended it.
   */
  readonly run: (stage: boolean) => Promise<void>
  /** Users who may be in the core's list. */
  readonly waiting: () => number
  /** The time since the previous look at the core's list, in which the users found now came in; milliseconds. */
  readonly unseenMs: () => number
  readonly standing: () => BulkProgress
}

function createBulkRun(options: BulkRunWith): BulkRun {
  const pace = { ...defaultBulkTiming, ...options.pace }
  const open = createOpenBatches(options.journal, options.clock, options.onCommitted)
  const tally = { lookedUp: 0, staged: 0 }
  const core = createCoreList(options.ask)
  const copies = createCopies({ ...options, core, open })
  const context: BulkContext = {
    ...options,
    pace,
    open,
    copies,
    tally,
    core,
    readPage: createUserPages(options.ask, options.tenants),
  }
  const lost = createLostSettler(context)
  const follower = createFollower(context)
  let isStaging = false

  const phaseOf = (unchangedMs: number): BulkProgress['phase'] => {
    if (lost.unsettled() > 0) return 'checking'
    const waiting = open.size()
    const staged = open.countIn('staged')
    if (isStaging && staged < pace.maxWaiting) return waiting === 0 ? 'looking-up' : 'staging'
    if (waiting === 0) return null
    if (unchangedMs > pace.lateAfterMs) return 'late'
    if (staged === 0) return 'settling'
    return follower.processing() > 0 ? 'importing' : 'waiting'
  }

  return {
    run: async (stage) => {
      for (const batch of open.all()) if (stateOfBatch(batch) === 'sending') await lost.settle(batch.id)
      isStaging = stage
      const failures: unknown[] = []
      // When one ends, the other sends no further request.
      const ending = (error: unknown) => {
        failures.push(error)
        options.onFailure()
      }
      const staging = stage ? stageUsers(context, { ...options, lost }) : Promise.resolve()
      const following = follower.follow(() => !isStaging, options.giveUpAfterMs)
      await Promise.all([
        staging.catch(ending).finally(() => (isStaging = false)),
        following.then((isOver) => (isOver ? undefined : options.onGiveUp())).catch(ending),
      ])
      if (failures.length > 0) throw failures[0]
    },
    waiting: open.size,
    unseenMs: () => options.clock.ticks() - follower.lookedAt(),
    standing: () => {
      const at = options.clock.ticks()
      const unchangedMs = at - open.changedAt()
      return {
        ...tally,
        phase: phaseOf(unchangedMs),
        waiting: open.size(),
        processing: follower.processing(),
        unsettled: lost.unsettled(),
        lateRequestMs: lost.lateRequestMs(),
        unchangedMs,
        waitingMs: follower.rounds.waitingMs(at),
        nextRoundMs: follower.rounds.nextRoundMs(at),
      }
    },
  }
}
