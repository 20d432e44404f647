import { stemOfFile } from '../../../shared/mapping/names/column-words.ts'
import { linePlaces } from '../../../shared/places.ts'
import { bsonRecords } from './bson/bson-records.ts'
import { hashLines } from './control-totals/control-book.ts'
import { detectLayout } from './csv/csv-layout.ts'
import { csvRecords } from './csv/csv-records.ts'
import { impexRecords, isImpex } from './csv/impex.ts'
import { decodeText } from './encoding.ts'
import { detectExpandedPrint, type ExpandedPrint, expandedPrintRecords } from './lines/expanded-print.ts'
import { detectFieldLines } from './lines/field-lines.ts'
import { type Chunk, hasBom, isBlank, openBrace, openBracket } from './file-bytes.ts'
import type { Head } from './head.ts'
import { blanked, hasComments, withoutComments } from './json/json-comments.ts'
import { jsonLayout } from './json/json-layout.ts'
import { areQuotedObjects, quotedRecords } from './json/quoted-lines.ts'
import { type Layout, readBy, recordsBehind, skipBytes } from './layout.ts'
import { isLdif, ldifScanner } from './ldif/ldif-scanner.ts'
import { readEntry } from './ldif/read-entry.ts'
import { formByName } from './lines/form-by-name.ts'
import { detectPairLines } from './lines/pair-lines.ts'
import { detectRealmLines } from './lines/realm-lines.ts'
import { detectPrintedTable } from './lines/printed-table.ts'
import { scanRecords } from './scan-records.ts'
import {
  detectSecretLines,
  lineRecords,
  secretLineRecords,
  type LineTable,
  type SecretLines,
} from './lines/secret-lines.ts'
import type { Shortcuts } from './shortcuts.ts'
import { isSqlDump, sqlDialect } from './sql/sql-dialect.ts'
import { sqlRecords, sqlRecordsFrom } from './sql/sql-records.ts'
import { surveyTables, tablesOf } from './sql/sql-survey.ts'
import type { SqlDialect } from './sql/sql-tokenizer.ts'
import { xmlElement, xmlRecords } from './xml/xml-records.ts'
import { findRecords, type FoundRecords } from './xml/xml-survey.ts'
import { isFlowYaml, isYaml, isYamlList } from './yaml/parse-yaml.ts'
import { yamlLayout } from './yaml/yaml-layout.ts'
import { holdsUsersInValues, mayHoldUsersInValues, readYaml, type YamlFile } from './yaml/yaml-file.ts'

