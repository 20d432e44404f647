import { isObject } from '../../../../shared/json.ts'
import { countLogins } from '../control-totals/login-scan.ts'
import { splitCells } from '../csv/csv-cells.ts'
import { detectLayout } from '../csv/csv-layout.ts'
import { fromBase64 } from '../from-base64.ts'
import { parseYaml, type YamlText } from './parse-yaml.ts'
import { findUsers } from './yaml-users.ts'

/*
 * Whole files as texts of a document: ConfigMaps and Secrets of Kubernetes have them by their names, `data: { users.yml: … }`, and so have settings of
 * other programs.
 */

type Parsed = Extract<YamlText, { readonly kind: 'documents' }>

/** A text that is a file of its own. `holder`: the object that has it. */
type EmbeddedFile = {
  readonly name: string
  readonly content: string
  readonly holder: object
  readonly isEncoded: boolean
}

/** Levels below a document on which files are looked for, and the files of a document that are read. */
const [maxLevels, maxFiles] = [6, 50]

/** The documents with those in place of which the files within them are read: each object of these has its place in the whole text. */
export function withEmbeddedFiles(text: string, parsed: Parsed): Parsed {
  if (!mayHaveFiles.test(text)) return parsed
  const documents = parsed.documents.flatMap(itemsOf)
  const opened = documents.map((document) => {
    const { files, beside } = filesOf(document)
    return { document, beside, found: files.flatMap((file) => openFile(file, text, parsed)) }
  })
  if (opened.every(({ found }) => found.length === 0)) return parsed
  // Beside files with users, an object without any login is no record.
  const isOther = ({ document, beside }: (typeof opened)[number]) => beside === 0 && isManifest(document)
  return {
    ...parsed,
    hasEmbedded: true,
    documents: opened.flatMap((one) => (one.found.length > 0 ? one.found : isOther(one) ? [] : [one.document])),
  }
}

const mayHaveFiles = /\bkind"?:\s*"?(?:ConfigMap|Secret)\b|\.(?:ya?ml|json|csv|tsv|properties)["']?\s*:/i

/** Whether a document of a file has users: a list of them, or it is one with a password hash and no settings with the address of a sender. */
function holdsUsers(document: unknown, content: string): boolean {
  const { records } = findUsers(document)
  return records.length > 0 && (countLogins(content).hashes > 0 || records.every(({ value }) => value !== document))
}

function isManifest(document: unknown): boolean {
  return isObject(document) && typeof document['apiVersion'] === 'string' && typeof document['kind'] === 'string'
}

/** The objects of a list of Kubernetes, or the document itself. */
function itemsOf(document: unknown): readonly unknown[] {
  const { kind, items }: Readonly<Record<string, unknown>> = isObject(document) ? document : {}
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? items : [document]
}

/** The files with logins of a document, and the number of other texts with some; no file beside these, unless the document has no other purpose. */
function filesOf(document: unknown): { readonly files: readonly EmbeddedFile[]; readonly beside: number } {
  if (!isObject(document)) return { files: [], beside: 1 }
  const isOfFiles = /^(?:ConfigMap|Secret)$/.test(String(document['kind']))
  const files: EmbeddedFile[] = []
  const seen = new Set<object>()
  let beside = 0
  const visit = (object: object, level: number): void => {
    // Anchors may stand for an object many times.
    if (seen.has(object)) return
    seen.add(object)
    for (const [name, value] of Object.entries(object) as [string, unknown][]) {
      // Notes about the object, such as the address of its owner, are no logins.
      if (level === 1 && name === 'metadata' && isManifest(document)) continue
      if (typeof value === 'object' && value !== null && level < maxLevels) visit(value, level + 1)
      if (typeof value !== 'string') continue
      const decoded = isOfFiles && isLong(value) ? fromBase64(value.replaceAll(/\s/g, '')) : null
      const content = decoded ?? value
      if (!hasLogins(content)) continue
      const isFile = isFileName.test(name) || (isOfFiles && content.includes('\n'))
      if (isFile && files.length < maxFiles) files.push({ name, content, holder: object, isEncoded: decoded !== null })
      else beside += 1
    }
  }
  visit(document, 1)
  return { files: isOfFiles || beside === 0 ? files : [], beside: beside + files.length }
}

const isFileName = /\.(?:ya?ml|json|csv|tsv|properties)$/i

function isLong(text: string): boolean {
  return text.length >= 40
}

function hasLogins(text: string): boolean {
  const { emails, hashes } = countLogins(text)
  return emails + hashes > 0
}

/** The documents of a file; none if it is no list or object, or the text does not have its lines one after the other. */
function openFile(file: EmbeddedFile, text: string, { places, ends }: Parsed): readonly unknown[] {
  const inner = parseFile(file)
  if (inner === null) return []
  const from = Math.max(text.indexOf(file.name, places.get(file.holder) ?? 0), 0)
  const placeOf = file.isEncoded ? () => from : placesOfLines(file.content, text, from)
  if (placeOf === null) return []
  const take = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || places.has(value)) return
    const [at, end] = [inner.places.get(value), inner.ends.get(value)]
    if (at !== undefined) places.set(value, placeOf(at))
    // The text of the document shows nothing of a file in base64.
    if (end !== undefined && !file.isEncoded) ends.set(value, placeOf(end))
    for (const member of Object.values(value)) take(member)
  }
  const documents = inner.documents.filter((document) => holdsUsers(document, file.content))
  documents.forEach(take)
  return documents
}

