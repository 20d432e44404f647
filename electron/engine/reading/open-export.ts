import type { Explanations } from '../../../shared/mapping/columns/explained-columns.ts'
import { isAroundRecords } from '../../../shared/exports/kinds/other-kind.ts'
import type { FileFormat, Sample, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { firstCount, namesOfColumns } from '../../../shared/mapping/first-records.ts'
import { holdsServerAccounts, serverAccounts } from '../../../shared/mapping/names/system-tables.ts'
import type { Places } from '../../../shared/places.ts'
import { ok, type Problem, type Result } from '../../../shared/result.ts'
import type { Delimiter } from './csv/csv-layout.ts'
import type { ControlBook } from './control-totals/control-book.ts'
import type { ByteDigest } from './same-file.ts'
import { withoutBinaryLiterals } from './binary-literals.ts'
import { decodeText, detectEncoding, doubtOfLetters, toUtf8, type Encoding } from './encoding.ts'
import { maxCells } from './csv/csv-cells.ts'
import { openContainer, type ReadingOptions } from './container.ts'
import { areRequests, ofRequests } from './json/api-requests.ts'
import { bookRemoved, dataOfScript, jsonBelow, type Overlay, withOverlay } from './json/json-in-text.ts'
import { byColumns, isByColumns } from './json/json-by-columns.ts'
import { parseJson } from '../../../shared/json.ts'
import { ofProgram, whyOfProgram } from './programs/program-files.ts'
import { areDefinitions, ofDefinitions } from './json/definitions.ts'
import { documentsIn, hasLaterStates, mayBeNedb, uncompacted } from './json/nedb.ts'
import { chooseExport, otherKindOfFile, judgeBytes } from './refusals/file-kind.ts'
import { isBson } from './bson/bson-records.ts'
import { fileProblem, plainFile } from './file-problem.ts'
import { explanationsInHead } from './lines/explanations-in-head.ts'
import { readHead } from './head.ts'
import { plain, readChunks, type Chunk } from './file-bytes.ts'
import { byField, byValue, isByField, isByValue } from './one-row-per-value.ts'
import { detectPairLines } from './lines/pair-lines.ts'
import { bsonLayout, findLayout, xmlLayout } from './find-layout.ts'
import type { Layout } from './layout.ts'
import { judgeLinesAbove, judgeText } from './refusals/text-kind.ts'
import { ofOneTable, type RawRecord } from './raw-record.ts'
import { judgeSealedValues } from './refusals/sealed-files.ts'
import { sampleRecords } from './sample-records.ts'
import { openWorkbook } from './xlsx/open-workbook.ts'
import { workbookParts, type WorkbookParts } from './xlsx/workbook.ts'
import type { WantsTable } from './sql/sql-statements.ts'
import { isSqlite, judgeDatabase, openDatabaseFile } from './sqlite/open-database.ts'
import type { ChangeElsewhere } from './sql/changes/changes-elsewhere.ts'
import type { DumpTable } from './sql/sql-survey.ts'
import { createLineCounter } from './cursor.ts'
import { findRecords, isXml } from './xml/xml-survey.ts'
import {
  holdsEmptyLists,
  usersInComment,
  notWellFormed,
  withoutLines,
  withoutRows,
} from './refusals/without-records.ts'
import { ofChanges, areChangeEvents } from './refusals/change-events.ts'

/** An opened export: the detected facts, and functions that read its records repeatedly. */
export type OpenedExport = {
  readonly format: FileFormat
  readonly compression: 'none' | 'gzip' | 'zip'
  readonly encoding: Encoding
  /** The delimiter of a table; null for other formats. */
  readonly delimiter: Delimiter | null
  /** Unique column names of a table with a header; null for JSON and for tables without a header, whose records have the keys `1`, `2`, … */
  readonly header: readonly string[] | null
  /** Number of cells per row, if all rows of a table are shorter than its header; the two may not belong together. */
  readonly shortRows?: number
  /** The file is one object and no list. */
  readonly isOneObject: boolean
  /** The field with the name of the list that a user is from. */
  readonly groupField?: string
  /** The field with the name before each entry, where the file has no field that is called so. */
  readonly labelField?: string
  /** Why letters may be wrong, as the end of a sentence. */
  readonly doubtfulLetters?: string
  /** Bytes on disk. */
  readonly size: number
  /** How the place of a record is called: a line, an entry, a row of a sheet. */
  readonly places: Places
  /** The first records, by which the provider is recognised. In a dump, the first records of all tables. */
  readonly sample: Sample
  /** The tables with rows in a database or dump, each with its first records. */
  readonly tables?: readonly DumpTable[]
  /** The names of its tables without rows. */
  readonly emptyTables?: readonly string[]
  /** The names of tables that get rows of queries, which only a database can answer. */
  readonly queriedTables?: readonly string[]
  /** Statements that change rows of tables that it lacks, which may be in another file. */
  readonly elsewhere?: readonly ChangeElsewhere[]
  /**
   * Reads every record in file order, from the start at each call; the next batch is read on demand. Throws the signal's reason when
   * aborted, and the file system's error if the file goes away meanwhile (see `fileProblem`). `wants`: selects the tables of a dump.
   * `digest`: receives the bytes that the records are read from. `book`: receives the double entry of logins.
   */
  readonly batches: (wants?: WantsTable, digest?: ByteDigest, book?: ControlBook) => AsyncIterable<readonly RawRecord[]>
  /** The lines of positions in the content, which must rise; empty if the format has no lines. */
  readonly linesAt: (positions: readonly number[]) => Promise<readonly number[]>
  /** Reads the record at an offset again, as `batches` returned it; null if there is none any more. Throws as `batches` does. */
  readonly recordAt: (offset: number) => Promise<SourceRecord | null>
}

export type { RawRecord }

const headSize = 256 * 1024

/**
 * Opens an export and detects its format from the content; the name counts only where one or two lines could be anything. Problems: `file-vanished`,
 * `file-no-access`, `file-unreadable`, `file-empty`, `file-without-rows`, `file-not-text`, `file-encrypted`, `file-packed`,
 * `several-files`, `file-too-wide`, `file-by-columns`, `file-of-changes`, `file-of-requests`,
 * `file-of-definitions`, `file-of-program`, `file-of-other-kind`, `file-hash-parameters`. Aborting rejects with the signal's reason.
 */
export async function openExport(path: string, options: ReadingOptions = {}): Promise<Result<OpenedExport>> {
  try {
    const size = await plainFile(path)
    return size.ok ? await open(path, size.value, options) : size
  } catch (error) {
    options.signal?.throwIfAborted()
    return failed(fileProblem(error))
  }
}

async function open(path: string, size: number, options: ReadingOptions): Promise<Result<OpenedExport>> {
  const { signal } = options
  const parts = await workbookParts(path, signal)
  if (parts !== null) return parts.ok ? openXlsx(path, size, options, parts.value) : parts
  const container = await openContainer(path, size, options)
  if (!container.ok) return container
  const { compression, unpacked } = container.value
  const packedHead = await readHead(unpacked(), headSize)
  if (compression === 'none' && isSqlite(packedHead.bytes)) {
    const refused = await judgeDatabase(path, packedHead.bytes)
    if (refused !== null) return failed(refused)
    const layout = openDatabaseFile(path, size)
    return layout.ok
      ? await describe(layout.value, { size, compression, encoding: 'utf-8', content: unpacked })
      : layout
  }
  if (isBson(packedHead.bytes)) return describe(bsonLayout, { size, compression, encoding: 'utf-8', content: unpacked })
  const known = judgeBytes(packedHead.bytes)
  if (known !== null) return failed(known)
  const encoding = detectEncoding(packedHead.bytes)
  const content = (digest?: ByteDigest) => toUtf8(unpacked(digest), encoding)
  return openText({ path, size, compression, encoding, content }, options)
}

/** A content in UTF-8. `overlay`: its first bytes as they are read. */
type TextContent = Pick<Source, 'size' | 'compression' | 'encoding' | 'content'> & {
  readonly path: string
  readonly overlay?: Overlay
}

async function openText(text: TextContent, options: ReadingOptions): Promise<Result<OpenedExport>> {
  const { path, size, compression, encoding, content, overlay } = text
  const openOver = (over: Overlay) => {
    const overlaid = (digest?: ByteDigest) => withOverlay(content(digest), over)
    return openText({ ...text, content: overlaid, overlay: over }, options)
  }
  const head = await readHead(content(), headSize)
  if (head.bytes.length === 0 && head.broken !== null) {
    return failed({ code: 'file-unreadable', message: head.broken })
  }
  const beginning = decodeText(head.bytes)
  const xml = isXml(beginning) ? await xmlLayout(() => content()) : null
  if (xml !== null && 'kind' in xml && xml.kind === 'program')
    return failed({ code: 'file-of-program', message: ofProgram('the description of a software package') })
  if (xml !== null && 'kind' in xml && xml.kind === 'unbalanced') {
    const { openedAt, closedAt } = xml
    const [opened = 0, closed] = await linesOf(content(), closedAt === null ? [openedAt] : [openedAt, closedAt])
    return failed({ code: 'file-not-text', message: notWellFormed(opened, closed) })
  }
  if (xml !== null && 'kind' in xml && head.whole && (await areInComments(beginning)))
    return failed({ code: 'file-not-text', message: usersInComment })
  const read = xml === null || 'kind' in xml ? null : xml
  // Settings whose values are hashes may be a list of users.
  const mayBeRefused = read === null && detectPairLines(head.bytes, head.whole) === null
  const refused = mayBeRefused ? judgeText(beginning) : null
  const script = refused === null ? null : dataOfScript(head)
  if (script !== null) return openOver(script)
  if (refused !== null) return failed(refused)
  const layout = read ?? (await findLayout(head, () => content(), options.shortcuts ?? {}, options.member ?? path))
  if (layout === null) {
    const message = `The first line is too long for a table. ${chooseExport}`
    return failed({ code: 'file-not-text', message })
  }
  if (layout.delimiter !== null && (layout.width ?? layout.header?.length ?? maxCells) < 3) {
    const below = overlay === undefined ? jsonBelow(head) : null
    if (below !== null) return openOver(below)
    const behind = judgeLinesAbove(beginning)
    if (behind !== null) return failed(behind)
  }
  if ((layout.width ?? layout.header?.length ?? 0) > maxCells) {
    const message = `This table has more than 10,000 columns, so it is not a table of users. ${chooseExport}`
    return failed({ code: 'file-too-wide', message })
  }
  return describe(overlay === undefined ? layout : bookRemoved(layout, overlay), {
    size,
    compression,
    encoding,
    content,
    doubt: doubtOfLetters(decodeText(withoutBinaryLiterals(head.bytes)), encoding),
    explanations: explanationsInHead(beginning, layout.format),
  })
}

async function openXlsx(path: string, size: number, { signal, shortcuts = {} }: ReadingOptions, parts: WorkbookParts) {
  const layout = await openWorkbook(parts, size, shortcuts)
  if (!layout.ok) return layout
  const content = (digest?: ByteDigest) => {
    const chunks = readChunks(path, { signal })
    return plain(digest === undefined ? chunks : digest.through(chunks))
  }
  return describe(layout.value, { size, compression: 'none', encoding: 'utf-8', content })
}

/** Whether XML without users has them without the marks of its comments. */
async function areInComments(text: string): Promise<boolean> {
  if (!text.includes('<!--')) return false
  const bytes = Buffer.from(text.replaceAll(/<!--|-->/g, ''))
  const found = await findRecords(oneChunk(bytes))
  return found.kind === 'records'
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Chunk> {
  yield { kind: 'bytes', bytes }
}

async function beginningOf(content: AsyncIterable<Chunk>): Promise<string> {
  return decodeText((await readHead(content, headSize)).bytes)
}

type Source = Pick<OpenedExport, 'size' | 'compression' | 'encoding'> & {
  readonly doubt?: string | null
  readonly explanations?: Explanations
  readonly content: (digest?: ByteDigest) => AsyncIterable<Chunk>
}

async function describe(
  { parsed, ...layout }: Layout,
  { size, compression, encoding, content, doubt = null, explanations = new Map() }: Source,
): Promise<Result<OpenedExport>> {
  const batches: OpenedExport['batches'] = (wants = () => true, digest, book) => {
    const all = layout.records(content(digest), wants, book)
    return layout.tables === undefined ? ofOneTable(all) : all
  }
  const { records: found, any } = await firstRecords(parsed?.first ?? batches())
  if (!any) {
    return failed(
      layout.format === 'sql'
        ? { code: 'file-empty', message: withoutRows(await beginningOf(content())) }
        : withoutLines(layout.header ?? ['id']),
    )
  }
  const {
    format,
    delimiter,
    header,
    tables,
    emptyTables = [],
    queriedTables = [],
    elsewhere = [],
    places,
    isOneObject = false,
  } = layout
  const records = sampleRecords(found, format, header)
  if (isOneObject && records.length === 1 && holdsEmptyLists(records[0] ?? {})) return failed(withoutLines(['id']))
  if (layout.format === 'json' && records.length === 1 && isByColumns(records[0] ?? {})) {
    return failed({ code: 'file-by-columns', message: byColumns })
  }
  if (tables === undefined && isByValue(header, records)) return failed({ code: 'file-by-columns', message: byValue })
  if (tables === undefined && delimiter !== null && isByField(records))
    return failed({ code: 'file-by-columns', message: byField })
  if (tables === undefined && areChangeEvents(records)) return failed({ code: 'file-of-changes', message: ofChanges })
  if (header === null && areRequests(records)) return failed({ code: 'file-of-requests', message: ofRequests })
  if (['json', 'ndjson', 'yaml'].includes(format)) {
    const whole = format === 'json' && size <= headSize ? await beginningOf(content()) : null
    if (areDefinitions(tables?.flatMap((table) => table.records) ?? records, whole))
      return failed({ code: 'file-of-definitions', message: ofDefinitions })
    const why = whyOfProgram(whole === null ? parsed?.whole : parseJson(whole))
    if (why !== null) return failed({ code: 'file-of-program', message: why })
  }
  if (format === 'ndjson' && mayBeNedb(records) && (await hasLaterStates(batches())))
    return failed({ code: 'file-of-changes', message: uncompacted })
  if (tables === undefined && holdsServerAccounts(namesOfColumns({ header, records })))
    return failed({ code: otherKindOfFile, message: `These are ${serverAccounts}` })
  const sealed = judgeSealedValues(tables ?? [{ records }])
  if (sealed !== null) return failed(sealed)
  const recordAt = (offset: number) => firstRecord(layout.recordsFrom(content(), offset))
  const explained = explanations.size === 0 ? {} : { explanations }
  const key = layout.key === undefined ? {} : { key: layout.key }
  const nameless = layout.isNameless === true ? { isNameless: layout.isNameless } : {}
  const ofTables = tables?.flatMap((table) => table.records).slice(0, firstCount)
  const sample = {
    header,
    records: ofTables ?? (format === 'ndjson' ? documentsIn(records) : records),
    ...key,
    ...nameless,
    ...explained,
  }
  const short = layout.shortRows === undefined ? {} : { shortRows: layout.shortRows }
  const grouped = layout.groupField === undefined ? {} : { groupField: layout.groupField }
  const labelled = layout.labelField === undefined ? {} : { labelField: layout.labelField }
  const letters = doubt === null ? {} : { doubtfulLetters: doubt }
  const known = { format, compression, encoding, delimiter, header, size, places, isOneObject, ...letters }
  const linesAt = (positions: readonly number[]) =>
    places.word === 'line' || format === 'json' ? linesOf(content(), positions) : Promise.resolve([])
  const facts = { ...short, ...grouped, ...labelled, ...known, sample, batches, recordAt, linesAt }
  return ok(
    tables === undefined
      ? facts
      : {
          ...facts,
          tables: tables.map((table) => ({ ...explained, ...table })),
          emptyTables,
          queriedTables,
          elsewhere,
        },
  )
}

async function firstRecords(batches: AsyncIterable<readonly RawRecord[]>) {
  const records: SourceRecord[] = []
  let any = false
  for await (const batch of batches) {
    any = true
    for (const record of batch) {
      if (record.kind === 'record' && !isAroundRecords(record.value)) records.push(record.value)
    }
    if (records.length > 0) break
  }
  return { records, any }
}

async function firstRecord(batches: AsyncIterable<readonly RawRecord[]>): Promise<SourceRecord | null> {
  for await (const [first] of batches) return first?.kind === 'record' ? first.value : null
  return null
}

function failed(error: Problem): Result<never> {
  return { ok: false, error }
}

/** The lines, from 1, of rising positions in a text. Reads no further than the last position. */
async function linesOf(content: AsyncIterable<Chunk>, positions: readonly number[]): Promise<readonly number[]> {
  const lines: number[] = []
  const counter = createLineCounter()
  let base = 0
  for await (const chunk of content) {
    if (chunk.kind === 'broken') break
    const { bytes } = chunk
    let counted = 0
    for (let next = positions[lines.length]; next !== undefined && next < base + bytes.length;) {
      counter.pass(bytes, counted, next - base)
      counted = Math.max(counted, next - base)
      lines.push(counter.line())
      next = positions[lines.length]
    }
    if (lines.length === positions.length) break
    counter.pass(bytes, counted, bytes.length)
    base += bytes.length
  }
  return lines
}
