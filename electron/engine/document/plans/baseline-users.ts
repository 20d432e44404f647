import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { callKinds, createsUser, type Call } from '../../../../shared/planning/call.ts'
import type { Plan } from '../../../../shared/planning/plan.ts'
import type { BaselineUser, KeyHolder } from '../../../../shared/planning/plan-delta.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import type { User } from '../../../../shared/users/user.ts'
import { loadUser } from './load-user.ts'
import { hashesRemovedProblem } from '../removed-hashes.ts'
import { effectiveState, withFacet, withProgress, withTexts } from '../facets.ts'
import { lastingKey } from '../lasting-key.ts'
import { getSetting, setSetting } from '../settings.ts'
import { allRows, bulkTransaction, type Database, oneNumber, oneRow, sql } from '../sqlite.ts'
import { callsOf, emailOfCall, readStoredCalls } from '../stored-calls.ts'
import { callKey } from '../../../../shared/planning/call-key.ts'
import { carryRows, updateCarriedLogin, writeRow } from './carry-baseline.ts'
import { writeStoredUser } from '../../import-pipeline/stored-user.ts'
import { type Target, targetTable } from '../targets.ts'

/*
 * A later export of the same users: this migration follows one that was sent to the same core. The earlier one leaves
 * the IDs and contacts of its users, and fingerprints of their records in the export and of the calls that were or may
 * have been done. A fingerprint is keyed with random bytes, so that without them a hash cannot be compared. Where the
 * earlier one followed another itself, its rows and its key are carried on, so that what only the first one sent stays
 * known.
 */

/** Fingerprints under one key. A call's leaves out its contacts, which a later migration may have changed. */
type Fingerprints = { readonly user: (user: User) => string; readonly call: (call: Call) => string }

/** `blind`: the hashes were removed from a migration, so that they cannot be compared with its rows. */
function fingerprintsWith(key: string, blind: boolean): Fingerprints {
  const bytes = Buffer.from(key, 'base64')
  const of = (text: string) =>
    createHmac('sha256', bytes)
      .update(blind ? `blind ${text}` : text)
      .digest('base64url')
      .slice(0, 27)
  return {
    user: (user) => of(`user ${writeStoredUser(blind ? { ...user, hash: null } : user)}`),
    call: (call) => of(`call ${JSON.stringify({ ...call, ...withoutContacts(call), ...withoutHash(call, blind) })}`),
  }
}

function withoutContacts(call: Call): object {
  if (call.kind === 'passwordless') return { contact: null }
  return call.kind === 'update' ? { email: '', phoneNumber: '' } : 'email' in call ? { email: '' } : {}
}

function withoutHash(call: Call, blind: boolean): object {
  return blind && call.kind === 'import' ? { passwordHash: '' } : {}
}

const baselineRow = z.object({
  id: z.number(),
  source: z.string(),
  calls: z.string(),
  sourceId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  state: z.string(),
})
const sentRow = z.object({ user_id: z.number(), key: z.string(), id: z.string().nullable() })

/** The live core that a migration was sent to, or the one before it; a problem when there is none, or more than one to choose from. */
function liveCore(baseline: Database): Result<Pick<Target, 'id' | 'base_url'>> {
  const current = targetTable.current(baseline)
  const targets = targetTable.list(baseline)
  const sent = targets.filter(
    ({ id, kind }) =>
      kind === 'live' && sql(baseline, 'SELECT 1 FROM progress WHERE target_id = ? LIMIT 1').get(id) !== undefined,
  )
  const [first, ...others] = sent
  const before = getSetting(baseline, 'baseline')?.core
  if (first === undefined && before !== undefined)
    return ok(targets.find(({ base_url: url }) => url === before) ?? { id: notSent, base_url: before })
  if (first === undefined) {
    return problem(
      'baseline-not-sent',
      'That migration was never sent to a live core, so there is nothing to compare with.',
    )
  }
  const own = sent.find(({ id }) => id === current?.id)
  if (own !== undefined || others.length === 0) return ok(own ?? first)
  return problem(
    'baseline-several-cores',
    'That migration was sent to several live cores. Open it, connect the core you want, close it, and choose it again.',
  )
}

/** An id that no target has. */
const notSent = -1

const chunk = 1000

