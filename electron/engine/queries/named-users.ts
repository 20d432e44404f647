import * as z from 'zod'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/**
 * In SQL: the ids of every user that a list names by source id or by FILE:LINE; `namedBy` makes its two parameters. From the
 * few files to their lines, which have an index together.
 */
export const namedUsersSql = `SELECT user.id FROM json_each(?) AS name CROSS JOIN user ON user.source_id = name.value
  UNION SELECT user.id FROM json_each(?) AS place
    CROSS JOIN file ON file.name = json_extract(place.value, '$[0]') OR file.path = json_extract(place.value, '$[0]')
    CROSS JOIN user ON user.file_id = file.id AND user.line = json_extract(place.value, '$[1]')`

/** The parameters of `namedUsersSql`. */
export function namedBy(names: readonly string[]): readonly [string, string] {
  const places = names.flatMap((name) => {
    const [, file, line] = /^(.+):(\d{1,15})$/.exec(name) ?? []
    return file === undefined ? [] : [[file, Number(line)]]
  })
  return [JSON.stringify(names), JSON.stringify(places)]
}

const idRow = z.object({ id: z.number() })

/** The users that a source id or FILE:LINE names, in the order of the export. */
export function usersNamed(database: Database, name: string): readonly number[] {
  return allRows(idRow, sql(database, `${namedUsersSql} ORDER BY 1`), ...namedBy([name])).map(({ id }) => id)
}
