import * as z from 'zod'
import { groupsOfPart, type ProfileGroup, type ProfilePart } from '../../../shared/users/user.ts'
import type { UserClaims } from '../import-pipeline/compute-claims.ts'
import { type Facet, facetColumns, isSameFacet, withPasswordClaim } from '../import-pipeline/plan-columns.ts'
import { getSetting, setSetting } from './settings.ts'
import { type Database, lastRollback, oneId, run, sql } from './sqlite.ts'

type Known = {
  readonly rollback: object | undefined
  readonly ids: Map<string, number>
  readonly byId: Map<number, Facet>
  /** The facets met last are compared first, because making a key takes longer. */
  readonly last: { readonly facet: Facet; readonly id: number }[]
}
const known = new WeakMap<Database, Known>()

/** Parts of plans that many users share. */
export const facetTable = {
  /** The ID of the facet that users share; the first facet of its kind is stored. Within a transaction. */
  id: (database: Database, facet: Facet): number => {
    const { ids, last } = knownOf(database)
    for (const one of last) if (isSameFacet(one.facet, facet)) return one.id
    const key = facet.join('\n')
    const id = ids.get(key) ?? findOrWrite(database, facet)
    ids.set(key, id)
    last.unshift({ facet, id })
    if (last.length > maxLast) last.pop()
    return id
  },
  /** A facet by its ID; undefined: unknown, or not made by planning. */
  of: (database: Database, id: number): Facet | undefined => {
    const { byId } = knownOf(database)
    const before = byId.get(id)
    if (before !== undefined) return before
    const row = facetRow.optional().safeParse(sql(database, selectById).get(id)).data
    if (row === undefined) return undefined
    const { plan_state, bucket, methods, providers, accounts, profile, tenants } = row
    const { blocking_code, summary, findings, calls, password_claim, kind } = row
    const facet: Facet = [
      ...([plan_state, bucket, methods, providers, accounts, profile, tenants] as const),
      ...([blocking_code, summary, findings, calls, password_claim, kind] as const),
    ]
    if (byId.size >= maxById) byId.clear()
    byId.set(id, facet)
    return facet
  },
  /** The ID of the facet that differs from another in its password claim alone. Within a transaction. */
  withClaim: (database: Database, id: number, claim: UserClaims['passwordClaim']): number => {
    const facet = facetTable.of(database, id)
    return facet === undefined ? id : facetTable.id(database, withPasswordClaim(facet, claim))
  },
  /**
   * Turns facets into others, with all of their users. Where several become the same, or it is there already, the one with the most users
   * stays, and users of the others move. `users`: how many users each facet has. Within a transaction.
   */
  turn: (database: Database, turned: ReadonlyMap<number, Facet>, users: ReadonlyMap<number, number>): void => {
    const targets = new Map<string, { readonly to: Facet; readonly facets: number[] }>()
    for (const [from, to] of turned) {
      const key = to.join('\n')
      const target = targets.get(key) ?? { to, facets: [] }
      target.facets.push(from)
      targets.set(key, target)
    }
    // All of them are changed first: one may become what another one was.
    for (const from of turned.keys()) run(database, "UPDATE facet SET plan_state = 'turned ' || id WHERE id = ?", from)
    for (const { to, facets } of targets.values()) {
      const there = findFacet(database, to)
      const all = there === undefined ? facets : [...facets, there]
      const byUsers = all.toSorted((one, other) => (users.get(other) ?? 0) - (users.get(one) ?? 0))
      const [stays = 0, ...others] = byUsers
      for (const other of others) {
        run(database, 'UPDATE user SET facet_id = ? WHERE facet_id = ?', stays, other)
        run(database, 'DELETE FROM facet_finding WHERE facet_id = ?', other)
        run(database, 'DELETE FROM facet WHERE id = ?', other)
      }
      if (stays === there) continue
      run(database, replace, ...to, stays)
      run(database, 'DELETE FROM facet_finding WHERE facet_id = ?', stays)
      writeFindings(database, stays, to)
    }
    // Facets in memory are outdated, and readers know facets by their IDs.
    known.delete(database)
    bumpUsersVersion(database)
  },
}

const maxLast = 16

function knownOf(database: Database): Known {
  const rollback = lastRollback(database)
  let remembered = known.get(database)
  // A transaction that was rolled back took its facets with it.
  if (remembered === undefined || remembered.rollback !== rollback) {
    remembered = { rollback, ids: new Map(), byId: new Map(), last: [] }
    known.set(database, remembered)
  }
  return remembered
}

const facetRow = z.object({
  plan_state: z.enum(['ready', 'blocked', 'excluded']),
  bucket: z.string(),
  methods: z.string(),
  providers: z.string(),
  accounts: z.number(),
  profile: z.string(),
  tenants: z.string(),
  blocking_code: z.string(),
  summary: z.string(),
  findings: z.string(),
  calls: z.string(),
  password_claim: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  kind: z.string(),
})
const selectById = `SELECT ${facetColumns.join(', ')} FROM facet WHERE id = ?`

/** More facets than nearly any export has; beyond that, facets are read again. */
const maxById = 10_000

/** Findings as rows of the list that a facet has of them. */
const insertFindings = `INSERT INTO facet_finding (facet_id, code, group_key, blocks, detail)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`

