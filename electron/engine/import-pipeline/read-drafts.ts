import type { PageOfList } from '../../../shared/mapping/page-of-list.ts'
import type { ColumnsRead } from '../../../shared/mapping/shown/column-report.ts'
import { capitalized } from '../../../shared/format.ts'
import type { ControlTotals } from '../../../shared/mapping/unmapped/control-totals.ts'
import { isBesideList } from '../../../shared/exports/kinds/other-kind.ts'
import { isOtherVersion } from '../../../shared/exports/versions/read-versions.ts'
import type { ColumnCounts } from '../../../shared/mapping/columns/column-counts.ts'
import { countColumns } from '../../../shared/mapping/columns/count-columns.ts'
import type { Entry, Names, Recognition, SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import type { UnreadTable } from '../../../shared/mapping/rows/unread-tables.ts'
import type { Offers } from '../../../shared/offers.ts'
import { placeText, type Places } from '../../../shared/places.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { interpretProven, type LookupFile, lookupsIn } from './interpretation/interpret-proven.ts'
import type { FileDecisions, Interpretation } from './interpretation/interpretation.ts'
import { describeFile } from '../files/export-file.ts'
import { asResult, fileProblem } from '../reading/file-problem.ts'
import { openExport, type OpenedExport, type RawRecord } from '../reading/open-export.ts'
import { type ByteDigest, createByteDigest, type FileSnapshot, sameFile } from '../reading/same-file.ts'
import type { ChangeElsewhere } from '../reading/sql/changes/changes-elsewhere.ts'
import { createControlBook, type BookedTotals } from '../reading/control-totals/control-book.ts'
import { accountLogins } from './account-logins.ts'
import { joinRows, mayRepeatUsers } from './join-rows.ts'
import { ownLogins } from './own-logins.ts'
import { collectDrafts, type DraftBatch, type DraftUser, draftWith, draftListed } from './draft-batch.ts'
import { readingShortcuts } from './fast/fast-paths.ts'
import { countKinds, countUnread } from './count-kinds.ts'
import { countJoined } from './count-joined.ts'
import { collectUsers, isOpen, mostAreUndecided } from './entries-of-users.ts'
import { placedTotals } from './placed-totals.ts'
import { readColumns, readNames, withoutClearPasswords } from './read-columns.ts'
import type { Planning } from './plan-columns.ts'

/** The file to read and the input of its planning; plain data. */
export type ReadOrder = {
  readonly file: FileSnapshot & FileDecisions
  readonly planning: Planning
  /** Files that may be lookup tables for its values. */
  readonly lookups?: readonly LookupFile[]
  /** Users of other files were read before it. */
  readonly isLate?: boolean
  /** `listed`: users are compared with the users of the document, and planned later where they differ. */
  readonly users: 'planned' | 'listed'
}

/** The facts about a file after its recognition. */
export type FileFacts = {
  readonly size: number
  readonly format: string
  readonly compression: string
  readonly encoding: string
  readonly recognition: Recognition
  readonly mapping: Mapping | null
  /** The tables that can be read instead; null: there is nothing to choose. */
  readonly offers: Offers | null
  readonly places: Places
}

export type ReadOptions = {
  readonly signal: AbortSignal
  /** Comes at most once, before everything else: of a small file, and of one that must have a certain digest. */
  readonly onDigest: (digest: string) => void
  /** Comes once, before the first batch. */
  readonly onFacts: (facts: FileFacts) => void
  /** Batches for one transaction, to be consumed in order. Reading continues when it is done. */
  readonly onBatches: (batches: Iterable<DraftBatch>) => void | Promise<void>
}

/** The result of a file that was read to its end. */
export type ReadResult = {
  readonly recognition: Recognition
  /** SHA-256 of the bytes that the records were read from. */
  readonly digest: string
  /** Entries that are no users, by their kind. */
  readonly other: Readonly<Record<string, number>>
  /** Tables of a dump that nothing reads, where values in them look like logins. */
  readonly unreadTables: readonly UnreadTable[]
  /** The line behind which the rest of the file is missing or cannot be read, and why; null: nothing is missing. */
  readonly truncation: string | null
  /** The file says that it is one page of a longer list, and nothing else is missing; null: it does not. */
  readonly page: PageOfList | null
  /** The values of each column, over all of the file. */
  readonly columns: ColumnCounts
  /** The use of every column, with its reason. */
  readonly columnsRead: ColumnsRead
  /** Logins found by the control scan of the file, and where each ended up. */
  readonly controlTotals: ControlTotals
  /** Statements of a dump about tables of which it has no rows. */
  readonly elsewhere: readonly ChangeElsewhere[]
  /** The word before the ID in the keys of users that are not written with them; null: there is none. */
  readonly keyWord: string | null
}

/**
 * Reads a file into drafts: users with plans that ignore other users, parts of users and unreadable records. Problems:
 * the file's, and `reading-stopped`. Errors of callees propagate.
 */
export type ReadDrafts = (order: ReadOrder, options: ReadOptions) => Promise<Result<ReadResult>>

export const readingStopped = problem('reading-stopped', 'Reading was stopped. Open the migration again to continue.')

/** Reads in this very thread. */
export const readDrafts: ReadDrafts = async (order, options) => {
  const digest = await digestFor(order.file, options.signal)
  if (!digest.ok) return digest
  options.onDigest(digest.value)
  return sameDigest(await readUnchecked(order, options), digest.value)
}

/** Digest of the bytes read; a mismatch means that the file changed during reading. */
export function sameDigest(read: Result<ReadResult>, digest: string): Result<ReadResult> {
  return read.ok && read.value.digest !== digest ? changedWhileRead : read
}

const changedWhileRead: Result<never> = problem(
  'file-changed',
  'This file changed while it was being read, so none of it is used. Wait until no program writes to it, then remove it here and add it again.',
)

/** The same, whatever the digest of the file was before. */
export async function readUnchecked(
  { file, planning, users, lookups = [], isLate = false }: ReadOrder,
  options: Omit<ReadOptions, 'onDigest'>,
): ReturnType<ReadDrafts> {
  const before = await asResult(() => describeFile(file.path))
  if (!before.ok) return before
  const opened = await unlessAborted(
    () => openExport(file.path, { signal: options.signal, member: file.zip_member, shortcuts: readingShortcuts() }),
    options.signal,
  )
  if (!opened.ok) return opened
  const source = opened.value
  const interpreted = await unlessAborted(async () => {
    const around = { lookups: await lookupsIn(lookups, options.signal), isLate }
    return interpretProven(file, source, options.signal, around)
  }, options.signal)
  if (!interpreted.ok) return interpreted
  const named = await unlessAborted(() => asResult(() => readNames(source, interpreted.value)), options.signal)
  if (!named.ok) return named
  const names = named.value
  if (!names.ok) return names
  const { size, format, compression, encoding, places } = source
  const { recognition, mapping, offers } = interpreted.value
  const draft = users === 'listed' ? draftListed(planning) : draftWith(planning)
  options.onFacts({ size, format, compression, encoding, recognition, mapping, offers, places })
  const digest = createByteDigest(file.path, options.signal)
  // Users of a listing are compared one by one.
  const repeats = users !== 'listed' && mayRepeatUsers(interpreted.value)
  const read = await readRecords(source, interpreted.value, draft, { ...options, digest, names: names.value, repeats })
  if (!read.ok) return read
  const bytes = await unlessAborted(() => asResult(() => digest.end(), options.signal), options.signal)
  if (!bytes.ok) return bytes
  const after = await asResult(() => describeFile(file.path))
  if (!after.ok) return after
  const controlTotals = await unlessAborted(
    () => asResult(() => placedTotals(source, read.value.controlTotals), options.signal),
    options.signal,
  )
  if (!controlTotals.ok) return controlTotals
  const same = before.value.identity === after.value.identity && bytes.value.bytes === before.value.size
  const { shown, ...result } = read.value
  const columnsRead = readColumns(source, interpreted.value, names.value, { shown, counts: result.columns })
  return same
    ? ok({
        ...result,
        columnsRead,
        elsewhere: source.elsewhere ?? [],
        digest: bytes.value.digest,
        controlTotals: controlTotals.value,
      })
    : changedWhileRead
}

/** The digest of a file as it is now, which is what it was when the file was read before, as far as it was. */
export function digestFor(file: FileSnapshot, signal: AbortSignal): Promise<Result<string>> {
  const wasReadInPart = file.digest !== null && typeof file.digest_bytes === 'number'
  return unlessAborted(async () => {
    const same = await sameFile(file, { anew: true, signal })
    return same.ok && wasReadInPart ? sameFile({ ...file, digest: null }, { anew: true, signal }) : same
  }, signal)
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
export const smallUser = 160

async function readRecords(
  source: OpenedExport,
  { recognition, wants, read, askLate, sample, logins }: Interpretation,
  draft: DraftUser,
  {
    signal,
    onBatches,
    digest,
    names,
    repeats,
  }: Pick<ReadOptions, 'signal' | 'onBatches'> & {
    readonly digest: ByteDigest
    readonly names: Names
    /** Rows may repeat their user. */
    readonly repeats: boolean
  },
): Promise<
  Result<
    Omit<ReadResult, 'digest' | 'columnsRead' | 'controlTotals' | 'elsewhere'> & {
      readonly controlTotals: BookedTotals
      /** Records that show the columns of users; empty: the sample shows them. */
      readonly shown: readonly SourceRecord[]
    }
  >
> {
  const book = createControlBook()
  const records = source.batches(wants, digest, book)[Symbol.asyncIterator]()
  const drafts = collectDrafts(draft)
  const other = countKinds()
  const unread = countUnread()
  const repeated = (source.tables?.length ?? 0) > 1 ? ownLogins(source.size / smallUser) : null
  let asksMore = false
  const columns = countColumns(sample, (path, value) => {
    if (askLate?.(path, value) === true) asksMore = true
  })
  const joinedColumns = countJoined(source, logins)
  const first = sample.records.map((record) => read(record, sample.table, names))
  const areAsked = mostAreUndecided(first)
  const { format, places } = source
  const users = collectUsers(first, sample.header === null && namesInRecords.has(format))
  const account = accountLogins(book, {
    withNames: namesInRecords.has(format),
    decodes: decoded.has(format),
    placeOf: ({ line, offset }) => placeText(places, format, { line, byte: offset }),
  })
  let truncation: string | null = null
  let page: PageOfList | null = null
  const take = (raw: RawRecord, entry: Entry, joined: Entry): void => {
    drafts.add(raw, joined.kind === 'unreadable' ? joined : withoutClearPasswords(joined))
    // Records that are not kept count as read. A row that was joined has the logins of the user that it would be alone.
    account(raw, entry, joined.kind)
    repeated?.add(entry)
  }
  const rows = repeats ? joinRows(take) : null
  const hand = async () => {
    const batch = drafts.take(digest.bytes(), digest.soFar())
    other.add(batch.other)
    unread.merge(batch.unread)
    await onBatches([batch])
  }
  try {
    for (;;) {
      const next = await nextRecords(records, signal)
      if (signal.aborted) return readingStopped
      if (!next.ok) return next
      if (next.value === null) break
      for (const raw of next.value) {
        let entry = raw.kind === 'record' ? read(raw.value, raw.table, names) : raw
        const isRow =
          raw.kind === 'record' && raw.table === sample.table && !isBesideList(entry) && !isOtherVersion(entry)
        const isTelling = isRow && columns.add(raw.value, isOpen(entry, areAsked), entry.kind === 'user')
        if (asksMore && isRow) {
          asksMore = false
          entry = read(raw.value, raw.table, names)
          if (!isOpen(entry, areAsked)) columns.keepOut(raw.value)
        }
        if (rows === null) take(raw, entry, entry)
        else rows.add(raw, entry)
        if (isRow) users.add(raw.value, entry, isTelling)
        else if (raw.kind === 'record' && entry.kind === 'part') joinedColumns.add(raw, entry.part)
        if (raw.kind === 'unreadable' && raw.truncates === true) {
          page = truncation === null ? (raw.page ?? null) : null
          truncation ??= truncationText(source, raw)
        }
      }
      if (drafts.isFull()) await hand()
    }
    rows?.end()
    await hand()
  } finally {
    await records.return?.()
  }
  return ok({
    recognition,
    other: other.counts(),
    unreadTables: repeated?.withoutOwn(unread.tables()) ?? unread.tables(),
    truncation,
    page,
    columns: { ...columns.counts(), ...joinedColumns.counts() },
    shown: users.found(),
    controlTotals: book.totals(),
    keyWord: drafts.keyWord(),
  })
}

/** Forms whose records hold the names of their fields. */
const namesInRecords: ReadonlySet<string> = new Set(['json', 'ndjson', 'ldif', 'yaml', 'xml', 'bson'])

/** Forms with values in base64, as digits of bytes or as entities. */
const decoded: ReadonlySet<string> = new Set(['ldif', 'sql', 'xml'])

/** Where the rest of a file is missing, and why: `Line 5: ...`, `Sheet Staff, row 5: ...`. */
function truncationText(
  { places, format }: OpenedExport,
  { line, offset, reason }: Extract<RawRecord, { kind: 'unreadable' }>,
): string {
  return `${capitalized(placeText(places, format, { line, byte: offset }))}: ${reason}`
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
