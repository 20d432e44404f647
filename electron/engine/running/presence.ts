import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'

/**
 * Whether the core is there at all, as far as the replies of the last moments tell. `silent`: whoever got no answer
 * since the last one that came.
 */
export type Presence =
  | {
      readonly kind: 'there'
      readonly inARow: number
      readonly silent: ReadonlySet<object>
      readonly unreachable: boolean
    }
  | {
      readonly kind: 'away'
      /** All in ticks. */
      readonly since: number
      readonly tries: number
      readonly nextAt: number
      /** What was seen instead of an answer. */
      readonly message: string
    }

export const presentCore: Presence = { kind: 'there', inARow: 0, silent: new Set(), unreachable: false }

/** A request that ended. */
export type Ended = {
  readonly outcome: ReplyOutcome
  /** Stands for the step of the user that asked. */
  readonly who: object
  /** Others were answered between its last failure and this one, so its silence says nothing about the core. */
  readonly suspect: boolean
}

export type Around = {
  /** Requests that have not ended yet. */
  readonly underWay: number
  /** It was sent to see whether the core is back. */
  readonly wasProbe: boolean
  readonly ticks: number
}

const fewest = 3

/** Seconds between the tries to reach a core that is away. */
const pauses = [1, 2, 5, 10, 30, 60] as const

/**
 * What a request that ended says. A core is away when as many requests in a row as could be lost at once got no
 * answer, of more than one user (one user alone may be refused by something on the way), or when no connection could
 * be made.
 */
export function afterRequest(presence: Presence, ended: Ended, around: Around): Presence {
  if (!isSilence(ended.outcome)) return presence === presentCore ? presence : presentCore
  if (ended.suspect) return presence
  const { message } = ended.outcome
  const { underWay, wasProbe, ticks } = around
  if (presence.kind === 'away') {
    // What left before the core was known to be away tells nothing new.
    if (!wasProbe) return presence
    const tries = presence.tries + 1
    return { ...presence, tries, nextAt: ticks + pauseAfter(tries), message }
  }
  const inARow = presence.inARow + 1
  const silent = new Set([...presence.silent, ended.who])
  const unreachable = presence.unreachable || cannotBeAboutUser(ended.outcome)
  const isAway = inARow >= Math.max(fewest, underWay + 1) && (silent.size > 1 || unreachable)
  return isAway
    ? { kind: 'away', since: ticks, tries: 0, nextAt: ticks + pauseAfter(0), message }
    : { kind: 'there', inARow, silent, unreachable }
}

/** In milliseconds. */
function pauseAfter(tries: number): number {
  return 1000 * (pauses[Math.min(tries, pauses.length - 1)] ?? 60)
}

/** Is one user without an answer, and nobody else there to tell whether that is about the user? */
export function isLonely(presence: Presence): boolean {
  return presence.kind === 'there' && presence.inARow >= fewest && presence.silent.size === 1
}

type Retry = Extract<ReplyOutcome, { kind: 'retry' }>

/**
 * Nobody answered who can do anything for a user: no reply at all, a page, a gateway that found nobody behind it, or a core
 * without its database.
 */
export function isSilence(outcome: ReplyOutcome): outcome is Retry {
  if (outcome.kind !== 'retry' || outcome.why === 'cancelled') return false
  if (outcome.httpStatus === null || outcome.why === 'html' || outcome.why === 'database') return true
  return isGateway(outcome.httpStatus)
}

function isGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}

/** Not even a connection came about, whatever would have been sent on it. */
export function cannotBeAboutUser(outcome: ReplyOutcome): boolean {
  return outcome.kind === 'retry' && outcome.why === 'connect'
}
