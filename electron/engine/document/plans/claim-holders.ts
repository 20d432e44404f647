import * as z from 'zod'
import type { Place } from '../../../../shared/planning/other-users/duplicates.ts'
import { emailOfClaim, type UserClaims } from '../../import-pipeline/compute-claims.ts'
import { readKeptOutKey } from '../../../../shared/planning/other-users/kept-out.ts'
import { withFacet } from '../facets.ts'
import { allIds, allRows, type Database, oneId, oneRow, sql } from '../sqlite.ts'
import { wasSentLive } from '../stored-calls.ts'
import { holderColumns, holderRow, placeOfHolder } from './holder-place.ts'
import { keptOutUsers } from './kept-out-users.ts'

const keyRow = z.object({ key: z.string() })

/** Claims on logins, and the users who hold them. */
export const identifierTable = {
  /** The claims that a user holds. */
  owned: (database: Database, userId: number): readonly string[] => {
    const rows = allRows(
      keyRow,
      sql(
        database,
        `SELECT key FROM identifier WHERE user_id = ? AND is_owner = 1
       UNION ALL SELECT 'import:' || email FROM user ${withFacet} WHERE user.id = ? AND facet.password_claim = 1`,
      ),
      userId,
      userId,
    )
    return rows.map(({ key }) => key)
  },
  /** Place of the user that holds a claim ahead of another one, or that is kept out (`keptOutKey`); null if there is none. */
  holderOf: (database: Database, key: string, userId: number, before: Before): Place | null => {
    const keptOut = readKeptOutKey(key)
    if (keptOut !== null) return keptOutUsers.placeOf(database, keptOut, userId)
    return placeOfHolder(database, firstHolder[before], key, emailOfClaim(key), userId)
  },
  /** Line and byte of a user that holds a claim; null if it does not. Needs no index that is made after reading. */
  positionOfOwner: (database: Database, key: string, userId: number) =>
    oneRow(positionRow, sql(database, owned), key, emailOfClaim(key), userId) ?? null,
  /** Users that hold a claim and come before another one, in the order of the export. */
  holdersBefore: (database: Database, key: string, userId: number): readonly number[] => {
    const select = `SELECT user.id FROM ${holders} AS one JOIN user ON user.id = one.id
    WHERE user.id <> ?3 AND (user.id < ?3 OR ${wasSentLive})`
    return allIds(sql(database, select), key, emailOfClaim(key), userId)
  },
  /**
   * The users who wanted a claim that is free again, in the order of the export, until one of them holds it. Users who were sent keep their
   * plans.
   */
  *claimants(database: Database, key: string): Generator<number> {
    const next = `SELECT user.id FROM ${wanting} AS one JOIN user ON user.id = one.id WHERE user.id > ?3 AND NOT ${wasSentLive} ORDER BY 1 LIMIT 1`
    const isHeld = () => sql(database, `SELECT 1 FROM ${holders} LIMIT 1`).get(key, emailOfClaim(key)) !== undefined
    for (let after = 0; !isHeld();) {
      const user = oneId(sql(database, next), key, emailOfClaim(key), after)
      if (user === undefined) return
      yield user
      after = user
    }
  },
}

/** Users whose own email is claimed in one way; the facet is looked up for the few users that share the email. */
const withPasswordClaim = (claim: UserClaims['passwordClaim']) =>
  `SELECT user.id FROM user ${withFacet} WHERE user.email = ?2 AND facet.password_claim = ${claim}`

const holders = `(SELECT user_id AS id FROM identifier WHERE key = ?1 AND is_owner = 1
  UNION ALL ${withPasswordClaim(1)})`
const wanting = `(SELECT user_id AS id FROM identifier WHERE key = ?1 AND is_owner = 0
  UNION ALL ${withPasswordClaim(2)})`

/**
 * Users that may hold a claim ahead of a user: all others, or users that come earlier, by order or because they were
 * sent.
 */
type Before = 'everybody' | 'earlier' | 'earlier-or-sent'

const placeOf = (holder: string) =>
  `SELECT ${holderColumns} FROM user CROSS JOIN file ON file.id = user.file_id WHERE user.id = (${holder})`
const firstHolder: { readonly [B in Before]: string } = {
  everybody: placeOf(`SELECT min(id) FROM ${holders} WHERE id <> ?3`),
  earlier: placeOf(`SELECT min(id) FROM ${holders} WHERE id < ?3`),
  'earlier-or-sent': placeOf(`SELECT min(user.id) FROM ${holders} AS holder CROSS JOIN user ON user.id = holder.id
    WHERE user.id <> ?3 AND (user.id < ?3 OR ${wasSentLive})`),
}

const owned = `SELECT line, byte FROM user ${withFacet} WHERE user.id = ?3 AND (
  (user.email = ?2 AND facet.password_claim = 1)
  OR EXISTS (SELECT 1 FROM identifier WHERE user_id = ?3 AND key = ?1 AND is_owner = 1))`
const positionRow = holderRow.pick({ line: true, byte: true })
