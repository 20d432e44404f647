import * as z from 'zod'
import { counted } from '../../../shared/format.ts'
import { tableKind, unreadTableText, type UnreadTable } from '../../../shared/mapping/login-likeness.ts'
import { maskContact } from '../../../shared/users/mask-contact.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import { placeNames } from '../document/source-facts.ts'
import { listFiles } from '../document/files.ts'
import { listMissing } from '../document/plans/summaries.ts'
import { getSetting } from '../document/settings.ts'
import { reportedId } from './writer.ts'
import { nothingSent, type ReportRow } from './report-row.ts'

const pageSize = 1000

const strayRow = z.object({
  id: z.number(),
  fileId: z.number(),
  file: z.string(),
  line: z.number(),
  byte: z.number(),
  reason: z.string(),
})

/** `at` null: it is about the whole file. */
type Stray = { readonly file: string; readonly at: z.infer<typeof strayRow> | null; readonly reason: string }

/** Users in the core by an earlier migration and no longer in the export: no record, but worth a line. */
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
      place: '',
      sourceId: reportedId(sourceId, masked),
      contact: contact === null ? null : masked ? maskContact(contact) : contact,
      loginMethod: null,
      operation: null,
      tenant: null,
      state: 'vanished',
      userState: null,
      finding: null,
      message: 'Sent by the earlier migration and no longer in the export. The core keeps this user.',
      ...nothingSent,
    }))
    after = last.key
  }
}

/** Records without a user, in pages: there may be millions of them. */
export function* skippedRows(database: Database): Generator<readonly ReportRow[]> {
  const places = placeNames(database)
  const placed = (row: z.infer<typeof strayRow>): Stray => ({ file: row.file, at: row, reason: row.reason })
  const stray =
    (kind: 'unreadable' | 'unmatched' | 'other' | 'truncated') =>
    ({ file, at, reason }: Stray): ReportRow => ({
      kind,
      user: null,
      file,
      line: at?.line ?? 0,
      place: at === null ? '' : places(at.fileId, at),
      sourceId: null,
      contact: null,
      loginMethod: null,
      operation: null,
      tenant: null,
      state: kind,
      userState: null,
      finding: null,
      message: reason,
      ...nothingSent,
    })
  const files = listFiles(database).filter(({ complete }) => complete)
  const others = files.flatMap(({ name: file, other, unreadTables }) =>
    Object.entries(other).map(([kind, n]) => ({
      file,
      at: null,
      reason: `${kind}: ${counted(n, 'entry', 'entries')}${loginsIn(unreadTables, kind)}`,
    })),
  )
  const truncated = files.flatMap(({ name: file, truncation }) =>
    truncation === null ? [] : [{ file, at: null, reason: truncation }],
  )
  yield truncated.map(stray('truncated'))
  for (const { id: file } of files)
    for (const page of strayPages(database, unreadableOfFile, file)) yield page.map(placed).map(stray('unreadable'))
  for (const page of strayPages(database, unmatched)) yield page.map(placed).map(stray('unmatched'))
  yield others.map(stray('other'))
}

const unreadableOfFile = `SELECT unreadable.rowid AS id, file.id AS fileId, file.name AS file, line, byte, reason
  FROM unreadable JOIN file ON file.id = unreadable.file_id WHERE file_id = ? AND unreadable.rowid > ?
  ORDER BY unreadable.rowid LIMIT ${pageSize}`
const unmatched = `SELECT partial_record.id, file.id AS fileId, file.name AS file, line, byte, unmatched_reason AS reason
  FROM partial_record JOIN file ON file.id = partial_record.file_id WHERE user_id IS NULL AND partial_record.id > ?
  ORDER BY partial_record.id LIMIT ${pageSize}`

function* strayPages(
  database: Database,
  select: string,
  ...values: readonly number[]
): Generator<readonly z.infer<typeof strayRow>[]> {
  for (let after = 0; ;) {
    const page = allRows(strayRow, sql(database, select), ...values, after)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.id
  }
}

/** Possible logins in a table that nothing reads. */
function loginsIn(tables: readonly UnreadTable[], kind: string): string {
  const unread = tables.find(({ table }) => tableKind(table) === kind)
  return unread === undefined ? '' : `; not read: ${unreadTableText(unread)}`
}
