import { requests } from '../../../shared/bridge/contract.ts'
import { problem } from '../../../shared/result.ts'
import type { TryPassword } from '../proving/try-password.ts'
import { proveUser } from '../session/prove-user.ts'
import type { Answers, OpenMigration } from './open-migration.ts'

/** Proving one known account before the run. One password at a time: each may keep a processor busy for seconds. */
export function proofChannels({ session, here }: OpenMigration, tryPassword: TryPassword): Answers<'users:prove'> {
  let busy = false
  return {
    'users:prove': (input) => {
      const { id, password } = requests['users:prove'].input.parse(input)
      return here(async (open) => {
        if (open.work.state().kind !== 'idle')
          return problem('still-working', 'The export is still being read. Prove an account when that is done.')
        if (busy) return problem('proof-under-way', 'Another password is being tried. Wait for its outcome.')
        busy = true
        try {
          const outcome = await proveUser(open.document.database, id, password, {
            signerKey: open.signerKey(),
            tryPassword,
            now: Date.now,
            isOpen: () => session() === open,
          })
          if (outcome.ok && outcome.value.outcome !== 'cannot') open.touch()
          return outcome
        } finally {
          busy = false
        }
      })
    },
  }
}
