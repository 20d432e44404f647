import { defaultStopRule } from '../../../shared/ipc/stop-rule.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { ok, problem } from '../../../shared/result.ts'
import { countFacets, countStates } from '../queries/counts.ts'
import { confirmationsFor } from '../queries/preview.ts'
import { userDetail } from '../queries/user-detail.ts'
import type { Database } from '../document/sqlite.ts'
import { setSetting } from '../document/settings.ts'
import { wasEverRun } from '../document/run-record.ts'
import { currentTarget, type Target } from '../document/targets.ts'
import { retryExecutor } from '../session/run-audit.ts'
import { type CorrectionUndo, correctUser, excludeUsers, undoCorrection } from '../session/change-users.ts'
import { busyWith, type Answers, type OpenMigration } from './open-migration.ts'

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
        const corrected = correctUser(database, currentTarget(database), id, correction)
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
        const undone = undoCorrection(database, undo)
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
        const excluded = await excludeUsers(database, currentTarget(database)?.id ?? 0, order, open.work)
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
        const missing = confirmationsFor(target, countStates(database, target.id), () => countFacets(database)).find(
          ({ key }) => !confirmations.includes(key),
        )
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
            ...giveUpOf(open.run.view()),
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
  }
}

/** A retry waits for an answer as long as the run before it. */
function giveUpOf({ giveUpAfterMinutes: minutes = null }: ProgressView): { readonly giveUpAfterMs?: number } {
  return minutes === null ? {} : { giveUpAfterMs: minutes * 60_000 }
}

/** A live core that no run was begun at: only a start that is confirmed may send to it. */
function unconfirmed(database: Database, target: Target): ReturnType<typeof problem> | null {
  if (target.kind === 'rehearsal' || wasEverRun(database, target.id)) return null
  return problem('not-confirmed', `Nothing was sent to ${target.name} yet. Start the migration on the Review screen.`)
}