/** Detects the layout from the head; JSON and dumps are read further as needed. `name`: of the file, which tells where one line could be anything. Null if not even one row of a table fits into the head. */
export async function findLayout(
  head: Head,
  content: () => AsyncIterable<Chunk>,
  shortcuts: Shortcuts,
  name = '',
): Promise<Layout | null> {
  const text = decodeText(head.bytes)
  if (hasComments(head.bytes) && !isFlowYaml(text)) return commentedLayout(head, content, shortcuts, name)
  const first = firstByte(head.bytes)
  let parsed: Promise<YamlFile> | null = null
  const yaml = () => (parsed ??= readYaml(content()))
  if (head.whole && mayHoldUsersInValues(text)) {
    const file = await yaml()
    if (holdsUsersInValues(file)) return { ...(await yamlLayout(file)), format: first === openBrace ? 'json' : 'yaml' }
  }
  if (first !== openBrace && first !== openBracket) {
    if (areQuotedObjects(head.bytes, head.whole)) return quotedLayout
    if (isFlowYaml(text.replace(/^(?:\s*(?:#[^\n]*|---[ \t]*\r?|%YAML[^\n]*)\n)+/, ''))) return yamlLayout(await yaml())
    if (isImpex(text)) return impexLayout(content)
    if (isYamlList(text)) return yamlLayout(await yaml())
    if (isLdif(text)) return ldifLayout
    if (isSqlDump(text)) return dumpLayout(sqlDialect(text), content)
    const expanded = detectExpandedPrint(head.bytes, head.whole)
    if (expanded !== null) return expandedLayout(expanded)
    const form = formByName(name)
    const realm = detectRealmLines(head.bytes, head.whole, form === 'realm')
    if (realm !== null) return lineLayout(realm)
    const pairs = detectPairLines(head.bytes, head.whole)
    if (pairs !== null) return lineLayout(pairs)
    const fields = detectFieldLines(head.bytes, head.whole)
    if (fields !== null) return lineLayout(fields)
    const printed = detectPrintedTable(head.bytes, head.whole)
    if (printed !== null) return lineLayout(printed)
    if (isYaml(text)) return yamlLayout(await yaml())
    const secrets = detectSecretLines(head.bytes, head.whole, form === 'secrets')
    if (secrets?.surely === true) return secretLinesLayout(secrets)
    const table = detectLayout(head.bytes, head.whole)
    if (secrets !== null && (table === null || table.columns < 2)) return secretLinesLayout(secrets)
    if (table === null) return null
    const { delimiter, header } = table
    return {
      format: 'csv',
      delimiter,
      header,
      width: header?.length ?? table.columns,
      places: linePlaces,
      ...(header !== null && table.columns < header.length ? { shortRows: table.columns } : {}),
      records: (chunks, _, book) => csvRecords(chunks, table, { shortcuts, book }),
      recordsFrom: (chunks, offset) =>
        csvRecords(skipBytes(chunks, offset), { ...table, dataStart: 0 }, { isStart: offset === 0 }),
    }
  }
  // JSON quotes its names; YAML need not: `{ ann: $2b$… }`.
  return isFlowYaml(text) ? yamlLayout(await yaml()) : jsonLayout(head, content, first === openBrace, stemOfFile(name))
}

/** JSON with comments; null: without them it is something else. */
async function commentedLayout(
  head: Head,
  content: () => AsyncIterable<Chunk>,
  shortcuts: Shortcuts,
  name: string,
): Promise<Layout | null> {
  const bytes = blanked(head.bytes)
  const layout = await findLayout({ ...head, bytes }, () => withoutComments(content()), shortcuts, name)
  return (
    layout && {
      ...layout,
      records: (chunks, wants, book) => layout.records(withoutComments(chunks, book), wants, book),
      recordsFrom: (chunks, offset) => layout.recordsFrom(withoutComments(chunks), offset),
    }
  )
}

const quotedLayout: Layout = { format: 'ndjson', delimiter: null, header: null, ...readBy(quotedRecords) }

/** Records of XML, of which each kind of element is a table. */
export async function xmlLayout(
  content: () => AsyncIterable<Chunk>,
): Promise<Layout | Exclude<FoundRecords, { readonly kind: 'records' }>> {
  const found = await findRecords(content())
  if (found.kind !== 'records') return found
  const tables = await tablesOf((wants) => xmlRecords(content(), found, wants))
  return {
    format: 'xml',
    delimiter: null,
    header: null,
    places: linePlaces,
    // Elements of one kind are records of a single list.
    ...(tables.length > 1 ? { tables: tables.map((table) => ({ ...table, columns: null })) } : {}),
    records: (chunks, wants, book) => xmlRecords(chunks, found, wants, book),
    recordsFrom: (chunks, offset) => xmlElement(skipBytes(chunks, offset), found.columns, offset),
  }
}

/** ImpEx, in which each type of rows is a table. */
async function impexLayout(content: () => AsyncIterable<Chunk>): Promise<Layout> {
  return {
    format: 'csv',
    delimiter: ';',
    header: null,
    places: linePlaces,
    tables: await tablesOf(() => impexRecords(content())),
    records: (chunks, _, book) => impexRecords(chunks, { book }),
    // The heading of a row is above it.
    recordsFrom: (chunks, offset) => recordsBehind(impexRecords(chunks), offset),
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
    ...(lines.isNameless === true ? { isNameless: true } : {}),
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
  const { tables, emptyTables, queriedTables, changes, elsewhere } = await surveyTables(content, dialect)
  return {
    format: 'sql',
    delimiter: null,
    header: null,
    places: linePlaces,
    tables,
    emptyTables,
    queriedTables,
    elsewhere,
    records: (chunks, wants, book) => sqlRecords(chunks, dialect, wants, { book, changes }),
    recordsFrom: (chunks, offset) => sqlRecordsFrom(chunks, dialect, offset, changes),
  }
}

function firstByte(bytes: Buffer): number | undefined {
  let at = hasBom(bytes) ? 3 : 0
  while (isBlank(bytes[at])) at += 1
  return bytes[at]
}
