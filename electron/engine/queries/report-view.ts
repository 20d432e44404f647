import { createHash } from 'node:crypto'
import * as z from 'zod'
import { thinSamples } from '../../../shared/chart/sample.ts'
import type { ReportView, StateCounts, TargetView, Totals } from '../../../shared/ipc/views.ts'
import type { Comparison } from '../../../shared/ipc/requests/report-requests.ts'
import { type CallKind, userStates } from '../../../shared/planning/call.ts'
import { headline } from '../../../shared/report/headline.ts'
import { fileTable } from '../document/files.ts'
import { runSamples, runTable } from '../document/run-record.ts'
import { getSetting } from '../document/settings.ts'
import { allRows, type Database, oneRow, sql } from '../document/sqlite.ts'
import { ownStatus } from '../document/stored-calls.ts'
import { type Target, targetTable } from '../document/targets.ts'
import { userCounts } from './counts.ts'
import { countOpenChanges } from './follow-view.ts'
import { openCauses } from './open-causes.ts'
import { familyPasswordChecks } from './password-check-shares.ts'
import { profileCounts } from './profile-groups.ts'
import { profilePartNames, profileTitle } from '../../../shared/users/user.ts'

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
  const target = targetTable.current(database)
  const counts = userCounts.states(database, target?.id ?? null)
  const totals = userCounts.records(database)
  const undone = target === undefined ? null : userCounts.undone(database, target.id)
  const times = runTable.times(database, target?.id ?? 0)
  const digest = reportDigest(database, { totals, counts })
  return {
    totals,
    counts,
    target: target === undefined ? null : targetView(target, true, true),
    startedAt: times?.started ?? null,
    finishedAt: times?.ended ?? null,
    sentence: headline(counts, totals, undone),
    undone,
    undoneAt: undone === null ? null : (getSetting(database, 'rollback')?.at ?? null),
    addsUp: addsUp(totals, counts),
    causes: [...openCauses(database, target?.id ?? null, counts)],
    notes: reportNotes(database, target),
    startedBy: getSetting(database, 'run-audit')?.find((note) => note.target === target?.id)?.user ?? null,
    withoutPassword: userCounts.withoutPassword(database, target?.id ?? null),
    held: countOpenChanges(database, target?.id ?? 0),
    history: [...thinSamples(runSamples.read(database, target?.id ?? null), 200)],
    passwordChecks: [...familyPasswordChecks(database)],
    runs: runTable.list(database, target?.id ?? 0).length,
    sendingMs: runTable.measures(database, target?.id ?? null).sendingMs,
    signOff: signOffView(database, () => digest),
    digest,
    rehearsal: target?.kind === 'live' ? compareWithRehearsal(database, target.id) : null,
  }
}

const missingRow = z.object({ kind: z.string(), users: z.number() })

/** Notes about migrated users, with the number of users of each. */
export function reportNotes(
  database: Database,
  target: Target | undefined,
  profile = profileCounts(database, target),
): ReportView['notes'] {
  return [...missingParts(database, target?.id ?? null), ...profileNotes(profile), ...unfinishedExclusion(database)]
}

/** An exclusion or inclusion of selected users that the end of the app interrupted, or that is under way. */
function unfinishedExclusion(database: Database): ReportView['notes'] {
  const { excluded, done, total } = getSetting(database, 'exclusion') ?? { excluded: true, done: 0, total: 0 }
  const title = `Selected to be ${excluded ? 'excluded' : 'included again'}, but not reached when that was interrupted`
  return total > done ? [{ title, users: total - done }] : []
}

/** Parts that were left out because nothing could be sent for them, e.g. the core did not name the user it created. */
function missingParts(database: Database, targetId: number | null): ReportView['notes'] {
  const count = `SELECT kind, count(DISTINCT user_id) AS users FROM call WHERE target_id = ? AND status = ? GROUP BY kind`
  const missing = allRows(missingRow, sql(database, count), targetId ?? 0, ownStatus.noOp)
  return partTitles.flatMap(([kind, title]) =>
    missing.filter((row) => row.kind === kind).map(({ users }) => ({ title, users })),
  )
}

/** `records = users + joined + unmatched + unreadable + other`, and the states sum up to the users. */
export function addsUp(totals: Totals, counts: StateCounts): boolean {
  const users = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const { joined, unmatched, unreadable, other } = totals
  return users === totals.users && totals.records === users + joined + unmatched + unreadable + other
}

export function targetView(target: Target, connected: boolean, confirmed: boolean): TargetView {
  return {
    kind: target.kind,
    baseUrl: target.base_url,
    name: target.name,
    dialect: target.dialect,
    cdiVersion: target.cdi_version,
    checkMessage: target.check_message,
    connected,
    confirmed,
  }
}

