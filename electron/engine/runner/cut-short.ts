import { setMaxListeners } from 'node:events'
import type { Clock } from './clock.ts'
import type { Send } from './step.ts'

/** Milliseconds that requests under way still get when a command is stopped by a signal. */
export const stopWithinMs = 1500

/** A way to send that can be cut short. */
type CutShort = {
  readonly send: Send
  /** Requests that are under way fail after `ms`, as after a time-out: each may have had its effect. */
  readonly within: (ms: number) => void
}

export function cutShort(send: Send, { setTimer }: Pick<Clock, 'setTimer'>): CutShort {
  const cutting = new AbortController()
  // Each request under way listens.
  setMaxListeners(0, cutting.signal)
  let underWay = 0
  let cancel: (() => void) | null = null
  return {
    send: async (operation, args) => {
      underWay += 1
      try {
        const result = await send(operation, args, cutting.signal)
        const { outcome } = result
        // That it was canceled would say that it never arrived.
        return outcome.kind === 'retry' && outcome.why === 'cancelled' && cutting.signal.aborted
          ? { ...result, outcome: { ...outcome, why: 'timeout', message: notAnswered } }
          : result
      } finally {
        underWay -= 1
        if (underWay === 0) cancel?.()
      }
    },
    within: (ms) => {
      if (underWay > 0) cancel ??= setTimer(ms, () => cutting.abort())
    },
  }
}

const notAnswered = 'The core had not answered when the command was stopped'
