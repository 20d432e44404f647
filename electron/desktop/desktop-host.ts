import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { app, BrowserWindow, clipboard, dialog, type FileFilter, session, shell, type ProxyConfig } from 'electron'
import { fileExtensions } from '../../shared/mapping/export-format.ts'
import type { Fetching, Host, SaveKind } from '../ipc/host.ts'
import { fromSystem } from '../ipc/services/proxy-of.ts'
import { createRecentDocuments } from '../ipc/services/recent-documents.ts'
import type { SecretStore } from '../ipc/services/secret-store.ts'
import type { SettingsStore } from '../ipc/services/settings-store.ts'
import { scheme } from './app-protocol.ts'
import type { OfferedFiles } from './page-bridge.ts'

const migrations: FileFilter = { name: 'Migrations', extensions: ['migration'] }
const everything: FileFilter = { name: 'All files', extensions: ['*'] }
const exports: FileFilter = {
  name: 'Exports',
  extensions: [...Object.values(fileExtensions).flat(), 'txt', 'gz', 'zip'],
}
const certificates: FileFilter = { name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der'] }
const savedAs: Readonly<Record<SaveKind, FileFilter>> = {
  copy: migrations,
  csv: { name: 'CSV', extensions: ['csv'] },
  json: { name: 'JSON', extensions: ['json'] },
  html: { name: 'HTML', extensions: ['html'] },
  pdf: { name: 'PDF', extensions: ['pdf'] },
  text: { name: 'Text', extensions: ['txt'] },
}

type DesktopHostOptions = {
  readonly appFolder: string
  readonly settings: SettingsStore
  readonly offered: OfferedFiles
  readonly keys: SecretStore
  readonly fetching: Fetching
  /** A notice for the operator about the route to cores; empty: none. */
  readonly notice: string
  /** The window that dialogs belong to. */
  readonly window: () => BrowserWindow
}

/** The host of the desktop app: native dialogs, the clipboard, the disk. */
export function createDesktopHost({
  appFolder,
  settings,
  offered,
  keys,
  fetching,
  notice,
  window,
}: DesktopHostOptions): Host {
  let lastFolder = app.getPath('documents')
  const systemProxy = openSystemProxy()

  const open = async (title: string, filters: FileFilter[], many: boolean): Promise<readonly string[]> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
      title,
      filters,
      defaultPath: lastFolder,
      properties: many ? ['openFile', 'multiSelections'] : ['openFile'],
    })
    if (canceled || filePaths[0] === undefined) return []
    lastFolder = dirname(filePaths[0])
    return filePaths
  }

  return {
    kind: 'desktop',
    version: app.getVersion(),
    platform: process.platform,
    appFolder,
    settings,
    recent: createRecentDocuments(settings, appFolder),
    keys,
    fetching,
    proxyFor: async (address) => fromSystem(address, await systemProxy(address), process.env),
    notice,
    now: () => new Date(),
    pickFiles: async (what) => {
      const paths =
        what === 'export'
          ? await open('Add exports', [exports, everything], true)
          : what === 'follow'
            ? await open('Follow a file', [exports, everything], false)
            : what === 'mapping'
              ? await open('Load a mapping', [savedAs.json, everything], false)
              : what === 'authority'
                ? await open('Trust the certificate of an authority', [certificates, everything], false)
                : await open('Open the hash parameters', [everything], false)
      return paths.length === 0 ? null : paths.map((path) => ({ path, name: basename(path) }))
    },
    pickOpen: async () => (await open('Open a migration', [migrations, everything], false))[0] ?? null,
    pickSave: async ({ name, kind }) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        filters: [savedAs[kind], everything],
        defaultPath: join(lastFolder, name),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      })
      if (canceled || !filePath) return null
      lastFolder = dirname(filePath)
      return filePath
    },
    pickFolder: async (what) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        title: what === 'save' ? 'Save all files in' : 'Follow a folder',
        defaultPath: lastFolder,
        properties: ['openDirectory', 'createDirectory'],
      })
      const [folder] = filePaths
      if (canceled || folder === undefined) return null
      lastFolder = folder
      return folder
    },
    offered: offered.find,
    deliver: async () => {},
    showInFolder: (path) => shell.showItemInFolder(path),
    printPdf,
    copySecret: async (text) => {
      await clipboard.writeText(text)
      return true
    },
  }
}

/** At the foot of each printed page: this Chromium takes no page numbers from the style of a page. */
const pageNumber = `<div style="width: 100%; padding: 0 14mm; font: 8px sans-serif; color: #525c6b; text-align: right">
  <span class="pageNumber"></span> of <span class="totalPages"></span></div>`

/**
 * Prints a self-contained page as an A4 PDF: in a hidden window, without script, in a session of its own that serves
 * this page and reaches nothing else.
 */
async function printPdf(page: string): Promise<Uint8Array> {
  const own = session.fromPartition(`print-${randomUUID()}`, { cache: false })
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.protocol.handle(
    scheme,
    () =>
      new Response(page, {
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' },
      }),
  )
  for (const other of ['file', 'http', 'https']) own.protocol.handle(other, () => new Response(null, { status: 403 }))
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  try {
    await window.loadURL(`${scheme}://report/`)
    return await window.webContents.printToPDF({
      pageSize: 'A4',
      printBackground: true,
      preferCSSPageSize: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: pageNumber,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    })
  } finally {
    window.destroy()
  }
}

/**
 * Answers what the system's proxy for an address is, as in a PAC file. It is asked for in a session of its own, in memory, that
 * nothing is loaded in. Call it while the app starts: the first answer of a session whose proxy was just set may be `DIRECT`,
 * because the promise of `setProxy` does not wait for the network process.
 */
function openSystemProxy(): (address: string) => Promise<string> {
  const probeSession = session.fromPartition('system-proxy')
  const isSet = probeSession.setProxy(proxyOfCommandLine()).then(() => probeSession.forceReloadProxyConfig())
  // A failure is reported for every address.
  isSet.catch(() => undefined)
  return async (address) => {
    await isSet
    return probeSession.resolveProxy(address)
  }
}

/** Chromium's own switches count for the session of the page alone. */
function proxyOfCommandLine(): ProxyConfig {
  const { commandLine } = app
  if (commandLine.hasSwitch('no-proxy-server')) return { mode: 'direct' }
  const pacScript = commandLine.getSwitchValue('proxy-pac-url')
  if (pacScript !== '') return { mode: 'pac_script', pacScript }
  const proxyRules = commandLine.getSwitchValue('proxy-server')
  if (proxyRules === '') return { mode: 'system' }
  return { mode: 'fixed_servers', proxyRules, proxyBypassRules: commandLine.getSwitchValue('proxy-bypass-list') }
}
