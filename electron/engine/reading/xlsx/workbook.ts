import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { type Chunk, plain, readChunks } from '../file-bytes.ts'
import { readHead } from '../head.ts'
import { rejectDecompressionBomb, unzip } from '../unpack.ts'
import { readWholeXml } from './read-xml.ts'

/** A sheet of a workbook; `part`: name of the archive entry that holds it. */
type SheetPart = { readonly name: string; readonly part: string }

/** Sheets, date system and number formats of a workbook. */
export type Workbook = {
  readonly sheets: readonly SheetPart[]
  /** Dates count from 1904 instead of 1900. */
  readonly from1904: boolean
  /** Whether numbers with this style are dates. */
  readonly isDate: (style: number) => boolean
  /** The number of digits to which this style pads numbers with zeros, as for postal codes and ids; 0 for none. */
  readonly digits: (style: number) => number
}

const maxSheets = 500

/** Reads the list of sheets and the styles. Throws `XmlFault` if the workbook is damaged. */
export async function readWorkbook(parts: WorkbookParts): Promise<Workbook> {
  const targets = new Map<string, string>()
  await readWholeXml(parts.read('xl/_rels/workbook.xml.rels'), {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const target = attributes.get('Target') ?? ''
      targets.set(attributes.get('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  const sheets: SheetPart[] = []
  let from1904 = false
  await readWholeXml(parts.read('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '')
      if (name !== 'sheet' || sheets.length >= maxSheets) return
      const id = attributes.get(attributes.names().find((key) => key.endsWith(':id')) ?? '')
      const part = targets.get(id ?? '') ?? `xl/worksheets/sheet${sheets.length + 1}.xml`
      // Charts and dialogs are sheets without cells.
      if (parts.has(part) && !/chartsheets|dialogsheets/.test(part)) {
        sheets.push({ name: attributes.get('name') ?? `Sheet${sheets.length + 1}`, part })
      }
    },
  })
  return { sheets, from1904, ...(await numberStyles(parts)) }
}

/**
 * Finds the styles that show a number as a date (built-in formats, and custom formats with days or hours) and those that show leading
 * zeros (custom formats of zeros only). Built-in formats: ECMA-376, 18.8.30.
 */
async function numberStyles(parts: WorkbookParts): Promise<Pick<Workbook, 'isDate' | 'digits'>> {
  const own = new Map<number, string>()
  const formats: number[] = []
  let isCell = false
  await readWholeXml(parts.read('xl/styles.xml'), {
    open: (name, attributes) => {
      if (name === 'numFmt') own.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '')
      else if (name === 'cellXfs') isCell = true
      else if (name === 'xf' && isCell) formats.push(Number(attributes.get('numFmtId') ?? '0'))
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false
    },
  })
  const dates = formats.map((format) => {
    const code = own.get(format)
    if (code === undefined) return (format >= 14 && format <= 22) || (format >= 45 && format <= 47)
    return /[dhy]|mm|ss/i.test(code.replaceAll(/"[^"]*"|\\.|\[[^[\]]*\]|_./g, '')) && !/^general$/i.test(code)
  })
  const digits = formats.map((format) => /^0{2,15}$/.exec(own.get(format) ?? '')?.[0].length ?? 0)
  return { isDate: (style) => dates[style] === true, digits: (style) => digits[style] ?? 0 }
}

/** The archive entries of a workbook by name, each unpacked as a stream. */
export type WorkbookParts = {
  readonly has: (name: string) => boolean
  readonly names: () => readonly string[]
  /** `onRead` receives the packed bytes read so far. */
  readonly read: (name: string, onRead?: (bytes: number) => void) => AsyncIterable<Chunk>
}

type Part = {
  readonly start: number
  readonly end: number
  readonly deflated: boolean
  readonly crc: number
  readonly unpacked: number
}

const maxEntries = 5000

/** Finds the parts of a workbook in a zip archive; null if the file is something else. Problems: `file-packed`, `file-encrypted`. Throws the file system's errors. */
export async function workbookParts(path: string, signal?: AbortSignal): Promise<Result<WorkbookParts> | null> {
  const { bytes } = await readHead(plain(readChunks(path, { signal })), 4)
  if (bytes.toString('latin1') !== 'PK\u0003\u0004') return null
  const zip = await openZip(path)
  if (zip === null) return null
  try {
    const entries = await listEntries(zip)
    if (entries === null) return null
    const other = otherOffice(entries)
    if (other !== null) return other
    if (!entries.has('xl/workbook.xml')) return null
    const parts = await locate(zip, entries)
    return parts.ok ? ok(partsOf(path, parts.value, signal)) : parts
  } catch {
    // An archive that cannot be listed is reported later, by `openContainer`.
    return null
  } finally {
    zip.close()
  }
}

async function openZip(path: string): Promise<ZipFile | null> {
  try {
    return await openPromise(path, { autoClose: false, decodeStrings: false })
  } catch {
    return null
  }
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry> | null> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileNameRaw.toString('utf8').replaceAll('\\', '/'), entry)
    if (zip.entriesRead >= maxEntries) return null
  }
  return entries
}

/** The problem of a document of another office format, which is a zip archive too; null for others. */
function otherOffice(entries: ReadonlyMap<string, Entry>): Result<never> | null {
  const names = [...entries.keys()]
  if (entries.has('xl/workbook.bin'))
    return packed('This is a binary Excel workbook (.xlsb). Save it as XLSX or CSV and choose that.')
  if (names.some((name) => name.startsWith('Index/') && name.endsWith('.iwa')) || entries.has('Index.zip')) {
    return packed('This is an Apple Numbers document. Export it as Excel or CSV and choose that.')
  }
  if (entries.has('mimetype') && entries.has('content.xml')) {
    return packed('This is an OpenDocument file (.ods or the like). Save the table as XLSX or CSV and choose that.')
  }
  return null
}

async function locate(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Result<ReadonlyMap<string, Part>>> {
  const parts = new Map<string, Part>()
  for (const [name, entry] of entries) {
    if (!/^xl\/.*\.(?:xml|rels)$/.test(name)) continue
    if (entry.isEncrypted()) return protectedBook
    const refused = rejectDecompressionBomb(entry.compressedSize, entry.uncompressedSize)
    if (refused !== null) return packed(decompressionBomb)
    if (entry.compressionMethod !== 8 && entry.compressionMethod !== 0) return packed(unusual)
    const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const { compressedSize, uncompressedSize: unpacked, crc32: crc, compressionMethod } = entry
    parts.set(name, { start, end: start + compressedSize, deflated: compressionMethod === 8, crc, unpacked })
  }
  return ok(parts)
}

function partsOf(path: string, parts: ReadonlyMap<string, Part>, signal: AbortSignal | undefined): WorkbookParts {
  return {
    has: (name) => parts.has(name),
    names: () => [...parts.keys()],
    read: (name, onRead) => {
      const part = parts.get(name)
      return part === undefined ? nothing() : unpack(path, part, signal, onRead)
    },
  }
}

async function* unpack(
  path: string,
  { deflated, crc, start, end, unpacked }: Part,
  signal: AbortSignal | undefined,
  onRead: ((bytes: number) => void) | undefined,
): AsyncGenerator<Chunk> {
  let read = 0
  const told = async function* told(): AsyncGenerator<Buffer> {
    for await (const bytes of readChunks(path, { packed: true, signal, part: { start, end } })) {
      read += bytes.length
      onRead?.(read)
      yield bytes
    }
  }
  let written = 0
  for await (const chunk of unzip(told(), deflated, crc)) {
    if (chunk.kind === 'bytes') written += chunk.bytes.length
    // A part larger than its declared size may hold anything.
    if (written > unpacked) return yield { kind: 'broken', reason: larger }
    yield chunk
  }
}

// oxlint-disable-next-line require-yield -- a missing part has no bytes
async function* nothing(): AsyncGenerator<Chunk> {}

function packed(message: string): Result<never> {
  return problem('file-packed', message)
}

const decompressionBomb =
  'This workbook unpacks to more than 250 times its size, so it is not a table of users. Save the table as CSV and choose that.'
const larger =
  'This workbook is damaged: a part of it is longer than its declared size. Open it in its program, save it again, and load that.'
const unusual = 'This workbook is packed in a way that is not read here. Save it again as XLSX or CSV.'
const protectedBook = problem(
  'file-encrypted',
  'This workbook is protected with a password. Open it, save it without one, and choose that.',
)
