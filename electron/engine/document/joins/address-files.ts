import { addressRankKey, contactRankKey } from '../../../../shared/exports/logins/address-rows.ts'
import { hasIdsOfPeople } from '../../../../shared/mapping/names/account-names.ts'
import { namesPrimary } from '../../../../shared/mapping/names/primary-names.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { fileFact } from '../source-facts.ts'
import { type Database, run, sql } from '../sqlite.ts'
import { mapsContact, pathIn } from './mapped-files.ts'

/* Files of email addresses, several for some users, of which the one of the highest rank counts: the primary one, else a verified one. */

/** Whether the rows of a file are such addresses. */
export function holdsAddresses(database: Database, { id, recognition }: SourceFile): boolean {
  return recognition?.provider === 'generic' && sql(database, anyRank).get(id) !== undefined
}

/** Files of addresses, also by a column that marks the primary row of each user, and of several logins at third parties: other rows never belong to the rows of these files. */
export function filesOfAddresses(database: Database): readonly number[] {
  return fileTable.list(database).flatMap((file) => {
    const id = pathIn(file, 'source-id')
    const columns = fileFact(database, file.id, 'column-counts')?.columns ?? []
    const comesAgain = columns.some(({ path, filled, distinct }) => path === id && distinct < filled)
    const isMarked = columns.some(({ path, filled }) => filled > 0 && namesPrimary(path))
    const areLogins = pathIn(file, 'provider-user-id') !== undefined && !mapsContact(file)
    const areOfUsers = id !== undefined && hasIdsOfPeople(id) && comesAgain && (isMarked || areLogins)
    return areOfUsers || holdsAddresses(database, file) ? [file.id] : []
  })
}

const anyRank = `SELECT 1 FROM user AS b CROSS JOIN user_text AS t ON t.user_id = b.id
  WHERE b.file_id = ? AND t.keys LIKE '%"${addressRankKey}%' LIMIT 1`

/** The rank of a row `o` by a kind of key; null: it has none. */
const rankBy = (key: string) => `(SELECT max(CAST(substr(one.value, ${key.length + 1}) AS INTEGER))
  FROM user_text AS t, json_each(t.keys) AS one WHERE t.user_id = o.id AND one.value LIKE '${key}%')`

/**
 * Collects the rows of `login_owner` in a temporary table whose contacts do not count: another one of the same user has a higher rank. Where two addresses
 * of the highest rank differ, none is known to count, and the operator is asked (`asks`).
 */
export function collectOutranked(database: Database): void {
  database.exec(
    'CREATE TEMP TABLE IF NOT EXISTS outranked (id INTEGER PRIMARY KEY, asks INTEGER NOT NULL); DELETE FROM outranked',
  )
  run(
    database,
    `WITH ranked AS MATERIALIZED (SELECT o.id, o.owner, b.email, ${rankBy(addressRankKey)} AS address, ${rankBy(contactRankKey)} AS contact
       FROM login_owner AS o CROSS JOIN user AS b ON b.id = o.id),
     best AS (SELECT owner, max(coalesce(address, contact)) AS rank FROM ranked WHERE coalesce(address, contact) IS NOT NULL GROUP BY owner),
     several AS (SELECT r.owner FROM ranked AS r JOIN best ON best.owner = r.owner AND best.rank = r.address GROUP BY r.owner HAVING min(r.email) <> max(r.email))
     INSERT INTO outranked SELECT r.id, coalesce(r.address, r.contact) = best.rank FROM ranked AS r JOIN best ON best.owner = r.owner
       WHERE coalesce(r.address, r.contact) < best.rank OR r.owner IN (SELECT owner FROM several)`,
  )
}

/** Of a row `o` of `login_owner`: null where its contact counts, else whether the operator is asked. */
export const asksOfOutranked = '(SELECT r.asks FROM temp.outranked AS r WHERE r.id = o.id)'
