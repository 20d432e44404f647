import { createHash } from 'node:crypto'
import { basename, dirname, extname, join } from 'node:path'
import * as z from 'zod'
import { moveToFreeName, writeFileAtomically } from '../files/atomic-file.ts'
import {
  closeHandle,
  cutHandle,
  openNewFile,
  openOwnFile,
  readAt,
  readOwnText,
  realPathOf,
  syncHandle,
  writeAt,
} from '../files/own-file.ts'
import type { Seal } from '../trust/trust-store.ts'

/** The files of one fetch. */
export type FetchPlace = {
  readonly out: string
  /** Grows until everything is there. */
  readonly part: string
  readonly journal: string
  readonly lock: string
  /** Beside the users, where the source has something to say besides them. */
  readonly parameters: string
}

export function placeOf(out: string): FetchPlace {
  const stem = out.slice(0, out.length - extname(out).length)
  return {
    out,
    part: `${out}.part`,
    journal: `${out}.fetch`,
    lock: `${out}.fetch-lock`,
    parameters: `${stem}.parameters.json`,
  }
}

/**
 * Gives the part file its name. `handle`: the part file as it was opened. False: something has the name of the result by now,
 * or the part file was replaced; what is there stays.
 */
function publish({ part, out }: FetchPlace, handle: number): boolean {
  return moveToFreeName(part, out, handle)
}

/*
 * The journal beside a file that is being fetched: how much of the part file counts, and the cursor of the source. It
 * is replaced as a whole, so after a crash it is the old one or the new one. It holds no secret. Anyone who can write
 * to the folder can write one, and it says where a secret goes: it counts only under the seal of this machine.
 */

const journalSchema = z.object({
  version: z.literal(1),
  source: z.string(),
  /** The options it was begun with. */
  settings: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** Cursor of the source; null: at the beginning, or at the end when `complete`. */
  cursor: z.string().nullable(),
  /** Every page is in the part file. */
  complete: z.boolean(),
  /** This much of the part file counts; its digest as SHA-256. */
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  users: z.number().int().nonnegative(),
  repeated: z.number().int().nonnegative(),
  changed: z.number().int().nonnegative(),
  /** Of this machine over all of it, under the name of the file. */
  seal: z.string().max(100).default(''),
})

export type FetchJournal = Readonly<z.infer<typeof journalSchema>>

export type ReadJournal =
  /** `sealed`: this machine wrote it, for a file of this name. */
  | { readonly kind: 'journal'; readonly journal: FetchJournal; readonly sealed: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged' }

/** Larger than any that this program writes, cursors included. */
const maxJournal = 1 << 20

export function readJournal(place: FetchPlace, seal: Seal): ReadJournal {
  try {
    const read = readOwnText(place.journal, maxJournal)
    if (read.kind === 'none') return { kind: 'none' }
    if (read.kind === 'foreign') return { kind: 'damaged' }
    const parsed = journalSchema.safeParse(JSON.parse(read.text))
    if (!parsed.success) return { kind: 'damaged' }
    return { kind: 'journal', journal: parsed.data, sealed: parsed.data.seal === sealOf(parsed.data, place, seal) }
  } catch {
    return { kind: 'damaged' }
  }
}

/** The same journal under the seal of this machine. */
export function sealJournal(journal: FetchJournal, place: FetchPlace, seal: Seal): FetchJournal {
  return { ...journal, seal: sealOf(journal, place, seal) }
}

function sealOf({ seal: _seal, settings, ...journal }: FetchJournal, { out }: FetchPlace, seal: Seal): string {
  const inOrder = (values: object) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return seal([join(realPathOf(dirname(out)) ?? '', basename(out)), inOrder(settings), inOrder(journal)])
}

function writeJournal(path: string, journal: FetchJournal): void {
  writeFileAtomically(path, [`${JSON.stringify(journal)}\n`])
}

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
  readonly append: (bytes: Buffer) => void
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
    append: (bytes) => {
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
