import * as z from 'zod'
import type { Place } from '../../../../shared/planning/other-users/duplicates.ts'
import { keepingOut, type KeptOutEmail } from '../../../../shared/planning/other-users/kept-out.ts'
import { withFacet } from '../facets.ts'
import { getChoices } from '../settings.ts'
import { allIds, allRows, type Database, sql } from '../sqlite.ts'
import { wasSentLive } from '../stored-calls.ts'
import { holderColumns, placeOfHolder } from './holder-place.ts'

/* Users that the source keeps out, as their plans say without regard to any other user, and other users with the same email. */

/** A finding with this text is the same for all users, so their facet has it. */
const facetsWith = (status: string) => `SELECT facet_id FROM facet_finding WHERE code ${status}`

/** Members of a list between commas, as a table: a facet has tenants so. */
const membersOf = (list: string) =>
  `json_each('[' || replace(json_quote(substr(${list}, 2, length(${list}) - 2)), ',', '","') || ']')`

/** The source may keep a user out of one tenant and let the user into another one. */
const shareTenant = (one: string, other: string) =>
  `(${one} = '' OR ${other} = '' OR EXISTS (SELECT 1 FROM ${membersOf(one)} AS t WHERE instr(${other}, ',' || t.value || ',') > 0))`

/** Users who left the source are not kept out by it: their email is free for others there. */
const isThere = `NOT EXISTS (SELECT 1 FROM pass_user WHERE pass_user.user_id = user.id AND pass_user.change = 'gone')`

const holder = `SELECT ${holderColumns}
  FROM user ${withFacet} CROSS JOIN file ON file.id = user.file_id
  CROSS JOIN user AS own ON own.id = ?2 CROSS JOIN facet AS own_facet ON own_facet.id = own.facet_id
  WHERE user.email = ?1 AND user.id <> ?2 AND user.facet_id IN (${facetsWith('= ?3')})
    AND ${shareTenant('facet.tenants', 'own_facet.tenants')} AND NOT ${wasSentLive} AND ${isThere} ORDER BY user.id LIMIT 1`

const keptOutRow = z.object({ email: z.string(), status: z.enum(['disabled', 'deleted']) })

export const keptOutUsers = {
  /** Returns the place of the first kept-out user with this email who shares a tenant with the user `userId`; null: there is none. */
  placeOf: (database: Database, { email, status }: KeptOutEmail, userId: number): Place | null =>
    placeOfHolder(database, holder, email, userId, status),
  /** Emails that a user is kept out with. */
  emailsOf: (database: Database, userId: number): readonly string[] => {
    const rows = allRows(
      keptOutRow,
      sql(
        database,
        `SELECT user.email, found.code AS status FROM user CROSS JOIN facet_finding AS found ON found.facet_id = user.facet_id
         WHERE user.id = ? AND user.email IS NOT NULL AND found.code IN ('disabled', 'deleted') AND NOT ${wasSentLive} AND ${isThere}`,
      ),
      userId,
    )
    const keeping = keepingOut(getChoices(database))
    return rows.flatMap(({ email, status }) => (keeping.includes(status) ? [email] : []))
  },
  /** Other users with an email, who were not sent. */
  othersWith: (database: Database, email: string, userId: number): readonly number[] =>
    allIds(
      sql(database, `SELECT user.id FROM user WHERE user.email = ? AND user.id <> ? AND NOT ${wasSentLive}`),
      email,
      userId,
    ),
}

/** Emails of the shared ones that a user who may be kept out has, of which each is to be looked at. After `findSharedEmails`. */
export const emailsOfKeptOut = `SELECT DISTINCT user.email FROM shared_email CROSS JOIN user ON user.email = shared_email.email
  WHERE user.facet_id IN (${facetsWith("IN ('disabled', 'deleted')")})`
