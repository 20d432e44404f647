import * as z from 'zod'
import { placeText } from '../../../../shared/places.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import type { Place } from '../../../../shared/planning/duplicates.ts'
import type { Plan } from '../../../../shared/planning/plan.ts'
import { writeCalls } from '../../../../shared/planning/call-key.ts'
import type { User } from '../../../../shared/users/user.ts'
import { emailOf, type UserClaims } from '../../import-pipeline/compute-claims.ts'
import { facetColumns, planColumns, type Settled } from '../../import-pipeline/plan-columns.ts'
import { facetId, summaryOf, withTexts } from '../facets.ts'
import { readPlaces } from '../source-facts.ts'
import { allRows, type Database, oneRow, run, sql } from '../sqlite.ts'
import { callKey, forgetRefusal, readStoredCalls, wasSentLive } from '../stored-calls.ts'

/** Snapshot of the stored plan, so re-planning writes only differences. */
export const storedPlan = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  password_claim: z.number(),
  /** As JSON. */
  calls: z.string(),
  /** 1: some rows are in that table. */
  claims: z.number(),
  findings: z.number(),
})
export type StoredPlan = z.infer<typeof storedPlan>

/** Its columns, of `user` with its texts. */
export const storedColumns = `user.email, user.phone, user.password_claim, t.calls,
  EXISTS (SELECT 1 FROM identifier WHERE identifier.user_id = user.id) AS claims,
  EXISTS (SELECT 1 FROM user_finding WHERE user_finding.user_id = user.id) AS findings`

const nothing: StoredPlan = { email: null, phone: null, password_claim: 0, calls: '', claims: 0, findings: 0 }

export function readStoredPlan(database: Database, userId: number): StoredPlan {
  return (
    oneRow(storedPlan, sql(database, `SELECT ${storedColumns} FROM user ${withTexts} WHERE user.id = ?`), userId) ??
    nothing
  )
}

const separator = '\u001f'

/** Columns of a facet that tell plans apart. The others repeat findings. */
const planFacets = facetColumns.indexOf('summary')

/**
 * A stored plan with its findings as one text, which is read many times faster than its values; `user`, `facet` and `t` are joined. Findings about
 * users that share an email are left out: they are noted anew each time.
 */
export const storedPlanText = `${[
  'user.email',
  'user.phone',
  summaryOf,
  't.calls',
  ...facetColumns.slice(0, planFacets).map((column) => `facet.${column}`),
]
  .map((column) => `coalesce(${column}, '')`)
  .join(' || char(31) || ')}
  || coalesce((SELECT group_concat(char(31) || code || blocks || quote(group_key) || quote(detail), '')
    FROM (SELECT code, blocks, group_key, detail FROM finding
      WHERE finding.user_id = user.id AND code <> 'same-email-elsewhere' ORDER BY code, group_key)), '')`

/** The text that the document would have of a plan. Of plans that differ it differs, too. */
export function planText(user: User, plan: Plan): string {
  const { email, phone, summary, facet } = planColumns(user, plan)
  const first = summary ?? facet[planFacets] ?? ''
  const own = [email ?? '', phone ?? '', first, writeCalls(plan.calls)]
  const text = [...own, ...facet.slice(0, planFacets)].join(separator)
  if (plan.findings.length === 0) return text
  const findings = plan.findings.length === 1 ? plan.findings : plan.findings.toSorted(byCode)
  return findings.reduce(
    (all, { code, group, blocks, detail }) =>
      `${all}${separator}${code}${blocks ? 1 : 0}${quoted(group)}${quoted(detail)}`,
    text,
  )
}

/** The claims of a user in the table of identifiers, as one text. */
export const storedClaimsText = `coalesce((SELECT group_concat(is_owner || quote(key), '')
  FROM (SELECT key, is_owner FROM identifier WHERE identifier.user_id = user.id ORDER BY key)), '')`

export function claimsText({ claims }: UserClaims): string {
  const sorted = claims.toSorted((one, other) => compared(one.key, other.key))
  return sorted.map(({ key, isOwner }) => `${isOwner ? 1 : 0}${quoted(key)}`).join('')
}

