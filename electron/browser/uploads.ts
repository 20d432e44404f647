import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { maxUpload, type UploadPurpose } from '../../shared/ipc/loopback.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { freePath, moveIntoPlace } from '../engine/files/atomic-file.ts'
import { makePrivateFolder, removeFolder } from '../engine/files/folders.ts'
import { receiveFile } from '../engine/files/received-file.ts'
import type { PickedFile } from '../ipc/host.ts'
import { privateFolder } from '../ipc/services/documents.ts'
import { documentName } from '../ipc/services/recent-documents.ts'

export type Uploads = {
  /** Writes the body to a new file and returns its id. */
  readonly receive: (purpose: UploadPurpose, name: string, body: Readable) => Promise<Result<string>>
  /** The files uploaded for this purpose since the last call. */
  readonly take: (purpose: UploadPurpose) => readonly PickedFile[]
  readonly find: (ids: readonly string[]) => readonly PickedFile[] | null
  /** Moves an uploaded migration to its place for good; never over another file. */
  readonly keepDocument: (file: PickedFile, folder: string) => Promise<string>
  /** Removes every uploaded file. */
  readonly clear: () => Promise<void>
}

export function createUploads(folder: string, maxBytes = maxUpload): Uploads {
  const files = new Map<string, PickedFile>()
  const waiting = new Map<UploadPurpose, PickedFile[]>()

  return {
    receive: async (purpose, name, body) => {
      makePrivateFolder(folder)
      const shown = shownName(name)
      const id = randomUUID()
      const file = { path: join(folder, id + endingOf(shown)), name: shown }
      const written = await receiveFile(file.path, body, maxBytes)
      if (written !== 'written') return written === 'too-large' ? tooLarge : broken
      files.set(id, file)
      waiting.set(purpose, [...(waiting.get(purpose) ?? []), file])
      return ok(id)
    },
    take: (purpose) => {
      const taken = waiting.get(purpose) ?? []
      waiting.delete(purpose)
      return taken
    },
    find: (ids) => {
      const found = ids.map((id) => files.get(id))
      return found.every((file) => file !== undefined) ? found : null
    },
    keepDocument: async (file, target) => {
      const path = freePath(await privateFolder(target), documentName(file.name), 'migration')
      await moveIntoPlace(file.path, path)
      return path
    },
    clear: async () => {
      files.clear()
      waiting.clear()
      removeFolder(folder)
    },
  }
}

const tooLarge = problem(
  'upload-too-large',
  'This file is larger than 4 GB. Compress it with gzip, or use the desktop app or the command line.',
)
const broken = problem(
  'upload-broken',
  'The file was not received completely. Check the free disk space, then try again.',
)

/** A file name for people: no folders, no control characters, at most 200 characters. */
function shownName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const plain = basename(name.replaceAll('\\', '/')).replaceAll(/[\u0000-\u001f\u007f]/g, '')
  return plain.replace(/^\.+/, '').slice(-200) || 'file'
}

/** Keeps the extension, which says how to read the file: `.csv`, `.ndjson.gz`. */
function endingOf(name: string): string {
  return /(?:\.[a-z0-9]{1,9}){0,2}$/i.exec(name)?.[0].toLowerCase() ?? ''
}

/** Files for the operator to download; each can be fetched once. */
export type Downloads = {
  /** Returns a path for a file of this name, in a new folder. */
  readonly place: (name: string) => Promise<string>
  /** Makes a written file fetchable under an id. */
  readonly ready: (file: PickedFile) => string
  /** Returns the file of an id and invalidates the id. */
  readonly take: (id: string) => PickedFile | null
  readonly done: (file: PickedFile) => Promise<void>
}

export function createDownloads(folder: string): Downloads {
  const files = new Map<string, PickedFile>()
  return {
    place: async (name) => {
      const own = join(folder, randomUUID())
      makePrivateFolder(own)
      return join(own, name)
    },
    ready: (file) => {
      const id = randomUUID()
      files.set(id, file)
      return id
    },
    take: (id) => {
      const file = files.get(id) ?? null
      files.delete(id)
      return file
    },
    done: async ({ path }) => removeFolder(dirname(path)),
  }
}
