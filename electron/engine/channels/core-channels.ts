import type { Input } from '../../../shared/ipc/contract.ts'
import { ok } from '../../../shared/result.ts'
import { noFaults } from '../rehearsal/faults/faults.ts'
import { rehearsalFaults, rehearsalPage } from '../session/rehearsal-host.ts'
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
export function coreChannels({ session, withSession, withRehearsal }: OpenMigration): Answers<CoreChannel> {
  const faultOf = new WeakMap<object, Input<'rehearsal:faults'>['fault']>()
  return {
    'document:state': () => ok(session()?.view() ?? null),
    'core:connect': (connect) => {
      return withSession(async (open) => ok(await open.connect(connect)))
    },
    'core:confirm': ({ baseUrl }) => {
      return withSession((open) => open.confirmCore(baseUrl))
    },
    'rehearsal:start': ({ dialect, afresh }) => {
      return withSession((open) => open.rehearse(dialect, afresh))
    },
    'rehearsal:users': ({ after, search }) => {
      return withRehearsal(async (core) => ok(await rehearsalPage(core, after, search)))
    },
    'rehearsal:sign-in': ({ email, password }) => {
      return withRehearsal(async (core) => {
        const signedIn = (await core.signIn(email, password)).kind === 'ok'
        return ok({
          signedIn,
          message: signedIn ? 'Signed in with this password.' : 'Wrong email or password.',
        })
      })
    },
    'rehearsal:faults': ({ fault }) => {
      return withRehearsal(async (core) => {
        if (fault !== undefined) {
          await core.setFaults(fault === null ? noFaults : rehearsalFaults(fault))
          faultOf.set(core, fault)
        }
        return ok({ fault: faultOf.get(core) ?? null })
      })
    },
  }
}
