import { supportsOperation } from '../../../shared/core-api/dialects.ts'
import type { PostRunState } from '../../../shared/ipc/requests/report-requests.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { createdUsers, type Provenance } from '../document/created-users.ts'
import type { Document } from '../document/open-document.ts'
import { describeFailure } from '../document/check-document.ts'
import { acquireExclusively, type FreeSpace, releaseExclusive, removeHashes } from '../document/removed-hashes.ts'
import type { Database } from '../document/sqlite.ts'
import { type Target, targetTable } from '../document/targets.ts'
import type { AskOptions } from '../post-run/ask-core.ts'
import { type UndoResult, undoRun } from '../post-run/undo-run.ts'
import { type Verification, type VerifyOrder, verifyUsers } from '../post-run/verify-users.ts'
import { hashesRequiredReason } from '../queries/counts.ts'
import type { Clock } from '../runner/clock.ts'
import { canLookUp } from '../runner/existing-users.ts'
import type { BackgroundWork } from './background-work.ts'
import type { OpenConnection } from './run-round.ts'

type PostRunSettings = {
  readonly database: Database
  readonly clock: Clock
  readonly random: () => number
  readonly connection: () => Result<{ readonly target: Target; readonly open: OpenConnection }>
  /** Counts the users of a core anew. */
  readonly countUsers: (target: Target, signal: AbortSignal) => Promise<void>
  readonly provenance: (target: Target) => Provenance
  /** The view has changed; `states`: so may have the states of users. */
  readonly onChange: (states: boolean) => void
}

/** Actions on the users of a core once they were sent: one at a time, never beside a run. */
export type PostRunControl = {
  readonly verify: (order: Omit<VerifyOrder, 'onProgress'>) => Result<Promise<Verification>>
  /**
   * `unconfirmed`: removes the users of which this machine has no record, as many as `state` counted at the last
   * look-up and the operator confirmed. Without it, the others are removed and these looked up.
   */
  readonly undo: (order: {
    readonly withLinked: boolean
    readonly unconfirmed?: number | undefined
  }) => Result<Promise<UndoResult>>
  /** Finishes what is in flight, then ends. */
  readonly cancel: () => void
  readonly state: () => PostRunState
  readonly running: () => boolean
  /** Resolves when nothing is under way. */
  readonly ended: () => Promise<void>
}

/** Login methods without a record, as found by one undo, and the users that they are of. */
type Held = {
  readonly target: number
  readonly logins: Set<string>
  readonly users: Set<number>
  readonly undone: UndoResult | undefined
}

const connections = 8
const showEveryMs = 250

export function createPostRun(settings: PostRunSettings): PostRunControl {
  const { database, clock, random } = settings
  let running: PostRunState['running'] = null
  let failure: string | null = null
  let stopping = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let shownAt = clock.ticks()
  /** Found at this target in this session; results that a document claims are not trusted. */
  let held: Held | null = null

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
    if (!supportsOperation(target.dialect, 'find-user') || !supportsOperation(target.dialect, 'remove-user'))
      return notSpoken
    const { send, close } = open(connections)
    stopping = new AbortController()
    failure = null
    shownAt = clock.ticks()
    running = { kind, done: 0, total: count(target), stopping: false }
    const ended = async () => {
      await close()
      running = null
      settings.onChange(kind === 'undo')
    }
    const working = finishing(work(target, { send, clock, random, signal: stopping.signal }), ended)
    last = working.catch((error: unknown) => {
      failure = describeFailure(error).error.message
    })
    settings.onChange(false)
    return ok(working)
  }

  const heldHere = (): Held | null => (held !== null && targetTable.current(database)?.id === held.target ? held : null)

  return {
    verify: (order) =>
      begin(
        'verify',
        ({ id }) => Math.min(order.sample ?? Infinity, createdUsers.count(database, id)),
        ({ id }, options) => verifyUsers(database, id, { ...order, onProgress: progress }, options),
      ),
    undo: ({ withLinked, unconfirmed }) => {
      const connection = settings.connection()
      if (connection.ok && connection.value.target.dialect === 'supertokens' && !canLookUp(connection.value.target)) {
        return tooOld
      }
      const known = heldHere()?.users.size ?? 0
      if (unconfirmed !== undefined && (known === 0 || known !== unconfirmed)) return lookAgain
      const confirmed = unconfirmed === undefined ? undefined : heldHere()?.logins
      return begin(
        'undo',
        (target) => {
          if (confirmed !== undefined) return known
          const counted = createdUsers.countSigned(database, target.id)
          return counted.removable + counted.unconfirmed
        },
        (target, options) => {
          const [logins, users] = [new Set<string>(), new Set<number>()]
          const before = confirmed === undefined ? undefined : held?.undone
          held = { target: target.id, logins, users, undone: undefined }
          const onHeld = (login: string, user: number) => {
            logins.add(login)
            users.add(user)
          }
          const undoParts = { provenance: settings.provenance(target), onHeld }
          const order = { withLinked, confirmed, before, ...undoParts, onProgress: progress }
          return undoRun(database, target.id, order, options).then(async (undone) => {
            if (undone.stopped === null) await settings.countUsers(target, stopping.signal)
            held = { target: target.id, logins, users, undone }
            return undone
          })
        },
      )
    },
    cancel: () => {
      if (running === null) return
      running = { ...running, stopping: true }
      stopping.abort()
      settings.onChange(false)
    },
    state: () => ({ running, failure, unconfirmed: running === null ? (heldHere()?.users.size ?? 0) : 0 }),
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
  'Users are already being looked up or removed. Wait until that is done, or stop it first.',
)

const lookAgain = problem(
  'not-confirmed',
  'These users were not looked up recently, or their number has changed. Look them up again, then confirm.',
)

const notSpoken = problem(
  'not-spoken',
  'The documented interface can neither look users up nor remove them; only a supertokens core can.',
)

const tooOld = problem(
  'not-spoken',
  'This core is too old to look up users (interface 4.0 or later), so users cannot be checked before they are removed. No users were removed.',
)

const underRemoval = problem(
  'hashes-removing',
  'The hashes are being removed from this migration. Wait until that is done, then try again.',
)

type HashRemovalOptions = {
  readonly clock: Clock
  /** The work that has to end first; null: none. */
  readonly inTheWay: () => ReturnType<typeof problem> | null
  readonly touch: () => void
  readonly work: Pick<BackgroundWork, 'alone'>
  readonly freeSpace?: FreeSpace | undefined
}

/** Empties a finished migration of hashes; nothing can be sent or planned afterwards. */
export function createHashRemoval(document: Document, options: HashRemovalOptions): () => Promise<Result<null>> {
  const { database } = document
  let removing = false

  const hashesStay = () => {
    const stay = hashesRequiredReason(database)
    return stay === null ? options.inTheWay() : problem('hashes-required', stay)
  }

  return async () => {
    if (removing) return underRemoval
    const stay = hashesStay()
    if (stay !== null) return stay
    removing = true
    try {
      // Nothing else begins meanwhile.
      return await options.work.alone('removing', async ({ signal, onProgress }) => {
        const alone = await acquireExclusively(document)
        if (!alone.ok) return alone
        const { clock, freeSpace } = options
        const required = hashesRequiredReason(database)
        const removed =
          required === null
            ? await removeHashes(document, { now: clock.now(), signal, onProgress, freeSpace })
            : problem('hashes-required', required)
        releaseExclusive(database)
        return removed
      })
    } catch (error) {
      return describeFailure(error)
    } finally {
      removing = false
      options.touch()
    }
  }
}