function parseFile({ name, content }: EmbeddedFile): Parsed | null {
  const table = /\.[ct]sv$/i.test(name) ? parseTable(content) : null
  if (table !== null) return table
  const parsed = parseYaml(content)
  const isFile = parsed.kind === 'documents' && parsed.documents.every((one) => typeof one === 'object' && one !== null)
  return isFile && parsed.kind === 'documents' && parsed.documents.length > 0 ? parsed : null
}

/** The rows of a table with a header, as one list. */
function parseTable(content: string): Parsed | null {
  const layout = detectLayout(Buffer.from(content), true)
  if (layout === null || layout.header === null) return null
  const { header, delimiter, quote, dataStart } = layout
  const behind = Buffer.from(content).subarray(0, dataStart).toString().length
  const [places, ends] = [new WeakMap<object, number>(), new WeakMap<object, number>()]
  const rows = linesOf(content).flatMap(({ line, start }) => {
    if (start < behind || line.trim() === '') return []
    const cells = splitCells(line, delimiter, quote) ?? []
    const row = Object.fromEntries(header.map((column, at) => [column, cells[at] ?? '']))
    places.set(row, start)
    ends.set(row, start + line.length)
    return [row]
  })
  return { kind: 'documents', documents: [rows], places, ends }
}

function linesOf(content: string): readonly { readonly line: string; readonly start: number }[] {
  return [...content.matchAll(/[^\r\n]+/g)].map(({ 0: line, index }) => ({ line, start: index }))
}

/** A line of a file: where it begins in the file and in the whole text. `columns`: where its characters are, if they are escaped there. */
type PlacedLine = { readonly start: number; readonly at: number; readonly columns: Uint32Array | null }

/**
 * Creates a function that finds an index of a file in the whole text, which has each of its lines after the one before: indented in a block, or escaped
 * between quotation marks. Null: it has not.
 */
function placesOfLines(content: string, text: string, from: number): ((at: number) => number) | null {
  const lines = placeLines(content, text, from, false) ?? placeLines(content, text, from, true)
  if (lines === null || lines.length === 0) return null
  return (index) => {
    let [first, last] = [0, lines.length - 1]
    while (first < last) {
      const middle = Math.ceil((first + last) / 2)
      if ((lines[middle]?.start ?? 0) <= index) first = middle
      else last = middle - 1
    }
    const { start, at, columns } = lines[first] ?? { start: 0, at: from, columns: null }
    const column = Math.max(index - start, 0)
    const place = at + (columns === null ? column : (columns[column] ?? columns.at(-1) ?? 0))
    return Math.min(place, lines[first + 1]?.at ?? text.length)
  }
}

function placeLines(content: string, text: string, from: number, isEscaped: boolean): readonly PlacedLine[] | null {
  const lines: PlacedLine[] = []
  let behind = from
  for (const { line, start } of linesOf(content)) {
    const plain = line.trim()
    if (plain === '') continue
    const written = isEscaped ? escapedText(plain) : plain
    const at = text.indexOf(written, behind)
    if (at === -1) return null
    lines.push({ start: start + line.indexOf(plain), at, columns: isEscaped ? columnsOf(plain) : null })
    behind = at + written.length
  }
  return lines
}

function escapedText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Where each character of a line begins in its escaped form, and where the last one ends. */
function columnsOf(line: string): Uint32Array {
  const columns = new Uint32Array(line.length + 1)
  for (let at = 0; at < line.length; at += 1) columns[at + 1] = (columns[at] ?? 0) + escapedText(line[at] ?? '').length
  return columns
}
