import { isDeepStrictEqual } from 'node:util'
import { confirmsRemoval } from '../../../shared/ipc/confirmation.ts'
import { defaultStopRule } from '../../../shared/ipc/run-limits.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { createdUsers } from '../document/created-users.ts'
import { countHashes } from '../document/removed-hashes.ts'
import { runTable } from '../document/run-record.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { type Target, targetTable } from '../document/targets.ts'
import type { TryPassword } from '../password-check/try-password.ts'
import type { KnownAccount } from '../post-run/verify-users.ts'
import { userCounts } from '../queries/counts.ts'
import { importedLogin } from '../queries/post-run-view.ts'
import { confirmationsFor } from '../queries/preview.ts'
import { reportDigest } from '../queries/report-view.ts'
import { userDetail } from '../queries/user-detail.ts'
import { type CorrectionUndo, excludeUsers, userChanges } from '../session/change-users.ts'
import { checkUserPassword } from '../session/check-user-password.ts'
import { giveUpAfter, retryExecutor } from '../session/run-audit.ts'
import type { Session } from '../session/session.ts'
import { type Answers, busyWith, type OpenMigration } from './open-migration.ts'

type RunChannel =
  | 'users:correct'
  | 'users:undo-correction'
  | 'users:exclude'
  | 'users:exclude-stop'
  | 'run:start'
  | 'run:retry'
  | 'run:resume'
  | 'run:pause'
  | 'run:speed'
  | 'run:give-up-after'
  | 'run:cancel'
  | 'run:try-now'
  | 'run:progress'
  | 'run:set-aside'

const noUndo = problem('nothing-to-undo', 'This correction cannot be undone any more. Correct the user again instead.')

/** Sending users, and correcting those that cannot be sent as they are. */
export function runChannels({ withSession, atRest, sending }: OpenMigration): Answers<RunChannel> {
  /** The last correction, until the next one. */
  let undo: (CorrectionUndo & { readonly database: Database }) | null = null
  return {
    'users:correct': ({ id, correction }) => {
      return withSession((open) => {
        const busy = busyWith(open.work.state().kind, 'Correct users')
        if (busy !== null) return busy
        const { database } = open.document
        const corrected = userChanges.correct(database, targetTable.current(database), id, correction)
        if (corrected.ok) undo = corrected.value && { ...corrected.value, database }
        open.run.tell({ kind: 'more' })
        open.touch()
        return corrected.ok ? userDetail(database, id) : corrected
      })
    },
    'users:undo-correction': ({ id }) => {
      return withSession((open) => {
        const busy = busyWith(open.work.state().kind, 'Correct users')
        if (busy !== null) return busy
        const { database } = open.document
        if (undo?.id !== id || undo.database !== database) return noUndo
        const undone = userChanges.undoCorrection(database, undo)
        if (undone.ok) undo = null
        open.touch()
        return undone.ok ? userDetail(database, id) : undone
      })
    },
    'users:exclude': (order) => {
      return atRest('excluding users', async (open) => {
        const busy = busyWith(open.work.state().kind, 'Exclude users')
        if (busy !== null) return busy
        const { database } = open.document
        const excluded = await excludeUsers(database, targetTable.current(database)?.id ?? 0, order, open.work)
        open.touch()
        return excluded
      })
    },
    'users:exclude-stop': () => {
      return withSession((open) => {
        open.work.stopExcluding()
        if (open.work.state().kind !== 'idle') return ok({})
        setSetting(open.document.database, 'exclusion', null)
        open.touch()
        return ok({})
      })
    },
    'run:start': ({
      scope,
      concurrency,
      maxRate = null,
      stopRule = defaultStopRule,
      giveUpAfterMinutes: minutes = null,
      executor = 'single',
      confirmations,
    }) => {
      return sending((open, { target, open: connect }) => {
        const { database } = open.document
        const missing = confirmationsFor(target, userCounts.states(database, target.id), () =>
          userCounts.facets(database),
        ).find(({ key }) => !confirmations.includes(key))
        if (missing !== undefined) return problem('not-confirmed', `Confirm first: ${missing.text}`)
        return open.run.start(target, connect, {
          scope,
          concurrency,
          maxRate,
          stopRule,
          ...(minutes === null ? {} : { giveUpAfterMs: minutes * 60_000 }),
          executor,
          retry: false,
        })
      })
    },
    'run:retry': ({ scope, executor }) => {
      return sending(
        (open, { target, open: connect }) =>
          unconfirmed(open.document.database, target) ??
          open.run.start(target, connect, {
            scope,
            ...open.run.speed(),
            stopRule: open.run.view().stopRule,
            // As long as the run before it.
            ...giveUpAfter(open.run.view().giveUpAfterMinutes),
            executor: executor ?? retryExecutor(open.document.database),
            retry: true,
          }),
      )
    },
    'run:resume': () =>
      sending(
        (open, { target, open: connect }) =>
          unconfirmed(open.document.database, target) ?? open.run.resume(target, connect),
      ),
    'run:speed': (speed) => {
      return withSession((open) => ok(open.run.tell({ kind: 'speed', speed })))
    },
    'run:give-up-after': ({ minutes }) =>
      withSession((open) =>
        ok(open.run.tell({ kind: 'give-up', afterMs: minutes === null ? null : minutes * 60_000 })),
      ),
    'run:pause': () => withSession((open) => ok(open.run.tell({ kind: 'pause' }))),
    'run:cancel': () => withSession((open) => ok(open.run.tell({ kind: 'cancel' }))),
    'run:try-now': () => withSession((open) => ok(open.run.tell({ kind: 'try-now' }))),
    'run:progress': () => withSession((open) => ok(open.run.view())),
    'run:set-aside': ({ search }) => withSession((open) => ok({ causes: open.run.setAside(search) })),
  }
}

