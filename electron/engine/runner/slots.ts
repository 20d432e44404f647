import type { AsideTry } from '../../../shared/ipc/views.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { WaitingPlace } from './call-result.ts'

/**
 * Slots of the concurrency limit. A user holds one while it is worked on, and gives it back while it waits for its next
 * try, or is set aside until the other users are through.
 */
type Slots = {
  readonly take: (user: number) => Slot
  readonly inUse: () => number
  /** Users set aside whose result is still open. */
  readonly setAside: () => number
  /** The same users by the cause of their last failure. */
  readonly asideCauses: () => AsideCauses
  /** No user has or waits for a slot. */
  readonly areIdle: () => boolean
  /** Gives a free slot to the user that waits longest for one after a rest; false: none does. */
  readonly resume: () => boolean
  /** Gives a free slot to the user that was set aside first; false: none is. */
  readonly resumeAside: () => boolean
  /** More users are set aside than may be kept in memory. */
  readonly areOverfull: () => boolean
  /** Ends every wait. */
  readonly close: () => void
}

/** Users set aside with their tries, by the cause of their last failure. */
export type AsideCauses = ReadonlyMap<string, ReadonlyMap<number, AsideTry>>

/** A wait before the next try of a user. */
export type SlotWait = {
  readonly place: WaitingPlace
  /** In place or resting, in milliseconds. */
  readonly ms: number
  /** The longest time aside, in milliseconds. */
  readonly maxAsideMs: number
  /** The cause of the failure before it, as failed users are grouped by it. */
  readonly cause: string
  readonly attempt: AsideTry
}

/** The slot of one user. */
export type Slot = {
  /** Resolves true when the user has its slot and may go on, false when the run ends. */
  readonly wait: (wait: SlotWait) => Promise<boolean>
  readonly isAside: () => boolean
  /** The longest rest of a user set aside, in milliseconds. */
  readonly maxRestMs: () => number
  /** The user is through. */
  readonly end: () => void
}

/** Users kept in memory with what they have sent so far; the first of them are tried again before the end. */
const maxAside = 1000

type Waiter = { readonly go: (may: boolean) => void }

/** `onChange`: a slot became free, or a user wants one. */
export function createSlots(
  dispatcher: Pick<Dispatcher, 'wait'>,
  { onChange, maxRestMs }: { readonly onChange: () => void; readonly maxRestMs: () => number },
): Slots {
  let inUse = 0
  let users = 0
  let setAside = 0
  const causes = new Map<string, Map<number, AsideTry>>()
  let closed = false
  const rested: Waiter[] = []
  const aside = new Set<Waiter>()

  const give = (waiter: Waiter | undefined): boolean => {
    if (waiter === undefined) return false
    aside.delete(waiter)
    inUse += 1
    waiter.go(true)
    return true
  }

  const leave = (user: number, cause: string | null): void => {
    const users = cause === null ? undefined : causes.get(cause)
    users?.delete(user)
    if (cause !== null && users?.size === 0) causes.delete(cause)
  }

  const take = (user: number): Slot => {
    inUse += 1
    users += 1
    let isAside = false
    let asideFor: string | null = null
    let holds = true

    const waitIn = async (begin: (waiter: Waiter) => void): Promise<boolean> => {
      if (closed) return false
      inUse -= 1
      holds = false
      const may = await new Promise<boolean>((go) => {
        begin({ go })
        onChange()
      })
      holds = may
      return may
    }
    const claimSlot = (waiter: Waiter) => {
      if (closed) return waiter.go(false)
      rested.push(waiter)
      onChange()
    }

    return {
      wait: ({ place, ms, maxAsideMs, cause, attempt }) => {
        if (isAside || place === 'aside') {
          if (asideFor !== cause) leave(user, asideFor)
          causes.set(cause, (causes.get(cause) ?? new Map<number, AsideTry>()).set(user, attempt))
          asideFor = cause
        }
        if (place === 'in-place') return dispatcher.wait(ms)
        if (place === 'resting') return waitIn((waiter) => void dispatcher.wait(ms).then(() => claimSlot(waiter)))
        if (!isAside) setAside += 1
        isAside = true
        return waitIn((waiter) => {
          aside.add(waiter)
          if (maxAsideMs === Infinity) return
          void dispatcher.wait(maxAsideMs).then(() => aside.delete(waiter) && claimSlot(waiter))
        })
      },
      isAside: () => isAside,
      maxRestMs,
      end: () => {
        if (holds) inUse -= 1
        if (isAside) {
          setAside -= 1
          leave(user, asideFor)
        }
        users -= 1
      },
    }
  }

  return {
    take,
    inUse: () => inUse,
    setAside: () => setAside,
    asideCauses: () => causes,
    areIdle: () => users === 0,
    resume: () => give(rested.shift()),
    resumeAside: () => {
      const [first] = aside
      return give(first)
    },
    areOverfull: () => aside.size > maxAside,
    close: () => {
      closed = true
      for (const { go } of [...rested.splice(0), ...aside]) go(false)
      aside.clear()
    },
  }
}
