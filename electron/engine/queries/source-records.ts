import * as z from 'zod'
import type { Output } from '../../../shared/ipc/contract.ts'
import { computedShown, isComputed } from '../../../shared/computed-value.ts'
import { skippedRecordSchema } from '../../../shared/ipc/requests/export-requests.ts'
import type { UserSource } from '../../../shared/ipc/views.ts'
import { textOf } from '../../../shared/mapping/cell.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { isSecretTarget } from '../../../shared/mapping/targets.ts'
import { maskSample } from '../../../shared/mapping/shown/mask-sample.ts'
import { holdsPasswordOf } from '../../../shared/mapping/rows/attribute-rows.ts'
import { pairsOf, readEmbedded } from '../../../shared/mapping/value-at.ts'
import { placeText } from '../../../shared/places.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { fileTable } from '../document/files.ts'
import { isUnmatched } from '../document/export-parts.ts'
import { placeNames } from '../document/source-facts.ts'
import { userUnknown } from '../document/plans/load-user.ts'
import { allRows, type Database, oneNumber, sql } from '../document/sqlite.ts'
import { openExport } from '../reading/open-export.ts'
import { fileChanged, sameFile } from '../reading/same-file.ts'

const placeRow = z.object({ file_id: z.number(), line: z.number(), byte: z.number() })
type PlaceRow = z.infer<typeof placeRow>

const otherMachine =
  'This file was not read on this machine, so its records cannot be shown. Add the file to a migration of your own to see them.'

/** More records are hardly ever joined to one user. */
const maxRecords = 20
const maxFields = 400
const deepest = 6

/**
 * The records of the export that a user was made of, read again from their files: the document keeps only
 * their places. Says when a file was moved or changed meanwhile.
 */
export async function sourceRecords(
  database: Database,
  userId: number,
  mayRead: (path: string) => boolean,
): Promise<Result<UserSource>> {
  const places = allRows(
    placeRow,
    sql(
      database,
      `SELECT file_id, line, byte FROM user WHERE id = ?1
       UNION ALL SELECT file_id, line, byte FROM partial_record WHERE user_id = ?1 LIMIT ${maxRecords}`,
    ),
    userId,
  )
  if (places.length === 0) return userUnknown
  const records: UserSource['records'] = []
  for (const place of places) records.push(await recordAt(database, place, mayRead))
  return ok({ records })
}

async function recordAt(
  database: Database,
  { file_id: fileId, line, byte }: PlaceRow,
  mayRead: (path: string) => boolean,
): Promise<UserSource['records'][number]> {
  const file = fileTable.get(database, fileId)
  if (file === undefined)
    return { file: '', place: `line ${line}`, fields: [], problem: 'The file is no longer part of this migration.' }
  const place = placeText(file.places, file.format, { line, byte })
  const none = (why: string) => ({ file: file.name, place, fields: [], problem: why })
  // A document is untrusted and may name any file of this machine: only files chosen here are opened.
  if (!mayRead(file.path)) return none(otherMachine)
  const same = file.digest === null ? fileChanged(file.name) : await sameFile(file)
  if (!same.ok) return none(same.error.message)
  const opened = await openExport(file.path, { member: file.zip_member })
  if (!opened.ok) return none(opened.error.message)
  try {
    const record = await opened.value.recordAt(byte)
    if (record === null) return none('The record is no longer there. Restore the original file to see it.')
    return { file: file.name, place, fields: fieldsOf(record, secretPaths(file.mapping)), problem: null }
  } catch {
    return none('The file was removed while it was read. Restore it to see the record.')
  }
}

/** A column that is mapped as a secret is secret, whatever its name. */
function secretPaths(mapping: Mapping | null): readonly string[] {
  return mapping?.columns.flatMap(({ path, target }) => (isSecretTarget(target) ? [path] : [])) ?? []
}