/** A live core that no run was begun at: only a start that is confirmed may send to it. */
function unconfirmed(database: Database, target: Target): ReturnType<typeof problem> | null {
  if (target.kind === 'rehearsal' || runTable.wasEverRun(database, target.id)) return null
  return problem('not-confirmed', `Nothing was sent to ${target.name} yet. Start the migration on the Review screen.`)
}

type PostRunChannel =
  | 'post-run:state'
  | 'post-run:verify'
  | 'post-run:undo'
  | 'post-run:cancel'
  | 'hashes:remove'
  | 'report:sign-off'

/** Actions on the users of the core once they were sent. */
export function postRunChannels({ withSession, atRest }: OpenMigration): Answers<PostRunChannel> {
  return {
    'post-run:state': () => withSession((open) => ok(open.postRun.state())),
    'post-run:verify': ({ sample, account }) => {
      return atRest('looking users up', (open) => {
        const known = account === null ? ok(null) : knownAccount(open, account)
        if (!known.ok) return known
        const begun = open.postRun.verify({ sample, account: known.value })
        return begun.ok ? underWay(open, begun.value) : begun
      })
    },
    'post-run:undo': ({ confirm, withLinked, unconfirmed }) => {
      return atRest('removing users', (open) => {
        const held = open.postRun.state().unconfirmed
        const confirmed = unconfirmed ? isNumber(confirm, held) : isConfirmed(open, confirm)
        if (!confirmed.ok) return confirmed
        const begun = open.postRun.undo({ withLinked, unconfirmed: unconfirmed ? held : undefined })
        return begun.ok ? underWay(open, begun.value) : begun
      })
    },
    'hashes:remove': ({ confirm }) => {
      return atRest('removing the hashes', async (open) => {
        if (confirm !== countHashes(open.document.database)) return miscounted
        const removed = await open.removeHashes()
        return removed.ok ? ok(open.view()) : removed
      })
    },
    'report:sign-off': ({ sign, ...printed }) => {
      return withSession((open) => {
        const { database } = open.document
        const before = getSetting(database, 'sign-off')
        const isUnchanged = isDeepStrictEqual({ ...before, ...printed }, before)
        // Storing what is signed keeps its signature.
        if (!sign && isUnchanged) return ok(open.view())
        const signed = sign
          ? { signedAt: Date.now(), digest: reportDigest(database) }
          : { signedAt: null, digest: null }
        setSetting(database, 'sign-off', { ...printed, ...signed })
        open.touch()
        return ok(open.view())
      })
    },
    'post-run:cancel': () =>
      withSession((open) => {
        open.postRun.cancel()
        return ok(open.postRun.state())
      }),
  }
}

const miscounted = problem('not-confirmed', 'The numbers have changed. Review them, then confirm again.')

/** How it ends is in the document, and why it broke off in the state. */
function underWay(open: Session, working: Promise<unknown>): Result<unknown> {
  working.catch(() => undefined)
  return ok(open.postRun.state())
}

function knownAccount(
  open: Session,
  { userId, password }: { readonly userId: number; readonly password: string },
): Result<KnownAccount> {
  const { database } = open.document
  const login = importedLogin(database, targetTable.current(database)?.id ?? 0, userId)
  return login === null
    ? problem('not-imported', 'No password of this account is in the core, so it cannot sign in. Choose another one.')
    : ok({ ...login, password })
}

/** The name of the core is not enough here: the number stands over the list of users that was looked at. */
function isNumber(typed: string, users: number): Result<null> {
  return users > 0 && confirmsRemoval(typed, users, String(users))
    ? ok(null)
    : problem('not-confirmed', `Type ${users}, the number of users without a record on this machine.`)
}

function isConfirmed(open: Session, typed: string): Result<null> {
  const { database } = open.document
  const target = targetTable.current(database)
  if (target === undefined) return problem('no-core', 'Connect a core first.')
  const { removable, unconfirmed } = createdUsers.countSigned(database, target.id)
  // Removes no user: users without a record are looked up, to be confirmed one step later.
  if (removable === 0 && unconfirmed > 0) return ok(null)
  if (removable === 0) return problem('no-users-to-remove', 'This migration has not created any users in this core.')
  return confirmsRemoval(typed, removable, target.name)
    ? ok(null)
    : problem('not-confirmed', `Type ${removable}, the number of users to be removed, or ${target.name}.`)
}

/** Proving one known account before the run. One password at a time: each may keep a processor busy for seconds. */
export function passwordCheckChannels(
  { session, withSession }: OpenMigration,
  tryPassword: TryPassword,
): Answers<'users:check-password'> {
  let busy = false
  return {
    'users:check-password': ({ id, password }) => {
      return withSession(async (open) => {
        if (open.work.state().kind !== 'idle')
          return problem('busy', 'The export is still being read. Check a password when that is done.')
        if (busy) return problem('proof-under-way', 'Another password is being checked. Wait for the result.')
        busy = true
        try {
          const outcome = await checkUserPassword(open.document.database, id, password, {
            signerKey: open.signerKey(),
            tryPassword,
            now: Date.now,
            isOpen: () => session() === open,
          })
          if (outcome.ok && outcome.value.outcome !== 'not-checked') open.touch()
          return outcome
        } finally {
          busy = false
        }
      })
    },
  }
}
