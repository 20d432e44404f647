import * as z from 'zod'
import { fingerprint } from '../../../../shared/core-api/staged-fingerprint.ts'
import type { LoginKey } from '../../../../shared/core-api/found-user.ts'
import type { Call, CallKind } from '../../../../shared/planning/call.ts'
import { readTimeJoined } from '../../../../shared/users/time-joined.ts'
import { hasProfilePart, isReady, withFacet, withProgress, withTexts } from '../../document/facets.ts'
import { getChoices } from '../../document/settings.ts'
import { allRows, type Database, oneNumber, sql } from '../../document/sqlite.ts'
import { callsOf, readStoredCalls } from '../../document/stored-calls.ts'
import { type ClaimedUser, readUserRow, withHistory } from '../claimed-user.ts'
import { stuckMessage, takenMessage } from './batch.ts'
import { type BulkCandidate, idMark, keyText, personOf } from './person-of.ts'

export type Candidate = BulkCandidate &
  UnsentUser & {
    /** Of the password; null: there is none. */
    readonly family: string | null
    /** Its logins and its old id: free in the core, if the user may be staged. */
    readonly marks: readonly string[]
  }

/** Reads the ready users of a target in order, and skips users that single calls send. */
type Candidates = {
  /** Looks at up to `limit` users; `last`: no user is left. */
  readonly next: (limit: number) => { readonly candidates: readonly Candidate[]; readonly last: boolean }
  /** How many are left at most. */
  readonly remaining: () => number
  /** Excludes users with these logins: another user has staged them. */
  readonly exclude: (keys: Iterable<string>) => void
}

const userRow = readUserRow.extend({
  /** Something was sent of this user before. */
  known: z.number(),
  joined: z.string().nullable(),
})

/** Parses the text only where the export gives the time of joining. */
const whenJoined = `CASE WHEN ${hasProfilePart('joined')} THEN json_extract(t.source, '$.profile.joined') END`

const released = `SELECT count(*) AS n FROM attempt WHERE target_id = ? AND user_id = ? AND operation = 'bulk-stage'
  AND outcome = 'released' AND message IN (?, ?)`
const inCoreList = 'SELECT count(*) AS n FROM bulk_row WHERE target_id = ? AND user_id = ?'

/**
 * A user who is sent again is staged when the core surely did nothing for it: no call of it is done or unanswered, no row
 * of it may be in the core's list, and bulk import was not left because of it.
 */
function mayBeStaged(database: Database, targetId: number, { id, calls }: ClaimedUser): boolean {
  return (
    calls.every(({ state, sentBefore, skippedExisting, reconcileFirst }) => {
      return state === 'todo' && !sentBefore && !skippedExisting && !reconcileFirst
    }) &&
    oneNumber(sql(database, inCoreList), targetId, id) === 0 &&
    oneNumber(sql(database, released), targetId, id, stuckMessage, takenMessage) === 0
  )
}

type CandidatesWith = {
  /** Only users of `scope_user`. */
  readonly scoped: boolean
  /** Hash families that wait for a setting of the core. */
  readonly held: ReadonlySet<string>
  /** Roles that were created ahead of staging: a user with another one that is to be created would be refused with the whole batch. */
  readonly createdRoles: ReadonlySet<string>
  readonly now: () => number
}

