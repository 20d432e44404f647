import { listsKeptOut } from '../../../../shared/mapping/names/standing/kept-out-names.ts'
import { linePlaces } from '../../../../shared/places.ts'
import { skipWhile } from '../cursor.ts'
import { decodeText } from '../encoding.ts'
import { type Chunk, isBlank, newline, quote } from '../file-bytes.ts'
import type { Head } from '../head.ts'
import { entryPlaces, type Layout, numbered, recordsBehind, severalTables, skipBytes } from '../layout.ts'
import type { RawRecord } from '../raw-record.ts'
import { scanRecords, type ScanOptions, type Scanner } from '../scan-records.ts'
import { groupsOf } from '../sibling-lists.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import { tablesOf } from '../sql/sql-survey.ts'
import { isBulkLoad, withBulkKeys } from './bulk-keys.ts'
import { layoutOfBanned } from './banned/file-of-banned.ts'
import { beginsWithModel, readModelsAs, rowsOfModels, withNamedUsers } from './django-models.ts'
import { withoutTenants } from './json-beside.ts'
import { fieldsOfKeyed, keyedScanner, keyedTable, memberReader, memberScanner, noFields } from './json-keyed.ts'
import { findKeyedUsers, isId, type KeyedShape } from './keyed-probe.ts'
import { findRows, type JsonTable, mayHoldRows, rowRecord, rowRecords } from './json-rows.ts'
import { jsonScanner, type JsonShape, listTable } from './json-scanner.ts'
import { holdsLines, type Surveyed, surveyJson } from './json-survey.ts'
import { isPartOfObjects } from './likeness/list-of-record.ts'
import { isTablesJson, tablesJsonRecords } from './json-tables.ts'
import { parseJson } from './json-value.ts'
import type { LateNames } from './page-names.ts'

/* Layouts of JSON: tables, lists, users by key, one object after another. */

/** Detects the layout of JSON from its head; reads further as needed. `isObject`: it begins with a brace. `name`: of the file, without its ending. */
export async function jsonLayout(
  head: Head,
  content: () => AsyncIterable<Chunk>,
  isObject: boolean,
  name: string,
): Promise<Layout> {
  const text = decodeText(head.bytes)
  if (isTablesJson(text)) return tablesJsonLayout(content)
  const ofBanned = await layoutOfBanned(content, name)
  if (ofBanned !== null) return ofBanned
  const ofRows = mayHoldRows(text) ? await findRows(content()) : []
  if (ofRows.length > 0) return rowsLayout(content, ofRows, isOneLine(head.bytes))
  const lines = isObject && holdsLines(head.bytes, head.whole)
  const surveyed = await surveyJson(content())
  const isOfEach = isObject && (await isPartOfObjects(content(), surveyed.shape))
  const { format, shape, score } = isOfEach ? oneAfterTheOther : surveyed
  const oneEach = lines && shape.key === null
  const keyed = score === null || lines || format === 'ndjson' ? null : await findKeyedUsers(content(), name)
  if (keyed !== null && keyed.score > (score ?? 0)) return keyedLayout(keyed, content)
  // The keys of bans may be numbers of the bans, and IDs of no user.
  if (
    isObject &&
    !lines &&
    format === 'json' &&
    shape.key === null &&
    head.whole &&
    !listsKeptOut(name) &&
    holdsEntriesById(text)
  )
    return keyedLayout({ path: [], score: 0 }, content)
  if (!oneEach && shape.key !== null) return listsLayout(shape, format, content, isOneLine(head.bytes))
  const isBulk = oneEach && isBulkLoad(head.bytes.toString('latin1', 0, 500))
  const scan = (chunks: AsyncIterable<Chunk>, at: JsonShape, options: ScanOptions) =>
    scanRecords(chunks, jsonScanner({ ...at, lines: oneEach }), parseJson, options)
  const all = (chunks: AsyncIterable<Chunk>, options: ScanOptions) =>
    isBulk ? withBulkKeys(scan(chunks, shape, options)) : scan(chunks, shape, options)
  const inOneLine = !oneEach && isOneLine(head.bytes)
  const layout: Layout = {
    format: oneEach ? 'ndjson' : format,
    delimiter: null,
    header: null,
    isOneObject: isObject && !oneEach && format === 'json',
    places: inOneLine ? entryPlaces : linePlaces,
    records: (chunks, _, book) => (inOneLine ? numbered(all(chunks, { book })) : all(chunks, { book })),
    recordsFrom: (chunks, offset) =>
      isBulk
        ? recordsBehind(all(chunks, {}), offset)
        : scan(skipBytes(chunks, offset), { key: null, lines: false }, { isStart: offset === 0 }),
  }
  return beginsWithModel(text) ? modelsLayout(layout, content) : layout
}

