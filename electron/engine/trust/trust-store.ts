import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { withFileMutex } from '../files/file-mutex.ts'
import { makePrivateFolder } from '../files/folders.ts'
import { readOwnText, statOf } from '../files/own-file.ts'
import { entryOf, noEntries, trustSchema, withEntry, type TrustEntries, type TrustEntry } from './trust-entries.ts'

/** What this machine confirmed about migrations: `trust.json` in the app's folder, outside of every document. */
export type TrustStore = {
  /** What is known of a migration; nothing where it was never open here. */
  readonly entry: (document: string) => TrustEntry
  /** Changes one entry. False: it could not be saved and holds for this process only. */
  readonly change: (document: string, make: (entry: TrustEntry) => TrustEntry) => boolean
  /** Signs what this machine did; null: it was never needed. */
  readonly secret: () => Buffer | null
  /** The same, made where there is none. One that cannot be saved holds for this process only. */
  readonly ensureSecret: () => Buffer
}

/** A larger file was not written by this app. */
const maxBytes = 64 * 1024 * 1024

/**
 * Opens the store of a folder. Several processes may use it at once: each change reads the file anew under a mutex and
 * replaces it whole. A damaged file, or one of another version, confirms nothing.
 */
export function createTrustStore(appFolder: string): TrustStore {
  const path = join(appFolder, 'trust.json')
  const unsaved = new Map<string, TrustEntry>()
  let unsavedSecret: Buffer | null = null
  let cached: { readonly stamp: string; readonly entries: TrustEntries } | null = null

  const read = (): TrustEntries => {
    const stamp = stampOf(path)
    if (cached?.stamp !== stamp) cached = { stamp, entries: stamp === '' ? noEntries : (parse(path) ?? noEntries) }
    return cached.entries
  }

  const save = (make: (entries: TrustEntries) => TrustEntries): boolean => {
    try {
      makePrivateFolder(appFolder)
    } catch {
      // The mutex says so, too.
    }
    return withFileMutex(`${path}.lock`, () => {
      const foreign = stampOf(path) !== '' && isOfAnotherVersion(path)
      if (foreign) throw new Error('another version')
      if (readOwnText(path, maxBytes).kind === 'foreign') throw new Error('of another owner')
      writeFileAtomically(path, [JSON.stringify(make(parse(path) ?? noEntries))])
    })
  }

  const secret = (): Buffer | null => {
    const saved = read().secret
    return saved === undefined ? unsavedSecret : Buffer.from(saved, 'base64url')
  }

  return {
    entry: (document) => unsaved.get(document) ?? entryOf(read(), document),
    change: (document, make) => {
      const before = unsaved.get(document)
      const both = (entry: TrustEntry) => make(before === undefined ? entry : merge(entry, before))
      const known = entryOf(read(), document)
      // Most changes say once more what is known.
      if (before === undefined && JSON.stringify(make(known)) === JSON.stringify(known)) return true
      const saved = save((entries) => withEntry(entries, both(entryOf(entries, document))))
      if (saved) unsaved.delete(document)
      else unsaved.set(document, both(known))
      return saved
    },
    secret,
    ensureSecret: () => {
      const known = secret()
      if (known !== null) return known
      const made = randomBytes(32)
      // Another process may have made one meanwhile, which then counts.
      const saved = save((entries) => ({ ...entries, secret: entries.secret ?? made.toString('base64url') }))
      const kept = saved ? secret() : null
      if (kept === null) unsavedSecret = made
      return kept ?? made
    },
  }
}

function merge(entry: TrustEntry, other: TrustEntry): TrustEntry {
  const urls = new Set(other.cores.map(({ baseUrl }) => baseUrl))
  const cores = [...other.cores, ...entry.cores.filter(({ baseUrl }) => !urls.has(baseUrl))]
  const sources = [...new Set([...(other.sources ?? []), ...(entry.sources ?? [])])]
  const files = [...new Set([...other.files, ...entry.files])]
  return { ...entry, cores, files, ...(sources.length === 0 ? {} : { sources }) }
}

/** What changes with every replacement of the file; empty while there is none. */
function stampOf(path: string): string {
  const found = statOf(path)
  return found === null ? '' : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

function jsonIn(path: string): unknown {
  try {
    // One that another person laid there, or a link, confirms nothing.
    const read = readOwnText(path, maxBytes)
    return read.kind === 'text' ? JSON.parse(read.text) : null
  } catch {
    return null
  }
}

function parse(path: string): TrustEntries | null {
  const parsed = trustSchema.safeParse(jsonIn(path))
  return parsed.success ? parsed.data : null
}

/** A damaged file is replaced; that of a later app is left as it is. */
function isOfAnotherVersion(path: string): boolean {
  const json = jsonIn(path)
  const version: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'version') : null
  return typeof version === 'number' && version !== noEntries.version
}
