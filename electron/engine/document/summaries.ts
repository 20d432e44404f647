import * as z from 'zod'
import { facetCounts, ofFacet } from './facets.ts'
import { allRows } from './rows.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

const providersRow = z.object({ providers: z.string(), users: z.number() })

/** The provider names of the export with their users, by the names that choices are kept under. */
export function countProviders(database: Database): { source: string; users: number }[] {
  const rows = allRows(
    providersRow,
    sql(
      database,
      `SELECT facet.providers, sum(users) AS users FROM ${facetCounts}
       WHERE facet.providers <> '' GROUP BY facet.providers`,
    ),
  )
  return byName(rows)
}

/** The same for the users of one file. */
export function countProvidersOfFile(database: Database, fileId: number): { source: string; users: number }[] {
  const select = sql(
    database,
    `SELECT facet.providers, count(*) AS users FROM facet JOIN user ON user.facet_id = facet.id
     WHERE facet.providers <> '' AND user.file_id = ? GROUP BY facet.providers`,
  )
  return byName(allRows(providersRow, select, fileId))
}

function byName(rows: readonly z.infer<typeof providersRow>[]): { source: string; users: number }[] {
  const counted = new Map<string, number>()
  for (const { providers, users } of rows) {
    for (const source of providers.split(',').filter((name) => name !== ''))
      counted.set(source, (counted.get(source) ?? 0) + users)
  }
  return [...counted].map(([source, users]) => ({ source, users })).sort((a, b) => b.users - a.users)
}

export function hasScryptHashes(database: Database): boolean {
  const one = `SELECT 1 FROM ${ofFacet} WHERE facet.bucket = 'firebase-scrypt' LIMIT 1`
  return sql(database, one).get() !== undefined
}
