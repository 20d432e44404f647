import * as z from 'zod'
import type { MigratedUsers } from '../../../shared/ipc/views/post-run-views.ts'
import { createsUserSql } from '../document/created-users.ts'
import { placeNames } from '../document/file-places.ts'
import { namesOf, withFacet } from '../document/facets.ts'
import { allRows, oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

const migratedRow = z.object({
  id: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  sourceId: z.string().nullable(),
  fileId: z.number(),
  line: z.number(),
  byte: z.number(),
  methods: z.string(),
  providers: z.string(),
  coreUserId: z.string().nullable(),
  outcomes: z.string().nullable(),
})

/** The first users that are migrated, with their ids in the core and what the last look-up found of them. */
export function migratedUsers(database: Database, targetId: number, limit: number): MigratedUsers {
  const rows = allRows(
    migratedRow,
    sql(
      database,
      `SELECT user.id, user.email, user.phone, user.source_id AS sourceId, user.file_id AS fileId, user.line, user.byte, facet.methods, facet.providers,
         (SELECT core_user_id FROM call WHERE target_id = ?1 AND user_id = user.id AND state = 'done'
            AND core_user_id IS NOT NULL AND ${createsUserSql} ORDER BY key LIMIT 1) AS coreUserId,
         (SELECT group_concat(outcome) FROM post_run WHERE target_id = ?1 AND kind = 'verify' AND user_id = user.id) AS outcomes
       FROM progress AS p CROSS JOIN user ON user.id = p.user_id ${withFacet}
       WHERE p.target_id = ?1 AND p.state = 'migrated' ORDER BY p.user_id LIMIT ?2`,
    ),
    targetId,
    limit,
  )
  const places = placeNames(database)
  const total = "SELECT count(*) AS n FROM progress WHERE target_id = ? AND state = 'migrated'"
  return {
    users: rows.map((row) => ({
      id: row.id,
      label: row.email ?? row.phone ?? row.sourceId ?? places(row.fileId, row),
      email: row.email,
      methods: row.methods === '' ? [] : row.methods.split(','),
      providers: namesOf(row.providers),
      coreUserId: row.coreUserId,
      found: worst(row.outcomes),
    })),
    total: oneNumber(sql(database, total), targetId),
  }
}

/** A user with several ids in the core is found when all of them are. */
function worst(outcomes: string | null): MigratedUsers['users'][number]['found'] {
  const found = outcomes?.split(',') ?? []
  return (['missing', 'unanswered', 'found'] as const).find((one) => found.includes(one)) ?? null
}
