import * as z from 'zod'
import type { FamilyPasswordCheck } from '../../../shared/ipc/views/password-check-views.ts'
import { followView } from '../queries/follow-view.ts'
import { headline } from '../../../shared/report/headline.ts'
import { userStates } from '../../../shared/planning/call.ts'
import { countBesideExisting, countRecords, countStates, undoneUsers } from '../queries/counts.ts'
import { familyPasswordChecks, matchedAccounts } from '../queries/password-check-shares.ts'
import { addsUp } from '../queries/report-view.ts'
import { getSetting } from '../document/settings.ts'
import { type Database, oneRow, sql } from '../document/sqlite.ts'
import { sentSomething } from '../document/run-record.ts'
import { currentTarget } from '../document/targets.ts'

const timesRow = z.object({ started: z.number().nullable(), ended: z.number().nullable() })

/** The numbers of the report; it counts users, the rows count calls. */
export function summary(database: Database) {
  const target = currentTarget(database)
  const totals = countRecords(database)
  const counts = countStates(database, target?.id ?? null)
  const times = oneRow(
    timesRow,
    sql(
      database,
      `SELECT min(started_at) AS started, max(ended_at) AS ended FROM run WHERE target_id = ? AND ${sentSomething}`,
    ),
    target?.id ?? 0,
  )
  return {
    headline: headline(counts, totals, target === undefined ? null : undoneUsers(database, target.id)),
    totals,
    states: Object.fromEntries(userStates.map((state) => [state, counts[state]])),
    addsUp: addsUp(totals, counts),
    passwordChecks: familyPasswordChecks(database),
    matchedAccounts: matchedAccounts(database),
    besideExisting: target === undefined ? 0 : countBesideExisting(database, target.id),
    planDelta: sinceEarlierText(database),
    passes: passesAt(database, target?.id ?? null),
    verification: verificationAt(database, target?.id ?? null),
    undone: undoneAt(database, target?.id ?? null),
    hashesRemovedAt: iso(getSetting(database, 'hashes-removed') ?? null),
    core: target === undefined ? null : { kind: target.kind, address: target.base_url, dialect: target.dialect },
    startedAt: iso(times?.started ?? null),
    finishedAt: iso(times?.ended ?? null),
  }
}

/** Counts of users against the migration that this one follows; null: it follows none. */
function sinceEarlierText(database: Database) {
  const [baseline, counts] = [getSetting(database, 'baseline'), getSetting(database, 'delta-counts')]
  return baseline === undefined ? null : { migration: baseline.name, core: baseline.core, ...counts }
}

/** What passes over the source found and did; null: none was made. */
function passesAt(database: Database, targetId: number | null) {
  const { settings: _, ...view } = followView(database, targetId)
  return view.passes.length === 0 ? null : view
}

/** What the last look-up of migrated users found at this core. */
function verificationAt(database: Database, targetId: number | null) {
  const verification = getSetting(database, 'verification')
  if (verification === undefined || verification.target !== targetId) return null
  const { looked, found, missing, unanswered, signIn, stopped } = verification
  return { at: iso(verification.at), looked, found, missing, unanswered, signIn, stopped }
}

/** What the last undo took back from this core. */
function undoneAt(database: Database, targetId: number | null) {
  const undone = getSetting(database, 'rollback')
  if (undone === undefined || undone.target !== targetId) return null
  const { target: _, ...counts } = undone
  return { ...counts, at: iso(undone.at) }
}

/** Known accounts by family, as `password matched bcrypt` and, where there are any, `password mismatched bcrypt`. */
export function passwordCheckCounts(families: readonly FamilyPasswordCheck[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    families.flatMap(({ family, matched, mismatched }) => [
      [`password matched ${family}`, matched],
      ...(mismatched > 0 ? [[`password mismatched ${family}`, mismatched]] : []),
    ]),
  )
}

export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