/** Reads entries of several models of Django as rows of as many tables, and entries of one model of an app as rows where they refer to users. */
async function modelsLayout(layout: Layout, content: () => AsyncIterable<Chunk>): Promise<Layout> {
  const found = await readModelsAs(() => layout.records(content(), () => true))
  if (found.kind === 'entries') return layout
  const { records, recordsFrom, isOneObject: _, ...rest } = layout
  const asRows: Layout['records'] = (chunks, wants, book) => {
    const all = records(chunks, () => true, book)
    return found.kind === 'tables' ? rowsOfModels(all, wants) : withNamedUsers(rowsOfModels(all, () => true))
  }
  const rowsFrom: Layout['recordsFrom'] = (chunks, offset) => {
    const all = rowsOfModels(recordsFrom(chunks, offset), () => true)
    return found.kind === 'tables' ? all : withNamedUsers(all)
  }
  return {
    ...rest,
    ...(found.kind === 'tables' ? { tables: found.tables } : {}),
    records: asRows,
    recordsFrom: rowsFrom,
  }
}

/** Whether all members of an object are entries under IDs, as in an export of a document store: `{"8f14e45f-…": {"total": 10, "userId": 3}}`. */
function holdsEntriesById(text: string): boolean {
  const parsed = parseJson(text)
  const members = parsed.kind === 'record' ? Object.entries(parsed.value) : []
  const isEntry = ([key, value]: readonly [string, unknown]) =>
    isId(key) && typeof value === 'object' && value !== null && !Array.isArray(value)
  return members.length > 0 && members.every(isEntry)
}

const oneAfterTheOther: Surveyed = { format: 'ndjson', shape: { key: null, through: [], lines: false }, score: 0 }

/** JSON in whose pages the users are in a list, which may be beside other lists. */
async function listsLayout(
  shape: JsonShape,
  format: 'json' | 'ndjson',
  content: () => AsyncIterable<Chunk>,
  inOneLine: boolean,
): Promise<Layout> {
  const late: LateNames = new Map()
  const scan = (chunks: AsyncIterable<Chunk>, wants: WantsTable | null, options: ScanOptions) =>
    scanRecords(chunks, jsonScanner(shape, wants, late), readRow, options)
  const layout = await withLists({ format, main: listTable(shape), inOneLine }, content, scan)
  const { key, through = [] } = shape
  if (key === null || shape.groups !== undefined) return layout
  const groups = groupsOf([...through, key], layout.tables ?? [])
  if (groups === null) return layout
  const whole = { ...shape, through: [...new Set([...through, ...groups.names])], groups }
  return { ...(await listsLayout(whole, format, content, inOneLine)), groupField: groups.field }
}

/** JSON whose users are members of an object. */
async function keyedLayout(shape: KeyedShape, content: () => AsyncIterable<Chunk>): Promise<Layout> {
  const fields = await fieldsOfKeyed(content(), shape)
  const read = memberReader(fields)
  const groupField = fields.names.has('group') ? '_group' : 'group'
  const readAny = (text: string) => (text.startsWith('"') ? read(text) : parseJson(text))
  const scan = (chunks: AsyncIterable<Chunk>, wants: WantsTable | null, options: ScanOptions) =>
    scanRecords(chunks, keyedScanner(shape, wants, groupField), readAny, options)
  const layout = await withLists(
    { format: 'json', main: keyedTable(shape), inOneLine: false, read: readAny },
    content,
    scan,
  )
  return { ...layout, groupField }
}

/** A row of a list, or one that is a member of an object. */
function readRow(text: string) {
  return text.startsWith('"') ? readMember(text) : parseJson(text)
}

const readMember = memberReader(noFields)

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
          emptyTables: tables.some(({ name }) => name === main) ? [] : [main],
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

/** Whether the JSON has no line breaks, so that line numbers are no help. */
function isOneLine(bytes: Buffer): boolean {
  const first = bytes.indexOf(newline)
  if (first === -1) return true
  for (let at = first; at < bytes.length; at += 1) if (!isBlank(bytes[at])) return false
  return true
}