function byCode(one: Plan['findings'][number], other: Plan['findings'][number]): number {
  return compared(one.code, other.code) || compared(one.group, other.group)
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** As SQLite quotes a text. */
function quoted(text: string): string {
  return text.includes("'") ? `'${text.replaceAll("'", "''")}'` : `'${text}'`
}

/** Replaces the claims of a user. */
export function writeClaims(database: Database, userId: number, userClaims: UserClaims, kept: StoredPlan): void {
  replaceClaims(database, userId, userClaims, kept)
  if (userClaims.passwordClaim !== kept.password_claim)
    run(database, 'UPDATE user SET password_claim = ? WHERE id = ?', userClaims.passwordClaim, userId)
}

/** The same, but for `imports`, which is written with the rest of the user. */
function replaceClaims(database: Database, userId: number, { claims }: UserClaims, kept: StoredPlan): void {
  if (kept.claims === 1) run(database, 'DELETE FROM identifier WHERE user_id = ?', userId)
  for (const { key, isOwner: holds } of claims)
    run(database, 'INSERT INTO identifier (user_id, key, is_owner) VALUES (?, ?, ?)', userId, key, holds ? 1 : 0)
}

const keyRow = z.object({ key: z.string() })

/** The claims that a user holds. */
export function ownedIdentifiers(database: Database, userId: number): readonly string[] {
  const rows = allRows(
    keyRow,
    sql(
      database,
      `SELECT key FROM identifier WHERE user_id = ? AND is_owner = 1
       UNION ALL SELECT 'import:' || email FROM user WHERE id = ? AND password_claim = 1`,
    ),
    userId,
    userId,
  )
  return rows.map(({ key }) => key)
}

const holders = `(SELECT user_id AS id FROM identifier WHERE key = ?1 AND is_owner = 1
  UNION ALL SELECT id FROM user WHERE email = ?2 AND password_claim = 1)`
const wanting = `(SELECT user_id AS id FROM identifier WHERE key = ?1 AND is_owner = 0
  UNION ALL SELECT id FROM user WHERE email = ?2 AND password_claim = 2)`

/**
 * Users that may hold a claim ahead of a user: all others, or users that come earlier, by order or because they were
 * sent.
 */
export type Before = 'everybody' | 'earlier' | 'earlier-or-sent'

const placeOf = (holder: string) =>
  `SELECT user.line, user.byte, file.name, file.format, file.places FROM user CROSS JOIN file ON file.id = user.file_id WHERE user.id = (${holder})`
const firstHolder: { readonly [B in Before]: string } = {
  everybody: placeOf(`SELECT min(id) FROM ${holders} WHERE id <> ?3`),
  earlier: placeOf(`SELECT min(id) FROM ${holders} WHERE id < ?3`),
  'earlier-or-sent': placeOf(`SELECT min(user.id) FROM ${holders} AS holder CROSS JOIN user ON user.id = holder.id
    WHERE user.id <> ?3 AND (user.id < ?3 OR ${wasSentLive})`),
}

const holderRow = z.object({
  line: z.number(),
  byte: z.number(),
  name: z.string(),
  format: z.string().nullable(),
  places: z.string(),
})

/** Place of the user that holds a claim ahead of another one; null if the claim is free. */
export function holderOf(database: Database, key: string, userId: number, before: Before): Place | null {
  const holder = oneRow(holderRow, sql(database, firstHolder[before]), key, emailOf(key), userId)
  if (holder === undefined) return null
  return { file: holder.name, place: placeText(readPlaces(holder.places), holder.format, holder) }
}

const idRow = z.object({ id: z.number() })

/** Users that hold a claim and come before another one, in the order of the export. */
export function holdersBefore(database: Database, key: string, userId: number): readonly number[] {
  const select = `SELECT user.id FROM ${holders} AS one JOIN user ON user.id = one.id
    WHERE user.id <> ?3 AND (user.id < ?3 OR ${wasSentLive})`
  return allRows(idRow, sql(database, select), key, emailOf(key), userId).map(({ id }) => id)
}

/** The first user who wanted a claim that is free again. A user who was sent keeps its plan. */
export function nextClaimant(database: Database, key: string): number | undefined {
  if (sql(database, `SELECT 1 FROM ${holders} LIMIT 1`).get(key, emailOf(key)) !== undefined) return undefined
  const heir = oneRow(
    idRow,
    sql(
      database,
      `SELECT user.id FROM ${wanting} AS one JOIN user ON user.id = one.id WHERE NOT ${wasSentLive} ORDER BY 1 LIMIT 1`,
    ),
    key,
    emailOf(key),
  )
  return heir?.id
}

/** A user with its plan. */
export type PlannedUser = Settled & {
  readonly user: User
  /** The plan whose claims hold, where it is not the one that is sent: the user is in the core by an earlier migration. */
  readonly there?: Plan
}

const update = 'UPDATE user SET facet_id = ?, summary = ? WHERE id = ?'
const updateWithImports = 'UPDATE user SET facet_id = ?, summary = ?, password_claim = ? WHERE id = ?'

/** Whether any user was sent to a rehearsal core, or refused by a live one. */
type History = { readonly anyRehearsed: boolean; readonly anyRefused: boolean }

export const noHistory: History = { anyRehearsed: false, anyRefused: false }

/** Replaces a user's plan, findings and claims. */
export function storePlan(
  database: Database,
  userId: number,
  planned: PlannedUser,
  userClaims: UserClaims,
  kept: StoredPlan,
  history: History,
): void {
  const { user, plan } = planned
  if (history.anyRehearsed) forgetRehearsal(database, userId, plan.calls)
  const { email, phone, summary, ownFindings, facet } = planColumns(user, plan)
  // Indexes are written anew for every column that is named, even where nothing changes.
  const facetNow = facetId(database, facet)
  if (userClaims.passwordClaim === kept.password_claim) run(database, update, facetNow, summary, userId)
  else run(database, updateWithImports, facetNow, summary, userClaims.passwordClaim, userId)
  if (email !== kept.email || phone !== kept.phone)
    run(database, 'UPDATE user SET email = ?, phone = ? WHERE id = ?', email, phone, userId)
  // Most of those planned anew are duplicates, whose calls stay: they would touch as many pages again.
  const calls = writeCalls(plan.calls)
  if (history.anyRefused && (calls !== kept.calls || plan.state !== 'ready')) forgetRefusal(database, userId)
  if (calls !== kept.calls) run(database, 'UPDATE user_text SET calls = ? WHERE user_id = ?', calls, userId)
  if (kept.findings === 1) run(database, 'DELETE FROM user_finding WHERE user_id = ?', userId)
  for (const { code, group, blocks, detail } of ownFindings) {
    run(
      database,
      'INSERT OR IGNORE INTO user_finding (user_id, code, group_key, blocks, detail) VALUES (?, ?, ?, ?, ?)',
      userId,
      code,
      group,
      blocks ? 1 : 0,
      detail,
    )
  }
  replaceClaims(database, userId, userClaims, kept)
}

const callsRow = z.object({ calls: z.string() })

/**
 * What a rehearsal said of a plan that changed since is no longer true. Calls that stayed the same and are done stay
 * done: the rehearsal core still holds what they made. To be asked before the new plan is written.
 */
function forgetRehearsal(database: Database, userId: number, plan: readonly Call[]): void {
  const before = oneRow(callsRow, sql(database, 'SELECT calls FROM user_text WHERE user_id = ?'), userId)?.calls ?? '[]'
  if (before === JSON.stringify(plan)) return
  const same = unchangedKeys(before, plan)
  const rehearsals = allRows(idRow, sql(database, "SELECT id FROM target WHERE kind = 'rehearsal'"))
  for (const { id } of rehearsals) {
    const calls = allRows(
      storePlanKeyRow,
      sql(database, 'SELECT key, state FROM call WHERE target_id = ? AND user_id = ?'),
      id,
      userId,
    )
    const kept = calls.filter(({ key, state }) => state === 'done' && same.has(key))
    for (const { key } of calls.filter((call) => !kept.includes(call))) {
      for (const table of ['call', 'attempt']) {
        sql(database, `DELETE FROM ${table} WHERE target_id = ? AND user_id = ? AND key = ?`).run(id, userId, key)
      }
    }
    const progress =
      kept.length === 0
        ? 'DELETE FROM progress WHERE target_id = ? AND user_id = ?'
        : "UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND user_id = ?"
    sql(database, progress).run(id, userId)
  }
}
const storePlanKeyRow = z.object({ key: z.string(), state: z.string() })

/** Keys of the calls that are in both plans, unchanged in every part. */
function unchangedKeys(before: string, after: readonly Call[]): ReadonlySet<string> {
  const known = new Set(readStoredCalls(before).map((call) => JSON.stringify(call)))
  return new Set(after.filter((call) => known.has(JSON.stringify(call))).map(callKey))
}
