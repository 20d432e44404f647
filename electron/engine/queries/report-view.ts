import * as z from 'zod'
import type { ReportView, StateCounts, Totals } from '../../../shared/ipc/views.ts'
import { thinSamples } from '../../../shared/chart/sample.ts'
import type { CallKind } from '../../../shared/planning/call.ts'
import { headline } from '../../../shared/report/headline.ts'
import { noOp } from '../document/call-status.ts'
import { allRows, oneNumber, oneRow } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { currentTarget, type Target } from '../document/targets.ts'
import { readRunMeasures, sentSomething } from '../document/run-record.ts'
import { countWithoutPassword } from './without-password.ts'
import { readSamples } from '../document/run-samples.ts'
import { countRecords, countStates } from './counts.ts'
import { openCauses } from './open-causes.ts'
import { familyPasswordChecks } from './password-check-shares.ts'
import { profileCounts, profileNotes } from './profile-notes.ts'
import { compareWithRehearsal } from './compare-rehearsal.ts'
import { reportDigest, signOffView } from './sign-off.ts'
import { undoneUsers } from './undone.ts'
import { targetView } from './target-view.ts'

const timesRow = z.object({ started: z.number().nullable(), ended: z.number().nullable() })

/** Parts of migrated users that can be left out, by the kind of their call. */
const partTitles: readonly (readonly [kind: CallKind, title: string])[] = [
  ['update', 'Second contact not attached'],
  ['verify-email', 'Email not marked verified'],
  ['map-id', 'Old ID not kept'],
  ['link', 'Login method not linked'],
  ['metadata', 'Metadata not added'],
  ['role', 'Role not given'],
  ['totp', 'TOTP secret not imported'],
]

/** The report on screen: totals that add up, what failed and why. */
export function reportView(database: Database): ReportView {
  const target = currentTarget(database)
  const counts = countStates(database, target?.id ?? null)
  const totals = countRecords(database)
  const undone = target === undefined ? null : undoneUsers(database, target.id)
  const times = oneRow(
    timesRow,
    sql(
      database,
      `SELECT min(started_at) AS started, max(ended_at) AS ended FROM run WHERE target_id = ? AND ${sentSomething}`,
    ),
    target?.id ?? 0,
  )
  const digest = reportDigest(database, { totals, counts })
  return {
    totals,
    counts,
    target: target === undefined ? null : targetView(target, true, true),
    startedAt: times?.started ?? null,
    finishedAt: times?.ended ?? null,
    sentence: headline(counts, totals, undone),
    undone,
    addsUp: addsUp(totals, counts),
    causes: [...openCauses(database, target?.id ?? null, counts)],
    notes: reportNotes(database, target),
    startedBy: getSetting(database, 'run-audit')?.find((note) => note.target === target?.id)?.user ?? null,
    withoutPassword: countWithoutPassword(database),
    history: [...thinSamples(readSamples(database, target?.id ?? null), 200)],
    passwordChecks: [...familyPasswordChecks(database)],
    runs: runsOf(database, target?.id ?? 0),
    sendingMs: readRunMeasures(database, target?.id ?? null).sendingMs,
    signOff: signOffView(database, () => digest),
    digest,
    rehearsal: target?.kind === 'live' ? compareWithRehearsal(database, target.id) : null,
  }
}

const missingRow = z.object({ kind: z.string(), users: z.number() })

/** What is of note about migrated users, with how many there are. */
export function reportNotes(
  database: Database,
  target: Target | undefined,
  profile = profileCounts(database, target),
): ReportView['notes'] {
  return [...missingParts(database, target?.id ?? null), ...profileNotes(profile), ...unfinishedExclusion(database)]
}

/** Users were selected to be excluded, or included again, and the app ended before all of them were, or is still at it. */
function unfinishedExclusion(database: Database): ReportView['notes'] {
  const { excluded, done, total } = getSetting(database, 'exclusion') ?? { excluded: true, done: 0, total: 0 }
  const title = `Selected to be ${excluded ? 'excluded' : 'included again'}, but not reached when that was interrupted`
  return total > done ? [{ title, users: total - done }] : []
}

/** Parts that were left out because nothing could be sent for them, e.g. the core did not name the user it created. */
function missingParts(database: Database, targetId: number | null): ReportView['notes'] {
  const count = `SELECT kind, count(DISTINCT user_id) AS users FROM call WHERE target_id = ? AND status = ? GROUP BY kind`
  const missing = allRows(missingRow, sql(database, count), targetId ?? 0, noOp)
  return partTitles.flatMap(([kind, title]) =>
    missing.filter((row) => row.kind === kind).map(({ users }) => ({ title, users })),
  )
}

function runsOf(database: Database, targetId: number): number {
  return oneNumber(sql(database, `SELECT count(*) AS n FROM run WHERE target_id = ? AND ${sentSomething}`), targetId)
}

/** `records = users + joined + unmatched + unreadable + other`, and the states sum up to the users. */
export function addsUp(totals: Totals, counts: StateCounts): boolean {
  const users = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const { joined, unmatched, unreadable, other } = totals
  return users === totals.users && totals.records === users + joined + unmatched + unreadable + other
}
