import * as z from 'zod'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import type { RecordView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { previewFormat, previewRecord } from '../../../shared/mapping/preview-record.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { problem, ok, type Result } from '../../../shared/result.ts'
import { knownProvider, providerKey } from '../../../shared/users/known-provider.ts'
import { getFile, type SourceFile } from '../document/files.ts'
import { oneNumber, oneRow } from '../document/rows.ts'
import { getChoices } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { openExport } from '../reading/open-export.ts'
import { otherFile, sameFile } from '../reading/same-file.ts'
import { unconfirmedFile } from '../trust/unconfirmed-files.ts'

/** Which record of a file, and the mapping that is tried out on it; null: the one in use. */
type RecordOrder = { readonly fileId: number; readonly index: number; readonly mapping: Mapping | null }

/** One record of a file, read again from its place, with what a mapping makes of it. */
export async function recordView(
  database: Database,
  { fileId, index, mapping }: RecordOrder,
  mayRead: (path: string) => boolean,
): Promise<Result<RecordView>> {
  const file = getFile(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  // A document is untrusted and may name any file of this machine: only files chosen here are shown.
  if (!mayRead(file.path)) return unconfirmedFile(file.name)
  const { total, place } = placeOf(database, fileId, index)
  const view = { index, total, line: place?.line ?? 0, columns: [] }
  if (place === undefined) return ok({ ...view, problem: null })
  const record = await recordAt(file, place.byte)
  if (!record.ok) return ok({ ...view, problem: record.error.message })
  return ok({ ...view, problem: null, columns: columnsOf(file, record.value, mapping, getChoices(database)) })
}

const placeRow = z.object({ line: z.number(), byte: z.number() })

/** Tables that keep the places of records, users first, unreadable records last. */
const kinds = ['user', 'partial_record', 'unreadable'] as const

function placeOf(database: Database, fileId: number, index: number) {
  for (const kind of kinds) {
    const total = oneNumber(sql(database, `SELECT count(*) AS n FROM ${kind} WHERE file_id = ?`), fileId)
    if (total === 0) continue
    const order = kind === 'user' ? 'id' : 'rowid'
    const select = `SELECT line, byte FROM ${kind} WHERE file_id = ? ORDER BY ${order} LIMIT 1 OFFSET ?`
    return { total, place: oneRow(placeRow, sql(database, select), fileId, index) }
  }
  return { total: 0, place: undefined }
}

async function recordAt(file: SourceFile, byte: number): Promise<Result<SourceRecord>> {
  const same = file.digest === null ? otherFile(file.name) : await sameFile(file)
  if (!same.ok) return same
  const opened = await openExport(file.path, { member: file.zip_member })
  if (!opened.ok) return opened
  const record = await opened.value.recordAt(byte)
  return record === null
    ? problem('record-gone', 'This record is no longer in the file. Restore the original file to see it.')
    : ok(record)
}

function columnsOf(
  file: SourceFile,
  record: SourceRecord,
  tried: Mapping | null,
  choices: Choices,
): RecordView['columns'] {
  const format = formatOf(file.recognition?.provider ?? 'generic')
  const mapping = tried ?? file.mapping
  if (format !== undefined && mapping === null) return [...previewFormat(record, format.fields)]
  return [
    ...previewRecord(record, mapping ?? { version: 1, columns: [], fixedProvider: null }, {
      country: choices.country,
      providerName: (source) => {
        const chosen = choices.providers[providerKey(source)]
        if (chosen === undefined) return knownProvider(source)
        return chosen.kind === 'name' ? chosen.name : null
      },
    }),
  ]
}
