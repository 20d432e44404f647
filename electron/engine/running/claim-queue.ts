import type { Database } from '../document/sqlite.ts'
import { claimUsers, unclaimUsers, type ClaimedUser } from './claims.ts'
import type { Durable } from './durable.ts'

/** Hands out users one by one, claiming a few at a time, ahead of need. */
export type ClaimQueue = {
  /** Undefined: nobody is left, or those that come are not durably claimed yet (`coming`). */
  readonly next: () => ClaimedUser | undefined
  readonly coming: () => boolean
  /** Users became ready meanwhile, wherever they stand in the export. */
  readonly more: () => void
  /** Gives back those that were claimed and not handed out. */
  readonly giveBack: () => void
}

const claimSize = 64

export type ClaimQueueOptions = {
  readonly targetId: number
  readonly scoped: boolean
  readonly held: ReadonlySet<string>
  readonly now: () => number
  readonly durable: Durable
  /** Claimed users can be had now, or there are none. */
  readonly onChange: () => void
  /** The document cannot be written. */
  readonly onTrouble: (error: unknown) => void
}

export function createClaimQueue(database: Database, options: ClaimQueueOptions): ClaimQueue {
  const { targetId, scoped, held, now, durable, onChange, onTrouble } = options
  const queue: ClaimedUser[] = []
  let claimed: readonly ClaimedUser[] = []
  let cursor = 0
  let coming = false
  /** Looking for the last user again and again would go through all of them each time. */
  let exhausted = false

  const claim = () => {
    coming = true
    try {
      const next = claimUsers(database, { targetId, scoped, held, limit: claimSize, after: cursor, now: now() })
      claimed = next.users
      cursor = next.last
      exhausted = claimed.length === 0
    } catch (error) {
      exhausted = true
      onTrouble(error)
    }
    // Nobody may leave before the claim would outlive a power cut.
    const arrive = () => {
      queue.push(...claimed)
      claimed = []
      coming = false
      onChange()
    }
    durable.sync().then(arrive, (error: unknown) => {
      onTrouble(error)
      arrive()
    })
  }

  return {
    next: () => {
      if (queue.length <= claimSize / 2 && !coming && !exhausted) claim()
      return queue.shift()
    },
    coming: () => coming,
    more: () => {
      cursor = 0
      exhausted = false
    },
    giveBack: () => {
      const left = [...queue.splice(0), ...claimed]
      claimed = []
      exhausted = true
      unclaimUsers(database, targetId, left, now())
    },
  }
}
