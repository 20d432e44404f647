import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { isPassChange, type PassChange } from '../../../shared/follow/pass-changes.ts'
import { createsUser } from '../../../shared/planning/call.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import type { BaselineCall } from '../../../shared/planning/contact-changes.ts'
import { planDelta } from '../../../shared/planning/plan-delta.ts'
import { type CoreCall, passResults, pendingChanges } from '../document/passes.ts'
import { type PlannedRow, readPlannedRow } from '../document/plans/load-user.ts'
import { type Database, run, sql, oneRow } from '../document/sqlite.ts'
import { identifierTable } from '../document/plans/claim-holders.ts'
import { noHistory, readStoredPlan, storePlan, type PlannedUser } from '../document/plans/stored-plan.ts'
import { computeClaims, importClaim, type UserClaims } from '../import-pipeline/compute-claims.ts'
import { knownCalls, type KnownCalls } from './calls-there.ts'
import { foldDone } from './fold-change.ts'
import { applyNewUser, passThatAdded, type PassContext } from './plan-user.ts'
import { emailOfCall } from '../document/stored-calls.ts'
import { claimKeys } from '../../../shared/planning/other-users/duplicates.ts'
import { settleRow } from '../document/plans/plan-row.ts'

/**
 * Compares a user, as the source says it now, with what is in the core of it, and plans what is missing. Within a
 * transaction. `isNews`: this pass found the change; else one that is pending is planned again. Returns false when something
 * unclear about the user has to be settled first.
 */
export function applyChangedUser(context: PassContext, userId: number, isNews: boolean): boolean {
  const { database, target, planning } = context
  const row = readPlannedRow(database, userId)
  if (row === undefined) return true
  const earlier = pendingChanges.of(database, userId)
  const passId = isNews || earlier === null ? context.passId : earlier.passId
  const before = knownCalls(database, target.id, userId)
  const waits = before.isUnclear
    ? 'It is not known whether the last call reached the core.'
    : isHalfDone(context, userId, before, earlier !== null)
      ? 'This user was being sent when it changed. The change is sent after that.'
      : null
  if (waits !== null) {
    run(database, "DELETE FROM pass_user WHERE user_id = ? AND change = 'waits'", userId)
    // A user that is being sent is counted already.
    if (earlier === null && passThatAdded(database, userId) === undefined)
      passResults.note(database, passId, userId, 'waits', 'held', waits)
    return false
  }
  settleDone(context, userId, 'always')
  const pending = pendingChanges.of(database, userId)
  const known = knownCalls(database, target.id, userId)
  const there = pending?.there ?? known.there
  if (!there.some(({ call }) => createsUser(call))) {
    applyNewUser(context, userId)
    return true
  }
  const planned = planCurrent(context, row)
  const { plan, drafted } = planned
  const baseline = { same: false, calls: asBaseline(there) }
  const whole = planDelta(plan, baseline, () => null, planning.choices, target.dialect).plan
  const since = contactsOnly(whole)
  const { change, detail } = changeIn(since)
  if (since.state === 'ready' && since.calls.length > 0) {
    const kept = readStoredPlan(database, userId)
    const claims = withClaimsOf(
      computeClaims({ drafted, plan: since, there: plan }, keysOfOthers(context, row, plan)),
      there,
      plan,
    )
    storePlan(database, userId, { ...planned, plan: since, there: plan }, claims, kept, noHistory)
    beginAgain(context, userId, since)
    pendingChanges.set(database, { userId, passId, state: 'sending', there })
    passResults.settle(database, userId, 'superseded')
    passResults.note(database, passId, userId, change, 'waiting', detail)
    if (since !== whole) passResults.note(database, passId, userId, 'password', 'held')
    return true
  }
  if (pending !== null) storeRest(context, row, there)
  if (since.state === 'blocked') {
    pendingChanges.set(database, { userId, passId, state: 'held', there })
    passResults.settle(database, userId, 'superseded')
    passResults.note(database, passId, userId, change, 'held', detail)
    return true
  }
  pendingChanges.remove(database, userId)
  passResults.settle(database, userId, 'superseded')
  if (since.findings.some(({ code }) => code === 'changed-since'))
    passResults.note(database, passId, userId, change, 'listed', detail)
  return true
}

/**
 * Some calls are done and others are not, such as those that complete a user who was just created: planned anew, they would be
 * forgotten. A change that failed in part is planned again.
 */
function isHalfDone(
  context: PassContext,
  userId: number,
  { there, open }: Pick<KnownCalls, 'there' | 'open'>,
  isChange: boolean,
): boolean {
  if (there.length === 0 || open.length === 0) return false
  const state = stateAt(context, userId)
  return state !== 'existing' && !(isChange && state === 'failed')
}

/** A held password does not keep the new contact of its user from the core. */
function contactsOnly(plan: Plan): Plan {
  const isHeld = plan.state === 'blocked' && changeIn(plan).change === 'password'
  if (!isHeld || !plan.calls.some(({ kind }) => kind === 'change-contact')) return plan
  const calls = plan.calls.filter(({ kind }) => kind === 'change-contact' || kind === 'verify-email')
  const findings = plan.findings.filter(({ code, group }) => code !== 'changed-since' || group === 'contact')
  return { ...plan, state: 'ready', calls, findings }
}

