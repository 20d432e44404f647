import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, dialog, safeStorage, session, powerMonitor, type Session } from 'electron'
import { fetchingInThread } from './ipc/host.ts'
import { appFolderOf, noFolderText, privateFolder } from './ipc/services/documents.ts'
import { startServices } from './ipc/start-services.ts'
import { startEngine } from './ipc/engine-client.ts'
import { createSecretStore } from './ipc/services/secret-store.ts'
import { createSettingsStore } from './ipc/services/settings-store.ts'
import { verifyCertificates } from './ipc/security-headers.ts'
import type { Log } from './ipc/log.ts'
import { showMenu } from './desktop/app-menu.ts'
import { appOrigin, registerAppScheme, serveApp } from './desktop/app-protocol.ts'
import { createCloseGuard } from './desktop/close-guard.ts'
import { createDesktopHost } from './desktop/desktop-host.ts'
import { guards } from './desktop/guards.ts'
import { createMainWindow } from './desktop/main-window.ts'
import { dialogs } from './desktop/messages.ts'
import { migrationIn, openRequests } from './desktop/open-requests.ts'
import { connectPage, createOfferedFiles } from './desktop/page-bridge.ts'
import { recoverPage } from './desktop/page-recovery.ts'
import { showRunIndicators, showTitle } from './desktop/run-indicators.ts'
import { systemCipher } from './desktop/system-cipher.ts'
import type { Engine } from './engine/engine-api.ts'

const ignored = verifyCertificates()
const mainFolder = dirname(fileURLToPath(import.meta.url))

// `npm run dev` builds in this mode and serves the page itself; no other build knows of it.
const devServer = import.meta.env.MODE === 'development' ? process.env.USER_MIGRATION_DEV_SERVER : undefined
const origin = devServer ?? appOrigin

registerAppScheme()
guards.disableBackgroundNetworking(app)
// As root, the sandbox cannot start and enabling it would undo --no-sandbox.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()

if (app.requestSingleInstanceLock()) {
  const opening = openRequests(app, migrationIn(process.argv, process.cwd()))
  app.on('window-all-closed', () => app.quit())
  void app.whenReady().then(() => start(opening))
} else {
  app.quit()
}

/** Without its folder the app can do nothing, and says so before it quits. */
function giveUp(): never {
  dialog.showErrorBox(`${app.name} cannot start`, noFolderText(appFolderOf()))
  return process.exit(1)
}

async function start(opening: ReturnType<typeof openRequests>): Promise<void> {
  const appFolder = await privateFolder(appFolderOf()).catch(giveUp)
  guards.guardPages(app, origin)
  guards.guardPermissions(session.defaultSession, origin)
  if (devServer === undefined) await closePageNetwork(session.defaultSession)
  serveApp(join(mainFolder, '..', 'renderer'))

  const settings = createSettingsStore(appFolder)
  const engine = startEngine({ workerFolder: mainFolder, appFolder })
  const window = createMainWindow({
    preload: join(mainFolder, '..', 'preload', 'preload.cjs'),
    settings,
    title: app.name,
    icon: join(mainFolder, '..', 'renderer', 'icon-256.png'),
  })
  const offered = createOfferedFiles()
  const keys = createSecretStore(settings, await systemCipher(safeStorage, process.platform))
  const host = createDesktopHost({
    appFolder,
    settings,
    offered,
    keys,
    fetching: fetchingInThread(new URL('fetch-worker.js', import.meta.url), appFolder),
    notice: ignored ?? '',
    window: () => window,
  })
  const { log, documents, router } = startServices({
    engine,
    host,
    ignored,
    tell: dialogs.showFault,
    exit: (code) => app.exit(code),
  })

  const page = connectPage({ contents: window.webContents, origin, router, engine, offered })
  showRunIndicators(engine, window)
  showTitle(engine, documents, window)

  const ask = async (work: Promise<Awaited<ReturnType<typeof router>>>): Promise<void> => {
    const answer = await work
    if (!answer.ok && !window.isDestroyed()) await dialogs.showProblem(window, answer.error)
  }
  const closing = createCloseGuard({
    // A file that is only being checked does not delay closing.
    running: async () => !engine.isOpening() && (await documents.running()),
    confirm: () => dialogs.askBeforeClosing(window),
    finish: async () => {
      if (engine.isOpening()) return
      await documents.note().catch(() => undefined)
      await engine.end()
    },
    leave: () => window.destroy(),
  })
  window.on('close', closing.onClose)
  window.on('session-end', closing.end)
  recoverPage(window.webContents, { log, ask: () => dialogs.askToReload(window), quit: closing.end })
  followPower(engine, log, closing.end)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, closing.end)
  showMenu({
    engine,
    documents,
    recent: host.recent,
    ask: (channel, input) => void ask(router(channel, input)),
    tell: page.tell,
    log: join(appFolder, 'logs', 'app.log'),
  })
  opening.serve((path) => {
    if (window.isMinimized()) window.restore()
    window.focus()
    if (path !== null) void ask(documents.open(path))
  })
  await window.loadURL(`${origin}/index.html`)
}

/**
 * Sleep and wake: a run pauses and continues automatically. The machine shutting down: `end` gets the time it needs.
 */
function followPower(engine: Engine, log: Log, end: () => void): void {
  powerMonitor.on('suspend', () => {
    log.write('info', 'sleep')
    void engine.internal('internal:sleep', {})
  })
  powerMonitor.on('resume', () => {
    log.write('info', 'wake')
    void engine.internal('internal:wake', {})
  })
  powerMonitor.on('shutdown', (event?: { readonly preventDefault?: () => void }) => {
    event?.preventDefault?.()
    end()
  })
}

/**
 * Takes the network away from the page: it loads its own files from `app://`, and any other request goes to a proxy
 * port without a listener. Its policy forbids requests already; WebRTC, which a script could reach through a frame,
 * ignores the policy, and gets no UDP outside a proxy (`main-window.ts`).
 */
function closePageNetwork(page: Session): Promise<void> {
  return page.setProxy({ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' })
}
