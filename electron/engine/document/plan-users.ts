import { ok, problem, type Result } from '../../../shared/result.ts'
import { draftUsersAgain } from './draft-again.ts'
import { bulkTransaction } from './bulk.ts'
import { countSinceEarlier } from './earlier-counts.ts'
import { judgeDuplicates } from './judge-duplicates.ts'
import { createJudgingIndexes, createLateIndexes } from './late-indexes.ts'
import { describeFailure, type Document } from './open-document.ts'
import { readPlanning } from './plan-row.ts'
import { oneNumber } from './rows.ts'
import { getSetting, setSetting } from './settings.ts'
import { sql, transaction } from './sqlite.ts'
import { findSharedEmails, noteSharedEmails } from './shared-emails.ts'
import { countProviders, hasScryptHashes } from './summaries.ts'
import { noteUsersChanged } from './users-version.ts'

export type PlanOptions = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void }

/**
 * Plans every user that was never sent to a live core, in the order in which they were read. Users come from reading with
 * drafts, which are made again only where a choice or a joined part says otherwise; then duplicates are judged.
 */
export async function planUsers(document: Document, options: PlanOptions): Promise<Result<null>> {
  const { database } = document
  try {
    setSetting(database, 'planned', false)
    await createJudgingIndexes(database)
    const planning = readPlanning(database)
    const total = oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
    let done = 0
    const steps = {
      signal: options.signal,
      onProgress: (users: number) => options.onProgress(Math.min((done += users), total), total),
    }
    // Reading knows nothing of an earlier migration.
    if (getSetting(database, 'outdated') === true || planning.earlier !== null) {
      // A decision taken meanwhile has set it again, and must not be forgotten.
      if (!(await draftUsersAgain(database, planning, steps)) || options.signal.aborted) return stopped
      setSetting(database, 'outdated', false)
    }
    findSharedEmails(database)
    if (!(await judgeDuplicates(database, planning, steps)) || options.signal.aborted) return stopped
    bulkTransaction(database, () => noteSharedEmails(database))
    await createLateIndexes(database)
    // What was decided in between has begun the planning anew.
    if (options.signal.aborted) return stopped
    transaction(database, () => {
      setSetting(database, 'source-providers', countProviders(database))
      setSetting(database, 'scrypt-hashes', hasScryptHashes(database))
      noteUsersChanged(database)
      countSinceEarlier(database)
      setSetting(database, 'planned', true)
    })
    return ok(null)
  } catch (error) {
    return describeFailure(error)
  }
}

const stopped = problem('planning-stopped', 'Planning was stopped and starts again when the migration is opened.')