/** The change that a delta plan names, and its first sentence. */
function changeIn({ findings }: Plan): { readonly change: PassChange; readonly detail: string } {
  const found = findings.filter(({ code }) => code === 'changed-since')
  const groups = found.map(({ group }) => (group === 'gone' ? 'excluded' : group))
  const change = groups.includes('password') ? 'password' : groups.find(isPassChange)
  const contactDetail = found.find(({ group }) => group === 'contact')?.detail ?? ''
  const [, contacts = ''] = /((?:Email|Phone number): .*? → [^\s]+)\./.exec(contactDetail) ?? []
  const waiting = change === 'waits' ? (findings.find(({ blocks }) => blocks)?.detail ?? '') : ''
  return { change: change ?? 'profile', detail: contacts === '' ? waiting : contacts }
}

/** Calls of a change that were done for the user before are to be done once more. */
function beginAgain({ database, target, now }: PassContext, userId: number, plan: Plan): void {
  for (const call of plan.calls) {
    run(
      database,
      `UPDATE call SET state = 'todo', status = NULL, message = '', tries = 0, absent_at = NULL, finished_at = NULL
       WHERE target_id = ? AND user_id = ? AND key = ?`,
      target.id,
      userId,
      callKey(call),
    )
  }
  run(
    database,
    "UPDATE progress SET state = 'ready', failure = NULL, changed_at = ? WHERE target_id = ? AND user_id = ?",
    now(),
    target.id,
    userId,
  )
}

/** Stores a user with nothing to send: the calls that the core has it by. */
function storeRest(context: PassContext, row: PlannedRow, there: readonly CoreCall[]): void {
  const { database, target } = context
  const planned = planCurrent(context, row)
  const { plan } = planned
  const calls = there.map(({ call }) => call)
  const findings = plan.findings.filter(({ blocks }) => !blocks)
  const rest: Plan = { ...plan, state: 'ready', calls, findings }
  const claims = withClaimsOf(computeClaims({ drafted: rest, plan: rest }), there, rest)
  storePlan(database, row.id, { ...planned, plan: rest }, claims, readStoredPlan(database, row.id), noHistory)
  run(
    database,
    "UPDATE progress SET state = 'migrated', failure = NULL WHERE target_id = ? AND user_id = ? AND state <> 'existing'",
    target.id,
    row.id,
  )
  for (const { call, made } of there.filter(({ call: one }) => createsUser(one)))
    restoreMade(context, row.id, callKey(call), made)
}

/** The call that created a login stays known: a password that was sent again created nothing. */
function restoreMade(
  { database, target, provenance }: PassContext,
  userId: number,
  key: string,
  made: CoreCall['made'],
): void {
  const { coreUserId, recipeUserId, created, existed } = made
  const isOurs = coreUserId !== null && provenance.isCreated(made.provenance, made.key, coreUserId)
  const signature = isOurs ? provenance.signCreated(key, coreUserId) : key === made.key ? made.provenance : null
  run(
    database,
    `UPDATE call SET state = 'done', core_user_id = ?, recipe_user_id = ?, created = ?, existed = ?, provenance = ?
     WHERE target_id = ? AND user_id = ? AND key = ?`,
    coreUserId,
    recipeUserId,
    created,
    existed,
    signature,
    target.id,
    userId,
    key,
  )
}

/**
 * Applies the finished calls of a change to the stored state of the user. When all are done, the user is at rest; the
 * rest of a change that failed in part, or that is about to be planned again (`always`), is planned from the core's
 * present state. Within a transaction. Returns what is left: nothing, `open`, or `failed`.
 */
export function settleDone(
  context: PassContext,
  userId: number,
  partly: 'always' | 'failed' = 'failed',
): 'nothing' | 'open' | 'failed' {
  const { database, target } = context
  const pending = pendingChanges.of(database, userId)
  const row = readPlannedRow(database, userId)
  if (pending === null || pending.state === 'held' || row === undefined) return 'nothing'
  const { there: done, open } = knownCalls(database, target.id, userId)
  const hasFailed = stateAt(context, userId) === 'failed'
  if (open.length > 0 && (done.length === 0 || !(hasFailed || partly === 'always'))) {
    if (hasFailed) passResults.settle(database, userId, 'failed')
    return hasFailed ? 'failed' : 'open'
  }
  const folded = foldDone(pending.there, done)
  for (const [from, to] of folded.renamed) renameCall(context, userId, from, to)
  const there = folded.calls.map((one) => withOwnKey(context, one))
  if (open.length === 0) {
    const before = identifierTable.owned(database, userId)
    storeRest(context, row, there)
    pendingChanges.remove(database, userId)
    passResults.settle(database, userId, 'sent')
    releaseClaims(context, userId, before)
    if (isHeld(database, userId)) applyChangedUser({ ...context, passId: pending.passId }, userId, false)
    return 'nothing'
  }
  pendingChanges.set(database, { ...pending, there })
  run(database, 'UPDATE user_text SET calls = ? WHERE user_id = ?', JSON.stringify(open), userId)
  if (hasFailed) passResults.settle(database, userId, 'failed')
  return hasFailed ? 'failed' : 'open'
}

