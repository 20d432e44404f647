import type { FileFormat } from '../../../shared/mapping/export-format.ts'
import { linePlaces, type Places } from '../../../shared/places.ts'
import { type ControlBook, hashLines } from './control-totals/control-book.ts'
import { bsonRecords } from './bson/bson-records.ts'
import { detectLayout, type Delimiter } from './csv/csv-layout.ts'
import { csvRecords } from './csv/csv-records.ts'
import { decodeText } from './encoding.ts'
import { detectExpandedPrint, type ExpandedPrint, expandedPrintRecords } from './expanded-print.ts'
import { type Chunk, hasBom, isBlank, newline, openBrace, openBracket, quote } from './file-bytes.ts'
import { skipWhile } from './cursor.ts'
import type { Head } from './head.ts'
import { isBulkLoad, withBulkKeys } from './json/bulk-keys.ts'
import {
  findKeyedUsers,
  keyedScanner,
  keyedTable,
  memberReader,
  memberScanner,
  namesOfFields,
  type KeyedShape,
} from './json/json-keyed.ts'
import { findRows, type JsonTable, mayHoldRows, rowRecord, rowRecords } from './json/json-rows.ts'
import { blanked, hasComments, withoutComments } from './json/json-comments.ts'
import { isTablesJson, tablesJsonRecords } from './json/json-tables.ts'
import { withoutTenants } from './json/json-beside.ts'
import { jsonScanner, type JsonShape, listTable } from './json/json-scanner.ts'
import { holdsLines, surveyJson } from './json/json-survey.ts'
import { areQuotedObjects, quotedRecords } from './json/quoted-lines.ts'
import { parseJson } from './json/json-value.ts'
import { isLdif, ldifScanner } from './ldif/ldif-scanner.ts'
import { readEntry } from './ldif/read-entry.ts'
import type { RawRecord } from './raw-record.ts'
import { detectFieldLines } from './field-lines.ts'
import { detectPairLines } from './pair-lines.ts'
import { detectPrintedTable } from './printed-table.ts'
import { detectSecretLines, lineRecords, secretLineRecords, type LineTable, type SecretLines } from './secret-lines.ts'
import { scanRecords, type ScanOptions, type Scanner } from './scan-records.ts'
import type { Shortcuts } from './shortcuts.ts'
import { isSqlDump, sqlDialect } from './sql/sql-dialect.ts'
import type { SqlDialect } from './sql/sql-tokenizer.ts'
import { sqlRecords, sqlRecordsFrom, type WantsTable } from './sql/sql-records.ts'
import { xmlElement, xmlRecords } from './xml/xml-records.ts'
import { findRecords, type FoundRecords } from './xml/xml-survey.ts'
import { isFlowYaml, isYaml, isYamlList } from './yaml/parse-yaml.ts'
import { holdsUsersInValues, yamlRecords } from './yaml/yaml-records.ts'
import { mayHoldRows as mayHoldYamlRows } from './yaml/yaml-rows.ts'
import { surveyTables, tablesOf, type DumpTable } from './sql/sql-survey.ts'

/** The detected layout of a file, with the functions that read its records. */
export type Layout = {
  readonly format: FileFormat
  readonly delimiter: Delimiter | null
  readonly header: readonly string[] | null
  /** Number of cells per row, if all rows of a table are shorter than its header. */
  readonly shortRows?: number
  /** The columns of the primary key where a database printed the rows; empty if it did not say. */
  readonly key?: readonly string[]
  /** The tables with rows, in a dump. */
  readonly tables?: readonly DumpTable[]
  readonly places: Places
  /** Reads all records; in a dump, the rows of the wanted tables. */
  readonly records: (
    content: AsyncIterable<Chunk>,
    wants: WantsTable,
    book?: ControlBook,
  ) => AsyncIterable<readonly RawRecord[]>
  /** Reads the records from an offset on. */
  readonly recordsFrom: (content: AsyncIterable<Chunk>, offset: number) => AsyncIterable<readonly RawRecord[]>
}

