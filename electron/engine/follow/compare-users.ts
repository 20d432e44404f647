import * as z from 'zod'
import { countShapes } from '../../../shared/follow/key-shape.ts'
import { lastingKey } from '../document/lasting-key.ts'
import { maxNamed } from '../../../shared/follow/unused-records.ts'
import { passStage } from '../document/passes.ts'
import { allRows, type Database, oneNumber, oneRow, sql } from '../document/sqlite.ts'
import type { DraftBatch, PackedValue } from '../import-pipeline/draft-batch.ts'

/** Users of one listing, compared with the users of the document. */
type Comparison = {
  /** Within a transaction. */
  readonly take: (batch: Pick<DraftBatch, 'users' | 'sources'>) => void
  readonly end: () => Compared
}

type Compared = {
  readonly listed: number
  /** Records of which it is not known who they are: without any key, or one more with that of another one that says something else. */
  readonly unclear: number
  /** The first keys that such records have, each with the record that made it unclear. */
  readonly unclearKeys: readonly UnclearKey[]
  /** The shape of most IDs; null: they are mixed. */
  readonly shape: string | null
  /** Whether the listing has a user, or another one with the same key. */
  readonly isListed: (id: number) => boolean
  /** Users who were gone and are listed again, themselves or by another one with the same key. */
  readonly returned: readonly number[]
}

/** `key`: the ID, or the contact of a user without one; empty: there is none. */
type UnclearKey = { readonly key: string; readonly line: number; readonly byte: number }

type ListedUser = {
  readonly line: number
  readonly byte: number
  readonly sourceId: string | null
  readonly email: string | null
  readonly phone: string | null
  /** The user as the document would keep it. */
  readonly source: string
}

function listedUser(values: readonly PackedValue[], source: PackedValue): ListedUser {
  const [line, byte, sourceId, email, phone] = values
  return {
    line: Number(line),
    byte: Number(byte),
    sourceId: textOf(sourceId),
    email: textOf(email),
    phone: textOf(phone),
    source: textOf(source) ?? '',
  }
}

