import { createHash } from 'node:crypto'
import { closeHandle, cutHandle, readAt, syncHandle, writeAt } from '../files/handles.ts'
import { openOwnFile } from '../files/own-file.ts'
import { openNewFile } from '../files/private-file.ts'
import { type FetchJournal, writeJournal } from './fetch-journal.ts'
import { type FetchPlace, publish } from './fetch-place.ts'

/** Writes to the disk, as a parameter, so that tests can end a process at any of them. */
export type Disk = {
  /** `at`: where the file ends. */
  readonly append: (handle: number, bytes: Buffer, at: number) => void
  readonly sync: (handle: number) => void
  readonly journal: (path: string, journal: FetchJournal) => void
  readonly publish: (place: FetchPlace, handle: number) => boolean
}

export const realDisk: Disk = {
  append: writeAt,
  sync: syncHandle,
  journal: writeJournal,
  publish,
}

/** The file that grows while users are fetched, with the digest of what it holds. */
export type PartFile = {
  readonly append: (text: string) => void
  readonly sync: () => void
  readonly bytes: () => number
  readonly sha256: () => string
  readonly handle: number
  readonly close: () => void
}

/** Makes a part file for its owner only. Throws EEXIST where something is already there, a link included. */
export function createPart(path: string, disk: Disk): PartFile {
  return partFile(openNewFile(path), createHash('sha256'), 0, disk)
}

/**
 * Opens a part file again and cuts it to what its journal counts; `block` gets each of its records, which begin after
 * `skip` bytes. Null: what is there is not what the journal describes, or nothing that this app left there.
 */
export function reopenPart(
  path: string,
  { bytes, sha256, skip }: Pick<FetchJournal, 'bytes' | 'sha256'> & { readonly skip: number },
  terminator: string,
  block: (text: string) => void,
  disk: Disk,
): PartFile | null {
  const hash = createHash('sha256')
  const opened = openOwnFile(path, 'change')
  if (opened.kind !== 'file') return null
  const { handle } = opened
  let fits = false
  try {
    const buffer = Buffer.allocUnsafe(1 << 18)
    let rest = Buffer.alloc(0)
    let at = 0
    let head = skip
    while (at < bytes) {
      const read = readAt(handle, buffer, at, Math.min(buffer.length, bytes - at))
      if (read === 0) break
      at += read
      const chunk = buffer.subarray(0, read)
      hash.update(chunk)
      const records = chunk.subarray(Math.min(head, read))
      head = Math.max(0, head - read)
      rest = Buffer.from(eachBlock(Buffer.concat([rest, records]), terminator, block))
    }
    if (at !== bytes || hash.copy().digest('hex') !== sha256) return null
    cutHandle(handle, bytes)
    fits = true
  } finally {
    if (!fits) closeHandle(handle)
  }
  return partFile(handle, hash, bytes, disk)
}

/** Hands out the complete blocks; answers the bytes after the last one. */
function eachBlock(bytes: Buffer, terminator: string, block: (text: string) => void): Buffer {
  let from = 0
  for (let end = bytes.indexOf(terminator); end !== -1; end = bytes.indexOf(terminator, from)) {
    block(bytes.toString('utf8', from, end))
    from = end + terminator.length
  }
  return bytes.subarray(from)
}

function partFile(handle: number, hash: ReturnType<typeof createHash>, start: number, disk: Disk): PartFile {
  let size = start
  return {
    append: (text) => {
      const bytes = Buffer.from(text, 'utf8')
      disk.append(handle, bytes, size)
      hash.update(bytes)
      size += bytes.length
    },
    sync: () => disk.sync(handle),
    bytes: () => size,
    sha256: () => hash.copy().digest('hex'),
    handle,
    close: () => closeHandle(handle),
  }
}
