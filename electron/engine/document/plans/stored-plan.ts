import * as z from 'zod'
import { placeText } from '../../../../shared/places.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import type { Place } from '../../../../shared/planning/duplicates.ts'
import type { Finding, Plan } from '../../../../shared/planning/plan.ts'
import { writeCalls } from '../../../../shared/planning/call-key.ts'
import type { User } from '../../../../shared/users/user.ts'
import { emailOfClaim, type UserClaims } from '../../import-pipeline/compute-claims.ts'
import { planColumns, type PlanColumns, type Settled } from '../../import-pipeline/plan-columns.ts'
import { facetId, withTexts } from '../facets.ts'
import { readPlaces } from '../source-facts.ts'
import { allRows, type Database, oneRow, run, sql, type SqlValue } from '../sqlite.ts'
import { callKey, callsText, forgetRefusal, readStoredCalls, wasSentLive } from '../stored-calls.ts'

/** The stored form of a plan: where a new plan is the same, nothing is written. */
export const storedPlan = z.object({
  facet_id: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  summary: z.string().nullable(),
  password_claim: z.number(),
  /** See `PlanColumns`. */
  calls: z.string(),
  /** 1: some rows are in that table. */
  claims: z.number(),
  findings: z.number(),
})
export type StoredPlan = z.infer<typeof storedPlan>

/** Its columns, of `user` with its texts. */
export const storedColumns = `user.facet_id, user.email, user.phone, user.summary, user.password_claim, t.calls,
  EXISTS (SELECT 1 FROM identifier WHERE identifier.user_id = user.id) AS claims,
  EXISTS (SELECT 1 FROM user_finding WHERE user_finding.user_id = user.id) AS findings`

/**
 * The plan as one text, which is read many times faster than its values. First its marks, a digit each: the password claim, whether there are
 * other claims, and which of the columns are NULL. Then the columns, the findings of the user alone, and whether it was judged a
 * duplicate. Findings about users that share an email are left out: they are noted anew each time.
 */
export const storedPlanText = `${[
  'user.password_claim',
  'EXISTS (SELECT 1 FROM identifier WHERE identifier.user_id = user.id)',
  ...['summary', 'email', 'phone'].map((column) => `(user.${column} IS NULL)`),
].join(' || ')}
  || ${['user.facet_id', "coalesce(user.summary, '')", "coalesce(user.email, '')", "coalesce(user.phone, '')", "'[' || t.calls"].join(' || char(31) || ')}
  || coalesce((SELECT coalesce(group_concat(CASE WHEN code <> 'same-email-elsewhere'
        THEN char(31) || code || blocks || quote(group_key) || quote(detail) END, ''), '') || char(31) || max(code = 'duplicate')
      FROM (SELECT code, blocks, group_key, detail FROM user_finding WHERE user_finding.user_id = user.id
        ORDER BY code, group_key)), '')`
const marks = 5

/** Parses that text; null: one of the values holds the separator. */
export function readStoredText(stored: string): StoredPlan | null {
  const [facet, summary = '', email = '', phone = '', calls = '', ...findings] = stored.slice(marks).split(separator)
  // The calls are somewhere behind, if a value before them holds what parts them.
  if (!calls.startsWith('[') || findings.some((finding) => finding.startsWith('['))) return null
  const isMarked = (at: number) => stored.charAt(at) === '1'
  return {
    facet_id: Number(facet),
    summary: isMarked(2) ? null : summary,
    email: isMarked(3) ? null : email,
    phone: isMarked(4) ? null : phone,
    password_claim: Number(stored.charAt(0)),
    calls: calls.slice(1),
    claims: isMarked(1) ? 1 : 0,
    findings: findings.length > 0 ? 1 : 0,
  }
}

const nothing: StoredPlan = {
  facet_id: 0,
  email: null,
  phone: null,
  summary: null,
  password_claim: 0,
  calls: '',
  claims: 0,
  findings: 0,
}

export function readStoredPlan(database: Database, userId: number): StoredPlan {
  return (
    oneRow(storedPlan, sql(database, `SELECT ${storedColumns} FROM user ${withTexts} WHERE user.id = ?`), userId) ??
    nothing
  )
}

/** A plan as the document has it. */
export function planValues({ user, plan, mayBeJoined }: PlannedUser): PlanColumns {
  return planColumns(user, plan, mayBeJoined)
}

/** Whether a stored text, see `storedPlanText`, is that of a duplicate. */
export function isDuplicate(stored: string): boolean {
  return stored.endsWith(`${separator}1`)
}

/** Whether a stored text is that of this plan. Of plans that differ it differs, too. Within a transaction. */
export function isStored(database: Database, stored: string, values: PlanColumns): boolean {
  const { email, phone, summary, facet, ownFindings, calls } = values
  const columns = `${facetId(database, facet)}${separator}${summary ?? ''}${separator}${email ?? ''}${separator}${phone ?? ''}${separator}[${calls}`
  const text = stored.slice(marks)
  if (ownFindings.length > 0) return text === `${columns}${findingsText(ownFindings)}`
  return text === columns || text === `${columns}${separator}0`
}

