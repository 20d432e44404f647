import type { StopReason } from '../../../shared/report/stop-reason.ts'
import { setSetting } from '../document/settings.ts'
import { type Database, transaction } from '../document/sqlite.ts'
import { createAskCore, type AskCore, type AskOptions } from './ask-core.ts'
import { countUsers } from './count-users.ts'
import { type PostRunFinding, postRunTable } from '../document/post-run-findings.ts'
import { type CreatedUserRow, createdUsers } from '../document/created-users.ts'

export type Verification = {
  readonly target: number
  /** Unix epoch, milliseconds. */
  readonly at: number
  /** Users that were looked up. */
  readonly looked: number
  readonly found: number
  /** The core no longer knows them. */
  readonly missing: number
  /** No answer came for these. */
  readonly unanswered: number
  /** Whether the known account could sign in with its password; null: it was not tried. */
  readonly signIn: SignInOutcome | null
  readonly stopped: StopReason | null
}

type SignInOutcome = 'works' | 'refused' | 'unanswered'

/** An account whose password the operator knows. The password goes to the core and is kept nowhere. */
export type KnownAccount = { readonly email: string; readonly tenant?: string; readonly password: string }

export type VerifyOrder = {
  /** How many users are looked up, each with all of its login methods, spread over the whole export; null: all. */
  readonly sample: number | null
  readonly account: KnownAccount | null
  /** Called with the number of users that were looked up so far. */
  readonly onProgress?: (looked: number) => void
}

/**
 * Looks up by its id every user that this migration created, or an even sample of them, signs in with a known account,
 * and records the results in the document for the report.
 */
export async function verifyUsers(
  database: Database,
  targetId: number,
  order: VerifyOrder,
  options: AskOptions,
): Promise<Verification> {
  const core = createAskCore(options)
  const dealt = countUsers(order.onProgress)
  postRunTable.forget(database, targetId, 'verify')
  const signIn = order.account === null ? null : await trySignIn(core, order.account)
  for (const page of chosenPages(database, targetId, order.sample)) {
    const results: PostRunFinding[] = []
    dealt.begin(page)
    await core.each(page, async (made) => {
      const looked = await lookUp(core, made)
      if (looked === null) return
      results.push({ ...made, ...looked, at: options.clock.now() })
      dealt.end(made)
    })
    transaction(database, () => {
      for (const result of results) postRunTable.record(database, targetId, 'verify', result)
    })
    if (core.stopped() !== null) break
  }
  const count = postRunTable.verifiedUsers(database, targetId)
  const looked = count.found + count.missing + count.unanswered
  const at = options.clock.now()
  const verification: Verification = { target: targetId, at, looked, ...count, signIn, stopped: core.stopped() }
  setSetting(database, 'verification', verification)
  return verification
}

type Looked = { readonly outcome: 'found' | 'missing' | 'unanswered'; readonly message: string }

/** Null: it was stopped before there was an answer. */
async function lookUp(core: AskCore, { coreUserId }: CreatedUserRow): Promise<Looked | null> {
  const { step } = await core.ask('find-user', { userId: coreUserId })
  if (step.kind === 'interrupted') return null
  if (step.kind === 'success') return { outcome: 'found', message: '' }
  if (step.kind === 'failed' && step.status === 'UNKNOWN_USER_ID_ERROR')
    return { outcome: 'missing', message: 'The core has no user with this ID.' }
  return { outcome: 'unanswered', message: step.kind === 'failed' ? step.message : 'No answer.' }
}

async function trySignIn(core: AskCore, account: KnownAccount): Promise<SignInOutcome> {
  const { step } = await core.ask('sign-in', account)
  if (step.kind === 'success') return 'works'
  return step.kind === 'failed' && step.status !== null ? 'refused' : 'unanswered'
}

/** As many users as a sample has, spread over the whole export, with all of their login methods. */
function* chosenPages(
  database: Database,
  targetId: number,
  sample: number | null,
): Generator<readonly CreatedUserRow[]> {
  const total = createdUsers.count(database, targetId)
  const wanted = Math.min(sample ?? total, total)
  let place = 0
  let user: number | null = null
  const isChosen = ({ userId }: CreatedUserRow): boolean => {
    if (user !== null && userId !== user) place += 1
    user = userId
    return Math.floor(((place + 1) * wanted) / total) > Math.floor((place * wanted) / total)
  }
  for (const page of createdUsers.pages(database, targetId)) yield page.filter(isChosen)
}
