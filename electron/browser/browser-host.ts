import { join } from 'node:path'
import { makePrivateFolder, namesIn, removeFolder } from '../engine/files/folders.ts'
import { isProcessAlive } from '../engine/process-alive.ts'
import type { Fetching, Host } from '../ipc/host.ts'
import { fromEnvironment } from '../ipc/services/proxy-of.ts'
import { createRecentDocuments } from '../ipc/services/recent-documents.ts'
import { createSecretStore } from '../ipc/services/secret-store.ts'
import { createSettingsStore } from '../ipc/services/settings-store.ts'
import type { Downloads, Uploads } from './uploads.ts'

type BrowserHostOptions = {
  readonly appFolder: string
  readonly version: string
  readonly uploads: Uploads
  readonly downloads: Downloads
  /** A notice for the operator about the route to cores; empty: none. */
  readonly notice?: string
  readonly fetching?: Fetching
  /** Tells the page to fetch a file. */
  readonly fetchable: (download: { readonly id: string; readonly name: string }) => void
}

/**
 * A host whose operator uses a browser, perhaps on another machine: the page uploads chosen files before it names them,
 * and downloads saved ones.
 */
export function createBrowserHost(options: BrowserHostOptions): Host {
  const { appFolder, version, uploads, downloads, fetchable } = options
  const settings = createSettingsStore(appFolder)
  return {
    kind: 'browser',
    version,
    platform: process.platform,
    appFolder,
    settings,
    recent: createRecentDocuments(settings, appFolder),
    // Whose keychain it would be is not sure here.
    keys: createSecretStore(settings, null),
    proxyFor: async (address) => fromEnvironment(address, process.env),
    notice: options.notice ?? '',
    now: () => new Date(),
    pickFiles: async (what) => {
      // An uploaded copy is not replaced by newer files.
      if (what === 'follow') return null
      const files = uploads.take(what)
      return files.length === 0 ? null : files
    },
    pickOpen: async () => {
      const file = uploads.take('document').at(-1)
      return file === undefined ? null : uploads.keepDocument(file, join(appFolder, 'Migrations'))
    },
    pickSave: ({ name }) => downloads.place(name),
    offered: uploads.find,
    ...(options.fetching === undefined ? {} : { fetching: options.fetching }),
    deliver: async (file) => fetchable({ id: downloads.ready(file), name: file.name }),
    // The clipboard of this machine need not be the operator's.
    copySecret: async () => false,
    forgetFiles: uploads.clear,
  }
}

/** A folder for what comes and goes while the host runs: uploads and downloads. Gone when the host ends. */
type SessionFolder = { readonly path: string; readonly remove: () => void }

/** Makes it, and removes what hosts that were killed have left behind. */
export function createSessionFolder(appFolder: string): SessionFolder {
  const { pid } = process
  const all = join(appFolder, 'browser')
  makePrivateFolder(all)
  for (const name of namesIn(all)) {
    if (Number(name) === pid || !isProcessAlive(Number(name))) removeFolder(join(all, name))
  }
  const path = join(all, String(pid))
  makePrivateFolder(path)
  return { path, remove: () => removeFolder(path) }
}
