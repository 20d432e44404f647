import * as z from 'zod'
import type { ProfileGroup } from '../../../shared/users/user.ts'
import { type Facet, facetColumns, isSameFacet } from '../import-pipeline/plan-columns.ts'
import { getSetting, setSetting } from './settings.ts'
import { type Database, oneRow, rollbacksOf, run, sql } from './sqlite.ts'

const idRow = z.object({ id: z.number() })

type Known = {
  readonly rollbacks: number
  readonly ids: Map<string, number>
  /** Those met last, which are compared before a key is made: that takes longer. */
  readonly last: { readonly facet: Facet; readonly id: number }[]
}
const known = new WeakMap<Database, Known>()

/** The ID of the facet that users share; the first facet of its kind is stored. Within a transaction. */
export function facetId(database: Database, facet: Facet): number {
  const rollbacks = rollbacksOf(database)
  let remembered = known.get(database)
  // A transaction that was rolled back took its facets with it.
  if (remembered?.rollbacks !== rollbacks) {
    remembered = { rollbacks, ids: new Map(), last: [] }
    known.set(database, remembered)
  }
  const { ids, last } = remembered
  for (const one of last) if (isSameFacet(one.facet, facet)) return one.id
  const key = facet.join('\n')
  const id = ids.get(key) ?? findOrWrite(database, facet)
  ids.set(key, id)
  last.unshift({ facet, id })
  if (last.length > maxLast) last.pop()
  return id
}

const maxLast = 16

/** Findings as rows of the list that a facet has of them. */
const insertFindings = `INSERT INTO facet_finding (facet_id, code, group_key, blocks, detail)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`

const select = `SELECT id FROM facet WHERE ${facetColumns.map((column) => `${column} = ?`).join(' AND ')}`
const insert = `INSERT INTO facet (${facetColumns.join(', ')}) VALUES (${facetColumns.map(() => '?').join(', ')})`

function findOrWrite(database: Database, facet: Facet): number {
  const found = oneRow(idRow, sql(database, select), ...facet)
  if (found !== undefined) return found.id
  const id = Number(sql(database, insert).run(...facet).lastInsertRowid)
  const findings = facet[facetColumns.indexOf('findings')]
  if (findings !== '') run(database, insertFindings, id, findings ?? '')
  return id
}

/** Joins each user with its facet. */
export const withFacet = 'CROSS JOIN facet ON facet.id = user.facet_id'

/** Joins each facet with its users, along the smallest of their indexes. */
export const ofFacet = 'facet CROSS JOIN user ON user.facet_id = facet.id'

/** The detail of a user's first finding that blocks, else of the first one; empty: it has none. `user` and `facet` are joined. */
export const summaryOf = 'coalesce(user.summary, facet.summary)'

/** Each kind of finding with the number of its `users`: reads two indexes instead of all users. */
export const findingCounts = `(SELECT code, group_key, max(blocks) AS blocks, sum(users) AS users FROM
  (SELECT code, group_key, max(blocks) AS blocks, count(*) AS users FROM user_finding GROUP BY code, group_key
   UNION ALL SELECT code, group_key, blocks, users FROM facet_finding
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

/** Joins each user with its texts, as `t`. */
export const withTexts = 'CROSS JOIN user_text AS t ON t.user_id = user.id'

/** A condition: the export has this part of the profile of a user; `facet` is joined. */
export function hasProfilePart(part: ProfileGroup): string {
  return `(',' || facet.profile || ',') LIKE '%,${part},%'`
}

/** The names in a list of a facet, which has them between commas. */
export function namesInList(list: string): string[] {
  return list.split(',').filter((name) => name !== '')
}

/** Narrows the migration to the users that lists name, beside those that it was narrowed to before. */
export function addUserFilter(database: Database, names: readonly string[], lists: readonly string[]): void {
  setSetting(database, 'user-filter', [...new Set([...(getSetting(database, 'user-filter') ?? []), ...names])])
  setSetting(
    database,
    'user-filter-sources',
    [...new Set([...(getSetting(database, 'user-filter-sources') ?? []), ...lists])].slice(-100),
  )
}

/** Clears the filter: all ready users are sent again. */
export function clearUserFilter(database: Database): void {
  setSetting(database, 'user-filter', null)
  setSetting(database, 'user-filter-sources', [])
}

/**
 * Notes, in the transaction that changes them, that users or their plans are no longer what they were. Readers that keep
 * columns of them in memory reload these. An outcome at a target is no change of users.
 */
export function bumpUsersVersion(database: Database): void {
  setSetting(database, 'users-version', (getSetting(database, 'users-version') ?? 0) + 1)
}
