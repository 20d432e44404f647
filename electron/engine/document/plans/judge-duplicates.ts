import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { placeText } from '../../../../shared/places.ts'
import type { Place } from '../../../../shared/planning/other-users/duplicates.ts'
import { readKeptOutKey } from '../../../../shared/planning/other-users/kept-out.ts'
import { computeClaims, importClaim, type UserClaims } from '../../import-pipeline/compute-claims.ts'
import {
  hasSameStatus,
  passwordClaimOf,
  type Settled,
  type Facet,
  isSameFacet,
} from '../../import-pipeline/plan-columns.ts'
import { facetTable, writtenPlans } from '../facets.ts'
import { readPlaces } from '../source-facts.ts'
import { allIds, allRows, bulkTransaction, type Database, oneNumber, sql, run } from '../sqlite.ts'
import { wasSentLive } from '../stored-calls.ts'
import type { OutdatedUsers } from './outdated-plans.ts'
import { identifierTable } from './claim-holders.ts'
import { emailsOfKeptOut } from './kept-out-users.ts'
import { type AlikeUsers, forgetKinds, planByKind } from './plan-by-kind.ts'
import { type DocumentPlanning, draftRow, planRow } from './plan-row.ts'
import { planValues, storePlan, writeClaims } from './stored-plan.ts'
import {
  hasSameClaims,
  hasSameFacet,
  hasSameOwn,
  isJudged,
  ofOtherUsers,
  readStoredUsers,
  type StoredUser,
  type StoredUsersFrom,
} from './stored-users.ts'

/** Users judged at a time; larger chunks are no faster. */
const chunk = 200

const rivals: StoredUsersFrom = { from: 'rival CROSS JOIN user ON user.id = rival.user_id', id: 'rival.user_id' }
const rivalsUnsent: StoredUsersFrom = { ...rivals, where: `NOT ${wasSentLive}` }

const holderRow = z.object({
  id: z.number(),
  email: z.string(),
  line: z.number(),
  byte: z.number(),
  file: z.string(),
  format: z.string().nullable(),
  places: z.string(),
})

/**
 * The holder of the import of the email of each rival. Only a holder that is not to be judged itself is sure to be one still when the
 * turn of its rival comes.
 */
const holdersOfRivals = `SELECT user.id, user.email, holder.line, holder.byte, file.name AS file, file.format, file.places
  FROM rival CROSS JOIN user ON user.id = rival.user_id
  CROSS JOIN shared_email AS shared ON shared.email = user.email AND shared.first < user.id
  CROSS JOIN user AS holder ON holder.id = shared.first
  CROSS JOIN facet ON facet.id = holder.facet_id AND facet.password_claim = 1
  CROSS JOIN file ON file.id = holder.file_id
  WHERE rival.user_id BETWEEN ? AND ?
    AND NOT EXISTS (SELECT 1 FROM rival AS other WHERE other.user_id = shared.first)
    AND NOT EXISTS (SELECT 1 FROM identifier WHERE identifier.key = 'import:' || user.email)`

/** The place of the user that holds the claim of its rival. */
type KnownHolder = { readonly key: string; readonly place: Place }

function knownHolders(database: Database, first: number, last: number): ReadonlyMap<number, KnownHolder> {
  const holders = new Map<number, KnownHolder>()
  for (const { id, email, file, format, places, ...at } of allRows(
    holderRow,
    sql(database, holdersOfRivals),
    first,
    last,
  )) {
    const key = importClaim(email)
    if (key !== null) holders.set(id, { key, place: { file, place: placeText(readPlaces(places), format, at) } })
  }
  return holders
}

/**
 * Judges the users that claim what an earlier one has, in the order in which they were read. Those that were sent to a
 * live core come before all others. After `findSharedEmails`. `onRivals`: how many there are. Returns false when it was stopped.
 */
