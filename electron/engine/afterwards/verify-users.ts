import type { StopReason } from '../running/call-result.ts'
import { setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { createAskCore, type AskOptions } from './ask-core.ts'
import { madeUsers, type MadeUserRow } from './made-users.ts'

export type Verification = {
  readonly target: number
  /** Unix epoch, milliseconds. */
  readonly at: number
  /** Users that were looked up. */
  readonly looked: number
  readonly found: number
  /** The core no longer knows them. */
  readonly missing: number
  /** Not answered: nothing is said about these. */
  readonly unanswered: number
  readonly stopped: StopReason | null
}

/**
 * Looks up by its id every user that this migration made, or an even sample of them, and keeps what was found in the
 * document for the report.
 */
export async function verifyUsers(
  database: Database,
  targetId: number,
  sample: number | null,
  options: AskOptions,
): Promise<Verification> {
  const core = createAskCore(options)
  const count = { looked: 0, found: 0, missing: 0, unanswered: 0 }
  for (const page of chosenPages(database, targetId, sample)) {
    await core.each(page, async ({ coreUserId }) => {
      const { step } = await core.ask('find-user', { userId: coreUserId })
      if (step.kind === 'interrupted') return
      count.looked += 1
      if (step.kind === 'success') count.found += 1
      else if (step.kind === 'failed' && step.status === 'UNKNOWN_USER_ID_ERROR') count.missing += 1
      else count.unanswered += 1
    })
    if (core.stopped() !== null) break
  }
  const verification: Verification = { target: targetId, at: options.clock.now(), ...count, stopped: core.stopped() }
  setSetting(database, 'verification', verification)
  return verification
}

/** Every n-th user, so that a sample is spread over the whole export. */
function* chosenPages(database: Database, targetId: number, sample: number | null): Generator<readonly MadeUserRow[]> {
  let total = 0
  for (const page of madeUsers(database, targetId)) total += page.length
  const every = sample === null ? 1 : Math.max(1, Math.floor(total / sample))
  let place = 0
  for (const page of madeUsers(database, targetId)) yield page.filter(() => place++ % every === 0)
}
