import { confirmsRemoval } from '../../../shared/ipc/confirmation.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { countSigned } from '../document/created-users.ts'
import type { KnownAccount } from '../post-run/verify-users.ts'
import { reportDigest } from '../queries/report-view.ts'
import { importedLogin } from '../queries/post-run-view.ts'
import { countHashes } from '../document/removed-hashes.ts'
import { setSetting } from '../document/settings.ts'
import { currentTarget } from '../document/targets.ts'
import type { Session } from '../session/session.ts'
import type { Answers, OpenMigration } from './open-migration.ts'

type PostRunChannel =
  | 'post-run:state'
  | 'post-run:verify'
  | 'post-run:undo'
  | 'post-run:cancel'
  | 'hashes:remove'
  | 'report:sign-off'

/** What is done with the users of the core once they were sent. */
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
  const login = importedLogin(database, currentTarget(database)?.id ?? 0, userId)
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
  const target = currentTarget(database)
  if (target === undefined) return problem('no-core', 'Connect a core first.')
  const { removable, unconfirmed } = countSigned(database, target.id)
  // Removes no user: users without a record are looked up, to be confirmed one step later.
  if (removable === 0 && unconfirmed > 0) return ok(null)
  if (removable === 0) return problem('no-users-to-remove', 'This migration has not created any users in this core.')
  return confirmsRemoval(typed, removable, target.name)
    ? ok(null)
    : problem('not-confirmed', `Type ${removable}, the number of users to be removed, or ${target.name}.`)
}