export async function judgeDuplicates(
  database: Database,
  planning: DocumentPlanning,
  options: JudgeOptions,
): Promise<boolean> {
  findRivals(database, planning.anySent)
  return judgeRivals(database, planning, options)
}

/**
 * Judges users with the email of a user who is kept out, where duplicates have been judged before; of these, where such a user is
 * excluded and its claims are free. After `keepSharedEmails`. Returns false when it was stopped.
 */
export async function judgeBesideKeptOut(
  database: Database,
  planning: DocumentPlanning,
  options: JudgeOptions,
): Promise<boolean> {
  database.exec(findBesideKeptOut)
  const releases = Object.values(planning.choices.emailsKeptOut).includes('exclude')
  if (releases && countRivals(database) > 0)
    database.exec(`${addRivals} SELECT user_id, 0 FROM user_finding WHERE code IN ('duplicate', 'shared-phone')`)
  return judgeRivals(database, planning, options)
}

function countRivals(database: Database): number {
  return oneNumber(sql(database, 'SELECT count(*) AS n FROM rival'))
}

async function judgeRivals(database: Database, planning: DocumentPlanning, options: JudgeOptions): Promise<boolean> {
  options.onRivals(countRivals(database))
  for (let after = 0; ;) {
    const users = readStoredUsers(database, planning.anySent ? rivalsUnsent : rivals, after, chunk)
    const [first, last] = [users[0], users.at(-1)]
    if (first === undefined || last === undefined) break
    const holders = planning.anySent ? null : knownHolders(database, first.id, last.id)
    const besideKeptOut = new Set(allIds(sql(database, rivalsBesideKeptOut), first.id, last.id))
    const before = planning.anySent ? 'earlier-or-sent' : 'earlier'
    bulkTransaction(database, () => {
      for (const user of users) {
        const known = holders?.get(user.id)
        const holder = (key: string) => {
          if (readKeptOutKey(key) !== null && !besideKeptOut.has(user.id)) return null
          return key === known?.key ? known.place : identifierTable.holderOf(database, key, user.id, before)
        }
        planRow(database, user, planning, holder, user.plan, user)
      }
    })
    after = last.id
    options.onProgress(users.length)
    await setImmediate()
    if (options.signal.aborted) return false
  }
  database.exec('DELETE FROM rival')
  return true
}

const rivalsBesideKeptOut = 'SELECT user_id AS id FROM rival WHERE beside_kept_out = 1 AND user_id BETWEEN ? AND ?'
const addRivals = 'INSERT OR IGNORE INTO rival (user_id, beside_kept_out)'
const findBesideKeptOut = `
  CREATE TEMP TABLE IF NOT EXISTS rival (user_id INTEGER PRIMARY KEY, beside_kept_out INTEGER NOT NULL);
  DELETE FROM rival;
  ${addRivals} SELECT user.id, 1 FROM (${emailsOfKeptOut}) AS kept CROSS JOIN user ON user.email = kept.email;`

/**
 * Notes in a table of this connection who has to be judged: all but the first of those with the same claim, users with the email of a user
 * who may be kept out, and who was judged by another user before. After a live run the first one by the order of the export need not be the first one in the core.
 */
function findRivals(database: Database, anySent: boolean): void {
  const butTheFirst = anySent ? '' : 'AND one.id > shared.first'
  database.exec(`
    ${findBesideKeptOut}
    ${addRivals} SELECT user_id, 0 FROM user_finding WHERE code IN (${ofOtherUsers.map((code) => `'${code}'`).join(', ')});
    ${addRivals} SELECT one.id, 0
      FROM (SELECT key, min(user_id) AS first FROM identifier GROUP BY key HAVING count(*) > 1) AS shared
      JOIN (SELECT key, user_id AS id FROM identifier) AS one ON one.key = shared.key ${butTheFirst};
    ${addRivals} SELECT one.id, 0
      FROM (SELECT * FROM shared_email WHERE importers > 1) AS shared
      CROSS JOIN user AS one ON one.email = shared.email ${butTheFirst}
      CROSS JOIN facet ON facet.id = one.facet_id AND facet.password_claim > 0`)
}