type BaselineOptions = {
  readonly signal: AbortSignal
  /** Users of the earlier migration that were read, of all of them. */
  readonly onProgress: (done: number, total: number) => void
}

const stopped = problem('comparing-stopped', 'The earlier migration was not read to the end. Choose it again.')

/** Copies the facts of the earlier migration about its users. `name`: its name on screen. */
export async function readBaseline(
  database: Database,
  baseline: Database,
  name: string,
  { signal, onProgress }: BaselineOptions,
): Promise<Result<null>> {
  const core = liveCore(baseline)
  if (!core.ok) return core
  const documentId = getSetting(baseline, 'document-id') ?? ''
  if (documentId === getSetting(database, 'document-id')) {
    return problem('same-migration', 'This is the open migration itself. Choose the one that was sent before it.')
  }
  const before = getSetting(baseline, 'baseline')
  const key = before?.key ?? randomBytes(32).toString('base64')
  const blind = hashesRemovedProblem(baseline) !== null
  const fingerprints = fingerprintsWith(key, blind)
  database.exec('DELETE FROM baseline_user; DELETE FROM baseline_call')
  if (before !== undefined && !(await carryRows(database, baseline, signal))) return stopped
  const total = oneNumber(sql(baseline, 'SELECT count(*) AS n FROM user'))
  for (let after = 0, done = 0; ;) {
    if (signal.aborted) return stopped
    const users = allRows(baselineRow, sql(baseline, page), core.value.id, after)
    const last = users.at(-1)
    if (last === undefined) break
    const sent = sentCalls(baseline, core.value.id, after, last.id)
    bulkTransaction(database, () => {
      for (const user of users) keep(database, user, loadUser(baseline, user), sent.get(user.id) ?? none, fingerprints)
    })
    after = last.id
    onProgress((done += users.length), total)
    await setImmediate()
  }
  setSetting(database, 'baseline', { name, core: core.value.base_url, key, blind: blind || before?.blind === true })
  return ok(null)
}

const page = `SELECT user.id, t.source, ${callsOf} AS calls, user.source_id AS sourceId, user.email, user.phone,
  ${effectiveState} AS state
  FROM user ${withFacet} ${withTexts}
  ${withProgress} WHERE user.id > ? ORDER BY user.id LIMIT ${chunk}`

type SentCalls = ReadonlyMap<string, string | null>

const none: SentCalls = new Map()

/**
 * Keys of calls that were done or may have been, changes of a contact only when they were, by user, with the id of the login in the core. Logins that were there before
 * the baseline and left as they were have none: they are not changed.
 */
function sentCalls(baseline: Database, targetId: number, after: number, last: number): Map<number, SentCalls> {
  const select = `SELECT user_id, key, CASE WHEN coalesce(status, '') <> 'skipped-existing'
      THEN coalesce(recipe_user_id, core_user_id) END AS id FROM call WHERE target_id = ? AND user_id > ? AND user_id <= ?
    AND (state = 'done' OR (state IN ('sending', 'in-doubt') AND key NOT LIKE '%change-contact:%'))`
  const byUser = new Map<number, Map<string, string | null>>()
  for (const { user_id: user, key, id } of allRows(sentRow, sql(baseline, select), targetId, after, last)) {
    const keys = byUser.get(user) ?? new Map<string, string | null>()
    byUser.set(user, keys.set(key, id))
  }
  return byUser
}

/** States in which the core has what the baseline's export says, or what the operator accepted instead. */
const settledStates: ReadonlySet<string> = new Set(['migrated', 'existing', 'excluded'])

function keep(
  database: Database,
  row: z.infer<typeof baselineRow>,
  user: User,
  sent: SentCalls,
  fingerprints: Fingerprints,
): void {
  const key = lastingKey(row)
  if (key === null) return
  // A change that was not sent still counts as a change in the export after it.
  const overCarried = settledStates.has(row.state)
    ? 'UPDATE SET contact = excluded.contact, digest = excluded.digest, state = excluded.state'
    : 'NOTHING'
  sql(
    database,
    `INSERT INTO baseline_user (key, source_id, contact, digest, state) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO ${overCarried}`,
  ).run(key, row.sourceId, row.email ?? row.phone, fingerprints.user(user), row.state)
  for (const call of readStoredCalls(row.calls)) {
    const coreUserId = sent.get(callKey(call))
    if (coreUserId === undefined) continue
    if (call.kind === 'change-contact') updateCarriedLogin(database, key, call, fingerprints.call)
    else {
      writeRow(database, {
        user_key: key,
        key: callKey(call),
        kind: call.kind,
        digest: fingerprints.call(call),
        core_user_id: coreUserId,
        email: emailOfCall(call),
      })
    }
  }
}