const keysRow = z.object({
  sourceId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

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

const pageRow = z.object({ first: z.number(), last: z.number(), users: z.number(), sources: z.string() })
/** A longer one is looked up, so that a page is no text of any size. */
const maxSourceBytes = 4096
const pageOf = `SELECT min(id) AS first, max(id) AS last, count(*) AS users, group_concat(source, char(10)) AS sources FROM
  (SELECT user_id AS id, CASE WHEN length(CAST(source AS BLOB)) <= ${maxSourceBytes} THEN source ELSE '' END AS source
   FROM user_text WHERE user_id > ? ORDER BY user_id LIMIT ?) HAVING count(*) > 0`

/** Users on the first page, and on the largest one. */
const pageSizes = { first: 16, last: 512 }

/**
 * Goes through the users of the document beside a listing, which mostly has them in the same order: to read the next ones is many
 * times cheaper than to look each one up.
 */
function usersInOrder(database: Database) {
  let size = pageSizes.first
  let sources: readonly string[] = []
  /** The ID of the first user on the page, and the index of the next one. */
  let first = 0
  let at = 0
  let last = 0
  /** Users who were met elsewhere. */
  let met: number | null = null
  let isLost = false

  const turnPage = (after: number) => {
    const page = oneRow(pageRow, sql(database, pageOf), after, size)
    const read = page?.sources.split('\n') ?? []
    // IDs are not known where some are missing; users there are looked up.
    const isWhole = page !== undefined && read.length === page.users && page.last - page.first + 1 === page.users
    sources = isWhole ? read : []
    ;[first, last, at] = [page?.first ?? 0, page?.last ?? after, 0]
    isLost = !isWhole
  }

  return {
    /** The ID of the next user, where that is this one. */
    next: (source: PackedValue): number | null => {
      if (isLost) return null
      if (at === sources.length) {
        turnPage(last)
        size = Math.min(size * 2, pageSizes.last)
      }
      if (sources[at] !== source) return null
      at += 1
      return first + at - 1
    },
    /** A listed user was found: the next one may be behind it. Where two in succession are, it is worth a page. */
    follow: (id: number): void => {
      const index = id - first
      if (index >= 0 && index < sources.length) at = index + 1
      else if (met === id - 1) {
        size = pageSizes.first
        turnPage(id)
      }
      met = id
    },
  }
}

/** Stages users that differ from the document. Where several records about one user differ, none counts. */
export function compareUsers(database: Database, gone: ReadonlySet<number>): Comparison {
  const seen = new Uint8Array(oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1)
  const order = usersInOrder(database)
  const unclearNew = new Set<string>()
  /** How many further records said the same about a user. They are unclear as well once another one says something else. */
  const repeats = new Map<string, number>()
  const shapes = countShapes()
  let listed = 0
  let unclear = 0
  const unclearKeys = new Map<string, UnclearKey>()
  const noteUnclear = ({ line, byte, sourceId, email, phone }: ListedUser, records = 1): void => {
    const key = sourceId ?? email ?? phone ?? ''
    unclear += records
    if (unclearKeys.size < maxNamed && !unclearKeys.has(key)) unclearKeys.set(key, { key, line, byte })
  }

  /** Users of the document with the key of a listed one, and whether they are the same. */
  const usersLike = ({ sourceId, email, phone }: z.infer<typeof keysRow>, source: string) => {
    const statement = sourceId !== null ? byId : email !== null ? byEmail : byPhone
    return allRows(knownRow, sql(database, statement), sourceId ?? email ?? phone ?? '', source)
  }

  const repeat = (key: string): void => void repeats.set(key, (repeats.get(key) ?? 0) + 1)

  const takeByKey = (user: ListedUser): void => {
    const { line, byte, sourceId, email, phone, source } = user
    const key = lastingKey(user)
    if (key === null) return noteUnclear(user)
    const rows = usersLike(user, source)
    const [known, ...others] = rows
    if (others.length > 0) {
      for (const row of rows) seen[row.id] = unchanged
      // Of several users with one ID it is not known which one changed.
      if (!rows.some((row) => row.same === 1)) noteUnclear(user)
      return
    }
    if (known !== undefined) order.follow(known.id)
    const isSame = known?.same === 1
    const before = known === undefined ? 0 : seen[known.id]
    if (before === unclearUser || unclearNew.has(key)) return noteUnclear(user)
    if (known !== undefined && isSame && (before === 0 || before === unchanged)) {
      if (before === unchanged) repeat(key)
      seen[known.id] = unchanged
      return
    }
    if (!isSame && before !== unchanged) {
      const staged = { line, byte, source_id: sourceId, email, phone, source }
      const end = passStage.add(database, key, { user_id: known?.id ?? null, ...staged })
      if (end === 'repeated') repeat(key)
      if (end === 'staged' && known !== undefined) seen[known.id] = changed
      if (end !== 'contradicted') return
    }
    // Another record was about this user before, and said something else.
    noteUnclear(user, 1 + (repeats.get(key) ?? 0))
    passStage.remove(database, key)
    if (known === undefined) unclearNew.add(key)
    else seen[known.id] = unclearUser
  }

  const take: Comparison['take'] = ({ users, sources }) => {
    const width = users.values.length / users.of.length
    for (let index = 0; index < users.of.length; index += 1) {
      listed += 1
      shapes.add(textOf(users.values[index * width + 2]))
      const source = sources[index] ?? null
      const id = order.next(source)
      if (id === null || seen[id] !== 0)
        takeByKey(listedUser(users.values.slice(index * width, index * width + 5), source))
      else seen[id] = unchanged
    }
  }

  const isListed = (id: number): boolean => {
    if (seen[id] !== 0) return true
    const keys = oneRow(keysRow, sql(database, 'SELECT source_id AS sourceId, email, phone FROM user WHERE id = ?'), id)
    return keys !== undefined && usersLike(keys, '').some((row) => seen[row.id] !== 0)
  }

  return {
    take,
    end: () => ({
      listed,
      unclear,
      unclearKeys: [...unclearKeys.values()],
      shape: shapes.usual(),
      isListed,
      returned: [...gone].filter(isListed),
    }),
  }
}

function textOf(value: PackedValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
