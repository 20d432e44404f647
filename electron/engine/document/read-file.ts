import { problem, type Problem, type Result } from '../../../shared/result.ts'
import type { DraftBatch } from '../import-pipeline/draft-batch.ts'
import type { LookupFile } from '../import-pipeline/interpretation/interpret-proven.ts'
import { readDrafts, readingStopped, smallUser, type ReadDrafts } from '../import-pipeline/read-drafts.ts'
import { maxChangesElsewhere, setFileFact } from './source-facts.ts'
import { facetTable } from './facets.ts'
import { clearRecords, forgetRecords } from './clear-records.ts'
import { fileTable, type SourceFile } from './files.ts'
import type { ReadingJudge } from './plans/judge-while-reading.ts'
import { lateIndexing } from './schema.ts'
import type { Document } from './open-document.ts'
import { describeFailure } from './check-document.ts'
import { readPlanning } from './plans/plan-row.ts'
import { setSetting } from './settings.ts'
import {
  bulkInsert,
  bulkTransaction,
  type Database,
  insertInTurns,
  insertPacked,
  insertStatement,
  oneNumber,
  run,
  sql,
  type SqlValue,
  transaction,
} from './sqlite.ts'

type ReadFileOptions = {
  readonly signal: AbortSignal
  /** How files are read; in this thread unless told otherwise. */
  readonly read?: ReadDrafts | undefined
  readonly judging: ReadingJudge
  /** Files that may be lookup tables for its values. */
  readonly lookups?: readonly LookupFile[]
  /** Called after each batch with the totals of this file so far. */
  readonly onProgress: (records: number, bytes: number) => void
}

/**
 * Reads one file into the document: users with drafts of their plans, parts of users and records that could not be read,
 * each with its line. A file that was read before must not have changed since (its digest is kept). A problem of the
 * file is kept with it; `reading-stopped` and problems of the document are not.
 */
