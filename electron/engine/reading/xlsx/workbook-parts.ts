import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { plain, readChunks, type Chunk } from '../file-bytes.ts'
import { readHead } from '../head.ts'
import { rejectDecompressionBomb, unzip } from '../unpack.ts'

/** The parts of a workbook by name, each unpacked as it is read. */
export type WorkbookParts = {
  readonly has: (name: string) => boolean
  readonly names: () => readonly string[]
  /** `onRead`: told how many packed bytes were read so far. */
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

/** Finds the parts of a workbook in a zip archive; null: it is something else. Throws the file system's errors. */
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
    // What cannot be listed is said of it as an archive.
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

/** Files of other office programs, which are zip archives too. */
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
    // What says less of itself than it is may be anything.
    if (written > unpacked) return yield { kind: 'broken', reason: larger }
    yield chunk
  }
}

// oxlint-disable-next-line require-yield -- a part that is not there has no bytes
async function* nothing(): AsyncGenerator<Chunk> {}

function packed(message: string): Result<never> {
  return problem('file-packed', message)
}

const decompressionBomb =
  'This workbook unpacks to more than 250 times its size, as no table of users does. Save the table as CSV and choose that.'
const larger =
  'This workbook is damaged: a part of it is longer than it says. Open it in its program, save it again, and load that.'
const unusual = 'This workbook is packed in a way that is not read here. Save it again as XLSX or CSV.'
const protectedBook = problem(
  'file-encrypted',
  'This workbook is protected with a password. Open it, save it without one, and choose that.',
)