export function createCandidates(
  database: Database,
  targetId: number,
  { scoped, held, createdRoles, now }: CandidatesWith,
): Candidates {
  const isKept = getChoices(database).profile.joined !== 'exclude'
  const joined = isKept ? whenJoined : 'NULL'
  let after = 0
  /** Logins and old IDs of all candidates so far: a second user with one of them would roll its chunk back. */
  const taken = createFingerprintSet()

  const read = (limit: number): readonly z.infer<typeof userRow>[] => {
    const among = scoped
      ? `scope_user CROSS JOIN user ON user.id = scope_user.user_id ${withFacet} ${withTexts} ${withProgress} WHERE scope_user.user_id > ?`
      : `user ${withFacet} ${withTexts} ${withProgress} WHERE user.id > ?`
    const select = `SELECT user.id, ${callsOf} AS calls, EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND
        finding.code = 'changed-since') AS replaces, p.state IS NOT NULL AS known, ${joined} AS joined FROM ${among} AND ${isReady}
      ORDER BY user.id LIMIT ?`
    return allRows(userRow, sql(database, select), targetId, after, limit)
  }

  const callsToRepeat = (row: z.infer<typeof userRow>): readonly Call[] | null => {
    const user = withHistory(database, targetId, row)
    return mayBeStaged(database, targetId, user) ? user.calls.map(({ call }) => call) : null
  }

  const candidateOf = (row: z.infer<typeof userRow>): Candidate | null => {
    if (row.replaces === 1) return null
    const calls = row.known === 0 ? readStoredCalls(row.calls) : callsToRepeat(row)
    if (calls === null) return null
    if (calls.some((call) => call.kind === 'role' && call.create && !createdRoles.has(call.role))) return null
    const timeJoined = row.joined === null ? null : readTimeJoined(row.joined, now())
    const found = personOf(calls, timeJoined)
    if (found === null) return null
    const family = found.person.methods.find((method) => method.recipe === 'emailpassword')?.family ?? null
    if (family !== null && held.has(family)) return null
    const marks = found.keys.map(keyText)
    if (found.externalUserId !== null) marks.push(idMark(found.externalUserId))
    if (!taken.addUnlessKnown(marks)) return null
    // An object literal: spreading the user takes as long as the rest of this function.
    const { person, keys, externalUserId } = found
    return { id: row.id, calls, person, keys, externalUserId, family, marks }
  }

  return {
    next: (limit) => {
      const rows = read(limit)
      after = rows.at(-1)?.id ?? after
      return { candidates: rows.map(candidateOf).filter((one) => one !== null), last: rows.length < limit }
    },
    remaining: () =>
      scoped
        ? oneNumber(sql(database, 'SELECT count(*) AS n FROM scope_user'))
        : Math.max(0, oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) - after),
    exclude: (keys) => {
      for (const key of keys) taken.add(key)
    },
  }
}

/*
 * A set of texts, by fingerprints of 53 bits: a set of the texts themselves takes a hundred bytes for each, this takes 11 to
 * 32. Two texts out of a million share a fingerprint in one of 20,000 sets: a user that is taken for another one has to be
 * looked up or is not sent in bulk; none is lost.
 */

const firstSlots = 1024

export type FingerprintSet = {
  readonly add: (text: string) => void
  /** Adds all of these where the set has none of them, and answers whether it did. */
  readonly addUnlessKnown: (texts: readonly string[]) => boolean
  readonly has: (text: string) => boolean
  readonly size: () => number
}

/** An open-addressing hash table that grows when it is three quarters full. Its length is a power of two. */
export function createFingerprintSet(): FingerprintSet {
  let table = new Float64Array(firstSlots)
  let size = 0

  /** Where a fingerprint is, or would be, by its low bits. An empty slot is zero, which no fingerprint is. */
  const place = (to: Float64Array, print: number): number => {
    const mask = to.length - 1
    let slot = (print >>> 0) & mask
    for (let found = to[slot]; found !== 0 && found !== print; found = to[slot]) slot = (slot + 1) & mask
    return slot
  }

  const grow = () => {
    const larger = new Float64Array(table.length * 2)
    for (const print of table) if (print !== 0) larger[place(larger, print)] = print
    table = larger
  }

  const isKnown = (print: number) => table[place(table, print)] === print
  const addPrint = (print: number) => {
    const slot = place(table, print)
    if (table[slot] === print) return
    table[slot] = print
    size += 1
    if (size * 4 > table.length * 3) grow()
  }

  return {
    add: (text) => addPrint(fingerprint(text)),
    addUnlessKnown: (texts) => {
      const prints = texts.map(fingerprint)
      if (prints.some(isKnown)) return false
      for (const print of prints) addPrint(print)
      return true
    },
    has: (text) => isKnown(fingerprint(text)),
    size: () => size,
  }
}

/** The marks by which a user of the core is recognized as one of ours. */
export type BulkIdentity = {
  readonly keys: readonly LoginKey[]
  /** The old id, under which the core knows the user from the import on. */
  readonly externalUserId: string | null
}

/** A user that is about to be staged: none of its calls was ever sent. */
export type UnsentUser = BulkIdentity & { readonly id: number; readonly calls: readonly Call[] }

/** A call without its contents: hashes of staged users are not held in memory. */
export type BegunCall = { readonly key: string; readonly kind: CallKind }

/** A user of a batch that this run began. */
export type BegunUser = BulkIdentity & {
  readonly id: number
  /** Calls that create the user: one for each login method, the primary one first. */
  readonly creating: readonly BegunCall[]
  /** Calls that complete it. */
  readonly following: readonly BegunCall[]
}
