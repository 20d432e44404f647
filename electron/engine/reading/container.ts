import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { ByteDigest } from './same-file.ts'
import { plain, readChunks, type Chunk } from './file-bytes.ts'
import { readHead } from './head.ts'
import type { Shortcuts } from './shortcuts.ts'
import { gunzip, rejectDecompressionBomb, unzip } from './unpack.ts'
import { fileExtensions } from '../../../shared/mapping/export-format.ts'
import { listed } from '../../../shared/exports/tables/table-terms.ts'
import type { Offers } from '../../../shared/offers.ts'

/** How a file is packed, and its unpacked content. Each call of `unpacked` reads from the start. */
type Container = {
  readonly compression: 'none' | 'gzip' | 'zip'
  /** `digest` receives the packed bytes as they are read. */
  readonly unpacked: (digest?: ByteDigest) => AsyncIterable<Chunk>
}

export type ReadingOptions = {
  readonly signal?: AbortSignal | undefined
  /** Name of the file in a zip archive, as it was offered; null if the archive holds only one. */
  readonly member?: string | null | undefined
  /** Fast paths to the same records. */
  readonly shortcuts?: Shortcuts
}

/** Detects gzip, a zip archive (of which one file is read) or neither by the first bytes. Problems as in `findZipEntry`. */
export async function openContainer(
  path: string,
  size: number,
  { signal, member = null }: ReadingOptions,
): Promise<Result<Container>> {
  const { bytes } = await readHead(plain(readChunks(path, { signal })), 4)
  const start = bytes.toString('latin1')
  if (start.startsWith('\u001f\u008b')) {
    const unpacked = (digest?: ByteDigest) => gunzip(told(readChunks(path, { packed: true, signal }), digest))
    const doubtful = rejectDecompressionBomb(size, await unpackedSize(path, size))
    if (doubtful !== null && (await endsWith(unpacked(), doubtful))) return problem('file-packed', doubtful)
    return ok({ compression: 'gzip', unpacked })
  }
  if (start !== 'PK\u0003\u0004' && start !== 'PK\u0005\u0006') {
    return ok({ compression: 'none', unpacked: (digest) => plain(told(readChunks(path, { signal }), digest)) })
  }
  const entry = await findZipEntry(path, member)
  if (!entry.ok) return entry
  const { deflated, crc, unpacked: length, ...part } = entry.value
  const refused = rejectDecompressionBomb(size, length)
  if (refused !== null) return problem('file-packed', refused)
  const unpacked = (digest?: ByteDigest) =>
    unzip(told(readChunks(path, { packed: true, signal, part }), digest, part.start), deflated, crc)
  return ok({ compression: 'zip', unpacked })
}

function told(chunks: AsyncIterable<Buffer>, digest: ByteDigest | undefined, start = 0): AsyncIterable<Buffer> {
  return digest === undefined ? chunks : digest.through(chunks, start)
}

/** The unpacked size that a gzip file states in its last four bytes, modulo 2^32 (RFC 1952, 2.3.1); arbitrary in a truncated file. */
async function unpackedSize(path: string, size: number): Promise<number> {
  const part = { start: Math.max(0, size - 4), end: null }
  const { bytes } = await readHead(plain(readChunks(path, { part })), 4)
  return bytes.length === 4 ? bytes.readUInt32LE(0) : 0
}

/** Unpacks everything; true if it is refused for this reason. */
async function endsWith(unpacked: AsyncIterable<Chunk>, reason: string): Promise<boolean> {
  for await (const chunk of unpacked) if (chunk.kind === 'broken') return chunk.reason === reason
  return false
}

/** Where a file lies within a zip archive, and how it is packed. */
type ZipEntry = {
  readonly start: number
  /** Position after its last byte. */
  readonly end: number
  readonly deflated: boolean
  /** Unpacked size in bytes, as the archive states it. */
  readonly unpacked: number
  /** CRC-32 of the unpacked content. */
  readonly crc: number
}

/** An archive with more entries is not an export; listing stops here. */
const maxEntries = 1000

const again = 'Download or copy it again.'
const unpackFirst = 'Unpack it and choose the export file inside.'

