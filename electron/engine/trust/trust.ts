import { randomUUID } from 'node:crypto'
import { normaliseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { FollowSettings, PassSource } from '../../../shared/follow/follow-settings.ts'
import { problem, type Result } from '../../../shared/result.ts'
import { createProvenance, originOf, type Provenance } from '../document/created-users.ts'
import { fileTable, type SourceFile } from '../document/files.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import { trustEntry, type TrustStore } from './trust-store.ts'

/**
 * Confirmations of this machine about one migration. Addresses and paths in the document itself count only as far as it
 * is confirmed here: it may come from anybody. Confirming answers whether it could be saved for later.
 */
export type Trust = {
  /** The operator connected this very address for this migration, or said that it is the core. */
  readonly knowsCore: (baseUrl: string) => boolean
  /** The operator said that what goes to this address may be read on the network. */
  readonly allowsHttp: (baseUrl: string) => boolean
  readonly confirmCore: (baseUrl: string, allowHttp: boolean) => boolean
  /** The operator chose this file for this migration. */
  readonly knowsFile: (path: string) => boolean
  readonly confirmFiles: (paths: readonly string[]) => boolean
  /** The operator gave this source of users here, with these settings: secrets go to its address. */
  readonly knowsSource: (source: PassSource) => boolean
  readonly confirmSource: (source: PassSource) => boolean
  /** The operator said here that this source is followed in this way; the source is confirmed with it. */
  readonly knowsFollowing: (settings: FollowSettings) => boolean
  readonly confirmFollowing: (settings: FollowSettings) => boolean
  /** Signs what happens at a core, and tells what this machine did there from what the document says. */
  readonly provenance: (target: Place) => Provenance
}

type Place = Pick<Target, 'kind' | 'base_url'>

/** The trust in one open migration. One without an id gets one: nothing could be confirmed for it otherwise. */
export function trustIn(store: TrustStore, database: Database): Trust {
  const document = identityOf(database)
  const core = (baseUrl: string) => {
    const wanted = normaliseBaseUrl(baseUrl)
    return wanted.ok ? store.entry(document).cores.find((one) => one.baseUrl === wanted.value) : undefined
  }
  return {
    knowsCore: (baseUrl) => core(baseUrl) !== undefined,
    allowsHttp: (baseUrl) => core(baseUrl)?.unencrypted === true,
    confirmCore: (baseUrl, allowHttp) => {
      const wanted = normaliseBaseUrl(baseUrl)
      return wanted.ok && store.change(document, (entry) => trustEntry.withCore(entry, wanted.value, allowHttp))
    },
    knowsFile: (path) => store.entry(document).files.includes(path),
    confirmFiles: (paths) => store.change(document, (entry) => trustEntry.withFiles(entry, paths)),
    knowsSource: (source) => store.entry(document).sources?.includes(sourceText(source)) === true,
    confirmSource: (source) => store.change(document, (entry) => trustEntry.withSource(entry, sourceText(source))),
    knowsFollowing: (settings) => store.entry(document).following === followingText(settings),
    confirmFollowing: (settings) =>
      store.change(document, (entry) =>
        trustEntry.withFollowing(trustEntry.withSource(entry, sourceText(settings.source)), followingText(settings)),
      ),
    provenance: (target) => createProvenance(store.ensureSecret(), { document, origin: originOf(target) }),
  }
}

/** Every setting, in one order. */
function sourceText(source: PassSource): string {
  if (source.kind === 'path') return JSON.stringify(source.path)
  const names = Object.keys(source.settings).toSorted()
  return JSON.stringify([source.source, names.map((name) => [name, source.settings[name]])])
}

/** The followed source, the interval, and whether passwords that are newer in the core can be replaced. */
function followingText({ source, everyMinutes, signIn }: FollowSettings): string {
  return JSON.stringify([sourceText(source), everyMinutes, signIn])
}

/** The permission of a reader: a document that it cannot change, and files that it may read for it. */
export function mayReadFor(store: TrustStore, database: Database): (path: string) => boolean {
  const document = getSetting(database, 'document-id')
  return (path) => document !== undefined && store.entry(document).files.includes(path)
}

function identityOf(database: Database): string {
  const id = getSetting(database, 'document-id')
  if (id !== undefined) return id
  const made = randomUUID()
  setSetting(database, 'document-id', made)
  return made
}

/** The file still has to be read, and nothing is known to be in the way. */
export function isUnread(file: SourceFile): boolean {
  return !file.complete && file.problem === null
}

/** The document names a file to be read that was never chosen on this machine. */
export function isUnconfirmed(file: SourceFile, trust: Pick<Trust, 'knowsFile'>): boolean {
  return isUnread(file) && !trust.knowsFile(file.path)
}

export function unconfirmedFiles(database: Database, trust: Pick<Trust, 'knowsFile'>): readonly SourceFile[] {
  return fileTable.list(database).filter((file) => isUnconfirmed(file, trust))
}

/** The way out for a file that is not opened. */
export function unconfirmedFile(name: string): Result<never> {
  return problem(
    'file-unconfirmed',
    `${name} was not chosen on this machine, so it is not opened. Confirm it on the Export screen, or add the file yourself.`,
  )
}
