import type { Piece } from '../../scan-records.ts'
import { tableComment } from '../definitions/explanations.ts'
import { changedElsewhere } from './changes-elsewhere.ts'
import { changeFaults, sqlChange, isSameTable } from './sql-changes.ts'
import { type SqlScan, unapplied } from '../sql-rows.ts'
import { hasColumns, noteNames } from '../sql-columns.ts'
import { mentionsPeople } from '../../../../../shared/mapping/names/people-names.ts'
import { type Cursor, position, skipLine } from '../../cursor.ts'
import { passStatement, peek } from '../sql-between.ts'
import { readsFile, sqlHead } from '../sql-heads.ts'
import { addedDefaults, altered, tableAltered } from '../definitions/sql-alter.ts'
import { createdTable } from '../sql-inserts.ts'

/* Statements that change rows which were read: recorded as changes, or unreadable records where that is not certain. */

/** Limit on the text of a statement that is analyzed, in bytes. */
const maxChange = 64 * 1024

/** Handles UPDATE, DELETE, TRUNCATE and MERGE. A simple statement is recorded as a change; any other, or a conditional one, becomes an unreadable record. */
export async function* changeRows(sqlScan: SqlScan, cursor: Cursor, isConditional: boolean): AsyncGenerator<Piece> {
  const start = position(cursor)
  const line = cursor.lineOf(start)
  const head = await peek(cursor, 1000)
  const passed = await passStatement(sqlScan, cursor, maxChange)
  if ('broken' in passed) {
    yield passed.broken
    return
  }
  const text = passed.text ?? head
  const own = sqlChange.changedTable(text, sqlScan.seen, sqlScan.dialect)
  const added = own ?? sqlChange.mergedTable(text)
  // It changes no table with earlier rows.
  if (added === null) return noteChangeElsewhere(sqlScan, text, line)
  const change = passed.text === null || isConditional ? null : sqlChange.read(passed.text, sqlScan.dialect)
  if (change !== null && hasColumns(sqlScan, added, change.where)) {
    cursor.pass({ kind: 'changed', name: null })
    noteNames(sqlScan, added, Object.keys(change.set ?? {}))
    return sqlScan.noteChange({ ...change, table: added, offset: start, line })
  }
  const how = /^merge\s/i.test(head) ? 'merge' : change === null ? 'change' : 'column'
  if (own === null ? mayBeUsers(sqlScan, added) : sqlScan.wants(added) === true)
    yield unapplied(sqlScan, cursor, added, { start, line }, changeFaults[how])
}

/** Notes a statement that changes rows which are not in this dump, or come later. A survey knows at its end which tables have rows. */
function noteChangeElsewhere(sqlScan: SqlScan, text: string, line: number): void {
  if (!sqlScan.notesElsewhere) return
  const change = changedElsewhere(text, sqlScan.dialect)
  if (change !== null) sqlScan.noteElsewhere({ ...change, line })
}

function mayBeUsers({ wants }: SqlScan, table: string): boolean {
  const wanted = wants(table)
  return wanted === true || (wanted === 'count' && mentionsPeople(table))
}

/** Statements that add keys or comments to a table. */
const addsToTable =
  /^(?:alter\s+table|comment\s+on\s+(?:column|table)|exec(?:ute)?\s+(?:\[?sys\]?\s*\.\s*)?\[?sp_addextendedproperty\b)/i

/** Handles any other statement or client command, which becomes an unreadable record if it may change earlier rows. `text`: its beginning. */
export async function* otherStatement(sqlScan: SqlScan, cursor: Cursor, text: string): AsyncGenerator<Piece> {
  const start = position(cursor)
  const line = cursor.lineOf(start)
  const read = [...sqlScan.seen].filter((table) => sqlScan.wants(table) === true)
  const isCommand = readsFile.test(text)
  if (isCommand) await skipLine(cursor)
  const filled = sqlChange.filledTable(isCommand ? (text.split('\n', 1)[0] ?? '') : text)
  const assigns = !isCommand && sqlScan.variables.mayAssign(text)
  const isKept = read.length > 0 || assigns || addsToTable.test(text)
  const passed = isCommand ? { text } : await passStatement(sqlScan, cursor, isKept ? maxChange : 0)
  if ('broken' in passed) {
    yield passed.broken
    return
  }
  if (assigns) sqlScan.variables.follow(passed.text, start)
  if (sqlScan.used.has(start)) cursor.pass({ kind: 'constant', name: null })
  const keys = isKept && passed.text !== null ? sqlHead.readAddedKeys(passed.text) : null
  const comments = isKept && passed.text !== null ? sqlHead.readComments(passed.text) : []
  const ofTable = isKept && passed.text !== null ? tableComment(passed.text) : null
  for (const added of [keys, ofTable, ...comments]) if (added !== null) sqlScan.noteKeys(added.table, added)
  if (isKept && passed.text !== null) noteAltered(sqlScan, passed.text, start, line)
  if (/^(?:alter|drop)\s/i.test(text)) noteChangeElsewhere(sqlScan, passed.text ?? text, line)
  const altered =
    passed.text === null ? null : sqlChange.alteredTable(passed.text, read, sqlScan.routines, sqlScan.dialect)
  const table = filled !== null && mayBeUsers(sqlScan, filled) ? filled : altered
  if (table === null) return
  const isDrop = passed.text !== null && sqlChange.isDrop(passed.text, sqlScan.dialect)
  const piece = unapplied(sqlScan, cursor, table, { start, line }, isDrop ? changeFaults.drop : changeFaults.change)
  yield isCommand ? { ...piece, fault: sqlChange.otherFileFault(text) } : piece
}

/** Notes the columns that a table has behind an ALTER TABLE, and those that it adds with a value for the rows that were read. */
function noteAltered(sqlScan: SqlScan, text: string, offset: number, line: number): void {
  const added = addedDefaults(text, sqlScan.dialect)
  const read = added === null ? undefined : [...sqlScan.seen].find((one) => isSameTable(one, added.table))
  if (added !== null && read !== undefined) {
    noteNames(sqlScan, read, Object.keys(added.set))
    sqlScan.noteChange({ table: read, set: added.set, where: [], offset, line })
  }
  const written = tableAltered(text)
  const created = written === null ? null : createdTable(sqlScan, written)
  if (created === null) return
  const after = altered(text, created)
  sqlScan.created.set(sqlScan.databases.nameOf(created.table).toLowerCase(), after)
  sqlScan.noteKeys(created.table, { key: [], foreignKeys: [], defaults: after.defaults })
}
