import * as z from 'zod'
import { namesInList, ofFacet } from '../facets.ts'
import { lastingKeySql } from '../lasting-key.ts'
import { getSetting, setSetting } from '../settings.ts'
import { allRows, type Database, oneNumber, sql, transaction } from '../sqlite.ts'

const namesRow = z.object({ names: z.string(), users: z.number() })

/** Values of users that a facet names, as a list between commas. */
type NamedIn = 'providers' | 'tenants'

/** A name of the export with its users, by the name that choices are kept under. */
type Counted = { source: string; users: number }

/** Counts over all plans, as settings keep them. */
export const planSummaries = {
  /** The providers or tenants of the export with their users. Counts only users that have one, along an index. */
  countNames: (database: Database, column: NamedIn): Counted[] => {
    const rows = allRows(
      namesRow,
      sql(
        database,
        `SELECT ${column} AS names, (SELECT count(*) FROM user WHERE user.facet_id = facet.id) AS users
       FROM facet WHERE ${column} <> '' ORDER BY ${column}`,
      ),
    )
    return byName(rows.filter(({ users }) => users > 0))
  },
  /** The providers or tenants of one file with their users. */
  countNamesOfFile: (database: Database, column: NamedIn, fileId: number): Counted[] => {
    const select = sql(
      database,
      `SELECT facet.${column} AS names, count(*) AS users FROM facet JOIN user ON user.facet_id = facet.id
     WHERE facet.${column} <> '' AND user.file_id = ? GROUP BY facet.${column}`,
    )
    return byName(allRows(namesRow, select, fileId))
  },
  hasScryptHashes: (database: Database): boolean => {
    const one = `SELECT 1 FROM ${ofFacet} WHERE facet.bucket = 'firebase-scrypt' LIMIT 1`
    return sql(database, one).get() !== undefined
  },
  /**
   * Counts the users of this export by their state in the earlier migration: `new`, `changed`, `unchanged` and `open`
   * (known there, but not sent to the core) add up to the users; `missing` were sent there and are no longer in the
   * export. Counted once, after planning: finding missing users is expensive.
   */
  countDelta: (database: Database): void => {
    if (getSetting(database, 'baseline') === undefined) return
    const users = (code: string) =>
      oneNumber(sql(database, 'SELECT count(DISTINCT user_id) AS n FROM finding WHERE code = ?'), code)
    transaction(database, () => {
      database.exec(`UPDATE baseline_user SET seen = 0;
      UPDATE baseline_user SET seen = 1 WHERE key IN (SELECT ${lastingKeySql} FROM user)`)
      const [changed, unchanged, open] = [users('changed-since'), users('unchanged-since'), users('open-since')]
      // One without a place in the earlier migration can still be held, because its email has one.
      const all = oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
      const missing = oneNumber(sql(database, `SELECT count(*) AS n FROM baseline_user WHERE ${isGone}`))
      setSetting(database, 'compared-by-contact', countWithoutId(database))
      setSetting(database, 'delta-counts', {
        new: all - changed - unchanged - open,
        changed,
        unchanged,
        open,
        missing,
      })
    })
  },
  /** The users that vanished from the export, in the order of their keys, behind `after`. */
  listMissing: (database: Database, after: string, limit: number): readonly MissingUser[] => {
    const select = `SELECT key, source_id AS sourceId, contact FROM baseline_user WHERE key > ? AND ${isGone} ORDER BY key LIMIT ?`
    return allRows(vanishedRow, sql(database, select), after, limit)
  },
}

function byName(rows: readonly z.infer<typeof namesRow>[]): Counted[] {
  const counted = new Map<string, number>()
  for (const { names, users } of rows) {
    for (const source of namesInList(names)) counted.set(source, (counted.get(source) ?? 0) + users)
  }
  return [...counted].map(([source, users]) => ({ source, users })).sort((a, b) => b.users - a.users)
}

/** Users of a later export who have no source ID, so that the earlier migration knows them by their email or phone alone. */
function countWithoutId(database: Database): number {
  return oneNumber(sql(database, 'SELECT count(*) AS n FROM user WHERE source_id IS NULL'))
}

const isGone = 'seen = 0 AND EXISTS (SELECT 1 FROM baseline_call WHERE baseline_call.user_key = baseline_user.key)'

const vanishedRow = z.object({ key: z.string(), sourceId: z.string().nullable(), contact: z.string().nullable() })

/** A user who is in the core by the earlier migration, and no longer in the export. */
type MissingUser = z.infer<typeof vanishedRow>
