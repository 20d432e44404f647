import { severalTenants } from '../../../../shared/planning/judge-for-plan.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { draftUsersAgain, judgeBesideKeptOut, judgeDuplicates } from './judge-duplicates.ts'
import type { ConfirmedDedup } from './judge-while-reading.ts'
import { lateIndexing } from '../schema.ts'
import { outdatedPlans } from './outdated-plans.ts'
import type { Document } from '../open-document.ts'
import { describeFailure } from '../check-document.ts'
import { readPlanning, type DocumentPlanning } from './plan-row.ts'
import { getSetting, setSetting } from '../settings.ts'
import { bulkTransaction, type Database, transaction } from '../sqlite.ts'
import { planSummaries } from './summaries.ts'
import { countUnmappedFields } from '../source-facts.ts'
import { bumpUsersVersion } from '../facets.ts'
import { findSharedEmails, keepSharedEmails, noteSharedEmails, noteSharedIds } from './shared-values.ts'

type PlanOptions = {
  readonly signal: AbortSignal
  /** Null: duplicates are not known yet. */
  readonly judged: ConfirmedDedup | null
  readonly onProgress: (done: number, total: number) => void
}

/**
 * Plans every user that was never sent to a live core, in the order in which they were read. Users come from reading with
 * plans, which are made again only where a choice, a joined part or an earlier migration says otherwise; then duplicates are
 * judged, where reading has not done so.
 */
export async function planUsers(document: Document, options: PlanOptions): Promise<Result<null>> {
  const { database } = document
  try {
    setSetting(database, 'plans-current', false)
    // A user of an earlier migration is looked up by its ID.
    await (getSetting(database, 'baseline') === undefined ? lateIndexing.createForJudging : lateIndexing.create)(
      database,
    )
    let planning = readPlanning(database)
    // Reading knows nothing of an earlier migration.
    const again = getSetting(database, 'plans-stale') === true || planning.baseline !== null
    if (options.judged === null || again) {
      if (!(await judgeAll(database, planning, again, options))) return stopped
    } else {
      keepSharedEmails(database, options.judged.sharingEmail)
      if (
        !(await judgeBesideKeptOut(database, planning, {
          ...options,
          onRivals: () => undefined,
          onProgress: () => undefined,
        }))
      )
        return stopped
    }
    bulkTransaction(database, () => noteSharedEmails(database))
    await lateIndexing.create(database)
    // Reading assumes that the first tenant is the only one, so that exports with one tenant are planned once.
    if (severalTenantsChanged(database)) {
      planning = readPlanning(database)
      if (!(await judgeAll(database, planning, true, options))) return stopped
      bulkTransaction(database, () => noteSharedEmails(database))
    }
    bulkTransaction(database, () => noteSharedIds(database))
    // A decision made meanwhile restarts the planning.
    if (options.signal.aborted) return stopped
    transaction(database, () => {
      setSetting(database, 'source-providers', planSummaries.countNames(database, 'providers'))
      setSetting(database, 'source-tenants', planSummaries.countNames(database, 'tenants').slice(0, maxTenants))
      setSetting(database, 'scrypt-hashes', planSummaries.hasScryptHashes(database))
      setSetting(database, 'unmapped-fields', countUnmappedFields(database))
      bumpUsersVersion(database)
      planSummaries.countDelta(database)
      outdatedPlans.notePlanned(database, planning)
      setSetting(database, 'plans-current', true)
    })
    return ok(null)
  } catch (error) {
    return describeFailure(error)
  }
}

/** Drafts users where necessary, and judges users with a shared claim. Returns false when it was stopped. */
async function judgeAll(
  database: Database,
  planning: DocumentPlanning,
  again: boolean,
  { signal, onProgress }: PlanOptions,
): Promise<boolean> {
  const outdated = again ? outdatedPlans.findUsers(database, planning) : null
  // Without drafts, only users with a shared claim are judged.
  let total = outdated?.users ?? 0
  let done = 0
  const steps = { signal, onProgress: (users: number) => onProgress(Math.min((done += users), total), total) }
  if (outdated !== null) {
    outdatedPlans.forgetPlanned(database)
    // A decision taken meanwhile has set it again, and has to stay.
    if (!(await draftUsersAgain(database, planning, outdated, steps)) || signal.aborted) return false
    outdatedPlans.setFresh(database)
  }
  findSharedEmails(database)
  const onRivals = (rivals: number) => void (total += rivals)
  return (await judgeDuplicates(database, planning, { ...steps, onRivals })) && !signal.aborted
}

/** Notes whether the source has several tenants; users were planned with the opposite where that changed. */
function severalTenantsChanged(database: Database): boolean {
  const are = planSummaries.countNames(database, 'tenants').length > 1
  if (are === (getSetting(database, severalTenants) ?? false)) return false
  outdatedPlans.mark(database, [severalTenants])
  setSetting(database, severalTenants, are)
  return true
}

/** At most this many tenants are decided one by one; of more, one answer decides all. */
const maxTenants = 10_000

const stopped = problem('planning-stopped', 'Planning was stopped and starts again when the migration is opened.')
