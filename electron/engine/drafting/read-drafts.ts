import { listed } from '../../../shared/exports/dump-tables.ts'
import type { Recognition } from '../../../shared/exports/export-format.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { interpretFile, type Interpretation } from '../document/interpret-file.ts'
import type { SourceFile } from '../document/files.ts'
import { fileProblem } from '../reading/file-problem.ts'
import { openExport, type OpenedExport } from '../reading/open-export.ts'
import { sameFile } from '../reading/same-file.ts'
import { collectDrafts, type DraftBatch } from './draft-batch.ts'
import type { Planning } from './settle-plan.ts'

/** What to read and how to plan it; plain data. */
export type ReadOrder = { readonly file: SourceFile; readonly planning: Planning }

/** What a file turned out to be. */
export type FileFacts = {
  readonly size: number
  readonly digest: string
  readonly format: string
  readonly compression: string
  readonly encoding: string
  readonly recognition: Recognition
  readonly mapping: Mapping | null
}

export type ReadOptions = {
  readonly signal: AbortSignal
  /** Comes once, before the first batch. */
  readonly onFacts: (facts: FileFacts) => void
  /** Some batches for one transaction, to be taken one after the other. Reading goes on when it is done. */
  readonly onBatches: (batches: Iterable<DraftBatch>) => void | Promise<void>
}

/**
 * Reads a file into drafts: users with the plans that each would have by itself, parts of users and unreadable records.
 * Answers with what the file was recognised as. Problems are those of the file, and `reading-stopped`; what `onFacts` and
 * `onBatches` throw is thrown.
 */
export type ReadDrafts = (order: ReadOrder, options: ReadOptions) => Promise<Result<Recognition>>

export const readingStopped = problem('reading-stopped', 'Reading was stopped. Open the migration again to continue.')

/** Reads in this very thread. */
export const readDrafts: ReadDrafts = async ({ file, planning }, options) => {
  const opened = await openUnchanged(file, options.signal)
  if (!opened.ok) return opened
  const { source, digest } = opened.value
  const interpreted = interpretFile(file, source)
  if (!interpreted.ok) return interpreted
  const { size, format, compression, encoding } = source
  const { recognition, mapping } = interpreted.value
  options.onFacts({ size, digest, format, compression, encoding, recognition, mapping })
  return readRecords(source, interpreted.value, planning, options)
}

async function openUnchanged(
  file: SourceFile,
  signal: AbortSignal,
): Promise<Result<{ readonly source: OpenedExport; readonly digest: string }>> {
  try {
    const digest = await sameFile(file, { anew: true, signal })
    if (!digest.ok) return digest
    const opened = await openExport(file.path, { signal })
    return opened.ok ? ok({ source: opened.value, digest: digest.value }) : opened
  } catch (error) {
    if (signal.aborted) return readingStopped
    throw error
  }
}

/** Kinds of records without users that are named at most. */
const mostAside = 100

async function readRecords(
  source: OpenedExport,
  { recognition, wants, read }: Interpretation,
  planning: Planning,
  { signal, onBatches }: ReadOptions,
): Promise<Result<Recognition>> {
  const records = source.batches(wants)[Symbol.asyncIterator]()
  const drafts = collectDrafts(planning)
  const aside = new Set<string>()
  const hand = async () => {
    const batch = drafts.take()
    for (const what of batch.aside) if (aside.size < mostAside) aside.add(what)
    await onBatches([batch])
  }
  try {
    for (;;) {
      const next = await nextRecords(records, signal)
      if (signal.aborted) return readingStopped
      if (!next.ok) return next
      if (next.value === null) break
      for (const raw of next.value) drafts.add(raw, raw.kind === 'record' ? read(raw.value, raw.table) : raw)
      if (drafts.isFull()) await hand()
    }
    await hand()
  } finally {
    await records.return?.()
  }
  const rest = aside.size === 0 ? '' : `; not read were ${listed([...aside])}`
  return ok({ ...recognition, reason: `${recognition.reason}${rest}` })
}

type Records = ReturnType<OpenedExport['batches']> extends AsyncIterable<infer R> ? R : never

/** The next records, null at the end; a file that goes away while it is read is a problem of the file. */
async function nextRecords(records: AsyncIterator<Records>, signal: AbortSignal): Promise<Result<Records | null>> {
  try {
    const next = await records.next()
    return ok(next.done === true ? null : next.value)
  } catch (error) {
    return signal.aborted ? readingStopped : { ok: false, error: fileProblem(error) }
  }
}
