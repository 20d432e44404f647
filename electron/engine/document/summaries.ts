import * as z from 'zod'
import { allRows } from './rows.ts'
import { sql, type Database } from './sqlite.ts'

const providersRow = z.object({ providers: z.string(), users: z.number() })

/** The provider names of the export with their users, by the names that choices are kept under. */
export function countProviders(database: Database): { source: string; users: number }[] {
  const rows = allRows(
    providersRow,
    sql(database, "SELECT providers, count(*) AS users FROM user WHERE providers <> '' GROUP BY providers"),
  )
  const counted = new Map<string, number>()
  for (const { providers, users } of rows) {
    for (const source of providers.split(',').filter((name) => name !== ''))
      counted.set(source, (counted.get(source) ?? 0) + users)
  }
  return [...counted].map(([source, users]) => ({ source, users })).sort((a, b) => b.users - a.users)
}

/** Goes along the index of facets, which begins with the state. */
export function hasScryptHashes(database: Database): boolean {
  const one =
    "SELECT 1 FROM user WHERE plan_state IN ('ready', 'blocked', 'excluded') AND bucket = 'partner-scrypt' LIMIT 1"
  return sql(database, one).get() !== undefined
}

/** The same email in another login method of another user, where both can be sent: worth knowing, never a block. */
export function noteSharedEmails(database: Database): void {
  database.exec(`
    DELETE FROM finding WHERE code = 'same-email-elsewhere';
    WITH
      shared AS (SELECT email FROM user WHERE email IS NOT NULL GROUP BY email HAVING count(*) > 1),
      going AS MATERIALIZED (SELECT user.id, user.email FROM shared JOIN user ON user.email = shared.email
        WHERE user.plan_state <> 'excluded'
          AND NOT EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND finding.code IN ('duplicate', 'email-invalid')))
    INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail)
    SELECT id, 'same-email-elsewhere', '', 0, 'Another user of this migration has the same email with another login method; the core will hold both.'
    FROM going WHERE email IN (SELECT email FROM going GROUP BY email HAVING count(*) > 1)`)
}
