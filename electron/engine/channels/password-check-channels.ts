import { problem } from '../../../shared/result.ts'
import type { TryPassword } from '../password-check/try-password.ts'
import { checkUserPassword } from '../session/check-user-password.ts'
import type { Answers, OpenMigration } from './open-migration.ts'

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