const select = `SELECT id FROM facet WHERE ${facetColumns.map((column) => `${column} = ?`).join(' AND ')}`
const replace = `UPDATE facet SET ${facetColumns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`
const insert = `INSERT INTO facet (${facetColumns.join(', ')}) VALUES (${facetColumns.map(() => '?').join(', ')})`

function findOrWrite(database: Database, facet: Facet): number {
  const found = findFacet(database, facet)
  if (found !== undefined) return found
  const id = Number(sql(database, insert).run(...facet).lastInsertRowid)
  writeFindings(database, id, facet)
  return id
}

/** The ID of a facet that is in the document. */
function findFacet(database: Database, facet: Facet): number | undefined {
  return oneId(sql(database, select), ...facet)
}

function writeFindings(database: Database, id: number, facet: Facet): void {
  const findings = facet[facetColumns.indexOf('findings')]
  if (findings !== '') run(database, insertFindings, id, findings ?? '')
}

/** Joins each user with its facet. */
export const withFacet = 'CROSS JOIN facet ON facet.id = user.facet_id'

/** Joins each facet with its users, along the smallest of their indexes. */
export const ofFacet = 'facet CROSS JOIN user ON user.facet_id = facet.id'

/** Joins each user with its progress at the target whose ID is the value here. */
export const withProgress = 'LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id'

/** The state of a user at a target: what happened there, else what is planned. `facet` and `progress p` are joined. */
export const effectiveState = "coalesce(nullif(p.state, 'ready'), facet.plan_state)"

/** Users that a run would send. The same are joined. */
export const isReady = "facet.plan_state = 'ready' AND (p.state IS NULL OR p.state = 'ready')"

/** The detail of a user's first finding that blocks, else of the first one; empty: it has none. `user` and `facet` are joined. */
export const summaryOf = 'coalesce(user.summary, facet.summary)'

/** Each kind of finding with the number of its `users`, and of these, the ones that it holds back: reads two indexes instead of all users. */
export const findingCounts = `(SELECT code, group_key, max(blocks) AS blocks, sum(users) AS users, sum(waiting) AS waiting FROM
  (SELECT code, group_key, max(blocks) AS blocks, count(*) AS users, sum(blocks) AS waiting FROM user_finding
     GROUP BY code, group_key
   UNION ALL SELECT code, group_key, blocks, users, blocks * users AS waiting FROM facet_finding
     JOIN (SELECT facet_id AS id, count(*) AS users FROM user GROUP BY facet_id) AS counted ON counted.id = facet_id)
  GROUP BY code, group_key)`

/** Each facet with the number of its `users` and the id of the `first`: reads that index once. */
export const facetCounts = `(SELECT facet_id, count(*) AS users, min(id) AS first FROM user GROUP BY facet_id) AS counted
  JOIN facet ON facet.id = counted.facet_id`

/**
 * Login methods of the users of a facet, as tables, filters and counts show them: the planned ones; of users without a
 * plan, who wait or are excluded, the login methods of the export. Empty: they have none.
 */
export const shownMethods = `CASE WHEN facet.methods <> '' THEN facet.methods
  WHEN facet.bucket <> 'none' AND facet.providers <> '' THEN 'password,third-party'
  WHEN facet.bucket <> 'none' THEN 'password'
  WHEN facet.providers <> '' THEN 'third-party'
  WHEN instr(facet.findings, '"no-login"') > 0 THEN '' ELSE 'passwordless' END`

/** In SQL: the users of a facet have a password and no email or phone number that can be used. */
export const lacksContact = `instr(facet.findings, '"hash-without-contact"') > 0`

/** Joins each user with its texts, as `t`. */
export const withTexts = 'CROSS JOIN user_text AS t ON t.user_id = user.id'

/** A condition: a user is in this group by its profile; `facet` is joined. */
export function hasProfilePart(part: ProfileGroup): string {
  return `(',' || facet.profile || ',') LIKE '%,${part},%'`
}

/** A condition: the export has this part of the profile of a user, whether or not a core takes it; `facet` is joined. */
export function hasAnyOfPart(part: ProfilePart): string {
  return `(${groupsOfPart(part).map(hasProfilePart).join(' OR ')})`
}

/** The names in a list of a facet, which has them between commas. */
export function namesInList(list: string): string[] {
  return list.split(',').filter((name) => name !== '')
}

/** Clears the filter: all ready users are sent again. */
export function clearUserFilter(database: Database): void {
  setSetting(database, 'user-filter', null)
  setSetting(database, 'user-filter-sources', [])
}

/**
 * Records, within the transaction, that users or their plans changed, so that readers reload the columns
 * they keep in memory. An outcome at a target is no change of users.
 */
export function bumpUsersVersion(database: Database): void {
  setSetting(database, 'users-version', (getSetting(database, 'users-version') ?? 0) + 1)
}

const written = new WeakMap<Database, number>()

/** Notes that the plan of a user was written on this connection, which is the only one that writes plans. */
export function notePlanWritten(database: Database): void {
  written.set(database, writtenPlans(database) + 1)
}

/** How many plans were written on this connection: work in steps finds out whether other work wrote plans in between. */
export function writtenPlans(database: Database): number {
  return written.get(database) ?? 0
}