/** Marks the baseline as read to its end and its decisions as inherited. */
export function completeBaseline(database: Database): void {
  database.exec("DELETE FROM setting WHERE key = 'baseline-pending'")
}

/** Forgets the earlier migration. */
export function clearBaseline(database: Database): void {
  database.exec(`DELETE FROM baseline_user; DELETE FROM baseline_call;
    DELETE FROM setting WHERE key IN ('baseline', 'baseline-pending', 'delta-counts', 'compared-by-contact', 'inherited-decisions')`)
}

const knownRow = z.object({ digest: z.string() })
const knownCallRow = z.object({
  key: z.string(),
  kind: z.enum(callKinds),
  digest: z.string(),
  core_user_id: z.string().nullable(),
  email: z.string().nullable(),
})

type KnownCall = z.infer<typeof knownCallRow>

/** A login under an ID that is still in the export belongs to that user, who has changed; under any other key, it may be that of the user in question. */
const heldByAnother = `SELECT 1 FROM baseline_call AS held JOIN user ON user.source_id = substr(held.user_key, 4)
  WHERE held.key = ? AND held.user_key LIKE 'id:%' AND user.source_id <> ? LIMIT 1`

/** Looks up the facts of the earlier migration about a user of this one. */
export type BaselineLookup = {
  readonly of: (user: User, plan: Pick<Plan, 'email' | 'phone' | 'calls'>) => BaselineUser | null
  /** The other user with a call of this key at the core by the earlier migration; null: there is none. */
  readonly holderOf: (key: string, user: User) => KeyHolder | null
}

/** Null: this migration follows none. */
export function baselineLookup(database: Database): BaselineLookup | null {
  const baseline = getSetting(database, 'baseline')
  if (baseline === undefined) return null
  // Rows of a migration whose hashes were removed are known by their blind fingerprints, all others by the whole ones.
  const fingerprinters = [false, ...(baseline.blind ? [true] : [])].map((blind) =>
    fingerprintsWith(baseline.key, blind),
  )
  const sameId = 'SELECT 1 FROM user WHERE source_id = ? LIMIT 1 OFFSET 1'
  // An ID of several users says nothing of any: each is known by its logins alone, so that none takes over that of another.
  const ownCalls = (calls: readonly KnownCall[], { sourceId }: User, today: Plan['calls']) => {
    if (sourceId === null || sql(database, sameId).get(sourceId) === undefined) return calls
    const keys = new Set(today.filter(createsUser).map(callKey))
    const own = calls.filter(({ key }) => keys.has(key))
    return own.length === 0 ? null : own
  }
  return {
    of: (user, { email, phone, calls: today }) => {
      const key = lastingKey({ sourceId: user.sourceId, email, phone })
      const known =
        key === null
          ? undefined
          : oneRow(knownRow, sql(database, 'SELECT digest FROM baseline_user WHERE key = ?'), key)
      if (key === null || known === undefined) return null
      const select = 'SELECT key, kind, digest, core_user_id, email FROM baseline_call WHERE user_key = ?'
      const own = ownCalls(allRows(knownCallRow, sql(database, select), key), user, today)
      if (own === null) return null
      return {
        same: fingerprinters.some((fingerprinter) => known.digest === fingerprinter.user(user)),
        calls: own.map((call) => ({
          key: call.key,
          kind: call.kind,
          coreUserId: call.core_user_id,
          email: call.email,
          is: (one) =>
            callKey(one) === call.key &&
            emailOfCall(one) === call.email &&
            fingerprinters.some((fingerprinter) => fingerprinter.call(one) === call.digest),
        })),
      }
    },
    holderOf: (key, { sourceId }) => {
      if (sql(database, 'SELECT 1 FROM baseline_call WHERE key = ? LIMIT 1').get(key) === undefined) return null
      return sql(database, heldByAnother).get(key, sourceId ?? '') === undefined ? 'gone' : 'another'
    },
  }
}