export async function readFile(document: Document, fileId: number, options: ReadFileOptions): Promise<Result<null>> {
  const { database } = document
  const file = fileTable.get(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  let records = 0
  let unreadable = 0
  try {
    // An interrupted reading may have left millions of users.
    await clearRecords(database, fileId, { signal: options.signal, onProgress: () => undefined })
    if (options.signal.aborted) return readingStopped
    const first = makeReady(database, file)
    const planning = readPlanning(database)
    const { choices, context } = planning
    const isLate = fileTable
      .list(database)
      .some(({ complete, recognition }) => complete && recognition?.role === 'users')
    const lookups = options.lookups ?? []
    const read = await (options.read ?? readDrafts)(
      { file, planning: { choices, context }, users: 'planned', lookups, isLate },
      {
        signal: options.signal,
        onDigest: (digest) => fileTable.change(database, fileId, { digest, digest_bytes: null }),
        onFacts: (facts) => {
          fileTable.change(database, fileId, facts)
          options.judging.begin(planning, first ? facts.size / smallUser : null, { name: file.name, ...facts })
        },
        onBatches: (batches) => {
          let [bytes, digest] = [0, '']
          bulkTransaction(database, () => {
            for (const batch of batches) {
              storeBatch(database, fileId, batch, options.judging.judge)
              bytes = batch.bytes
              records += batch.records
              unreadable += batch.unreadable.length
              digest = batch.digest
            }
            run(database, noteDigest, digest, bytes, fileId)
          })
          options.onProgress(records, bytes)
        },
      },
    )
    if (options.signal.aborted) return readingStopped
    if (!read.ok) return read.error.code === readingStopped.error.code ? read : refuse(database, fileId, read.error)
    const { columns, columnsRead, controlTotals, keyWord, page, elsewhere, ...facts } = read.value
    transaction(database, () => {
      setFileFact(database, fileId, 'column-counts', columns)
      setFileFact(database, fileId, 'columns-read', columnsRead)
      setFileFact(database, fileId, 'control-totals', controlTotals)
      setFileFact(database, fileId, 'key-word', keyWord)
      setFileFact(database, fileId, 'changes-elsewhere', elsewhere.slice(0, maxChangesElsewhere))
      setFileFact(database, fileId, 'page', page === null ? null : { ...page, isSettled: false })
      const whole = { digest_bytes: null, complete: true, problem: null }
      fileTable.change(database, fileId, { ...facts, ...whole, records, unreadable })
    })
    return { ok: true, value: null }
  } catch (error) {
    return options.signal.aborted ? readingStopped : describeFailure(error)
  }
}

/** Removes an unfinished reading and facts that no longer hold. Returns true if the document has no users
 * yet. */
function makeReady(database: Database, file: SourceFile): boolean {
  const first = transaction(database, () => {
    forgetRecords(database, file.id)
    setSetting(database, 'plans-current', false)
    setSetting(database, 'ids-unique', false)
    const isEmpty = sql(database, 'SELECT 1 FROM user LIMIT 1').get() === undefined
    // The first users are drafted with the current choices.
    if (isEmpty) setSetting(database, 'plans-stale', false)
    return isEmpty
  })
  const before = fileTable.list(database).reduce((sum, { complete, size }) => sum + (complete ? size : 0), 0)
  if (file.size > before) lateIndexing.drop(database)
  return first
}

function refuse(database: Database, fileId: number, error: Problem): Result<null> {
  forgetRecords(database, fileId)
  fileTable.change(database, fileId, { problem: error, complete: false, offers: error.offers ?? null })
  return { ok: false, error }
}

const user = insertStatement(
  'INSERT INTO user (id, file_id, facet_id, line, byte, source_id, email, phone, summary)',
  (at) => `(?1 + ${at}, ?2, ?, ?, ?, ?, ?, ?, ?)`,
)
const source = insertStatement('INSERT INTO user_text (user_id, calls, source)', (at) => `(?1 + ${at}, '', ?)`)
const text = insertStatement('INSERT INTO user_text (user_id, source, calls, keys)', (at) => `(?1 + ${at}, ?, ?, ?)`)
const claim = insertStatement('INSERT OR IGNORE INTO identifier (user_id, key, is_owner)', '(?, ?, ?)')
const finding = insertStatement(
  'INSERT OR IGNORE INTO user_finding (user_id, code, group_key, blocks, detail)',
  '(?, ?, ?, ?, ?)',
)
const part = insertStatement('INSERT INTO partial_record (file_id, line, byte, keys, part)', '(?, ?, ?, ?, ?)')
const otherKey = insertStatement('INSERT OR IGNORE INTO other_key (file_id, key)', '(?, ?)')
const unreadable = insertStatement('INSERT INTO unreadable (file_id, line, byte, kind, reason)', '(?, ?, ?, ?, ?)')

/** Of the part that was read, which is to be the same when reading begins again; where the digest of the whole file is not known. */
const noteDigest =
  'UPDATE file SET digest = ?, digest_bytes = ? WHERE id = ? AND (digest IS NULL OR digest_bytes IS NOT NULL)'

/** Writes one batch of a file, its users with IDs that follow each other. Within a transaction. */
export function storeBatch(
  database: Database,
  fileId: number,
  drafted: DraftBatch,
  judge: ReadingJudge['judge'] | null,
): void {
  // After all users, so that the order of ids is the order of reading.
  const first = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1
  const batch = judge === null ? drafted : judge(drafted, first)
  const facets = batch.facets.map((facet) => facetTable.id(database, facet))
  const ofUser = (values: SqlValue[], at: number) => values.push(first + at)
  const ofFacet = (values: SqlValue[], at: number) => values.push(facets[at] ?? 0)
  insertPacked(database, user, batch.users, ofFacet, (index) => [first + index, fileId])
  storeTexts(database, first, batch)
  insertPacked(database, claim, batch.claims, ofUser)
  insertPacked(database, finding, batch.findings, ofUser)
  bulkInsert(database, part, batch.parts, (values, [line, byte, keys, part]) => {
    values.push(fileId, line, byte, keys, part)
  })
  bulkInsert(database, otherKey, batch.keysOfOthers, (values, key) => values.push(fileId, key))
  bulkInsert(database, unreadable, batch.unreadable, (values, [line, byte, kind, reason]) => {
    values.push(fileId, line, byte, kind, reason)
  })
}

/** Writes the texts of users whose ids follow each other from `first`. Where none has more than its source, nothing else is handed to the driver. */
function storeTexts(database: Database, first: number, { sources, ownTexts: { of, values: own } }: DraftBatch): void {
  const ids = (index: number) => [first + index]
  let at = 0
  const putAll = (values: SqlValue[], index: number) => {
    const [calls = '', keys = null] = of[at] === index ? own.slice(2 * at, 2 * at + 2) : []
    if (of[at] === index) at += 1
    values.push(sources[index] ?? '', calls, keys)
  }
  if (of.length > 0) insertInTurns(database, text, sources.length, putAll, ids)
  else insertInTurns(database, source, sources.length, (values, index) => values.push(sources[index] ?? ''), ids)
}
