import type { Clock } from '../runner/clock.ts'
import type { FetchReply, OpenSource } from './source.ts'

/** Where retries and waits take their time and chance from, and who hears of them. */
export type Patience = {
  readonly clock: Clock
  readonly random: () => number
  /** Before a wait: how long, and why. */
  readonly onWait: (seconds: number, reason: string) => void
  /** After a wait, when the page is requested again. */
  readonly onRetry: () => void
}

type Settled = Extract<FetchReply, { kind: 'page' | 'failed' }>

/** JSON whose lists and objects lie in each other hundreds of thousands deep ends the stack of whatever walks it. */
export const tooDeep =
  'The old system sent a record that is nested too deeply to be one of a user. What was fetched is kept. Leave out the field, or contact its support.'

/** Retries of one page with full jitter: up to 0.5, 1, 2, ... 30 seconds. */
const tries = 8
const baseMs = 500
const capMs = 30_000

/** A source that asks for a longer wait is left for later. */
const maxWaitSeconds = 3600

/**
 * Requests one page until it comes or will not: waits as the source asks, retries with backoff. Null: aborted.
 */
export async function askPage(
  source: OpenSource,
  cursor: string | null,
  signal: AbortSignal,
  patience: Patience,
): Promise<Settled | null> {
  for (let failures = 0; ;) {
    const reply = await requestPage(source, cursor, signal)
    if (signal.aborted) return null
    if (reply.kind === 'page') return reply
    if (reply.kind === 'wait') {
      if (reply.seconds > maxWaitSeconds) return tooLong(reply.seconds, reply.reason)
      await pause(reply.seconds * 1000, reply.reason, signal, patience)
    } else {
      failures += 1
      if (!reply.again || failures >= tries) return reply
      const ceiling = Math.min(capMs, baseMs * 2 ** (failures - 1))
      await pause(Math.ceil(patience.random() * ceiling), reply.sentence, signal, patience)
    }
    if (signal.aborted) return null
    patience.onRetry()
  }
}

/** A source that throws has a fault of its own; its text could hold a secret. */
async function requestPage(source: OpenSource, cursor: string | null, signal: AbortSignal): Promise<FetchReply> {
  try {
    return await source.page(cursor, signal)
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'failed', code: 'bad-reply', sentence: tooDeep, again: false }
    const kind = error instanceof Error ? error.name : 'unknown'
    return { kind: 'failed', code: 'internal', sentence: `Internal error (${kind}) while fetching.`, again: false }
  }
}

function tooLong(seconds: number, reason: string): Settled {
  const minutes = Math.ceil(seconds / 60)
  const sentence = `${reason} The source asks to wait ${minutes} minutes. Continue after that.`
  return { kind: 'failed', code: 'rate-limited', sentence, again: false }
}

async function pause(ms: number, reason: string, signal: AbortSignal, { clock, onWait }: Patience): Promise<void> {
  onWait(ms / 1000, reason)
  await new Promise<void>((resolve) => {
    const done = () => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.setTimer(ms, done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
