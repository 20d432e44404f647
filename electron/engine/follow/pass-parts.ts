import type { Result } from '../../../shared/result.ts'
import type { FollowSettings } from '../../../shared/follow/follow-settings.ts'
import { readPlanning, type DocumentPlanning } from '../document/plans/plan-row.ts'
import type { Provenance } from '../document/created-users.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import type { ReadDrafts } from '../import-pipeline/read-drafts.ts'
import type { AskCore } from '../post-run/ask-core.ts'
import type { Clock } from '../runner/clock.ts'
import type { RoundEnd } from '../runner/round.ts'
import type { BackgroundWork } from '../session/background-work.ts'
import type { PassContext } from './plan-user.ts'
import type { ListOptions } from './pass-source.ts'
import type { SignIn } from '../../../shared/follow/pass-changes.ts'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import type { Choices } from '../../../shared/planning/choices.ts'

/** The state of a pass. */
export type PassState = {
  readonly kind: 'fetching' | 'reading' | 'planning' | 'sending'
  /** Users fetched, or to be sent. */
  readonly users: number
}

export type PassParts = {
  readonly database: Database
  readonly target: Target
  readonly settings: FollowSettings
  readonly work: Pick<BackgroundWork, 'alone' | 'settled'>
  readonly provenance: Provenance
  readonly readDrafts: ReadDrafts
  readonly fetch: Pick<ListOptions, 'startFetch' | 'secrets'>
  readonly clock: Clock
  /** Sends these users and resolves when that ended, however. */
  readonly send: (users: number[]) => Promise<Result<RoundEnd | null>>
  /** Asks the core besides a run. */
  readonly ask: () => { readonly core: AskCore; readonly close: () => Promise<void> }
  readonly signal: AbortSignal
  readonly onState: (state: PassState) => void
}

export function contextOf({ database, target, settings, provenance, clock }: PassParts, passId: number): PassContext {
  const planning = planningOfPass(readPlanning(database), settings.signIn, target)
  return { database, target, passId, planning, provenance, now: clock.now }
}

/** The planning of a pass: the decisions of the migration, and those about changed users as the operator said them once. */
function planningOfPass(planning: DocumentPlanning, signIn: SignIn, target: Target): DocumentPlanning {
  return { ...planning, choices: choicesOfPass(planning.choices, signIn, target.dialect) }
}

/**
 * The decisions about changed users that hold for a pass. A core that cannot return a user's contact gets a new one
 * only while no user can sign in there.
 */
function choicesOfPass(choices: Choices, signIn: SignIn, dialect: Dialect): Choices {
  if (signIn === 'can') return { ...choices, changed: {} }
  return { ...choices, changed: { password: 'send', ...(dialect === 'documented' ? { contact: 'send' } : {}) } }
}
