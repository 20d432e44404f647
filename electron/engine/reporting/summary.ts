import * as z from 'zod'
import type { FamilyPasswordCheck } from '../../../shared/ipc/views/user-views.ts'
import { type Call, creatingKinds, sentTo, tenantOf, userStates } from '../../../shared/planning/call.ts'
import { headline } from '../../../shared/report/headline.ts'
import { runTable } from '../document/run-record.ts'
import { getSetting } from '../document/settings.ts'
import { type Database, oneRow, sql } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'
import { userCounts } from '../queries/counts.ts'
import { followView } from '../queries/follow-view.ts'
import { familyPasswordChecks } from '../queries/password-check-shares.ts'
import { addsUp } from '../queries/report-view.ts'
import type { ReportRow } from './report-row.ts'
import { passwordCheckTable } from '../document/password-checks.ts'
import { placeNames } from '../document/source-facts.ts'

const placeRow = z.object({ fileId: z.number(), file: z.string(), line: z.number(), byte: z.number() })

/** The numbers of the report; it counts users, the rows count calls. */
export function summary(database: Database) {
  const target = targetTable.current(database)
  const totals = userCounts.records(database)
  const counts = userCounts.states(database, target?.id ?? null)
  const times = runTable.times(database, target?.id ?? 0)
  return {
    headline: headline(counts, totals, target === undefined ? null : userCounts.undone(database, target.id)),
    totals,
    states: Object.fromEntries(userStates.map((state) => [state, counts[state]])),
    addsUp: addsUp(totals, counts),
    passwordChecks: familyPasswordChecks(database),
    matchedAccounts: matchedAccounts(database),
    besideExisting: target === undefined ? 0 : userCounts.besideExisting(database, target.id),
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

/** The changes that passes over the source found and sent; null: there was no pass. */
function passesAt(database: Database, targetId: number | null) {
  const { settings: _, ...view } = followView(database, targetId)
  return view.passes.length === 0 ? null : view
}

/** The result of the last look-up of migrated users at this core. */
function verificationAt(database: Database, targetId: number | null) {
  const verification = getSetting(database, 'verification')
  if (verification === undefined || verification.target !== targetId) return null
  const { looked, found, missing, unanswered, signIn, stopped } = verification
  return { at: iso(verification.at), looked, found, missing, unanswered, signIn, stopped }
}

/** The result of the last undo at this core. */
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

/** The users of one tenant of the core; one of several tenants is counted in each. `tenant` null: that of the address. */
export type TenantCount = {
  readonly tenant: string | null
  readonly users: number
  /** All their login methods are in this tenant. */
  readonly migrated: number
  readonly failed: number
  /** Sent without an answer, or not sent. */
  readonly open: number
}

type Outcome = 'migrated' | 'failed' | 'open'

/** Counts users by the tenants that their login methods go to, line by line. The lines of a user follow each other. */
export function tenantCounter(): {
  readonly take: (row: ReportRow) => void
  readonly counts: () => readonly TenantCount[]
} {
  const counts = new Map<string, Record<Outcome, number>>()
  let user: number | null = null
  const outcomes = new Map<string, Outcome>()
  const close = () => {
    for (const [tenant, outcome] of outcomes) {
      const count = counts.get(tenant) ?? { migrated: 0, failed: 0, open: 0 }
      count[outcome] += 1
      counts.set(tenant, count)
    }
    outcomes.clear()
  }
  return {
    take: (row) => {
      if (row.kind !== 'call' || !creatingKinds.some((kind) => kind === row.operation)) return
      if (row.user !== user) close()
      user = row.user
      const tenant = row.tenant ?? ofAddress
      outcomes.set(tenant, worse(outcomes.get(tenant), outcomeOf(row)))
    },
    counts: () => {
      close()
      return [...counts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([tenant, { migrated, failed, open }]) => ({
          tenant: tenant === ofAddress ? null : tenant,
          users: migrated + failed + open,
          migrated,
          failed,
          open,
        }))
    },
  }
}

function outcomeOf({ state }: ReportRow): Outcome {
  return state === 'done' ? 'migrated' : state === 'failed' ? 'failed' : 'open'
}

const order = ['migrated', 'open', 'failed'] as const satisfies readonly Outcome[]

function worse(one: Outcome | undefined, other: Outcome): Outcome {
  return one === undefined || order.indexOf(one) < order.indexOf(other) ? other : one
}

/** The name in reports for the tenant of the address where the core did not tell its name. */
const ofAddress = ''

/**
 * The tenant of the core that a call is sent to. A call for the whole app has all tenants of its user. `own`: the
 * name of the tenant of the address; null: it is not known.
 */
export function tenantText(call: Call, calls: readonly Call[], own: string | null): string | null {
  if (isOfTenant(call)) return tenantOf(call) ?? own
  return tenantTexts(calls, own)
}

/** All tenants of the core that calls are sent to, each once. */
export function tenantTexts(calls: readonly Call[], own: string | null): string | null {
  const names = new Set(calls.filter(isOfTenant).map((call) => tenantOf(call) ?? own ?? ofAddress))
  const text = [...names].filter((name) => name !== ofAddress).join(' ')
  return text === '' ? null : text
}

function isOfTenant(call: Call): boolean {
  return 'tenant' in sentTo(call, 'any')
}

/** The accounts that were tried, by their place in the export; the report's JSON names them. */
function matchedAccounts(database: Database) {
  const places = placeNames(database)
  return passwordCheckTable.list(database).map(({ user, family, variant, at, matched }) => {
    const place = oneRow(
      placeRow,
      sql(
        database,
        'SELECT file.id AS fileId, file.name AS file, line, byte FROM user JOIN file ON file.id = user.file_id WHERE user.id = ?',
      ),
      user,
    )
    const found =
      place === undefined
        ? { file: '', line: 0, place: '' }
        : { file: place.file, line: place.line, place: places(place.fileId, place) }
    return { ...found, family, variant, at: new Date(at).toISOString(), matched }
  })
}
