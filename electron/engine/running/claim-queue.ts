import type { Database } from '../document/sqlite.ts'
import { claimUsers, unclaimUsers, type ClaimedUser } from './claims.ts'

/** Hands out users one by one, claiming a few at a time. */
export type ClaimQueue = {
  /** Undefined: nobody is left. Throws when the document cannot be written. */
  readonly next: () => ClaimedUser | undefined
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
}

export function createClaimQueue(database: Database, options: ClaimQueueOptions): ClaimQueue {
  const { targetId, scoped, held, now } = options
  let queue: ClaimedUser[] = []
  let cursor = 0
  /** Looking for the last user again and again would go through all of them each time. */
  let exhausted = false

  return {
    next: () => {
      if (queue.length === 0 && !exhausted) {
        const claimed = claimUsers(database, { targetId, scoped, held, limit: claimSize, after: cursor, now: now() })
        queue = [...claimed.users]
        cursor = claimed.last
        exhausted = queue.length === 0
      }
      return queue.shift()
    },
    more: () => {
      cursor = 0
      exhausted = false
    },
    giveBack: () => {
      const left = queue
      queue = []
      unclaimUsers(database, targetId, left, now())
    },
  }
}