/** Detects the layout from the head; JSON and dumps are read further as needed. Null if not even one row of a table fits into the head. */
export async function findLayout(
  head: Head,
  content: () => AsyncIterable<Chunk>,
  shortcuts: Shortcuts,
): Promise<Layout | null> {
  if (hasComments(head.bytes) && !isFlowYaml(decodeText(head.bytes))) return commentedLayout(head, content, shortcuts)
  const first = firstByte(head.bytes)
  if (head.whole && holdsUsersInValues(decodeText(head.bytes)))
    return {
      ...(await yamlTablesLayout(decodeText(head.bytes), content)),
      format: first === openBrace ? 'json' : 'yaml',
    }
  if (first !== openBrace && first !== openBracket) {
    if (areQuotedObjects(head.bytes, head.whole)) return quotedLayout
    const text = decodeText(head.bytes)
    if (isFlowYaml(text.replace(/^(?:\s*#[^\n]*\n)+/, ''))) return yamlTablesLayout(text, content)
    if (isYamlList(text)) return yamlTablesLayout(text, content)
    if (isLdif(text)) return ldifLayout
    if (isSqlDump(text)) return dumpLayout(sqlDialect(text), content)
    const expanded = detectExpandedPrint(head.bytes, head.whole)
    if (expanded !== null) return expandedLayout(expanded)
    const pairs = detectPairLines(head.bytes, head.whole)
    if (pairs !== null) return lineLayout(pairs)
    const fields = detectFieldLines(head.bytes, head.whole)
    if (fields !== null) return lineLayout(fields)
    const printed = detectPrintedTable(head.bytes, head.whole)
    if (printed !== null) return lineLayout(printed)
    if (isYaml(text)) return yamlTablesLayout(text, content)
    const secrets = detectSecretLines(head.bytes, head.whole)
    if (secrets?.surely === true) return secretLinesLayout(secrets)
    const table = detectLayout(head.bytes, head.whole)
    if (secrets !== null && (table === null || table.columns < 2)) return secretLinesLayout(secrets)
    if (table === null) return null
    const { delimiter, header } = table
    return {
      format: 'csv',
      delimiter,
      header,
      places: linePlaces,
      ...(header !== null && table.columns < header.length ? { shortRows: table.columns } : {}),
      records: (chunks, _, book) => csvRecords(chunks, table, { shortcuts, book }),
      recordsFrom: (chunks, offset) =>
        csvRecords(skipBytes(chunks, offset), { ...table, dataStart: 0 }, { isStart: offset === 0 }),
    }
  }
  // JSON quotes its names; YAML need not: `{ ann: $2b$… }`.
  if (isFlowYaml(decodeText(head.bytes))) return yamlTablesLayout(decodeText(head.bytes), content)
  if (isTablesJson(decodeText(head.bytes))) return tablesJsonLayout(content)
  const ofRows = mayHoldRows(decodeText(head.bytes)) ? await findRows(content()) : []
  if (ofRows.length > 0) return rowsLayout(content, ofRows, isOneLine(head.bytes))
  const lines = first === openBrace && holdsLines(head.bytes, head.whole)
  const { format, shape, score } = await surveyJson(content())
  const oneEach = lines && shape.key === null
  const keyed = score === null || lines || format === 'ndjson' ? null : await findKeyedUsers(content())
  if (keyed !== null && keyed.score > (score ?? 0)) return keyedLayout(keyed, content)
  if (!oneEach && shape.key !== null) return listsLayout(shape, format, content, isOneLine(head.bytes))
  const isBulk = oneEach && isBulkLoad(head.bytes.toString('latin1', 0, 500))
  const scan = (chunks: AsyncIterable<Chunk>, at: JsonShape, options: ScanOptions) =>
    scanRecords(chunks, jsonScanner({ ...at, lines: oneEach }), parseJson, options)
  const all = (chunks: AsyncIterable<Chunk>, options: ScanOptions) =>
    isBulk ? withBulkKeys(scan(chunks, shape, options)) : scan(chunks, shape, options)
  const inOneLine = !oneEach && isOneLine(head.bytes)
  return {
    format: oneEach ? 'ndjson' : format,
    delimiter: null,
    header: null,
    places: inOneLine ? entryPlaces : linePlaces,
    records: (chunks, _, book) => (inOneLine ? numbered(all(chunks, { book })) : all(chunks, { book })),
    recordsFrom: (chunks, offset) =>
      isBulk
        ? recordsBehind(all(chunks, {}), offset)
        : scan(skipBytes(chunks, offset), { key: null, lines: false }, { isStart: offset === 0 }),
  }
}

/** JSON with comments; null: without them it is something else. */
async function commentedLayout(
  head: Head,
  content: () => AsyncIterable<Chunk>,
  shortcuts: Shortcuts,
): Promise<Layout | null> {
  const bytes = blanked(head.bytes)
  const layout = await findLayout({ ...head, bytes }, () => withoutComments(content()), shortcuts)
  return (
    layout && {
      ...layout,
      records: (chunks, wants, book) => layout.records(withoutComments(chunks, book), wants, book),
      recordsFrom: (chunks, offset) => layout.recordsFrom(withoutComments(chunks), offset),
    }
  )
}

const entryPlaces: Places = { word: 'entry', sections: [] }

/** The content without its first `count` bytes. */
async function* skipBytes(chunks: AsyncIterable<Chunk>, count: number): AsyncGenerator<Chunk> {
  let left = count
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') yield chunk
    else if (left < chunk.bytes.length) yield { kind: 'bytes', bytes: chunk.bytes.subarray(left) }
    left -= chunk.kind === 'bytes' ? Math.min(left, chunk.bytes.length) : 0
  }
}

/** The records from an offset on, where one alone does not say all of itself. */
async function* recordsBehind(
  batches: AsyncIterable<readonly RawRecord[]>,
  from: number,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of batches) {
    const records = batch.filter(({ offset }) => offset >= from)
    if (records.length > 0) yield records
  }
}

type ReadLines = (chunks: AsyncIterable<Chunk>, options: ScanOptions) => AsyncIterable<readonly RawRecord[]>

/** Reads records that have lines. `from`: those from an offset on, where it reads others. */
function readBy(all: ReadLines, from = all): Pick<Layout, 'places' | 'records' | 'recordsFrom'> {
  return {
    places: linePlaces,
    records: (chunks, _, book) => all(chunks, { book }),
    recordsFrom: (chunks, offset) => from(skipBytes(chunks, offset), { isStart: offset === 0 }),
  }
}

const quotedLayout: Layout = { format: 'ndjson', delimiter: null, header: null, ...readBy(quotedRecords) }

/** JSON in whose pages the users are in a list, which may be beside other lists. */
function listsLayout(
  shape: JsonShape,
  format: 'json' | 'ndjson',
  content: () => AsyncIterable<Chunk>,
  inOneLine: boolean,
): Promise<Layout> {
  const scan = (chunks: AsyncIterable<Chunk>, wants: WantsTable | null, options: ScanOptions) =>
    scanRecords(chunks, jsonScanner(shape, wants), readRow, options)
  return withLists({ format, main: listTable(shape), inOneLine }, content, scan)
}

/** JSON whose users are members of an object. */
async function keyedLayout(shape: KeyedShape, content: () => AsyncIterable<Chunk>): Promise<Layout> {
  const read = memberReader(await namesOfFields(content(), shape))
  const readAny = (text: string) => (text.startsWith('"') ? read(text) : parseJson(text))
  const scan = (chunks: AsyncIterable<Chunk>, wants: WantsTable | null, options: ScanOptions) =>
    scanRecords(chunks, keyedScanner(shape, wants), readAny, options)
  return withLists({ format: 'json', main: keyedTable(shape), inOneLine: false, read: readAny }, content, scan)
}

/** A row of a list, or one that is a member of an object. */
function readRow(text: string) {
  return text.startsWith('"') ? readMember(text) : parseJson(text)
}

const readMember = memberReader(new Set())

/** JSON in which each list is a table. A list alone is the file. */
async function withLists(
  {
    format,
    main,
    inOneLine,
    read = readRow,
  }: {
    readonly format: 'json' | 'ndjson'
    /** The table that its scanner takes for the users. */
    readonly main: string
    readonly inOneLine: boolean
    readonly read?: typeof readRow
  },
  content: () => AsyncIterable<Chunk>,
  scan: (
    chunks: AsyncIterable<Chunk>,
    wants: WantsTable | null,
    options: ScanOptions,
  ) => AsyncIterable<readonly RawRecord[]>,
): Promise<Layout> {
  let hasOthers = false
  const tables = await tablesOf((wants) => {
    const wanted: WantsTable = (name) => {
      hasOthers ||= name !== main
      return wants(name)
    }
    return withoutTenants(scan(content(), wanted, {}), main)
  })
  const all: Layout['records'] = (chunks, wants, book) =>
    hasOthers ? withoutTenants(scan(chunks, wants, { book }), main) : scan(chunks, null, { book })
  const isMainAlone = tables.every(({ name }) => name === main)
  return {
    format,
    delimiter: null,
    header: null,
    places: inOneLine ? entryPlaces : linePlaces,
    // Of tables that look alike, the first one is read.
    ...(isMainAlone
      ? {}
      : {
          tables: tables
            .map((table) => ({ ...table, columns: null }))
            .toSorted((one, other) => Number(other.name === main) - Number(one.name === main)),
        }),
    records: inOneLine ? (...of) => numbered(all(...of)) : all,
    recordsFrom: (chunks, offset) =>
      scanRecords(skipBytes(chunks, offset), oneScanner, read, { isStart: offset === 0 }),
  }
}

/** Scanner for a row at the beginning of the content: an object, or a member of one. */
const oneScanner: Scanner = async function* scanOne(cursor) {
  const isMember = (await skipWhile(cursor, isBlank)) === quote
  yield* isMember ? memberScanner(cursor) : jsonScanner({ key: null, lines: false })(cursor)
}

async function tablesJsonLayout(content: () => AsyncIterable<Chunk>): Promise<Layout> {
  return {
    format: 'json',
    delimiter: null,
    header: null,
    places: linePlaces,
    tables: await tablesOf((wants) => tablesJsonRecords(content(), wants)),
    records: (chunks, wants, book) => tablesJsonRecords(chunks, wants, book),
    recordsFrom: (chunks, offset) =>
      scanRecords(skipBytes(chunks, offset), jsonScanner({ key: null, lines: false }), parseJson, {
        isStart: offset === 0,
      }),
  }
}

/** Tables whose rows are lists of values. */
async function rowsLayout(
  content: () => AsyncIterable<Chunk>,
  tables: readonly JsonTable[],
  inOneLine: boolean,
): Promise<Layout> {
  const all: Layout['records'] = (chunks, wants, book) => rowRecords(chunks, tables, wants, { book })
  return {
    format: 'json',
    delimiter: null,
    header: null,
    places: inOneLine ? entryPlaces : linePlaces,
    ...severalTables(await tablesOf((wants) => all(content(), wants))),
    records: inOneLine ? (...of) => numbered(all(...of)) : all,
    recordsFrom: (chunks, offset) => rowRecord(skipBytes(chunks, offset), tables, offset),
  }
}

/** A table alone is a list of records. */
function severalTables(tables: readonly DumpTable[]): Pick<Layout, 'tables'> {
  return tables.length > 1 ? { tables } : {}
}

/** Records of XML, of which each kind of element is a table. */
export async function xmlLayout(
  content: () => AsyncIterable<Chunk>,
): Promise<Layout | Exclude<FoundRecords, { readonly kind: 'records' }>> {
  const found = await findRecords(content())
  if (found.kind !== 'records') return found
  const { paths } = found
  const tables = await tablesOf((wants) => xmlRecords(content(), paths, wants))
  return {
    format: 'xml',
    delimiter: null,
    header: null,
    places: linePlaces,
    // Elements of one kind are records of a single list.
    ...(tables.length > 1 ? { tables: tables.map((table) => ({ ...table, columns: null })) } : {}),
    records: (chunks, wants, book) => xmlRecords(chunks, paths, wants, book),
    recordsFrom: (chunks, offset) => xmlElement(skipBytes(chunks, offset), offset === 0),
  }
}

/** Lines that are records: printed tables, named fields, pairs of a name and a hash. */
function lineLayout(table: LineTable): Layout {
  return {
    format: 'csv',
    delimiter: null,
    header: table.header,
    ...(table.isStored === true ? { key: [] } : {}),
    ...readBy(
      (chunks, options) => lineRecords(chunks, table, options),
      (chunks, options) => lineRecords(chunks, { ...table, dataStart: 0 }, options),
    ),
  }
}

function expandedLayout(print: ExpandedPrint): Layout {
  return {
    format: 'csv',
    delimiter: null,
    header: print.header,
    ...readBy((chunks, options) => expandedPrintRecords(chunks, print, options)),
  }
}

function secretLinesLayout(lines: SecretLines): Layout {
  return {
    format: 'csv',
    delimiter: ':',
    header: lines.header,
    ...readBy(
      (chunks, options) => secretLineRecords(chunks, lines, options),
      (chunks, options) => secretLineRecords(chunks, { ...lines, dataStart: 0 }, options),
    ),
  }
}

/** BSON, which is binary and detected before text is decoded. */
export const bsonLayout: Layout = {
  format: 'bson',
  delimiter: null,
  header: null,
  places: { word: 'document', sections: [] },
  records: (chunks, _, book) => bsonRecords(chunks, book),
  recordsFrom: (chunks, offset) => bsonRecords(skipBytes(chunks, offset)),
}

const yamlLayout: Layout = {
  format: 'yaml',
  delimiter: null,
  header: null,
  places: linePlaces,
  records: (chunks, _, book) => yamlRecords(chunks, book),
  recordsFrom: (chunks, offset) => recordsBehind(yamlRecords(chunks), offset),
}

/** YAML, which may have several lists, or tables whose rows are lists of values. `text`: its beginning. */
async function yamlTablesLayout(text: string, content: () => AsyncIterable<Chunk>): Promise<Layout> {
  const tables = await tablesOf((wants) => yamlRecords(content(), undefined, wants))
  const areRows = mayHoldYamlRows(text)
  return {
    ...yamlLayout,
    ...severalTables(areRows ? tables : tables.map((table) => ({ ...table, columns: null }))),
    records: (chunks, wants, book) => yamlRecords(chunks, book, wants),
  }
}

const ldifLayout: Layout = {
  format: 'ldif',
  delimiter: null,
  header: null,
  places: linePlaces,
  records: (chunks, _, book) => scanRecords(chunks, ldifScanner, readEntry, { book, commentsOf: hashLines }),
  recordsFrom: (chunks, offset) =>
    scanRecords(skipBytes(chunks, offset), ldifScanner, readEntry, { isStart: offset === 0 }),
}

/** Surveys a dump once for its tables, so that later only the wanted ones are parsed. */
async function dumpLayout(dialect: SqlDialect, content: () => AsyncIterable<Chunk>): Promise<Layout> {
  const { tables, changes } = await surveyTables(content, dialect)
  return {
    format: 'sql',
    delimiter: null,
    header: null,
    places: linePlaces,
    tables,
    records: (chunks, wants, book) => sqlRecords(chunks, dialect, wants, { book, changes }),
    recordsFrom: (chunks, offset) => sqlRecordsFrom(chunks, dialect, offset, changes),
  }
}

/** Whether the JSON has no line breaks, so that line numbers are no help. */
function isOneLine(bytes: Buffer): boolean {
  const first = bytes.indexOf(newline)
  if (first === -1) return true
  for (let at = first; at < bytes.length; at += 1) if (!isBlank(bytes[at])) return false
  return true
}

/** Replaces line numbers by record numbers, from 1. */
async function* numbered(batches: AsyncIterable<readonly RawRecord[]>): AsyncGenerator<readonly RawRecord[]> {
  let before = 0
  for await (const batch of batches) {
    const first = before + 1
    before += batch.length
    yield batch.map((record, index) => ({ ...record, line: first + index }))
  }
}

function firstByte(bytes: Buffer): number | undefined {
  let at = hasBom(bytes) ? 3 : 0
  while (isBlank(bytes[at])) at += 1
  return bytes[at]
}