type JudgeOptions = DraftOptions & { readonly onRivals: (rivals: number) => void }

type DraftOptions = {
  readonly signal: AbortSignal
  /** Called after each chunk with its number of users. */
  readonly onProgress: (users: number) => void
}

/** Users that are drafted in one transaction. */
const draftAgainChunk = 2000

/**
 * Drafts outdated users that were never sent to a live core again, and writes what is not as it was. Users that were judged
 * duplicates keep that plan until they are judged again. Returns false when it was stopped.
 */
export async function draftUsersAgain(
  database: Database,
  planning: DocumentPlanning,
  outdated: OutdatedUsers,
  options: DraftOptions,
): Promise<boolean> {
  if (outdated.users === 0) return true
  const conditions = [outdated.where, planning.anySent ? `NOT ${wasSentLive}` : null].filter((one) => one !== null)
  const users = { from: 'user', id: 'user.id', ...(conditions.length === 0 ? {} : { where: conditions.join(' AND ') }) }
  const alike = bulkTransaction(database, () => planByKind(database, planning, outdated))
  // A changed plan may make the results at a core obsolete, which is found out user by user.
  let moves = planning.anyRehearsed || planning.anyRefused ? null : createFacetMoves(database, alike)
  for (const move of alike) options.onProgress(move.users.length)
  let written = writtenPlans(database)
  for (let after = 0; ;) {
    if (moves !== null && writtenPlans(database) !== written) {
      // A user was corrected meanwhile, and may be one of those that are noted to move.
      moves = null
      forgetKinds(database, alike)
      after = 0
    }
    const last = bulkTransaction(database, () => draftChunk(database, planning, users, { after, moves, ...options }))
    if (last === null) break
    after = last
    written = writtenPlans(database)
    await setImmediate()
    if (options.signal.aborted) return false
  }
  bulkTransaction(database, () => moves?.write())
  return true
}

type DraftedChunk = Pick<DraftOptions, 'onProgress'> & { readonly after: number; readonly moves: FacetMoves | null }

/** Drafts the users of one transaction again. Returns the id of the last one; null: there are no more. */
function draftChunk(
  database: Database,
  planning: DocumentPlanning,
  from: StoredUsersFrom,
  { after, moves, onProgress }: DraftedChunk,
): number | null {
  let last: number | null = null
  for (let drafted = 0; drafted < draftAgainChunk;) {
    const users = readStoredUsers(database, from, last ?? after, chunk)
    const end = users.at(-1)
    if (end === undefined) break
    for (const user of users) draftAgain(database, planning, user, moves)
    last = end.id
    drafted += users.length
    onProgress(users.length)
  }
  return last
}

function draftAgain(database: Database, planning: DocumentPlanning, user: StoredUser, all: FacetMoves | null): void {
  const { id, plan } = user
  const moves = all?.isApart(plan.facet_id) === true ? null : all
  const drafted = draftRow(database, user, planning)
  const claims = computeClaims(drafted)
  const values = planValues(drafted, claims)
  // Whether a user is kept out matters to others before it is judged itself.
  if (isJudged(user) && hasSameStatus(facetTable.of(database, plan.facet_id), values.facet)) {
    if (!wantsTheSame(database, drafted, claims, user)) writeClaims(database, id, claims, plan)
    return
  }
  const hasSame = hasSameOwn(user, values) && hasSameClaims(user, claims)
  if (!hasSame) storePlan(database, id, drafted, claims, plan, planning, values)
  else if (moves?.follow(id, plan.facet_id, values.facet) === true) return
  else if (hasSameFacet(database, user, values)) moves?.stay(plan.facet_id)
  else if (moves?.move(id, plan.facet_id, values.facet) !== true)
    storePlan(database, id, drafted, claims, plan, planning, values, 'facet')
}

