import * as z from 'zod'
import { maxUnmappedFields } from '../../../shared/planning/unmapped.ts'
import { isUnmappedCode, unmappedCodes } from '../../../shared/planning/unmapped-key.ts'
import { allRows } from './rows.ts'
import { getSetting } from './settings.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

/** A field of one file that nothing reads and whose values look like a login. */
const unmappedFieldSchema = z.object({
  file: z.number().int(),
  /** The finding about it, which says what its values look like. */
  code: z.string(),
  field: z.string(),
  users: z.number().int(),
  /** Users who wait for a decision about it. */
  blocked: z.number().int(),
})
export type UnmappedField = z.infer<typeof unmappedFieldSchema>

/** Counts the users of every such field; those that hold users back come first. */
export function countUnmappedFields(database: Database): UnmappedField[] {
  const codes = Object.values(unmappedCodes)
    .map((code) => `'${code}'`)
    .join(', ')
  // Nearly every document has none, which the index of findings tells at once.
  const rows = sql(
    database,
    `SELECT user.file_id AS file, code, group_key AS field, count(*) AS users, sum(blocks) AS blocked
     FROM finding JOIN user ON user.id = finding.user_id WHERE code IN (${codes})
     GROUP BY 1, 2, 3 ORDER BY blocked > 0 DESC, users DESC LIMIT ${maxUnmappedFields}`,
  )
  return allRows(unmappedFieldSchema, rows).filter(({ code }) => isUnmappedCode(code))
}

/** As they were counted when users were planned last. */
export function unmappedFields(database: Database): readonly UnmappedField[] {
  return getSetting(database, 'unmapped-fields') ?? []
}
