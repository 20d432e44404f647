import type { Database } from '../document/sqlite.ts'
import { claimUsers } from './claim-users.ts'
import type { ClaimedUser } from './claimed-user.ts'
import type { Clock } from './clock.ts'
import { unclaimUsers } from './unclaim-users.ts'
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
/** Claimed ahead of need, so that nobody waits for the disk; more where the disk is slower than the core. */
const ahead = { least: 2 * claimSize, most: 4 * claimSize }

export type ClaimQueueOptions = {
  readonly targetId: number
  readonly scoped: boolean
  readonly held: ReadonlySet<string>
  readonly now: () => number
  readonly later: Clock['later']
  readonly durable: Durable
  /** Claimed users can be had now, or there are none. */
  readonly onChange: () => void
  /** The document cannot be written. */
  readonly onTrouble: (error: unknown) => void
}

export function createClaimQueue(database: Database, options: ClaimQueueOptions): ClaimQueue {
  const { targetId, scoped, held, now, later, durable, onChange, onTrouble } = options
  const queue: ClaimedUser[] = []
  /** Committed, but not yet sure to outlive a power cut. */
  let coming: readonly ClaimedUser[] = []
  let waiting = 0
  let wanted = ahead.least
  /** Somebody was wanted and only the disk kept them. */
  let lacking = false
  let cursor = 0
  /** Looking for the last user again and again would go through all of them each time. */
  let exhausted = false
  let takeBack: (() => void) | null = null

  const claim = (): readonly ClaimedUser[] => {
    try {
      const next = claimUsers(database, { targetId, scoped, held, limit: claimSize, after: cursor, now: now() })
      cursor = next.last
      exhausted = next.users.length === 0
      return next.users
    } catch (error) {
      exhausted = true
      onTrouble(error)
      return []
    }
  }

  const arrive = (claimed: readonly ClaimedUser[]) => {
    waiting -= 1
    if (lacking) wanted = Math.min(ahead.most, wanted + claimSize)
    else if (queue.length > ahead.least) wanted = Math.max(ahead.least, wanted - claimSize)
    lacking = false
    coming = coming.filter((user) => !claimed.includes(user))
    queue.push(...claimed)
    onChange()
  }

  const isShort = () => !exhausted && queue.length + coming.length <= wanted - claimSize

  const claimAhead = () => {
    takeBack?.()
    takeBack = null
    while (isShort()) {
      const claimed = claim()
      waiting += 1
      coming = [...coming, ...claimed]
      durable.sync().then(
        () => arrive(claimed),
        (error: unknown) => {
          onTrouble(error)
          arrive(claimed)
        },
      )
    }
  }

  return {
    next: () => {
      lacking ||= queue.length === 0 && coming.length > 0
      // Not between the requests of a burst: the core would wait for the claim.
      if (queue.length === 0) claimAhead()
      else if (isShort()) takeBack ??= later(0, claimAhead)
      return queue.shift()
    },
    coming: () => waiting > 0,
    more: () => {
      cursor = 0
      exhausted = false
    },
    giveBack: () => {
      exhausted = true
      takeBack?.()
      const left = [...queue.splice(0), ...coming]
      coming = []
      unclaimUsers(database, targetId, left, now())
    },
  }
}
