import { requests } from '../../../shared/ipc/contract.ts'
import { ok } from '../../../shared/result.ts'
import { noFaults } from '../rehearsal/faults/faults.ts'
import { rehearsalFaults, rehearsalPage } from '../session/rehearsal-requests.ts'
import type { Answers, OpenMigration } from './open-migration.ts'

type CoreChannel =
  | 'document:state'
  | 'core:connect'
  | 'core:confirm'
  | 'rehearsal:start'
  | 'rehearsal:users'
  | 'rehearsal:sign-in'
  | 'rehearsal:faults'

/** The core that users go to: a live one, or the rehearsal's. */
export function coreChannels({ session, here, withRehearsal }: OpenMigration): Answers<CoreChannel> {
  return {
    'document:state': () => ok(session()?.view() ?? null),
    'core:connect': (input) => {
      const connect = requests['core:connect'].input.parse(input)
      return here(async (open) => ok(await open.connect(connect)))
    },
    'core:confirm': (input) => {
      const { baseUrl } = requests['core:confirm'].input.parse(input)
      return here((open) => open.confirmCore(baseUrl))
    },
    'rehearsal:start': (input) => {
      const { dialect, afresh } = requests['rehearsal:start'].input.parse(input)
      return here((open) => open.rehearse(dialect, afresh))
    },
    'rehearsal:users': (input) => {
      const { after, search } = requests['rehearsal:users'].input.parse(input)
      return withRehearsal(async (core) => ok(await rehearsalPage(core, after, search)))
    },
    'rehearsal:sign-in': (input) => {
      const { email, password } = requests['rehearsal:sign-in'].input.parse(input)
      return withRehearsal(async (core) => {
        const signedIn = (await core.signIn(email, password)).kind === 'ok'
        return ok({
          signedIn,
          message: signedIn ? 'Signed in with this password.' : 'Wrong email or password.',
        })
      })
    },
    'rehearsal:faults': (input) => {
      const { fault } = requests['rehearsal:faults'].input.parse(input)
      return withRehearsal(async (core) => {
        await core.setFaults(fault === null ? noFaults : rehearsalFaults(fault))
        return ok({})
      })
    },
  }
}