/** Whether a duplicate wants nothing but the password import of its email, as before: who holds that is judged afterwards. */
function wantsTheSame(
  database: Database,
  { plan }: Settled,
  { claims, passwordClaim }: UserClaims,
  { plan: kept }: StoredUser,
): boolean {
  const before = passwordClaimOf(facetTable.of(database, kept.facet_id))
  const isImport = claims.length === 0 && kept.claims === 0
  return isImport && plan.email === kept.email && passwordClaim > 0 === before > 0
}

/**
 * Facets whose users move to another one while users are planned again, with nothing else of them changed. Where all users of a facet
 * move to the same one, the facet itself becomes the other one at the end, and no user is written.
 */
type FacetMoves = {
  /** Whether the users of the facet are known to move together, so that one of them that is drafted moves alone. */
  readonly isApart: (from: number) => boolean
  /** Notes that a user moves where all users of its facet so far move to the same one; false: nothing is noted. */
  readonly follow: (userId: number, from: number, to: Facet) => boolean
  /** Notes that a user moves that does not follow others; false: the user is to be written. Within a transaction. */
  readonly move: (userId: number, from: number, to: Facet) => boolean
  /** A user of the facet stays as it is, so its users do not move together. Within a transaction. */
  readonly stay: (facet: number) => void
  /** Writes all moves, once, at the end. Within a transaction. */
  readonly write: () => void
}

/** `to` null: its users have been written one by one, and so are those that follow. */
type Move = { readonly to: Facet | null; readonly users: number[] }

/** `alike`: users that move together, whatever others of their facet do. */
function createFacetMoves(database: Database, alike: readonly AlikeUsers[]): FacetMoves {
  const moves = new Map<number, Move>()
  const alikeMoves = new Map(alike.map(({ from, ...move }) => [from, move]))

  const split = (from: number, { to, users }: Move): void => {
    if (to !== null) writeEach(database, users, to)
    moves.set(from, { to: null, users: [] })
  }

  return {
    isApart: (from) => alikeMoves.has(from),
    follow: (userId, from, to) => {
      const known = moves.get(from)
      if (known === undefined || known.to === null || !isSameFacet(known.to, to)) return false
      known.users.push(userId)
      return true
    },
    move: (userId, from, to) => {
      const known = moves.get(from)
      if (known === undefined) {
        moves.set(from, { to, users: [userId] })
        return true
      }
      if (known.to !== null) split(from, known)
      return false
    },
    stay: (facet) => {
      const known = moves.get(facet)
      if (known === undefined) moves.set(facet, { to: null, users: [] })
      else if (known.to !== null) split(facet, known)
    },
    write: () => {
      const counts = countUsers(database)
      const whole = new Map<number, Facet>()
      const others: [Facet, readonly number[]][] = []
      for (const [from, { to, users }] of [...alikeMoves, ...moves]) {
        if (to === null || isSameFacet(facetTable.of(database, from), to)) continue
        // Users that were sent keep their plan.
        if (counts.get(from) === users.length) whole.set(from, to)
        else others.push([to, users])
      }
      if (whole.size > 0) facetTable.turn(database, whole, counts)
      for (const [to, users] of others) writeEach(database, users, to)
    },
  }
}

function writeEach(database: Database, users: readonly number[], to: Facet): void {
  const facet = facetTable.id(database, to)
  for (const user of users) run(database, 'UPDATE user SET facet_id = ? WHERE id = ?', facet, user)
}

const countRow = z.object({ facet: z.number(), users: z.number() })

/** The number of users of each facet: reads the index of facets once. */
function countUsers(database: Database): ReadonlyMap<number, number> {
  const rows = allRows(
    countRow,
    sql(database, 'SELECT facet_id AS facet, count(*) AS users FROM user GROUP BY facet_id'),
  )
  return new Map(rows.map(({ facet, users }) => [facet, users]))
}
