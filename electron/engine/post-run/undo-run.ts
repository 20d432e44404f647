import * as z from 'zod'
import { describeFound, loginWith } from '../../../shared/core-api/found-user.ts'
import type { FoundUser } from '../../../shared/core-api/outcome.ts'
import { listed } from '../../../shared/exports/tables/table-terms.ts'
import { callKey, loginOfKey } from '../../../shared/planning/call-key.ts'
import { type CallKind, callKinds, createsUser } from '../../../shared/planning/call.ts'
import { followUps } from '../../../shared/planning/follow-ups.ts'
import type { UndoFigures } from '../../../shared/report/post-run-text.ts'
import type { StopReason } from '../../../shared/report/stop-reason.ts'
import {
  type ChangedUserRow,
  type CreatedUserRow,
  createdUsers,
  createsUserSql,
  isSignedHere,
  type Provenance,
} from '../document/created-users.ts'
import { postRunTable } from '../document/post-run-findings.ts'
import { setSetting } from '../document/settings.ts'
import { allRows, type Database, sql, transaction } from '../document/sqlite.ts'
import { callsText, readStoredCalls } from '../document/stored-calls.ts'
import type { AttemptRecord } from '../runner/call-result.ts'
import { storeAttempt } from '../runner/store-outcome.ts'
import { type AskCore, type AskOptions, createAskCore } from './ask-core.ts'
import { countUsers } from './count-users.ts'

const parts: { readonly [K in CallKind]?: string } = {
  'map-id': 'old ID',
  'verify-email': 'verified email',
  'change-contact': 'changed contact',
  link: 'linked login method',
  metadata: 'metadata',
  role: 'role',
  totp: 'TOTP secret',
}

const callRow = z.object({
  key: z.string(),
  kind: z.enum(callKinds),
  status: z.string().nullable(),
  existed: z.number().nullable(),
})

/** A user that an undo leaves, and what this migration added to it. */
type LeftUser = Pick<CreatedUserRow, 'userId' | 'key' | 'coreUserId'> & {
  readonly message: string
  readonly parts: readonly string[]
}

function leftAsChanged({ kinds, ...user }: ChangedUserRow): LeftUser {
  const added = callKinds.flatMap((kind) => (kinds.includes(kind) ? (parts[kind] ?? []) : []))
  return { ...user, message: `${wasBefore}${staysText(added)}`, parts: added }
}

const wasBefore = 'Was in the core before; never removed.'

function staysText(added: readonly string[]): string {
  return added.length === 0 ? '' : ` This stays too: ${listed(added)}.`
}

/** The reason for which an undo skips a user, and what this migration added to it that stays in the core. */
function describeSkip(
  database: Database,
  targetId: number,
  { userId, key }: Pick<CreatedUserRow, 'userId' | 'key'>,
): { readonly message: string; readonly parts: readonly string[] } {
  const select = "SELECT key, kind, status, existed FROM call WHERE target_id = ? AND user_id = ? AND state = 'done'"
  const done = allRows(callRow, sql(database, select), targetId, userId)
  const added = addedTo(
    database,
    userId,
    key,
    new Set(done.filter(({ status }) => status === 'OK').map((one) => one.key)),
  )
  const login = done.find((one) => one.key === key)
  return { message: `${reason(login)}${staysText(added)}`, parts: added }
}

function reason(login: z.infer<typeof callRow> | undefined): string {
  if (login?.status === 'skipped-existing') return wasBefore
  if (login?.existed !== 1) return 'It is not certain that this migration created it; never removed.'
  return login.kind === 'import'
    ? `${wasBefore} This migration replaced its password, and the core does not give back the former one.`
    : wasBefore
}

/** The additions to this login method, in words, each once. */
function addedTo(database: Database, userId: number, key: string, done: ReadonlySet<string>): readonly string[] {
  const calls = readStoredCalls(callsText(database, userId)).map((call) => ({ call }))
  const login = calls.findIndex(({ call }) => createsUser(call) && callKey(call) === key)
  const added = calls.flatMap(({ call }, index) =>
    followUps.creatingCallOf(calls, index) === login && done.has(callKey(call)) ? (parts[call.kind] ?? []) : [],
  )
  return [...new Set(added)]
}

export type UndoResult = UndoFigures & {
  readonly target: number
  /** Unix epoch, milliseconds. */
  readonly at: number
  /** How long it took, in milliseconds. */
  readonly tookMs: number
  readonly logins: number
  readonly stopped: StopReason | null
  readonly stays?: Readonly<Record<string, number>>
}

