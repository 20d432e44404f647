import * as z from 'zod'
import type { Output } from '../../../shared/ipc/contract.ts'
import { skippedRecordSchema } from '../../../shared/ipc/views.ts'
import { placeNames } from '../document/file-places.ts'
import { allRows, oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

const { place: _, ...stored } = skippedRecordSchema.shape
const skippedRow = z.object(stored)

const pageSize = 200

const ofFile = `SELECT 'unreadable' AS kind, line, byte, reason FROM unreadable WHERE file_id = ?1
  UNION ALL SELECT 'unmatched' AS kind, line, byte, unmatched_reason AS reason FROM partial_record WHERE file_id = ?1 AND user_id IS NULL`

/** The skipped records of a file, in the order of the file, a page at a time. */
export function skippedRecords(database: Database, fileId: number, skip: number): Output<'export:skipped-records'> {
  const rows = allRows(
    skippedRow,
    sql(database, `${ofFile} ORDER BY byte, line LIMIT ?2 OFFSET ?3`),
    fileId,
    pageSize,
    skip,
  )
  const places = placeNames(database)
  return {
    skippedRecords: rows.map((row) => ({ ...row, place: places(fileId, row) })),
    total: oneNumber(sql(database, `SELECT count(*) AS n FROM (${ofFile})`), fileId),
  }
}