/**
 * Forgets a change that is not in the core, because its user left the source: what it wanted is free for others. Within a
 * transaction.
 */
export function dropChange(context: PassContext, userId: number): void {
  const { database, target } = context
  if (knownCalls(database, target.id, userId).isUnclear) return
  settleDone(context, userId, 'always')
  const pending = pendingChanges.of(database, userId)
  const row = readPlannedRow(database, userId)
  if (pending === null || row === undefined) return
  const before = identifierTable.owned(database, userId)
  if (pending.state === 'sending') storeRest(context, row, pending.there)
  pendingChanges.remove(database, userId)
  passResults.settle(database, userId, 'superseded')
  releaseClaims(context, userId, before)
}

/** The same for all users that left the source: a change that was unclear then may be clear by now. */
export function dropChangesOfGone(context: PassContext): void {
  const absent = new Set(passResults.listAbsent(context.database))
  for (const state of ['sending', 'held'] as const)
    for (const id of pendingChanges.list(context.database, state)) if (absent.has(id)) dropChange(context, id)
}

/** Plans again all users that wait for something which others may have given up. `except`: new users that stay as they are. */
export function applyHeldUsers(context: PassContext, except: (userId: number) => boolean = () => false): void {
  for (const id of pendingChanges.list(context.database, 'held')) applyChangedUser(context, id, false)
  for (const id of passResults.listHeldNew(context.database)) if (!except(id)) applyNewUser(context, id)
}

/** Some part of a change is held. */
function isHeld(database: Database, userId: number): boolean {
  const select = "SELECT 1 FROM pass_user WHERE user_id = ? AND state = 'held' AND change <> 'gone' LIMIT 1"
  return sql(database, select).get(userId) !== undefined
}

/** The signature of a login follows its key. */
function withOwnKey({ provenance }: PassContext, one: CoreCall): CoreCall {
  const key = callKey(one.call)
  const { coreUserId, provenance: signature } = one.made
  if (key === one.made.key || coreUserId === null || !provenance.isCreated(signature, one.made.key, coreUserId))
    return { ...one, made: { ...one.made, key } }
  return { ...one, made: { ...one.made, key, provenance: provenance.signCreated(key, coreUserId) } }
}

/** A login is known under its new contact from now on. */
function renameCall({ database, target }: PassContext, userId: number, from: string, to: string): void {
  run(database, 'DELETE FROM call WHERE target_id = ? AND user_id = ? AND key = ?', target.id, userId, to)
  run(database, 'UPDATE call SET key = ? WHERE target_id = ? AND user_id = ? AND key = ?', to, target.id, userId, from)
}

/** Others who wanted what a user no longer has are planned again. */
function releaseClaims(context: PassContext, userId: number, before: readonly string[]): void {
  const { database } = context
  const now = new Set(identifierTable.owned(database, userId))
  for (const key of before.filter((one) => !now.has(one)))
    for (const heir of identifierTable.claimants(database, key)) applyNewUser(context, heir)
}

/** Calls at a core, as the rules of later exports compare them. */
function asBaseline(there: readonly CoreCall[]): readonly BaselineCall[] {
  return there.map(({ call, made }) => ({
    key: callKey(call),
    kind: call.kind,
    // A login that was there before this migration is not changed.
    coreUserId: made.isForeign ? null : (made.recipeUserId ?? made.coreUserId),
    email: emailOfCall(call),
    is: (one) => isDeepStrictEqual(one, call),
  }))
}

const progressRow = z.object({ state: z.string() })

function stateAt({ database, target }: PassContext, userId: number): string | null {
  const select = 'SELECT state FROM progress WHERE target_id = ? AND user_id = ?'
  return oneRow(progressRow, sql(database, select), target.id, userId)?.state ?? null
}

/** The plan of a user as the source has it now, without regard to an earlier migration. */
function planCurrent(context: PassContext, row: PlannedRow): PlannedUser {
  const { database, planning } = context
  const taken = (key: string) => identifierTable.holderOf(database, key, row.id, 'everybody')
  return settleRow(database, row, { ...planning, baseline: null }, taken)
}

function keysOfOthers({ database }: PassContext, row: PlannedRow, plan: Plan): ReadonlySet<string> {
  const keys = claimKeys(plan).map(({ key }) => key)
  return new Set(keys.filter((key) => identifierTable.holderOf(database, key, row.id, 'everybody') !== null))
}

/** Keys that the core has of a user stay claimed until they are changed there. */
function withClaimsOf(claims: UserClaims, there: readonly CoreCall[], { email }: Plan): UserClaims {
  const own = importClaim(email)
  const known = new Set([...claims.claims.map(({ key }) => key), ...(own === null ? [] : [own])])
  const more = claimKeys({ calls: there.map(({ call }) => call) }).filter(({ key }) => !known.has(key))
  return { ...claims, claims: [...claims.claims, ...more.map(({ key }) => ({ key, isOwner: true }))] }
}
