import type { PostRunState } from '../../../shared/ipc/views/post-run-views.ts'
import { speaks } from '../../../shared/core-api/dialects.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { AskOptions } from '../post-run/ask-core.ts'
import { countCreated, countUndo } from '../document/created-users.ts'
import { undoRun, type UndoOrder, type Undone } from '../post-run/undo-run.ts'
import { verifyUsers, type Verification, type VerifyOrder } from '../post-run/verify-users.ts'
import { describeFailure } from '../document/open-document.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import type { Clock } from '../runner/clock.ts'
import { canLookUp } from '../runner/round.ts'
import type { OpenConnection } from './run-control.ts'

export type PostRunSettings = {
  readonly database: Database
  readonly clock: Clock
  readonly random: () => number
  readonly connection: () => Result<{ readonly target: Target; readonly open: OpenConnection }>
  /** Something is to be shown anew; `states`: the states of users may be others. */
  readonly onChange: (states: boolean) => void
}

/** What can be done with the users of a core once they were sent: one thing at a time, never beside a run. */
export type PostRunControl = {
  readonly verify: (order: Omit<VerifyOrder, 'onProgress'>) => Result<Promise<Verification>>
  readonly undo: (order: Omit<UndoOrder, 'onProgress'>) => Result<Promise<Undone>>
  /** Finishes what is in flight, then ends. */
  readonly cancel: () => void
  readonly state: () => PostRunState
  readonly running: () => boolean
  /** Resolves when nothing is under way. */
  readonly ended: () => Promise<void>
}

const connections = 8
const showEveryMs = 250

export function createPostRun(settings: PostRunSettings): PostRunControl {
  const { database, clock, random } = settings
  let running: PostRunState['running'] = null
  let trouble: string | null = null
  let stopping = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let shownAt = 0

  const progress = (done: number) => {
    if (running === null) return
    running = { ...running, done }
    if (clock.ticks() - shownAt < showEveryMs) return
    shownAt = clock.ticks()
    settings.onChange(false)
  }

  const begin = <T>(
    kind: 'verify' | 'undo',
    count: (target: Target) => number,
    work: (target: Target, options: AskOptions) => Promise<T>,
  ): Result<Promise<T>> => {
    if (running !== null) return alreadyUnderWay
    const connection = settings.connection()
    if (!connection.ok) return connection
    const { target, open } = connection.value
    if (!speaks(target.dialect, 'find-user') || !speaks(target.dialect, 'remove-user')) return notSpoken
    const { send, close } = open(connections)
    stopping = new AbortController()
    trouble = null
    shownAt = clock.ticks()
    running = { kind, done: 0, total: count(target), stopping: false }
    const ended = async () => {
      await close()
      running = null
      settings.onChange(kind === 'undo')
    }
    const working = finishing(work(target, { send, clock, random, signal: stopping.signal }), ended)
    last = working.catch((error: unknown) => {
      trouble = describeFailure(error).error.message
    })
    settings.onChange(false)
    return ok(working)
  }

  return {
    verify: (order) =>
      begin(
        'verify',
        ({ id }) => Math.min(order.sample ?? Infinity, countCreated(database, id)),
        ({ id }, options) => verifyUsers(database, id, { ...order, onProgress: progress }, options),
      ),
    undo: (order) => {
      const connection = settings.connection()
      if (connection.ok && connection.value.target.dialect === 'supertokens' && !canLookUp(connection.value.target)) {
        return tooOld
      }
      return begin(
        'undo',
        ({ id }) => countUndo(database, id).removable,
        ({ id }, options) => undoRun(database, id, { ...order, onProgress: progress }, options),
      )
    },
    cancel: () => {
      if (running === null) return
      running = { ...running, stopping: true }
      stopping.abort()
      settings.onChange(false)
    },
    state: () => ({ running, trouble }),
    running: () => running !== null,
    ended: async () => {
      await last
    },
  }
}

async function finishing<T>(work: Promise<T>, ended: () => Promise<void>): Promise<T> {
  try {
    return await work
  } finally {
    await ended()
  }
}

const alreadyUnderWay = problem(
  'post-run-under-way',
  'Users are being looked up or removed already. Wait for the end, or stop it first.',
)

const notSpoken = problem(
  'not-spoken',
  'The documented interface can neither look users up nor remove them; only a supertokens core can.',
)

const tooOld = problem(
  'not-spoken',
  'This core is too old to be asked about a user (interface 4.0 is needed), so whom it would remove cannot be checked first. Nobody was removed.',
)