/**
 * Finds a file in a zip archive, ZIP64 included; folders and the files that macOS and Windows add are ignored. `member`: its name, as
 * offered; null if there is only one. Problems: `several-files` with the names to choose from, `file-packed` (an empty, damaged or unusual
 * archive, a workbook), `file-encrypted`. Throws the file system's errors.
 */
async function findZipEntry(path: string, member: string | null = null): Promise<Result<ZipEntry>> {
  try {
    // No file is written under an entry's name, so unsafe names do no harm.
    const zip = await openPromise(path, { autoClose: false, decodeStrings: false })
    try {
      return await chosenEntry(zip, member)
    } finally {
      zip.close()
    }
  } catch (error) {
    const found = problemOf(error)
    if (found === null) throw error
    return found
  }
}

async function chosenEntry(zip: ZipFile, member: string | null): Promise<Result<ZipEntry>> {
  const entries = new Map<string, Entry>()
  for await (const one of zip.eachEntry()) {
    const name = one.fileNameRaw.toString('utf8')
    if (name === '[Content_Types].xml') {
      return packed('This is a workbook or document of an office program. Save the table as CSV and choose that.')
    }
    if (isBeside(name)) continue
    entries.set(uniqueName(visibleName(name), entries), one)
    if (zip.entriesRead >= maxEntries) return packed(tooMany(entries.size))
  }
  const names = [...entries.keys()]
  const files = [...entries].map(([name, { uncompressedSize }]) => ({ name, bytes: uncompressedSize }))
  const entry = entries.get(member ?? names[0] ?? '')
  if (names.length === 0) return packed('This zip archive is empty.')
  if (entry === undefined) return severalFiles(`This zip archive does not hold “${member ?? ''}”.`, files)
  if (member === null && names.length > 1) return severalFiles(`This zip archive holds ${names.length} files.`, files)
  if (entry.isEncrypted()) return encrypted
  const deflated = entry.compressionMethod === 8
  if (!deflated && entry.compressionMethod !== 0) {
    return packed(`This zip archive is packed in a way that is not read here. ${unpackFirst}`)
  }
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  return ok({ start, end: start + entry.compressedSize, deflated, unpacked: entry.uncompressedSize, crc: entry.crc32 })
}

function isBeside(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || /(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db)$/.test(name)
}

/** The problem of an archive that cannot be listed; null for an error of the file system. */
function problemOf(error: unknown): Result<never> | null {
  if (!(error instanceof Error)) return null
  // File system errors have codes such as ENOENT. Node's own `ERR_…` codes come from an impossible position in a damaged archive.
  if ('code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_')) return null
  const { message } = error
  if (message.startsWith('End of central directory')) {
    return packed(`This zip archive was cut or is damaged: its end is missing. ${again}`)
  }
  if (message.startsWith('multi-disk')) {
    return packed('This is one part of a zip archive in several parts. Put them together first.')
  }
  return message.startsWith('strong encryption') ? encrypted : packed(`This zip archive is damaged. ${again}`)
}

const encrypted = problem(
  'file-encrypted',
  'This zip archive is protected with a password. Unpack it with that, and choose the file inside.',
)

function severalFiles(
  what: string,
  files: readonly { readonly name: string; readonly bytes: number }[],
): Result<never> {
  const offers: Offers = {
    kind: 'zip-files',
    parts: files.map(({ name, bytes }) => ({ name, likely: isDataFile(name), bytes })),
  }
  const message = `${what} Choose which to read (--file-in-zip on the command line): ${listed(files.map(({ name }) => name))}.`
  return { ok: false, error: { code: 'several-files', message, offers } }
}

/** Whether a file is likely to be the export by its name, unlike notes and pictures beside it. */
function isDataFile(name: string): boolean {
  const extension = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.values(fileExtensions).some((extensions) => extensions.includes(extension))
}

const tooMany = (files: number) =>
  `This zip archive holds more than ${files} files. Unpack it and add the files of the export.`

/** The name of an entry, with control characters and direction marks replaced, because they could disguise it. */
function visibleName(name: string): string {
  return name.replaceAll(/[\p{C}\u2028\u2029]/gu, '?').slice(0, 4096)
}

/** Numbers a repeated name, so that each of two files with one name can be chosen. */
function uniqueName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let unique = name
  for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`
  return unique
}

function packed(message: string) {
  return problem('file-packed', message)
}
