import * as z from 'zod'
import type { ReportView, StateCounts, Totals } from '../../../shared/ipc/views.ts'
import { thinSamples } from '../../../shared/chart/sample.ts'
import { headline } from '../../../shared/report/headline.ts'
import { oneRow } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import { sql, type Database } from '../document/sqlite.ts'
import { currentTarget } from '../document/targets.ts'
import { sentSomething } from '../document/run-record.ts'
import { countWithoutPassword } from './without-password.ts'
import { readSamples } from '../document/run-samples.ts'
import { countRecords, countStates } from './counts.ts'
import { failureGroups } from './failures.ts'
import { familyPasswordChecks } from './password-check-shares.ts'
import { targetView } from './target-view.ts'

const timesRow = z.object({ started: z.number().nullable(), ended: z.number().nullable() })
const notAttachedRow = z.object({ n: z.number() })

/** The report on screen: totals that add up, what failed and why. */
export function reportView(database: Database): ReportView {
  const target = currentTarget(database)
  const counts = countStates(database, target?.id ?? null)
  const totals = countRecords(database)
  const times = oneRow(
    timesRow,
    sql(
      database,
      `SELECT min(started_at) AS started, max(ended_at) AS ended FROM run WHERE target_id = ? AND ${sentSomething}`,
    ),
    target?.id ?? 0,
  )
  const notAttached =
    oneRow(
      notAttachedRow,
      sql(database, "SELECT count(*) AS n FROM call WHERE target_id = ? AND status = 'not-sent'"),
      target?.id ?? 0,
    )?.n ?? 0
  return {
    totals,
    counts,
    target: target === undefined ? null : targetView(target, true, true),
    startedAt: times?.started ?? null,
    finishedAt: times?.ended ?? null,
    sentence: headline(counts, totals),
    addsUp: addsUp(totals, counts),
    failures: [...failureGroups(database, target?.id ?? null)],
    notes:
      notAttached === 0
        ? []
        : [{ title: 'Second contact not attached: the core did not name the user it created', users: notAttached }],
    startedBy: getSetting(database, 'run-audit')?.find((note) => note.target === target?.id)?.user ?? null,
    withoutPassword: countWithoutPassword(database),
    history: [...thinSamples(readSamples(database, target?.id ?? null), 200)],
    passwordChecks: [...familyPasswordChecks(database)],
  }
}

/** `records = users + joined + unmatched + unreadable + other`, and the states sum up to the users. */
export function addsUp(totals: Totals, counts: StateCounts): boolean {
  const users = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const { joined, unmatched, unreadable, other } = totals
  return users === totals.users && totals.records === users + joined + unmatched + unreadable + other
}
