import * as z from 'zod'
import { facetCounts, namesOf, ofFacet } from './facets.ts'
import { allRows } from './rows.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

const namesRow = z.object({ names: z.string(), users: z.number() })

/** What of users is named in a facet, as a list between commas. */
type NamedIn = 'providers' | 'tenants'

/** A name of the export with its users, by the name that choices are kept under. */
type Counted = { source: string; users: number }

/** The providers or tenants of the export with their users. */
export function countNames(database: Database, column: NamedIn): Counted[] {
  const rows = allRows(
    namesRow,
    sql(
      database,
      `SELECT facet.${column} AS names, sum(users) AS users FROM ${facetCounts}
       WHERE facet.${column} <> '' GROUP BY facet.${column}`,
    ),
  )
  return byName(rows)
}

/** The same for the users of one file. */
export function countNamesOfFile(database: Database, column: NamedIn, fileId: number): Counted[] {
  const select = sql(
    database,
    `SELECT facet.${column} AS names, count(*) AS users FROM facet JOIN user ON user.facet_id = facet.id
     WHERE facet.${column} <> '' AND user.file_id = ? GROUP BY facet.${column}`,
  )
  return byName(allRows(namesRow, select, fileId))
}

function byName(rows: readonly z.infer<typeof namesRow>[]): Counted[] {
  const counted = new Map<string, number>()
  for (const { names, users } of rows) {
    for (const source of namesOf(names)) counted.set(source, (counted.get(source) ?? 0) + users)
  }
  return [...counted].map(([source, users]) => ({ source, users })).sort((a, b) => b.users - a.users)
}

export function hasScryptHashes(database: Database): boolean {
  const one = `SELECT 1 FROM ${ofFacet} WHERE facet.bucket = 'firebase-scrypt' LIMIT 1`
  return sql(database, one).get() !== undefined
}
