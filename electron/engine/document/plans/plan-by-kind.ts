import * as z from 'zod'
import { computeClaims } from '../../import-pipeline/compute-claims.ts'
import { type Facet, kindOfFacet } from '../../import-pipeline/plan-columns.ts'
import { facetTable } from '../facets.ts'
import { allRows, type Database, run, sql } from '../sqlite.ts'
import type { OutdatedUsers } from './outdated-plans.ts'
import { type DocumentPlanning, draftRow } from './plan-row.ts'
import { ofSharedValues } from './shared-values.ts'
import { planValues } from './stored-plan.ts'
import { hasSameClaims, hasSameOwn, readStoredUsers, type StoredUser, type StoredUsersFrom } from './stored-users.ts'

/*
 * Planning again by kind. All users of a facet that has a kind are planned alike but for values of their own, which their calls repeat by
 * marks. So where the plan of one of them becomes another one without a value of its own, the plans of all of them do. Users with a
 * finding of their own or a correction are planned one by one, as are all users of a facet without a kind.
 */

/** A facet whose users are planned again as one of them; `to`: the facet that they move to, which may be the same. */
export type AlikeUsers = { readonly from: number; readonly to: Facet; readonly users: readonly number[] }

const representatives: StoredUsersFrom = {
  from: 'representative CROSS JOIN user ON user.id = representative.user_id',
  id: 'representative.user_id',
}

/**
 * Finds the outdated facets whose users are planned alike, plans one user of each, and takes them out of the outdated ones but for
 * users that are planned one by one. Within a transaction.
 */
export function planByKind(
  database: Database,
  planning: DocumentPlanning,
  outdated: OutdatedUsers,
): readonly AlikeUsers[] {
  if (!mayPlanByKind(database, planning, outdated)) return []
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS apart (user_id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE IF NOT EXISTS representative (user_id INTEGER PRIMARY KEY);
    DELETE FROM apart; DELETE FROM representative;
    INSERT OR IGNORE INTO apart SELECT user_id FROM user_finding WHERE code NOT IN (${[...ofSharedValues].map((code) => `'${code}'`).join(', ')});
    INSERT OR IGNORE INTO apart SELECT id FROM user WHERE correction IS NOT NULL;
    INSERT INTO representative SELECT user_id FROM (
      SELECT (SELECT id FROM user WHERE facet_id = facet.id AND id NOT IN apart ORDER BY id LIMIT 1) AS user_id
      FROM facet WHERE kind <> '' AND id IN outdated_facet) WHERE user_id IS NOT NULL`)
  const alike: AlikeUsers[] = []
  for (let after = 0; ;) {
    const users = readStoredUsers(database, representatives, after, chunk)
    const last = users.at(-1)
    if (last === undefined) break
    for (const user of users) {
      const to = facetOfAll(database, planning, user)
      const from = user.plan.facet_id
      if (to !== null) alike.push({ from, to, users: usersAlike(database, from) })
    }
    after = last.id
  }
  for (const { from } of alike) {
    const own = 'SELECT user_id FROM apart CROSS JOIN user ON user.id = user_id WHERE facet_id = ?'
    run(database, `INSERT OR IGNORE INTO outdated_user ${own}`, from)
    run(database, 'DELETE FROM outdated_facet WHERE id = ?', from)
  }
  return alike
}

/** Makes the users of these facets outdated again. */
export function forgetKinds(database: Database, alike: readonly AlikeUsers[]): void {
  for (const { from } of alike) run(database, 'INSERT OR IGNORE INTO outdated_facet (id) VALUES (?)', from)
}

const chunk = 200

/**
 * Plans follow from more than the source of a user, the decisions and the core once users were sent, joined, compared with an earlier
 * migration or changed in a pass; and where all are outdated, stored plans may follow from anything.
 */
function mayPlanByKind(database: Database, planning: DocumentPlanning, { where, users }: OutdatedUsers): boolean {
  const { anySent, anyRehearsed, anyRefused, hasParts, baseline } = planning
  if (where === null || users === 0 || baseline !== null) return false
  if (anySent || anyRehearsed || anyRefused || hasParts) return false
  return sql(database, 'SELECT 1 FROM pass LIMIT 1').get() === undefined
}

/** The facet of all users of the facet of this one; null: they are planned one by one. */
function facetOfAll(database: Database, planning: DocumentPlanning, user: StoredUser): Facet | null {
  const drafted = draftRow(database, user, planning)
  const claims = computeClaims(drafted)
  const values = planValues(drafted, claims)
  const { plan } = user
  const kind = kindOfFacet(facetTable.of(database, plan.facet_id))
  if (kind === '' || kind !== kindOfFacet(values.facet)) return null
  // A plan with a value of its own shows the plan of no other user.
  if (plan.calls !== '' || plan.summary !== null || values.ownFindings.length > 0) return null
  return hasSameOwn(user, values) && hasSameClaims(user, claims) ? values.facet : null
}

const idsRow = z.object({ ids: z.string() })
const idList = z.array(z.number())

/** Users of a facet that have nothing of their own, by their ids. */
function usersAlike(database: Database, facet: number): readonly number[] {
  const page = `SELECT json_group_array(id) AS ids FROM (SELECT id FROM user
    WHERE facet_id = ? AND id > ? AND id NOT IN apart ORDER BY id LIMIT ${idsOfPage})`
  const found: number[] = []
  for (;;) {
    const [row] = allRows(idsRow, sql(database, page), facet, found.at(-1) ?? 0)
    const ids = idList.parse(JSON.parse(row?.ids ?? '[]'))
    for (const id of ids) found.push(id)
    if (ids.length < idsOfPage) return found
  }
}

const idsOfPage = 10_000
