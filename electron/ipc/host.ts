import type { Result } from '../../shared/result.ts'
import type { AnyFetchSource } from '../engine/fetching/source.ts'
import { fetchSources } from '../engine/fetching/sources/index.ts'
import { fetchInThread, type StartFetch, surveyInThread, type SurveySource } from '../engine/fetching/start-fetch.ts'
import { createTrustStore, fetchSeal, type Seal } from '../engine/trust/trust-store.ts'
import type { ProxyFound } from './services/proxy-of.ts'
import type { RecentDocuments } from './services/recent-documents.ts'
import type { SecretStore } from './services/secret-store.ts'
import type { SettingsStore } from './services/settings-store.ts'

/** A file the operator chose: where it lies, and what to call it on screen. */
export type PickedFile = { readonly path: string; readonly name: string }

/** The kind of a file to be saved. */
export type SaveKind = 'copy' | 'csv' | 'json' | 'text' | 'html' | 'pdf'

/**
 * The services of the machine that the app runs on: Electron's dialogs and clipboard in the desktop app, uploads and
 * downloads in the browser, plain functions in tests. Paths are absolute.
 */
export type Host = {
  readonly kind: 'desktop' | 'browser'
  readonly version: string
  readonly platform: string
  /** Where the app keeps its own files, readable by their owner only. */
  readonly appFolder: string
  readonly settings: SettingsStore
  readonly recent: RecentDocuments
  /** API keys and signer keys, kept as safely as this machine can. */
  readonly keys: SecretStore
  /** The proxy that leads to an address. */
  readonly proxyFor: (address: string) => Promise<ProxyFound>
  /** A notice for the operator about the route to cores from this machine; shown where a core is connected. */
  readonly notice?: string
  readonly now: () => Date
  /** Lets the operator choose files to read; null when the dialog was closed. */
  readonly pickFiles: (
    what: 'export' | 'follow' | 'scrypt' | 'mapping' | 'authority',
  ) => Promise<readonly PickedFile[] | null>
  /** Lets the operator choose a migration to open; null when the dialog was closed. */
  readonly pickOpen: () => Promise<string | null>
  /** Asks where to save; null when the dialog was closed. */
  readonly pickSave: (suggested: { readonly name: string; readonly kind: SaveKind }) => Promise<string | null>
  /** Sources that users can be fetched from; missing where nothing can be fetched. */
  readonly fetching?: Fetching
  /** Asks for a folder: to save files in, or where newer exports appear. Missing where there is none in reach, null when the dialog was closed. */
  readonly pickFolder?: (what: 'save' | 'follow') => Promise<string | null>
  /** The files behind the ids that the page got for dropped files; null for an unknown id. */
  readonly offered: (ids: readonly string[]) => readonly PickedFile[] | null
  /** A file that was asked for with `pickSave` is complete. */
  readonly deliver: (file: PickedFile) => Promise<void>
  /** Shows a file in the file manager; missing where there is none in reach. */
  readonly showInFolder?: (path: string) => void
  /** Puts a secret on the operator's clipboard; false where there is none in reach. */
  readonly copySecret: (text: string) => Promise<boolean>
  /** Prints a page that holds everything itself as a PDF; missing where nothing can. */
  readonly printPdf?: (page: string) => Promise<Uint8Array>
  /** The migration that the given files belong to was closed: copies made for it can go. */
  readonly forgetFiles?: () => Promise<void>
}

/** `suggest`: a name after that of the open migration. `write` fills a draft that then takes its place. */
export type SaveFile = (
  suggest: (document: string) => { readonly name: string; readonly kind: SaveKind },
  write: (draft: string) => Promise<Result<unknown>>,
) => Promise<Result<{ readonly saved: string | null }>>

/** Sources that users can be fetched from, and the start of a fetch. */
export type Fetching = {
  readonly sources: readonly AnyFetchSource[]
  readonly start: StartFetch
  /** Lists what a source offers; left out: nothing can be listed. */
  readonly survey?: SurveySource
  /** The seal of journals that `start` writes; left out: the seal of this process. */
  readonly seal?: Seal
}

/** The sources of the app, each fetch in a thread of its own. `file`: fetch-worker.js. */
export function fetchingInThread(file: string | URL, appFolder: string): Fetching {
  return {
    sources: fetchSources,
    start: fetchInThread(file, appFolder),
    survey: surveyInThread(file),
    seal: fetchSeal(createTrustStore(appFolder)),
  }
}
