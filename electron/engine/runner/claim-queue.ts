import { ownStatus } from '../document/stored-calls.ts'
import { type Database, run, transaction } from '../document/sqlite.ts'
import { claimUsers } from './claim-users.ts'
import type { ClaimedUser } from './claimed-user.ts'
import type { Clock } from './clock.ts'
import type { WalSync } from './journal.ts'
import type { LookUpRule } from './existing-users.ts'

/** Hands out users one by one, claiming a few at a time, ahead of need. */
type ClaimQueue = {
  /** Undefined: no user is left, or the next ones are not durably claimed yet (`coming`). */
  readonly next: () => ClaimedUser | undefined
  /** Users that are claimed and not handed out. */
  readonly size: () => number
  readonly awaitingFsync: () => boolean
  /** Users became ready meanwhile, wherever they stand in the export. */
  readonly more: () => void
  /** Releases claimed users that were not handed out. */
  readonly releaseUnused: () => void
}

const claimSize = 64
/** Users claimed ahead of need, so that no slot waits for the disk; more where the disk is slower than the core. */
const ahead = { min: 2 * claimSize, max: 4 * claimSize }

type ClaimQueueOptions = {
  readonly targetId: number
  readonly scoped: boolean
  readonly held: ReadonlySet<string>
  readonly lookUps: LookUpRule
  readonly now: () => number
  readonly setTimer: Clock['setTimer']
  readonly walSync: WalSync
  /** Claimed users are available now, or no user is left. */
  readonly onChange: () => void
  /** The document cannot be written. */
  readonly onError: (error: unknown) => void
}

export function createClaimQueue(database: Database, options: ClaimQueueOptions): ClaimQueue {
  const { targetId, scoped, held, lookUps, now, setTimer, walSync, onChange, onError } = options
  const queue: ClaimedUser[] = []
  /** Committed, but not yet synced to the disk. */
  let awaitingFsync: readonly ClaimedUser[] = []
  let pendingClaims = 0
  let wanted = ahead.min
  /** A user was requested while claims were still waiting for fsync. */
  let starved = false
  let cursor = 0
  /** Once exhausted, do not rescan. */
  let exhausted = false
  let cancelTimer: (() => void) | null = null

  const claim = (): readonly ClaimedUser[] => {
    try {
      const next = claimUsers(database, {
        targetId,
        scoped,
        held,
        lookUps,
        limit: claimSize,
        after: cursor,
        now: now(),
      })
      cursor = next.last
      exhausted = next.users.length === 0
      return next.users
    } catch (error) {
      exhausted = true
      onError(error)
      return []
    }
  }

  const arrive = (claimed: readonly ClaimedUser[]) => {
    pendingClaims -= 1
    if (starved) wanted = Math.min(ahead.max, wanted + claimSize)
    else if (queue.length > ahead.min) wanted = Math.max(ahead.min, wanted - claimSize)
    starved = false
    awaitingFsync = awaitingFsync.filter((user) => !claimed.includes(user))
    queue.push(...claimed)
    onChange()
  }

  const isShort = () => !exhausted && queue.length + awaitingFsync.length <= wanted - claimSize

  const claimAhead = () => {
    cancelTimer?.()
    cancelTimer = null
    while (isShort()) {
      const claimed = claim()
      pendingClaims += 1
      awaitingFsync = [...awaitingFsync, ...claimed]
      walSync.sync().then(
        () => arrive(claimed),
        (error: unknown) => {
          onError(error)
          arrive(claimed)
        },
      )
    }
  }

  return {
    next: () => {
      starved ||= queue.length === 0 && awaitingFsync.length > 0
      // Not between the requests of a burst: the core would wait for the claim.
      if (queue.length === 0) claimAhead()
      else if (isShort()) cancelTimer ??= setTimer(0, claimAhead)
      return queue.shift()
    },
    size: () => queue.length + awaitingFsync.length,
    awaitingFsync: () => pendingClaims > 0,
    more: () => {
      cursor = 0
      exhausted = false
    },
    releaseUnused: () => {
      exhausted = true
      cancelTimer?.()
      const left = [...queue.splice(0), ...awaitingFsync]
      awaitingFsync = []
      unclaimUsers(database, targetId, left, now())
    },
  }
}

/** Releases users that were claimed but never sent, as if they had not been claimed. */
export function unclaimUsers(database: Database, targetId: number, users: readonly ClaimedUser[], now: number): void {
  if (users.length === 0) return
  transaction(database, () => {
    for (const user of users) {
      if (user.fresh) forget(database, targetId, user.id)
      else releaseClaim(database, targetId, user, now)
    }
  })
}

function forget(database: Database, targetId: number, userId: number): void {
  for (const table of ['call', 'progress'])
    run(database, `DELETE FROM ${table} WHERE target_id = ? AND user_id = ?`, targetId, userId)
}

function releaseClaim(database: Database, targetId: number, user: ClaimedUser, now: number): void {
  const open = user.calls.find((call) => call.state !== 'done')
  if (open !== undefined) {
    run(
      database,
      "UPDATE call SET state = 'todo', status = coalesce(?, status) WHERE target_id = ? AND user_id = ? AND key = ?",
      open.sentBefore ? null : ownStatus.notApplied,
      targetId,
      user.id,
      open.key,
    )
  }
  run(
    database,
    "UPDATE progress SET state = 'ready', changed_at = ? WHERE target_id = ? AND user_id = ?",
    now,
    targetId,
    user.id,
  )
}
