import { counted } from '../../../shared/format.ts'
import { type Clock, systemClock } from '../runner/clock.ts'
import type { FetchReply, OpenSource } from './source.ts'

/** How one page is requested: deadline, waits and retries. */
type PageRequests = {
  readonly replyMs: number
  readonly clock: Clock
  readonly random: () => number
  /** Before a wait: how long, and why. */
  readonly onWait: (seconds: number, reason: string) => void
  /** After a wait, when the page is requested again. */
  readonly onRetry: () => void
}

type Settled = Extract<FetchReply, { kind: 'page' | 'lines' | 'failed' }>

/** JSON nested hundreds of thousands deep overflows the stack of code that walks it. */
export const tooDeep =
  'The old system sent a record that is nested too deeply to be a user. What was fetched is kept. Leave out the field, or contact its support.'

/** Retries of one page with full jitter: up to 0.5, 1, 2, ... 30 seconds. */
const tries = 8
const baseMs = 500
const capMs = 30_000

/** A source that asks for a longer wait is left for later. */
const maxWaitSeconds = 3600

/**
 * Requests one page until it arrives or fails for good: waits as the source asks, retries with backoff, all within one deadline that only
 * an answer renews. Null: aborted.
 */
export async function askPage(
  source: OpenSource,
  cursor: string | null,
  signal: AbortSignal,
  retryOptions: PageRequests,
): Promise<Settled | null> {
  const { clock, replyMs } = retryOptions
  let begun = clock.ticks()
  for (let failures = 0; ;) {
    const reply = await requestPage(source, cursor, signal, Math.max(0, begun + replyMs - clock.ticks()))
    if (signal.aborted || reply.kind === 'stopped') return null
    if (reply.kind === 'page' || reply.kind === 'lines') return reply
    if (reply.kind === 'late') return silent(replyMs)
    if (reply.kind === 'wait') {
      if (reply.seconds > maxWaitSeconds) return tooLong(reply.seconds, reply.reason)
      await pause(reply.seconds * 1000, reply.reason, signal, retryOptions)
      begun = clock.ticks()
    } else {
      failures += 1
      if (!reply.again || failures >= tries) return reply
      const ceiling = Math.min(capMs, baseMs * 2 ** (failures - 1))
      await pause(Math.ceil(retryOptions.random() * ceiling), reply.sentence, signal, retryOptions)
    }
    if (signal.aborted) return null
    retryOptions.onRetry()
  }
}

/** A source that throws has a fault of its own; its text could hold a secret. */
async function requestPage(
  source: OpenSource,
  cursor: string | null,
  signal: AbortSignal,
  ms: number,
): Promise<FetchReply | NoReply> {
  try {
    return await withinDeadline(ms, signal, (abandoned) => source.page(cursor, abandoned))
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'failed', code: 'bad-reply', sentence: tooDeep, again: false }
    const kind = error instanceof Error ? error.name : 'unknown'
    return { kind: 'failed', code: 'internal', sentence: `Internal error (${kind}) while fetching.`, again: false }
  }
}

function silent(ms: number): Settled {
  return { kind: 'failed', code: 'unreachable', sentence: silenceText(ms), again: false }
}

function tooLong(seconds: number, reason: string): Settled {
  const minutes = Math.ceil(seconds / 60)
  const sentence = `${reason} The source asks to wait ${minutes} minutes. Continue after that.`
  return { kind: 'failed', code: 'rate-limited', sentence, again: false }
}

async function pause(ms: number, reason: string, signal: AbortSignal, { clock, onWait }: PageRequests): Promise<void> {
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

/** Why no reply came: the source hangs, or the operator stopped. */
type NoReply = { readonly kind: 'late' } | { readonly kind: 'stopped' }

/**
 * Resolves as `ask` does, unless `ms` pass or `signal` aborts first. Then the signal of `ask` aborts, and nothing waits
 * for it: a driver may not notice.
 */
export function withinDeadline<T>(
  ms: number,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | NoReply> {
  return new Promise((resolve, reject) => {
    const abandoning = new AbortController()
    const abandon = (kind: NoReply['kind']) => {
      settle()
      abandoning.abort()
      resolve({ kind })
    }
    const stop = () => abandon('stopped')
    const cancel = systemClock.setTimer(ms, () => abandon('late'))
    const settle = () => {
      cancel()
      signal.removeEventListener('abort', stop)
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) return stop()
    ask(abandoning.signal).finally(settle).then(resolve, reject)
  })
}

export function silenceText(ms: number): string {
  return `The old system did not answer for ${counted(Math.max(1, Math.round(ms / 60_000)), 'minute')}. Check whether it is overloaded or hangs.`
}
