import { namePrefixes } from '../../../../shared/exports/logins/names-of-products.ts'
import { labelKey } from '../../../../shared/mapping/entries/label-key.ts'
import { possibleNameKey } from '../../../../shared/mapping/entries/sign-in-names.ts'
import { type Database, run } from '../sqlite.ts'

/* Names that users sign in with, by which rows of two files belong to one user. The users are `a` and `b`, of two files. */

/** The names that users sign in with, as one joining of files collects them in temporary tables. */
export type SignInNames = {
  /** Collects the names, once: for the joins and the questions behind them. */
  readonly collect: () => void
  /** Forgets the names of users who are parts of others now, by a condition on their IDs. */
  readonly forget: (condition: string, ...values: readonly number[]) => void
}

/** `without`: files whose users need none, since they have all that a row of another file may bring. */
export function signInNames(database: Database, without: readonly number[] = []): SignInNames {
  let isCollected = false
  return {
    collect: () => {
      if (!isCollected) collectNames(database, without)
      isCollected = true
    },
    forget: (condition, ...values) => {
      for (const table of ['named', 'sign_in', 'label'])
        run(database, `DELETE FROM temp.${table} WHERE user_id ${condition}`, ...values)
    },
  }
}

/**
 * Makes three tables: `named` has the names that files hold as names; `sign_in` has the IDs of users as well and words under other names, since these may be such names; `label`
 * has the labels of entries. `has_id`: the user has an ID beside the name, so that no number that counts users in another file is the name.
 */
function collectNames(database: Database, without: readonly number[]): void {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS named (user_id INTEGER NOT NULL, name TEXT NOT NULL COLLATE NOCASE, has_id INTEGER NOT NULL DEFAULT 0);
    CREATE TEMP TABLE IF NOT EXISTS sign_in (user_id INTEGER NOT NULL, name TEXT NOT NULL COLLATE NOCASE, is_counted INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX IF NOT EXISTS temp.named_by_user ON named (user_id);
    CREATE INDEX IF NOT EXISTS temp.named_by_name ON named (name);
    CREATE INDEX IF NOT EXISTS temp.sign_in_by_name ON sign_in (name);
    CREATE INDEX IF NOT EXISTS temp.sign_in_by_user ON sign_in (user_id);
    CREATE TEMP TABLE IF NOT EXISTS label (user_id INTEGER NOT NULL, name TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.label_by_name ON label (name);
    DELETE FROM label;
    DELETE FROM named;
    DELETE FROM sign_in;
    ${namePrefixes.map((prefix) => namesBehind(prefix, 'named', without)).join('')}
    ${namesBehind(labelKey, 'label', [])}
    UPDATE named SET has_id = 1 WHERE EXISTS (SELECT 1 FROM user WHERE id = named.user_id AND source_id <> name);
    ${namesBehind(possibleNameKey, 'sign_in', without)}
    INSERT INTO sign_in SELECT user_id, name, 0 FROM named;
    INSERT INTO sign_in SELECT id, source_id, source_id NOT GLOB '*[^0-9]*' FROM user
      WHERE source_id IS NOT NULL AND EXISTS (SELECT 1 FROM named)`)
}

const namesBehind = (prefix: string, table: 'named' | 'sign_in' | 'label', without: readonly number[]) =>
  `INSERT INTO ${table} (user_id, name) SELECT t.user_id, substr(one.value, ${prefix.length + 1}) FROM user_text AS t, json_each(t.keys) AS one
     WHERE t.keys LIKE '%"${prefix}%' AND one.value LIKE '${prefix}%'${
       without.length === 0 ? '' : ` AND (SELECT file_id FROM user WHERE id = t.user_id) NOT IN (${without.join(', ')})`
     };`

/** Users who have a name of `b`; of the two, one at least holds it as a name. */
const namesakes = (same: string) => `SELECT other.user_id FROM named AS own JOIN sign_in AS other
    ON other.name = own.name${same} AND NOT (own.has_id AND other.is_counted) WHERE own.user_id = b.id
  UNION ALL SELECT other.user_id FROM sign_in AS own JOIN named AS other
    ON other.name = own.name${same} AND NOT (other.has_id AND own.is_counted) WHERE own.user_id = b.id`

/** Both sign in with one name, letter by letter. */
export const sameName = `a.id IN (${namesakes(' AND other.name = own.name COLLATE BINARY')})`

/** The same; lower and upper case count as one. */
export const similarName = `a.id IN (${namesakes('')})`

/** One of both is of a known product, whose names may be others than those in a file of the operator's own. */
const isOfProduct = `EXISTS (SELECT 1 FROM file WHERE id IN (a.file_id, b.file_id) AND recognition ->> '$.provider' <> 'generic')`

/** Both have names, none of them in common: an ID that they share was counted in each file. One that a program made for a known product tells more. */
export const differInName = `EXISTS (SELECT 1 FROM named WHERE user_id = a.id) AND EXISTS (SELECT 1 FROM named WHERE user_id = b.id)
  AND NOT (${similarName}) AND NOT (${isMadeId('a')} AND ${isOfProduct})`

/** An ID that a program made: two files have it by the same user alone. */
export function isMadeId(user: 'a' | 'b'): string {
  return `length(${user}.source_id) >= 16 AND ${user}.source_id GLOB '*[0-9]*[A-Za-z]*'`
}

/** Of `b`: keys made by a program and addresses, which two files have by the same user alone; numbers and short names agree by chance. */
export const isTelling = `(${isMadeId('b')} OR b.source_id LIKE '%_@_%')`