const runRow = z.object({ started_at: z.number(), ended_at: z.number().nullable(), calls: z.number() })

type Counted = { readonly totals: Totals; readonly counts: StateCounts }

function countAll(database: Database): Counted {
  return {
    totals: userCounts.records(database),
    counts: userCounts.states(database, targetTable.current(database)?.id ?? null),
  }
}

/** SHA-256 over the content of the report: files with their digests, the core, the runs, every number. Same report, same digest. `counted`: counts that are known already. */
export function reportDigest(database: Database, counted: Counted = countAll(database)): string {
  const target = targetTable.current(database)
  const figures = {
    files: fileTable.list(database).map(({ name, size, digest, records }) => ({ name, size, digest, records })),
    core: target === undefined ? null : { kind: target.kind, address: target.base_url },
    runs: allRows(
      runRow,
      sql(database, 'SELECT started_at, ended_at, calls FROM run WHERE target_id = ? ORDER BY id'),
      target?.id ?? 0,
    ),
    totals: counted.totals,
    counts: counted.counts,
  }
  return createHash('sha256').update(JSON.stringify(figures)).digest('hex')
}

/** The sign-off as printed on the report, and whether the signed figures still hold. */
export function signOffView(
  database: Database,
  digestNow: () => string = () => reportDigest(database),
): ReportView['signOff'] {
  const stored = getSetting(database, 'sign-off')
  if (stored === undefined) return { project: '', operator: '', note: '', signedAt: null, changedSince: false }
  const { project, operator, note, signedAt, digest } = stored
  return { project, operator, note, signedAt, changedSince: signedAt !== null && digest !== digestNow() }
}

const rehearsalRow = z.object({ id: z.number() })
const pairRow = z.object({ rehearsal: z.enum(userStates), live: z.enum(userStates), users: z.number() })
const userRow = z.object({
  id: z.number(),
  label: z.string().nullable(),
  rehearsal: z.enum(userStates),
  live: z.enum(userStates),
})

const maxUsers = 50

/** Users who were sent to both; a plan excludes the same users for both cores. */
const both = `progress AS live JOIN progress AS rehearsal ON rehearsal.target_id = ?1 AND rehearsal.user_id = live.user_id
  WHERE live.target_id = ?2 AND live.state NOT IN ('ready', 'sending') AND rehearsal.state NOT IN ('ready', 'sending')`

/** The results of the live runs beside the rehearsal of the same users; null without a rehearsal or a live run. */
export function compareWithRehearsal(database: Database, live: number): Comparison | null {
  const rehearsal = oneRow(
    rehearsalRow,
    sql(
      database,
      `SELECT id FROM target WHERE kind = 'rehearsal' AND EXISTS (SELECT 1 FROM progress WHERE target_id = target.id)
       ORDER BY id DESC LIMIT 1`,
    ),
  )
  if (rehearsal === undefined) return null
  const pairs = allRows(
    pairRow,
    sql(
      database,
      `SELECT rehearsal.state AS rehearsal, live.state AS live, count(*) AS users FROM ${both} GROUP BY 1, 2`,
    ),
    rehearsal.id,
    live,
  )
  if (pairs.length === 0) return null
  const sum = (of: typeof pairs) => of.reduce((all, { users }) => all + users, 0)
  const users = allRows(
    userRow,
    sql(
      database,
      `SELECT user.id, coalesce(user.email, user.phone, user.source_id) AS label, pair.rehearsal, pair.live
       FROM (SELECT live.user_id AS user_id, rehearsal.state AS rehearsal, live.state AS live FROM ${both}
         AND live.state <> rehearsal.state LIMIT ${maxUsers}) AS pair JOIN user ON user.id = pair.user_id`,
    ),
    rehearsal.id,
    live,
  )
  return {
    counts: userCounts.states(database, rehearsal.id),
    same: sum(pairs.filter((pair) => pair.rehearsal === pair.live)),
    different: sum(pairs.filter((pair) => pair.rehearsal !== pair.live)),
    users: users.map(({ label, ...rest }) => ({ ...rest, label: label ?? `User ${rest.id}` })),
  }
}

type Note = { readonly title: string; readonly users: number }

/** The counts as notes of the report. */
function profileNotes(counts: ReturnType<typeof profileCounts>): readonly Note[] {
  return profilePartNames.flatMap((part) => {
    const { carriedOver = 0, leftBehind = 0 } = counts[part] ?? {}
    const notes = [
      { title: `${profileTitle(part)} carried over`, users: carriedOver },
      { title: `${profileTitle(part)} left behind`, users: leftBehind },
    ]
    return notes.filter(({ users }) => users > 0)
  })
}
