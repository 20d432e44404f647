import { listed } from '../../../shared/exports/dump-tables.ts'
import { ok, problem, unreachable, type Problem, type Result } from '../../../shared/result.ts'
import type { Entry } from '../../../shared/exports/export-format.ts'
import { digestFile } from '../reading/digest-file.ts'
import { fileProblem } from '../reading/file-problem.ts'
import { openExport, type OpenedExport, type RawRecord } from '../reading/open-export.ts'
import type { Place } from '../reading/raw-record.ts'
import { changeFile, forgetRecords, getFile, type SourceFile } from './files.ts'
import { interpretFile, type Interpretation } from './interpret-file.ts'
import { describeFailure, type Document } from './open-document.ts'
import { sql, transaction, type Database } from './sqlite.ts'

export type ReadOptions = {
  readonly signal: AbortSignal
  /** Called after each batch with the records of this file read so far. */
  readonly onProgress: (records: number) => void
}

/**
 * Reads one file into the document: users, parts of users and records that could not be read, each with its line.
 * A file that was read before must not have changed since (its digest is kept). A problem of the file is kept with it;
 * `reading-stopped` and problems of the document are not.
 */
export async function readFile(document: Document, fileId: number, options: ReadOptions): Promise<Result<null>> {
  const { database } = document
  const file = getFile(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  try {
    forgetRecords(database, fileId)
    const opened = await openUnchanged(file, options.signal)
    if (!opened.ok) return refuse(database, fileId, opened.error)
    const { export: source, digest } = opened.value
    const interpreted = interpretFile(file, source)
    if (!interpreted.ok) return refuse(database, fileId, interpreted.error)
    const interpretation = interpreted.value
    changeFile(database, fileId, {
      size: source.size,
      digest,
      format: source.format,
      compression: source.compression,
      encoding: source.encoding,
      recognition: interpretation.recognition,
      mapping: interpretation.mapping,
    })
    return await readRecords(database, fileId, source, interpretation, options)
  } catch (error) {
    return options.signal.aborted ? stopped : describeFailure(error)
  }
}

/** Kinds of records without users that are named at most. */
const mostAside = 100

const stopped = problem('reading-stopped', 'Reading was stopped. Open the migration again to continue.')

function refuse(database: Database, fileId: number, error: Problem): Result<null> {
  forgetRecords(database, fileId)
  changeFile(database, fileId, { problem: error.message, complete: false })
  return { ok: false, error }
}

async function openUnchanged(
  file: SourceFile,
  signal: AbortSignal,
): Promise<Result<{ readonly export: OpenedExport; readonly digest: string }>> {
  const digest = await digestFile(file.path, { signal })
  if (!digest.ok) return digest
  if (file.digest !== null && file.digest !== digest.value) {
    return problem(
      'file-changed',
      `${file.name} is no longer the file that was read before. Put the original back, or remove the file and add the new one.`,
    )
  }
  const opened = await openExport(file.path, { signal })
  return opened.ok ? ok({ export: opened.value, digest: digest.value }) : opened
}

async function readRecords(
  database: Database,
  fileId: number,
  source: OpenedExport,
  { recognition, read, wants }: Interpretation,
  options: ReadOptions,
): Promise<Result<null>> {
  const batches = source.batches(wants)[Symbol.asyncIterator]()
  const aside = new Set<string>()
  let records = 0
  let unreadable = 0
  try {
    for (;;) {
      const next = await nextBatch(batches, options.signal)
      if (options.signal.aborted) return stopped
      if (!next.ok) return refuse(database, fileId, next.error)
      const batch = next.value
      if (batch === null) break
      transaction(database, () => {
        for (const raw of batch) {
          const entry = raw.kind === 'record' ? read(raw.value, raw.table) : raw
          storeEntry(database, fileId, raw, entry)
          if (entry.kind === 'unreadable') unreadable += 1
          if (entry.kind !== 'aside') records += 1
          else if (aside.size < mostAside) aside.add(entry.what)
        }
      })
      options.onProgress(records)
    }
  } finally {
    await batches.return?.()
  }
  const rest = aside.size === 0 ? '' : `; not read were ${listed([...aside])}`
  changeFile(database, fileId, {
    recognition: { ...recognition, reason: `${recognition.reason}${rest}` },
    records,
    unreadable,
    complete: true,
    problem: null,
  })
  return ok(null)
}

/** The next records, null at the end; a file that goes away while it is read is a problem of the file. */
async function nextBatch(
  batches: AsyncIterator<readonly RawRecord[]>,
  signal: AbortSignal,
): Promise<Result<readonly RawRecord[] | null>> {
  try {
    const next = await batches.next()
    return ok(next.done === true ? null : next.value)
  } catch (error) {
    return signal.aborted ? stopped : { ok: false, error: fileProblem(error) }
  }
}

function storeEntry(database: Database, fileId: number, { line, offset }: Place, entry: Entry): void {
  switch (entry.kind) {
    case 'unreadable':
      sql(database, 'INSERT INTO unreadable (file_id, line, byte, reason) VALUES (?, ?, ?, ?)').run(
        fileId,
        line,
        offset,
        entry.reason,
      )
      return
    case 'user': {
      const { lastInsertRowid } = sql(
        database,
        'INSERT INTO user (file_id, line, byte, source_id, source) VALUES (?, ?, ?, ?, ?)',
      ).run(fileId, line, offset, entry.user.sourceId, JSON.stringify(entry.user))
      for (const key of entry.keys) {
        sql(database, 'INSERT OR IGNORE INTO join_key (key, user_id) VALUES (?, ?)').run(key, lastInsertRowid)
      }
      return
    }
    case 'part':
      sql(database, 'INSERT INTO part (file_id, line, byte, keys, part) VALUES (?, ?, ?, ?, ?)').run(
        fileId,
        line,
        offset,
        JSON.stringify(entry.keys),
        JSON.stringify(entry.part),
      )
      return
    case 'aside':
      return
    default:
      unreachable(entry)
  }
}
