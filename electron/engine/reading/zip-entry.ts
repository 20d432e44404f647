import { open, type FileHandle } from 'node:fs/promises'
import { ok, problem, type Result } from '../../../shared/result.ts'

/** Where the one file of a zip archive lies, and how it is packed. */
export type ZipEntry = {
  readonly start: number
  /** The byte behind it; null when only the packed content says where it ends. */
  readonly end: number | null
  readonly deflated: boolean
  /** Bytes of the unpacked content, as the archive says; 0 when it does not. */
  readonly unpacked: number
  /** CRC-32 of the unpacked content. */
  readonly crc: number
}

/** Signatures and field positions are those of the .ZIP File Format Specification (APPNOTE), 4.3. */
const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const unknown32 = 0xffffffff
/** The end record with the longest comment it may have. */
const maxEnd = 22 + 0xffff
const maxDirectory = 4 * 1024 * 1024

type Listed = ZipEntry & { readonly name: string; readonly encrypted: boolean; readonly method: number }

const again = 'Download or copy it again.'
const unpackFirst = 'Unpack it and choose the export file inside.'

/**
 * Finds the one file in a zip archive; folders and what macOS adds do not count. Problems: `file-packed` (several files, an
 * empty, damaged or unusual archive, a workbook), `file-encrypted`. Throws the file system's errors.
 */
export async function findZipEntry(path: string, size: number): Promise<Result<ZipEntry>> {
  const file = await open(path, 'r')
  try {
    const listed = await listEntries(file, size)
    if (!listed.ok) return listed
    const [entry, ...more] = listed.value.filter(({ name }) => !isBeside(name))
    if (listed.value.some(({ name }) => name === '[Content_Types].xml')) {
      return packed('This is a workbook or document of an office program. Save the table as CSV and choose that.')
    }
    if (entry === undefined) return packed('This zip archive is empty.')
    if (more.length > 0) {
      return packed(`This zip archive holds ${more.length + 1} files. Unpack it and add the files of the export.`)
    }
    if (entry.encrypted) {
      return problem(
        'file-encrypted',
        'This zip archive is protected with a password. Unpack it with that, and choose the file inside.',
      )
    }
    if (!entry.deflated && (entry.method !== 0 || entry.end === null)) {
      return packed(`This zip archive is packed in a way that is not read here. ${unpackFirst}`)
    }
    const header = await readAt(file, entry.start, 30)
    if (header.length < 30 || header.readUInt32LE(0) !== localSignature)
      return packed(`This zip archive is damaged. ${again}`)
    const start = entry.start + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    const end = entry.end === null ? null : start + (entry.end - entry.start)
    return ok({ start, end, deflated: entry.deflated, unpacked: entry.unpacked, crc: entry.crc })
  } finally {
    await file.close()
  }
}

/** The central directory. Of its entries, `start` is the local header, and `end` as far behind it as the content is long. */
async function listEntries(file: FileHandle, size: number): Promise<Result<readonly Listed[]>> {
  const from = Math.max(0, size - maxEnd)
  const tail = await readAt(file, from, size - from)
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (at === -1 || tail.length - at < 22 || tail.readUInt32LE(at) !== endSignature) {
    return packed(`This zip archive was cut or is damaged: its end is missing. ${again}`)
  }
  const count = tail.readUInt16LE(at + 10)
  const length = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  if (tail.readUInt16LE(at + 4) !== 0)
    return packed('This is one part of a zip archive in several parts. Put them together first.')
  if (count === 0xffff || length > maxDirectory || offset === unknown32) {
    return packed(`This zip archive is too large to be read as it is. ${unpackFirst}`)
  }
  const directory = await readAt(file, offset, length)
  const entries: Listed[] = []
  for (let next = 0; next + 46 <= directory.length && directory.readUInt32LE(next) === centralSignature;) {
    entries.push(readEntry(directory, next))
    next +=
      46 + directory.readUInt16LE(next + 28) + directory.readUInt16LE(next + 30) + directory.readUInt16LE(next + 32)
  }
  return entries.length === count ? ok(entries) : packed(`This zip archive is damaged. ${again}`)
}

function readEntry(directory: Buffer, at: number): Listed {
  const method = directory.readUInt16LE(at + 10)
  const length = directory.readUInt32LE(at + 20)
  const unpacked = directory.readUInt32LE(at + 24)
  const start = directory.readUInt32LE(at + 42)
  return {
    name: directory.toString('utf8', at + 46, at + 46 + directory.readUInt16LE(at + 28)),
    encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    method,
    deflated: method === 8,
    crc: directory.readUInt32LE(at + 16),
    unpacked: unpacked === unknown32 ? 0 : unpacked,
    start,
    end: length === unknown32 ? null : start + length,
  }
}

function isBeside(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || /(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db)$/.test(name)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}

function packed(message: string) {
  return problem('file-packed', message)
}
