import * as z from 'zod'
import { numbersBan, saysOfBan } from '../../../shared/exports/standing/ban-lists.ts'
import { listed } from '../../../shared/exports/tables/table-terms.ts'
import { isAnyKey } from '../../../shared/exports/tables/table-keys.ts'
import type { ColumnCount } from '../../../shared/mapping/columns/column-counts.ts'
import { madeId } from '../../../shared/mapping/columns/keys/key-values.ts'
import { numbersThings } from '../../../shared/mapping/columns/table-doubt.ts'
import { listsThings, namesThingColumn } from '../../../shared/mapping/entries/thing-rows.ts'
import { isKeyWord, namesPeople } from '../../../shared/mapping/names/account-names.ts'
import { lastName, splitPath, stemOfFile, wordsOf } from '../../../shared/mapping/names/column-words.ts'
import { isAboutOtherThing } from '../../../shared/mapping/names/other-things.ts'
import { shownName } from '../../../shared/mapping/shown/shown-name.ts'
import type { SourceFile } from '../document/files.ts'
import { fileFact } from '../document/source-facts.ts'
import { allRows, type Database, oneNumber, sql } from '../document/sqlite.ts'

/*
 * Rows that name users, each another one, for a reason that nothing tells: a list of the banned in words that are not known looks so. Profiles are of
 * most users, orders and carts of some users several times, and settings have columns about other things.
 */

/** Says by which column the rows of a file name users; null: they name none, or are known to be about something else. */
export function unknownMentions(database: Database, { id, name, records, unreadable }: SourceFile): string | null {
  const columns = (fileFact(database, id, 'column-counts')?.columns ?? []).filter(({ filled }) => filled > 0)
  const stem = stemOfFile(name)
  if (records === 0 || unreadable < records || columns.length > maxColumns) return null
  if (isAboutOtherThing(stem) || listsThings(stem)) return null
  const owners = columns.filter((column) => mayNameUsers(column, records) && areIdsOfUsers(database, column))
  const [owner] = [...owners.filter(({ path }) => namesPeople(path)), ...owners]
  if (owner === undefined || columns.some((column) => column !== owner && isAboutThing(column))) return null
  const users = oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
  if (records * 2 > users) return null
  const ids = listed(owner.samples)
  return `Its column “${shownName(owner.path)}” has IDs of users (${records > owner.samples.length ? `such as ${ids}` : ids}), and nothing says what for.`
}

/** A list of bans has columns for the user, the reason, the times and the moderator, and few others. */
const maxColumns = 8

/** Whether each row has a value of its own that may be the ID of a user. A short number that is not called an ID agrees by chance, and a mere `id` is that of the row. */
function mayNameUsers({ path, filled, distinct, samples }: ColumnCount, records: number): boolean {
  if (filled < records || distinct < records || numbersThings(path) || numbersBan(path)) return false
  if (samples.every((value) => madeId.test(value))) return true
  if (isAnyKey(lastName(path))) return false
  const isKey = namesPeople(path) || wordsOf(splitPath(path).name).some(isKeyWord)
  return isKey || samples.every((value) => /^\d{3,}$/.test(value))
}

function areIdsOfUsers(database: Database, { samples }: ColumnCount): boolean {
  const marks = samples.map(() => '?').join(', ')
  const ids = `SELECT DISTINCT source_id AS id FROM user WHERE source_id IN (${marks})`
  return samples.length > 0 && allRows(idRow, sql(database, ids), ...samples).length === samples.length
}

const idRow = z.object({ id: z.string() })

/** Whether a column has facts that a ban lacks: a preference, an amount, the ID of another thing, or a user in several rows. */
function isAboutThing({ path, filled, distinct }: ColumnCount): boolean {
  const { containers, name } = splitPath(path)
  if (containers.length > 0 || namesThingColumn(path)) return true
  if (saysOfBan(name) || numbersBan(path) || isAnyKey(name)) return false
  return isAboutOtherThing(path) || numbersThings(path) || (namesPeople(path) && distinct < filled)
}
