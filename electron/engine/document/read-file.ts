import { formatOf, recognise } from '../../../shared/exports/index.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../../shared/exports/export-format.ts'
import { applyMapping } from '../../../shared/mapping/apply-mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { digestFile } from '../reading/digest-file.ts'
import { openExport, type OpenedExport, type RawRecord } from '../reading/open-export.ts'
import { changeFile, forgetRecords, getFile, type SourceFile } from './files.ts'
import { describeFailure, type Document } from './open-document.ts'
import { sql, transaction, type Database } from './sqlite.ts'

/** Turns the records of one file into entries. */
type Interpretation = {
  readonly recognition: Recognition
  readonly mapping: Mapping | null
  readonly read: (record: SourceRecord) => Entry
}

export type ReadOptions = {
  readonly signal: AbortSignal
  /** Called after each batch with the records of this file read so far. */
  readonly onProgress: (records: number) => void
}

/**
 * Reads one file into the document: users, parts of users and records that could not be read, each with its line.
 * A file that was read before must not have changed since (its digest is kept).
 */
export async function readFile(document: Document, fileId: number, options: ReadOptions): Promise<Result<null>> {
  const { database } = document
  const file = getFile(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  try {
    const digest = await digestFile(file.path)
    if (!digest.ok) return refuse(database, fileId, digest.error.code, digest.error.message)
    if (file.digest !== null && file.digest !== digest.value) {
      return refuse(
        database,
        fileId,
        'file-changed',
        `${file.name} is no longer the file that was read before. Put the original back, or remove the file and add the new one.`,
      )
    }
    forgetRecords(database, fileId)
    const opened = await openExport(file.path, { signal: options.signal })
    if (!opened.ok) return refuse(database, fileId, opened.error.code, opened.error.message)
    changeFile(database, fileId, {
      size: opened.value.size,
      digest: digest.value,
      format: opened.value.format,
      compression: opened.value.compression,
      encoding: opened.value.encoding,
    })
    return await readRecords(database, file, opened.value, options)
  } catch (error) {
    return describeFailure(error)
  }
}

function refuse(database: Database, fileId: number, code: string, message: string): Result<null> {
  changeFile(database, fileId, { problem: message, complete: false })
  return problem(code, message)
}

async function readRecords(
  database: Database,
  file: SourceFile,
  opened: OpenedExport,
  options: ReadOptions,
): Promise<Result<null>> {
  let interpretation: Interpretation | undefined
  let records = 0
  let unreadable = 0
  for await (const batch of opened.batches()) {
    if (options.signal.aborted)
      return problem('reading-stopped', 'Reading was stopped. Open the migration again to continue.')
    if (interpretation === undefined) {
      interpretation = interpret(file, opened, batch)
      changeFile(database, file.id, { recognition: interpretation.recognition, mapping: interpretation.mapping })
    }
    const { read } = interpretation
    transaction(database, () => {
      for (const raw of batch) unreadable += storeRecord(database, file.id, raw, read)
    })
    records += batch.length
    options.onProgress(records)
  }
  changeFile(database, file.id, { records, unreadable, complete: true, problem: null })
  return ok(null)
}

/** What the operator said beats what the content looks like; what nobody recognises goes through a mapping. */
function interpret(file: SourceFile, opened: OpenedExport, batch: readonly RawRecord[]): Interpretation {
  const records = batch.flatMap((raw) => (raw.kind === 'record' ? [raw.value] : [])).slice(0, 50)
  const sample: Sample = { header: opened.header, records }
  const said = file.said === null ? undefined : formatOf(file.said)
  if (said !== undefined) return byFormat(said, said.recognise(sample) ?? asSaid(said))
  const recognition = file.said === null ? recognise(sample) : null
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition !== null && format !== undefined) return byFormat(format, recognition)
  const mapping = file.mapping ?? suggestMapping(sample).mapping
  return {
    recognition: {
      provider: 'generic',
      shape: 'table of your own',
      reason: file.said === null ? 'no known export looks like this; the columns are mapped by hand' : 'you said so',
      role: 'users',
    },
    mapping,
    read: (record) => applyMapping(mapping, record),
  }
}

function byFormat(format: ExportFormat, recognition: Recognition): Interpretation {
  return { recognition, mapping: null, read: (record) => format.read(record, recognition) }
}

function asSaid(format: ExportFormat): Recognition {
  return { provider: format.provider, shape: 'export', reason: 'you said so', role: 'users' }
}

/** Returns 1 when the record could not be read. */
function storeRecord(database: Database, fileId: number, raw: RawRecord, read: (record: SourceRecord) => Entry): 0 | 1 {
  const entry = raw.kind === 'record' ? read(raw.value) : raw
  switch (entry.kind) {
    case 'unreadable':
      sql(database, 'INSERT INTO unreadable (file_id, line, byte, reason) VALUES (?, ?, ?, ?)').run(
        fileId,
        raw.line,
        raw.offset,
        entry.reason,
      )
      return 1
    case 'user': {
      const { lastInsertRowid } = sql(
        database,
        'INSERT INTO user (file_id, line, byte, source_id, source) VALUES (?, ?, ?, ?, ?)',
      ).run(fileId, raw.line, raw.offset, entry.user.sourceId, JSON.stringify(entry.user))
      for (const key of entry.keys) {
        sql(database, 'INSERT OR IGNORE INTO join_key (key, user_id) VALUES (?, ?)').run(key, lastInsertRowid)
      }
      return 0
    }
    case 'part':
      sql(database, 'INSERT INTO part (file_id, line, byte, keys, part) VALUES (?, ?, ?, ?, ?)').run(
        fileId,
        raw.line,
        raw.offset,
        JSON.stringify(entry.keys),
        JSON.stringify(entry.part),
      )
      return 0
  }
}
