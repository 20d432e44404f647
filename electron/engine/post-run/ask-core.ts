import { cutShort, stopWithinMs } from '../runner/cut-short.ts'
import { createDispatcher } from '../runner/dispatcher.ts'
import type { Clock } from '../runner/clock.ts'
import type { AttemptRecord } from '../runner/call-result.ts'
import type { StopReason } from '../../../shared/report/stop-reason.ts'
import { sendStep, type Send, type Step } from '../runner/step.ts'
import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'

export type AskOptions = {
  readonly send: Send
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
}

/** Asks a core many things, a few at a time, with the retries and waits of a run. */
export type AskCore = {
  readonly ask: <O extends OperationName>(
    operation: O,
    args: OperationArgs[O],
  ) => Promise<{ readonly step: Step; readonly attempts: readonly AttemptRecord[] }>
  /** Works on all items, at most `atOnce` together; ends early when the core stops it or the operator does. */
  readonly each: <T>(items: readonly T[], work: (item: T) => Promise<void>) => Promise<void>
  /** Why no more requests can be sent; null: they can. */
  readonly stopped: () => StopReason | null
}

const atOnce = 8

/** Gives up after this time without any answer. */
const giveUpAfterMs = 10 * 60_000

export function createAskCore({ send, clock, random, signal }: AskOptions): AskCore {
  const dispatcher = createDispatcher(clock, { giveUpAfterMs, onGiveUp: () => stop('core-unreachable') })
  const state: { stopped: StopReason | null } = { stopped: null }
  const { send: sendCut, within } = cutShort(send, clock)
  const stop = (reason: StopReason) => {
    state.stopped ??= reason
    dispatcher.close()
    if (reason === 'cancelled') within(stopWithinMs)
  }
  if (signal.aborted) stop('cancelled')
  else signal.addEventListener('abort', () => stop('cancelled'), { once: true })

  return {
    stopped: () => state.stopped,
    ask: async (operation, args) => {
      const attempts: AttemptRecord[] = []
      const step = await sendStep(operation, args, {
        send: sendCut,
        clock,
        random,
        dispatcher,
        onAttempt: (attempt) => void attempts.push(attempt),
      })
      if (step.kind === 'interrupted' && step.stop !== null) stop(step.stop)
      return { step, attempts }
    },
    each: async (items, work) => {
      const queue = items.values()
      const lane = async () => {
        for (const item of queue) {
          if (state.stopped !== null) return
          await work(item)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
    },
  }
}