/**
 * Every value with its path, masked where its name or the value itself looks secret. JSON inside a text is opened, and a
 * list of names with values is read like an object, so that the name of a secret is never mistaken for `Value`.
 */
function fieldsOf(record: SourceRecord, secrets: readonly string[]): { path: string; value: string }[] {
  const fields: { path: string; value: string }[] = []
  const add = (path: string, value: unknown, depth: number): void => {
    if (fields.length >= maxFields) return
    if (isComputed(value)) {
      fields.push({ path: path.slice(0, 500), value: computedShown })
      return
    }
    const inside = typeof value === 'string' ? (readEmbedded(value) ?? value) : value
    if (typeof inside === 'object' && inside !== null && depth < deepest) {
      for (const [step, member] of membersOf(inside)) add(`${path}${step}`, member, depth + 1)
      return
    }
    const text = textOf(value) ?? (typeof inside === 'object' && inside !== null ? JSON.stringify(inside) : null)
    if (text === null || text === '') return
    const isSecret =
      secrets.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`)) ||
      holdsPasswordOf(record, path)
    fields.push({ path: path.slice(0, 500), value: maskSample(isSecret ? 'hash' : path, text) })
  }
  for (const [name, value] of Object.entries(record)) add(name, value, 1)
  return fields
}

function membersOf(inside: object): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(inside)) return Object.entries(inside).map(([name, member]) => [`.${name}`, member])
  const pairs = pairsOf(inside)
  if (pairs !== null) return pairs.map(([name, member]) => [`.${name}`, member])
  return inside.map((member: unknown, index) => [`[${index}]`, member])
}

const { place: _, ...stored } = skippedRecordSchema.shape
const skippedRow = z.object(stored)

const pageSize = 200

const ofFile = `SELECT 'unreadable' AS kind, line, byte, reason FROM unreadable WHERE file_id = ?1
  UNION ALL SELECT 'unmatched' AS kind, line, byte, unmatched_reason AS reason FROM partial_record WHERE file_id = ?1 AND ${isUnmatched}`

const ofAll = `SELECT 'unreadable' AS kind, file_id, line, byte, reason FROM unreadable
  UNION ALL SELECT 'unmatched' AS kind, file_id, line, byte, unmatched_reason AS reason FROM partial_record WHERE ${isUnmatched}`

const reasonRow = z.object({ kind: skippedRow.shape.kind, reason: z.string(), records: z.number() })
const maxReasons = 50

/** Records that were not read as users. */
export const skippedRecords = {
  /** Why records became no user: each reason once with its number of records, the largest first; the others in one sum. */
  reasons: (database: Database): Output<'export:skipped-reasons'> => {
    const select = `SELECT kind, reason, count(*) AS records FROM (${ofAll}) GROUP BY kind, reason ORDER BY records DESC, reason`
    const rows = allRows(reasonRow, sql(database, select))
    const others = rows.slice(maxReasons).reduce((sum, { records }) => sum + records, 0)
    return { reasons: rows.slice(0, maxReasons), others }
  },
  /** The places of the records of one reason, in the order of the export, as many as one page holds. */
  places: (
    database: Database,
    { kind, reason }: { readonly kind: string; readonly reason: string },
  ): Output<'export:skipped-places'> => {
    const select = `SELECT file_id, file.name AS file, line, byte FROM (${ofAll}) JOIN file ON file.id = file_id
    WHERE kind = ? AND reason = ? ORDER BY file_id, byte, line LIMIT ${pageSize}`
    const places = placeNames(database)
    const rows = allRows(skippedPlaceRow, sql(database, select), kind, reason)
    return { places: rows.map((row) => `${row.file}, ${places(row.file_id, row)}`) }
  },
  /** The skipped records of a file, in the order of the file, a page at a time. */
  list: (database: Database, fileId: number, skip: number): Output<'export:skipped-records'> => {
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
  },
}

const skippedPlaceRow = z.object({ file_id: z.number(), file: z.string(), line: z.number(), byte: z.number() })
