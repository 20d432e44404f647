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
import { createClaimsHeld } from './claims-held.ts'
import { createJudge, type Judge } from './judge-as-read.ts'
import type { Planning } from './settle-plan.ts'

/** What to read and how to plan it; plain data. */
export type ReadOrder = {
  readonly file: SourceFile
  readonly planning: Planning
  /** There is nobody yet, so users are judged against those before them as they are read. */
  readonly first: boolean
}

/** What a file turned out to be. */
export type FileFacts = {
  readonly size: number
  readonly format: string
  readonly compression: string
  readonly encoding: string
  readonly recognition: Recognition
  readonly mapping: Mapping | null
}

export type ReadOptions = {
  readonly signal: AbortSignal
  /** Comes once. Of a file that must have a certain digest, before everything else. */
  readonly onDigest: (digest: string) => void
  /** Comes once, before the first batch. */
  readonly onFacts: (facts: FileFacts) => void
  /** Some batches for one transaction, to be taken one after the other. Reading goes on when it is done. */
  readonly onBatches: (batches: Iterable<DraftBatch>) => void | Promise<void>
}

/**
 * Reads a file into drafts: users with the plans that each would have by itself, parts of users and unreadable records.
 * Answers with what the file was recognised as. Problems are those of the file, and `reading-stopped`; what is thrown by
 * what is called here is thrown.
 */
export type ReadDrafts = (order: ReadOrder, options: ReadOptions) => Promise<Result<Recognition>>

export const readingStopped = problem('reading-stopped', 'Reading was stopped. Open the migration again to continue.')

/** Reads in this very thread. */
export const readDrafts: ReadDrafts = async (order, options) => {
  const digest = await digestFor(order.file, options.signal)
  if (!digest.ok) return digest
  options.onDigest(digest.value)
  return readUnchecked(order, options)
}

/** The same, whatever the digest of the file, which is not asked for. */
export async function readUnchecked(
  { file, planning, first }: ReadOrder,
  options: Omit<ReadOptions, 'onDigest'>,
): ReturnType<ReadDrafts> {
  const opened = await unlessAborted(() => openExport(file.path, { signal: options.signal }), options.signal)
  if (!opened.ok) return opened
  const source = opened.value
  const interpreted = interpretFile(file, source)
  if (!interpreted.ok) return interpreted
  const { size, format, compression, encoding } = source
  const { recognition, mapping } = interpreted.value
  const judge = createJudge(planning, first ? { name: file.name, claims: createClaimsHeld(size / smallUser) } : null)
  options.onFacts({ size, format, compression, encoding, recognition, mapping })
  return readRecords(source, interpreted.value, judge, options)
}

/** The digest of a file as it is now, which is what it was when the file was read before. */
export function digestFor(file: SourceFile, signal: AbortSignal): Promise<Result<string>> {
  return unlessAborted(() => sameFile(file, { anew: true, signal }), signal)
}

async function unlessAborted<T>(work: () => Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (signal.aborted) return readingStopped
    throw error
  }
}

/** Bytes of a user of few words. */
const smallUser = 160

/** Kinds of records without users that are named at most. */
const mostAside = 100

async function readRecords(
  source: OpenedExport,
  { recognition, wants, read }: Interpretation,
  judge: Judge,
  { signal, onBatches }: Pick<ReadOptions, 'signal' | 'onBatches'>,
): Promise<Result<Recognition>> {
  const records = source.batches(wants)[Symbol.asyncIterator]()
  const drafts = collectDrafts(judge)
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
