import * as z from 'zod'
import { counted } from '../../../shared/format.ts'
import { tableKind, unreadTableText, type UnreadTable } from '../../../shared/mapping/unread-tables.ts'
import { maskContact } from '../../../shared/users/mask-contact.ts'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { listFiles } from '../document/files.ts'
import { listMissing } from '../document/delta-counts.ts'
import { getSetting } from '../document/settings.ts'
import { shownId } from './shown-id.ts'
import { nothingSent, type ReportRow } from './report-row.ts'

const pageSize = 1000

const strayRow = z.object({ file: z.string(), line: z.number(), reason: z.string() })

/** Who is in the core by an earlier migration and no longer in the export: no record, but worth a line. */
export function* missingRows(database: Database, masked: boolean): Generator<readonly ReportRow[]> {
  if (getSetting(database, 'baseline') === undefined) return
  for (let after = ''; ;) {
    const users = listMissing(database, after, pageSize)
    const last = users.at(-1)
    if (last === undefined) return
    yield users.map(({ sourceId, contact }): ReportRow => ({
      kind: 'vanished',
      user: null,
      file: '',
      line: 0,
      sourceId: shownId(sourceId, masked),
      contact: contact === null ? null : masked ? maskContact(contact) : contact,
      loginMethod: null,
      operation: null,
      tenant: null,
      state: 'vanished',
      userState: null,
      message: 'Sent by the earlier migration and no longer in the export. The core keeps this user.',
      ...nothingSent,
    }))
    after = last.key
  }
}

export function skippedRows(database: Database): ReportRow[] {
  const unreadable = allRows(
    strayRow,
    sql(
      database,
      'SELECT file.name AS file, line, reason FROM unreadable JOIN file ON file.id = unreadable.file_id ORDER BY file.id, line',
    ),
  )
  const unmatched = allRows(
    strayRow,
    sql(
      database,
      'SELECT file.name AS file, line, unmatched_reason AS reason FROM partial_record JOIN file ON file.id = partial_record.file_id WHERE user_id IS NULL ORDER BY partial_record.id',
    ),
  )
  const stray =
    (kind: 'unreadable' | 'unmatched' | 'other' | 'truncated') =>
    (row: z.infer<typeof strayRow>): ReportRow => ({
      kind,
      user: null,
      file: row.file,
      line: row.line,
      sourceId: null,
      contact: null,
      loginMethod: null,
      operation: null,
      tenant: null,
      state: kind,
      userState: null,
      message: row.reason,
      ...nothingSent,
    })
  const files = listFiles(database).filter(({ complete }) => complete)
  const others = files.flatMap(({ name: file, other, unreadTables }) =>
    Object.entries(other).map(([kind, n]) => ({
      file,
      line: 0,
      reason: `${kind}: ${counted(n, 'entry', 'entries')}${loginsIn(unreadTables, kind)}`,
    })),
  )
  const truncated = files.flatMap(({ name: file, truncation }) =>
    truncation === null ? [] : [{ file, line: 0, reason: truncation }],
  )
  return [
    ...truncated.map(stray('truncated')),
    ...unreadable.map(stray('unreadable')),
    ...unmatched.map(stray('unmatched')),
    ...others.map(stray('other')),
  ]
}

/** What in a table that nothing reads looks like logins. */
function loginsIn(tables: readonly UnreadTable[], kind: string): string {
  const unread = tables.find(({ table }) => tableKind(table) === kind)
  return unread === undefined ? '' : `; not read: ${unreadTableText(unread)}`
}
