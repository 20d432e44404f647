import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { makePrivateFolder } from '../files/folders.ts'
import { withFileMutex } from '../files/lock-file.ts'
import { readOwnText, statOf } from '../files/own-file.ts'

/** Confirmations of this machine about migrations: `trust.json` in the app's folder, outside of every document. */
export type TrustStore = {
  /** The confirmations about a migration; none where it was never open here. */
  readonly entry: (document: string) => TrustEntry
  /** Changes one entry. False: it could not be saved and holds for this process only. */
  readonly change: (document: string, make: (entry: TrustEntry) => TrustEntry) => boolean
  /** Signs what this machine did; null: it was never needed. */
  readonly secret: () => Buffer | null
  /** The same, made where there is none. One that cannot be saved holds for this process only. */
  readonly ensureSecret: () => Buffer
}

/** Bytes of a secret that signs. */
const secretBytes = 32

/** A larger file was not written by this app. */
const maxBytes = 64_000_000

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
      // A file that could not be read again would lose every confirmation and the secret.
      const text = JSON.stringify(trustSchema.parse(make(parse(path) ?? noEntries)))
      if (Buffer.byteLength(text) > maxBytes) throw new Error('too large')
      writeFileAtomically(path, [text])
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
      // Most changes repeat what is known.
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
      const made = randomBytes(secretBytes)
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
  return { ...entry, ...other, cores, files, ...(sources.length === 0 ? {} : { sources }) }
}

/** A stamp that changes with every replacement of the file; empty while there is none. */
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

/** Confirmations of this machine about one migration, by the ID that its copies share. */
const entrySchema = z.object({
  document: z.string().min(1).max(200),
  /** Addresses of cores, normalised. `unencrypted`: the operator said that everything may be read on the network. */
  cores: z.array(z.object({ baseUrl: z.string().max(2000), unencrypted: z.boolean() })).max(200),
  /** Absolute paths of files that were chosen here. */
  files: z.array(z.string().max(4096)).max(10_000),
  /** Sources that are followed, with every setting but the secrets, as text; absent in what an earlier version wrote. */
  sources: z.array(z.string().max(100_000)).max(100).optional(),
  /** How one of them is followed, as it was said last; absent where none is. */
  following: z.string().max(210_000).optional(),
})
type TrustEntry = z.infer<typeof entrySchema>

/** The version of the file; a file of another version is neither believed nor overwritten. */
const trustVersion = 1

/** The whole file, the migration that was changed last first. */
const trustSchema = z.object({
  version: z.literal(trustVersion),
  /** Signs what this machine did at a core (`document/created-users.ts`): 32 bytes, base64url. */
  secret: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  documents: z.array(entrySchema),
})
type TrustEntries = z.infer<typeof trustSchema>

const noEntries: TrustEntries = { version: trustVersion, documents: [] }

const maxDocuments = 2000
const maxCores = 100
const maxFiles = 5000

function entryOf(entries: TrustEntries, document: string): TrustEntry {
  return entries.documents.find((entry) => entry.document === document) ?? { document, cores: [], files: [] }
}

/** Additions to what is confirmed about one migration. */
export const trustEntry = {
  /** An unencrypted core that was confirmed stays so: a later connection does not take the word back. */
  withCore: (entry: TrustEntry, baseUrl: string, unencrypted: boolean): TrustEntry => {
    const known = entry.cores.find((core) => core.baseUrl === baseUrl)
    const core = { baseUrl, unencrypted: unencrypted || known?.unencrypted === true }
    return { ...entry, cores: [core, ...entry.cores.filter((other) => other.baseUrl !== baseUrl)].slice(0, maxCores) }
  },
  withFiles: (entry: TrustEntry, paths: readonly string[]): TrustEntry => ({
    ...entry,
    files: [...new Set([...paths, ...entry.files])].slice(0, maxFiles),
  }),
  withSource: (entry: TrustEntry, source: string): TrustEntry => ({
    ...entry,
    sources: [...new Set([source, ...(entry.sources ?? [])])].slice(0, maxSources),
  }),
  withFollowing: (entry: TrustEntry, following: string): TrustEntry => ({ ...entry, following }),
}

/** Sources of one migration are few. */
const maxSources = 20

/** The oldest entries go when there are too many: their migrations only ask once more. */
function withEntry(entries: TrustEntries, entry: TrustEntry): TrustEntries {
  const others = entries.documents.filter(({ document }) => document !== entry.document)
  return { ...entries, documents: [entry, ...others].slice(0, maxDocuments) }
}

/**
 * Message authentication codes over what this machine wrote beside a file, under the secret of its trust store: text without
 * one may come from anyone who can write to the folder. `facts`: everything that is believed, in one order.
 */
export type Seal = (facts: readonly unknown[]) => string

/** Seals under a key of its own for each purpose, so that no code of one means anything for another. */
export function sealFor(purpose: string, secret: Buffer): Seal {
  const key = createHmac('sha256', secret).update(purpose).digest()
  return (facts) => createHmac('sha256', key).update(JSON.stringify(facts)).digest('base64url')
}

const fetchJournal = 'journal of a fetch'

/** Seals journals of fetches. Where nothing can be saved, it holds for this process. */
export function fetchSeal(store: Pick<TrustStore, 'ensureSecret'>): Seal {
  let seal: Seal | null = null
  return (facts) => (seal ??= sealFor(fetchJournal, store.ensureSecret()))(facts)
}

/** Holds for this process alone. */
export const sealHere: Seal = sealFor(fetchJournal, randomBytes(secretBytes))
