import * as z from 'zod'
import { countShapes } from '../../../shared/follow/key-shape.ts'
import { stageUser, unstageUser } from '../document/passes.ts'
import { allRows, type Database, oneNumber, sql } from '../document/sqlite.ts'
import type { PackedValue } from '../import-pipeline/draft-batch.ts'

/** Users of one listing, compared with the users of the document. */
type Comparison = {
  /** The values of a user as a batch has them, and the user as the document would keep it. */
  readonly take: (values: readonly PackedValue[], source: string) => void
  readonly end: () => Compared
}

type Compared = {
  readonly listed: number
  /** Records of which it is not known who they are: without any key, or with that of another one. */
  readonly unclear: number
  /** The shape of most IDs; null: they are mixed. */
  readonly shape: string | null
  /** By the ID of a user: 0 where the listing does not have it. */
  readonly seen: Uint8Array
  /** Users who were gone and are there again. */
  readonly returned: readonly number[]
}

/** What a user is known by in the source, over all passes: the ID, else the contact. */
function keyOf(sourceId: string | null, email: string | null, phone: string | null): string | null {
  if (sourceId !== null) return `id:${sourceId}`
  if (email !== null) return `email:${email}`
  return phone === null ? null : `phone:${phone}`
}

const knownRow = z.object({ id: z.number(), same: z.number() })

const known = (where: string) => `SELECT user.id, t.source = ?2 AS same FROM user
  CROSS JOIN user_text AS t ON t.user_id = user.id WHERE ${where} ORDER BY user.id`
const byId = known('user.source_id = ?1')
// With the plus, the index of the contact is used, not that of the many users without an ID.
const byEmail = known('user.email = ?1 AND +user.source_id IS NULL')
const byPhone = known('user.phone = ?1 AND +user.source_id IS NULL AND +user.email IS NULL')

/** How the records of one user were met so far. */
const unchanged = 1
const changed = 2
const unclearUser = 3

/** Stages users that differ from the document. Where several records about one user differ, none counts. */
export function compareUsers(database: Database, gone: ReadonlySet<number>): Comparison {
  const seen = new Uint8Array(oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1)
  const returned = new Set<number>()
  const unclearNew = new Set<string>()
  const shapes = countShapes()
  let listed = 0
  let unclear = 0

  const take: Comparison['take'] = (values, source) => {
    const [line, byte, id, contact, number] = values
    const [sourceId, email, phone] = [textOf(id), textOf(contact), textOf(number)]
    listed += 1
    shapes.add(sourceId)
    const key = keyOf(sourceId, email, phone)
    if (key === null) {
      unclear += 1
      return
    }
    const statement = sourceId !== null ? byId : email !== null ? byEmail : byPhone
    const rows = allRows(knownRow, sql(database, statement), sourceId ?? email ?? phone ?? '', source)
    for (const row of rows) if (gone.has(row.id)) returned.add(row.id)
    const [user, ...others] = rows
    if (others.length > 0) {
      for (const row of rows) seen[row.id] = unchanged
      // Of several users with one ID it is not known which one changed.
      if (!rows.some((row) => row.same === 1)) unclear += 1
      return
    }
    const isSame = user?.same === 1
    const before = user === undefined ? 0 : seen[user.id]
    if (before === unclearUser || unclearNew.has(key)) {
      unclear += 1
      return
    }
    if (user !== undefined && isSame && (before === 0 || before === unchanged)) {
      seen[user.id] = unchanged
      return
    }
    const staged = { line: Number(line), byte: Number(byte), source_id: sourceId, email, phone, source }
    if (!isSame && before !== unchanged && stageUser(database, key, { user_id: user?.id ?? null, ...staged })) {
      if (user !== undefined) seen[user.id] = changed
      return
    }
    // Another record was about this user before, and said something else.
    unclear += 1
    unstageUser(database, key)
    if (user === undefined) unclearNew.add(key)
    else seen[user.id] = unclearUser
  }

  return {
    take,
    end: () => ({ listed, unclear, shape: shapes.usual(), seen, returned: [...returned] }),
  }
}

function textOf(value: PackedValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
