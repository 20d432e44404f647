import * as z from 'zod'

/** What this machine confirmed about one migration, by the id that its copies share. */
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
export type TrustEntry = z.infer<typeof entrySchema>

/** The version of the file; a file of another version is neither believed nor overwritten. */
const trustVersion = 1

/** The whole file, the migration that was changed last first. */
export const trustSchema = z.object({
  version: z.literal(trustVersion),
  /** Signs what this machine did at a core (`document/provenance.ts`): 32 bytes, base64url. */
  secret: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  documents: z.array(entrySchema),
})
export type TrustEntries = z.infer<typeof trustSchema>

export const noEntries: TrustEntries = { version: trustVersion, documents: [] }

const maxDocuments = 2000
const maxCores = 100
const maxFiles = 5000

export function entryOf(entries: TrustEntries, document: string): TrustEntry {
  return entries.documents.find((entry) => entry.document === document) ?? { document, cores: [], files: [] }
}

/** An unencrypted core that was confirmed stays so: a later connection does not take the word back. */
export function withCore(entry: TrustEntry, baseUrl: string, unencrypted: boolean): TrustEntry {
  const known = entry.cores.find((core) => core.baseUrl === baseUrl)
  const core = { baseUrl, unencrypted: unencrypted || known?.unencrypted === true }
  return { ...entry, cores: [core, ...entry.cores.filter((other) => other.baseUrl !== baseUrl)].slice(0, maxCores) }
}

export function withFiles(entry: TrustEntry, paths: readonly string[]): TrustEntry {
  return { ...entry, files: [...new Set([...paths, ...entry.files])].slice(0, maxFiles) }
}

/** Sources of one migration are few. */
const maxSources = 20

export function withSource(entry: TrustEntry, source: string): TrustEntry {
  return { ...entry, sources: [...new Set([source, ...(entry.sources ?? [])])].slice(0, maxSources) }
}

export function withFollowing(entry: TrustEntry, following: string): TrustEntry {
  return { ...entry, following }
}

/** The oldest entries go when there are too many: their migrations only ask once more. */
export function withEntry(entries: TrustEntries, entry: TrustEntry): TrustEntries {
  const others = entries.documents.filter(({ document }) => document !== entry.document)
  return { ...entries, documents: [entry, ...others].slice(0, maxDocuments) }
}