const separator = '\u001f'

function findingsText(findings: readonly Finding[]): string {
  const texts = findings
    .toSorted(byCode)
    .map(({ code, group, blocks, detail }) => `${separator}${code}${blocks ? 1 : 0}${quoted(group)}${quoted(detail)}`)
  return `${texts.join('')}${separator}${findings.some(({ code }) => code === 'duplicate') ? 1 : 0}`
}

/** The claims of a user in the table of identifiers, as one text. */
export const storedClaimsText = `coalesce((SELECT group_concat(is_owner || quote(key), '')
  FROM (SELECT key, is_owner FROM identifier WHERE identifier.user_id = user.id ORDER BY key)), '')`

export function claimsText({ claims }: UserClaims): string {
  const sorted = claims.toSorted((one, other) => compared(one.key, other.key))
  return sorted.map(({ key, isOwner }) => `${isOwner ? 1 : 0}${quoted(key)}`).join('')
}

function byCode(one: Finding, other: Finding): number {
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
  const holder = oneRow(holderRow, sql(database, firstHolder[before]), key, emailOfClaim(key), userId)
  if (holder === undefined) return null
  return { file: holder.name, place: placeText(readPlaces(holder.places), holder.format, holder) }
}

const idRow = z.object({ id: z.number() })

/** Users that hold a claim and come before another one, in the order of the export. */
export function holdersBefore(database: Database, key: string, userId: number): readonly number[] {
  const select = `SELECT user.id FROM ${holders} AS one JOIN user ON user.id = one.id
    WHERE user.id <> ?3 AND (user.id < ?3 OR ${wasSentLive})`
  return allRows(idRow, sql(database, select), key, emailOfClaim(key), userId).map(({ id }) => id)
}

/** The first user who wanted a claim that is free again. A user who was sent keeps its plan. */
export function nextClaimant(database: Database, key: string): number | undefined {
  if (sql(database, `SELECT 1 FROM ${holders} LIMIT 1`).get(key, emailOfClaim(key)) !== undefined) return undefined
  const heir = oneRow(
    idRow,
    sql(
      database,
      `SELECT user.id FROM ${wanting} AS one JOIN user ON user.id = one.id WHERE NOT ${wasSentLive} ORDER BY 1 LIMIT 1`,
    ),
    key,
    emailOfClaim(key),
  )
  return heir?.id
}

/** A user with its plan. */
export type PlannedUser = Settled & {
  readonly user: User
  /** See `planColumns`. */
  readonly mayBeJoined: boolean
  /** The plan whose claims hold, where it is not the one that is sent: the user is in the core by an earlier migration. */
  readonly there?: Plan
}

/**
 * The columns of a plan in the table of users. Indexes are written anew for every column that is named, even where
 * nothing changes.
 */
const userColumns = ['facet_id', 'summary', 'password_claim', 'email', 'phone'] as const

/** A statement for each choice of these columns, by their bits. */
const updates = Array.from({ length: 2 ** userColumns.length }, (_, bits) => {
  const named = userColumns.filter((_name, at) => (bits & (1 << at)) !== 0)
  return `UPDATE user SET ${named.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`
})

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
  values: PlanColumns = planValues(planned),
): void {
  const { plan } = planned
  const before = history.anyRehearsed || history.anyRefused ? callsText(database, userId) : null
  if (history.anyRehearsed && before !== null) forgetRehearsal(database, userId, before, plan.calls)
  const { ownFindings, calls } = values
  updateUser(database, userId, userClaims, kept, values)
  // Most of those planned anew are duplicates, whose calls stay: they would touch as many pages again.
  if (history.anyRefused && (before !== writeCalls(plan.calls) || plan.state !== 'ready'))
    forgetRefusal(database, userId)
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

function updateUser(
  database: Database,
  userId: number,
  { passwordClaim }: UserClaims,
  kept: StoredPlan,
  { facet, summary, email, phone }: PlanColumns,
): void {
  const before = [kept.facet_id, kept.summary, kept.password_claim, kept.email, kept.phone]
  const now = [facetId(database, facet), summary, passwordClaim, email, phone]
  const changed: SqlValue[] = []
  let bits = 0
  for (const [at, value] of now.entries()) {
    if (value === before[at]) continue
    bits |= 1 << at
    changed.push(value)
  }
  if (bits !== 0) run(database, updates[bits] ?? '', ...changed, userId)
}

/**
 * Results of a rehearsal for a plan that changed since no longer hold. Calls that stayed the same and are done stay
 * done: the rehearsal core still holds their effect. `before`: the calls as JSON.
 */
function forgetRehearsal(database: Database, userId: number, before: string, plan: readonly Call[]): void {
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
