import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { allRows } from './rows.ts'
import { sql, transaction, type Database } from './sqlite.ts'

const partRow = z.object({ id: z.number(), keys: z.string(), part: z.string() })
const keysSchema = z.array(z.string())
const userRow = z.object({ user_id: z.number() })

/**
 * Joins the parts of users (hashes, identities) with their users. For each part the first key that exactly one user
 * carries decides; a part that finds nobody, or a user who has a hash already, stays unmatched with its reason.
 */
export async function joinParts(database: Database): Promise<void> {
  let after = 0
  for (;;) {
    const rows = allRows(
      partRow,
      sql(database, 'SELECT id, keys, part FROM part WHERE user_id IS NULL AND id > ? ORDER BY id LIMIT 2000'),
      after,
    )
    const last = rows.at(-1)
    if (last === undefined) return
    transaction(database, () => {
      for (const row of rows) joinPart(database, row)
    })
    after = last.id
    await setImmediate()
  }
}

function joinPart(database: Database, row: z.infer<typeof partRow>): void {
  const found = findUser(database, keysSchema.parse(JSON.parse(row.keys)))
  if (found.kind === 'none') {
    setWhy(database, row.id, found.why)
    return
  }
  const hasHash = row.part.includes('"hash"')
  if (hasHash && anotherHash(database, found.userId)) {
    setWhy(database, row.id, 'a hash for this user was found before')
    return
  }
  sql(database, "UPDATE part SET user_id = ?, why = '' WHERE id = ?").run(found.userId, row.id)
}

type Found = { readonly kind: 'user'; readonly userId: number } | { readonly kind: 'none'; readonly why: string }

function findUser(database: Database, keys: readonly string[]): Found {
  let several = false
  for (const key of keys) {
    const users = allRows(userRow, sql(database, 'SELECT user_id FROM join_key WHERE key = ? LIMIT 2'), key)
    const [first] = users
    if (first !== undefined && users.length === 1) return { kind: 'user', userId: first.user_id }
    several ||= users.length > 1
  }
  return { kind: 'none', why: several ? 'more than one user fits' : 'no user in the other files fits' }
}

function anotherHash(database: Database, userId: number): boolean {
  return sql(database, `SELECT 1 FROM part WHERE user_id = ? AND part LIKE '%"hash"%'`).get(userId) !== undefined
}

function setWhy(database: Database, id: number, why: string): void {
  sql(database, 'UPDATE part SET why = ? WHERE id = ?').run(why, id)
}
