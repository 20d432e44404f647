import { plannedTenants } from '../../document/core-facts.ts'
import { createRoundShell, roundsInTurn, type Round, type RoundOptions } from '../round.ts'
import { startRound } from '../single-round.ts'
import { sendStep, type Send } from '../step.ts'
import { createBulkJournal } from './bulk-journal.ts'
import { bulkMessage, leftInCore } from './bulk-message.ts'
import { defaultBulkTiming, type BulkTiming } from './bulk-timing.ts'
import { createBulkRun } from './bulk-run.ts'
import { BulkInterrupted, type Ask } from './core-list.ts'

export type BulkRoundOptions = RoundOptions & {
  /** False: follows only batches that were staged before; the remaining users go by single calls. */
  readonly stage: boolean
  readonly pace?: Partial<BulkTiming>
}

/**
 * Sends users by bulk import: users that the core surely lacks are staged and followed, all others go by single
 * calls afterwards. A batch left by an earlier run is settled first.
 */
export function startBulkRound(options: BulkRoundOptions): Round {
  return roundsInTurn(startStaging(options), ({ kind }, { waitMs }) =>
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
      return { inFlight, setAside: 0, held: new Set<string>(), slowed: null, note: bulkMessage(bulk), bulk }
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
    tenants: plannedTenants(database),
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
    onGiveUp: () => finishBy({ kind: 'paused', stop: null, message: bulkMessage(run.standing()) }),
    onCommitted: (outcomes) => {
      shell.save()
      meter.finished(outcomes.filter(({ userState }) => userState !== null && userState !== 'ready').length)
      options.onCommitted(outcomes)
      for (const { userState } of outcomes) if (userState !== null) shell.judge(userState)
    },
  })

  const work = async (): Promise<void> => {
    try {
      await run.run(options.stage)
    } catch (error) {
      if (!(error instanceof BulkInterrupted)) return shell.trouble(error)
      const { step } = error
      if (step.kind === 'interrupted' && step.stop !== null) stop(step.stop, step.message)
      // A core that cannot be asked about batches it has cannot be sent their users in another way.
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