type UndoOrder = {
  /** Knows which users this machine created. */
  readonly provenance: Provenance
  /**
   * Users without a record that the operator has seen and confirmed (`heldKey`): these alone are removed. Undefined:
   * the users that this machine created are removed, and the others are looked up.
   */
  readonly confirmed?: ReadonlySet<string> | undefined
  /** The look-up that the confirmed ones come from: both count as one undo. */
  readonly before?: UndoResult | undefined
  /** A user without a record was looked up, and stays until it is confirmed. */
  readonly onHeld?: (held: string, userId: number) => void
  /**
   * Confirmed by the operator: users that were linked with other accounts since lose the login method that this
   * migration created.
   */
  readonly withLinked: boolean
  /** Called with the number of users that were dealt with so far. */
  readonly onProgress?: (done: number) => void
}

/** A login method of a core, as it was looked up. */
function heldKey({ userId, key, coreUserId }: CreatedUserRow): string {
  return JSON.stringify([userId, key, coreUserId])
}

/**
 * Removes from the core exactly the login methods that a call of this migration created, after the core was asked whether
 * they are still the ones that were created. A user that only the document calls created (it may come from anybody) is looked
 * up and stays until the operator confirms it. Afterwards their users are ready to be sent again; every
 * removal is in their history.
 */
export async function undoRun(
  database: Database,
  targetId: number,
  order: UndoOrder,
  options: AskOptions,
): Promise<UndoResult> {
  const core = createAskCore(options)
  const { now } = options.clock
  const startedAt = now()
  const { confirmed, provenance } = order
  const begunAt = order.before === undefined ? startedAt : order.before.at - order.before.tookMs
  let logins = order.before?.logins ?? 0
  const stays = new Map<string, number>()
  const dealt = countUsers(order.onProgress)
  const leave = (users: readonly LeftUser[]): void => {
    transaction(database, () => {
      for (const { parts: added, message, ...one } of users) {
        for (const part of added) stays.set(part, (stays.get(part) ?? 0) + 1)
        postRunTable.record(database, targetId, 'undo', { ...one, outcome: 'left', message, at: now() })
      }
    })
  }
  for (const page of createdUsers.changedPages(database, targetId)) leave(page.map(leftAsChanged))
  for (const page of createdUsers.pages(database, targetId)) {
    const others = page.filter(({ createdHere }) => !createdHere)
    leave(others.map((one) => ({ ...one, ...describeSkip(database, targetId, one) })))
    const ours = page.filter((made) => made.createdHere && (confirmed === undefined || confirmed.has(heldKey(made))))
    dealt.begin(ours)
    await core.each(ours, async (made) => {
      const isOurs = confirmed !== undefined || isSignedHere(made, provenance)
      const own = createdUsers
        .ofUser(database, targetId, made.userId)
        .filter((one) => (confirmed === undefined ? isSignedHere(one, provenance) : confirmed.has(heldKey(one))))
      const removal = await removeMade(core, made, {
        withLinked: order.withLinked,
        confirmed: isOurs,
        own: [...own.map(({ key }) => key), ...createdUsers.linkedBefore(database, targetId, made.userId)],
      })
      if (removal === null) return
      const { outcome, message, attempts } = removal
      if (outcome === 'removed') logins += 1
      if (outcome === 'unconfirmed') order.onHeld?.(heldKey(made), made.userId)
      transaction(database, () => {
        noteRemoval(database, targetId, made, attempts, outcome, now())
        postRunTable.record(database, targetId, 'undo', { ...made, outcome, message, at: now() })
      })
      dealt.end(made)
    })
    if (core.stopped() !== null) break
  }
  const users = postRunTable.undoneUsers(database, targetId, begunAt)
  const { removed = 0, gone = 0, unconfirmed = 0, linked = 0, mismatched = 0, left = 0, failed = 0 } = users
  const undone: UndoResult = {
    target: targetId,
    at: now(),
    removed,
    logins,
    gone,
    unconfirmed,
    linked,
    mismatched,
    left,
    failed,
    tookMs: (order.before?.tookMs ?? 0) + now() - startedAt,
    stopped: core.stopped(),
    ...(stays.size === 0 ? {} : { stays: Object.fromEntries(stays) }),
  }
  setSetting(database, 'rollback', undone)
  return undone
}

