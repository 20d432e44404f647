import * as z from 'zod'
import { allRows } from '../engine/document/rows.ts'
import { sql, type Database } from '../engine/document/sqlite.ts'

const idRow = z.object({ id: z.number() })

/** The ids of the users with a source id, or of the record at FILE:LINE. */
export function usersCalled(database: Database, name: string): readonly number[] {
  const byId = allRows(idRow, sql(database, 'SELECT id FROM user WHERE source_id = ?'), name)
  if (byId.length > 0) return byId.map(({ id }) => id)
  const place = /^(.*):(\d+)$/.exec(name)
  if (place === null) return []
  const byPlace =
    'SELECT user.id FROM user JOIN file ON file.id = user.file_id WHERE user.line = ? AND (file.name = ? OR file.path = ?)'
  return allRows(idRow, sql(database, byPlace), Number(place[2]), place[1] ?? '', place[1] ?? '').map(({ id }) => id)
}