function noteRemoval(
  database: Database,
  targetId: number,
  { userId, key }: CreatedUserRow,
  attempts: readonly AttemptRecord[],
  outcome: Removal['outcome'],
  at: number,
): void {
  for (const one of attempts) storeAttempt(database, targetId, userId, key, one)
  if (outcome !== 'removed' && outcome !== 'gone') return
  // The calls that completed the user went with it, so they are to be made again too.
  sql(
    database,
    `UPDATE call SET state = 'todo', status = NULL, message = ?, core_user_id = NULL,
     recipe_user_id = NULL, created = NULL, existed = NULL, absent_at = NULL, provenance = NULL, tries = 0, finished_at = NULL
     WHERE target_id = ? AND user_id = ? AND (key = ? OR NOT ${createsUserSql})`,
  ).run(
    outcome === 'gone' ? 'No longer in the core when the run was undone.' : 'Removed by an undo.',
    targetId,
    userId,
    key,
  )
  sql(
    database,
    "UPDATE progress SET state = 'ready', failure = NULL, changed_at = ? WHERE target_id = ? AND user_id = ?",
  ).run(at, targetId, userId)
}

/** The result of removing one login method. */
type Removal = {
  readonly outcome: 'removed' | 'gone' | 'unconfirmed' | 'linked' | 'mismatched' | 'failed'
  readonly message: string
  readonly attempts: readonly AttemptRecord[]
}

type RemovalOrder = {
  readonly withLinked: boolean
  readonly confirmed: boolean
  /** Keys of the login methods that this migration created for the same person, this one included, or linked it to. */
  readonly own: readonly string[]
}

/**
 * Removes the login method that one call created, after a look at the user under its id in the core: a document can
 * name any id, and a user can have changed since. Linked accounts stay. `confirmed`: this machine created the user, or
 * the operator confirmed its removal; others stay, and their state in the core is returned. Null: the core did not
 * answer every question.
 */
export async function removeMade(
  core: AskCore,
  made: CreatedUserRow,
  { withLinked, confirmed, own }: RemovalOrder,
): Promise<Removal | null> {
  const { step, attempts } = await core.ask('find-user', { userId: made.coreUserId })
  if (step.kind === 'interrupted') return null
  if (step.kind === 'failed' && step.status === 'UNKNOWN_USER_ID_ERROR')
    return { outcome: 'gone', message: 'No longer in the core.', attempts }
  if (step.kind !== 'success') {
    const reason = step.kind === 'failed' ? step.message : 'no answer'
    return { outcome: 'failed', message: `The core could not be asked about this user: ${reason}`, attempts }
  }
  const user = step.value.users?.[0]
  const judged = judge(user, made, { withLinked, own })
  if ('outcome' in judged && (confirmed || judged.outcome !== 'linked')) return { ...judged, attempts }
  if (!confirmed && user !== undefined)
    return { outcome: 'unconfirmed', message: `${noRecord} ${describeFound(user)}`, attempts }
  if ('outcome' in judged) return { ...judged, attempts }
  const removed = await core.ask('remove-user', { userId: judged.remove })
  const all = [...attempts, ...removed.attempts]
  if (removed.step.kind === 'interrupted') return null
  if (removed.step.kind === 'success') return { outcome: 'removed', message: '', attempts: all }
  return { outcome: 'failed', message: removed.step.kind === 'failed' ? removed.step.message : '', attempts: all }
}

type Judged = { readonly remove: string } | Omit<Removal, 'attempts'>

/** The id of the login method to remove, or why it stays. */
function judge(
  user: FoundUser | undefined,
  { key }: CreatedUserRow,
  { withLinked, own }: Pick<RemovalOrder, 'withLinked' | 'own'>,
): Judged {
  if (user === undefined) return { outcome: 'failed', message: 'The core did not say how this user signs in.' }
  const wanted = loginOfKey(key)
  const method = wanted === null ? undefined : loginWith(user, wanted)
  if (method === undefined) return { outcome: 'mismatched', message: another }
  const others = user.loginMethods.length - 1
  const ours = own.map(loginOfKey).map((login) => (login === null ? undefined : loginWith(user, login)))
  const strangers = user.loginMethods.filter((one) => one !== method && !ours.includes(one)).length
  if (strangers > 0 && !withLinked) return { outcome: 'linked', message: linkedTo(strangers) }
  const id = method.recipeUserId ?? (others === 0 ? user.id : undefined)
  return id === undefined
    ? { outcome: 'failed', message: 'The core did not name the ID of this login method.' }
    : { remove: id }
}

const noRecord = 'This machine has no record that it created this user. Not removed.'

const another =
  'Under this ID, the core has a user with another contact or login method than this migration created. Not removed.'

function linkedTo(others: number): string {
  const accounts = others === 1 ? 'another account' : `${others} other accounts`
  return `Has been linked to ${accounts} since. Not removed; confirm linked users to remove only what this migration created.`
}
