import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright'
import { displayMissing, openDisplay } from './display.ts'
import {
  collectComplaints,
  comes,
  environment,
  forgetEverything,
  type RenewableApp,
  root,
  temporaryFolder,
} from './opened-app.ts'

const names: Partial<Record<string, string>> = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

function executable(): string {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist')
  return join(folder, names[process.platform] ?? 'electron')
}

/** Why the desktop app cannot be tested here; null when it can. */
export function desktopMissing(): string | null {
  if (!existsSync(executable())) return 'no Electron: neither installed nor named by ELECTRON_OVERRIDE_DIST_PATH'
  return displayMissing()
}

/** A desktop app that can also be killed, as by kill -9, with its files left as they are. */
export type DesktopApp = RenewableApp & {
  readonly kill: () => Promise<void>
  /** The app's main process. */
  readonly electron: ElectronApplication
  /** Resolves when the app has ended on its own; its test environment is still open. */
  readonly ended: () => Promise<unknown>
  /** Starts a second instance, as a double click on a file does, and waits until it exits. */
  readonly startAgain: (args: readonly string[]) => Promise<void>
}

/** Starts the built desktop app. `args` go behind its folder, e.g. the path of a migration. */
export async function openDesktop(args: readonly string[] = []): Promise<DesktopApp> {
  const [folder, removeFolder] = temporaryFolder()
  const appFolder = join(folder, 'app')
  const display = await openDisplay()
  // Drawing without a graphics process takes a tenth less.
  const start = [root, '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, 'chromium')}`]
  const surroundings = { ...environment(appFolder), DISPLAY: display.name }
  // Without a path to Electron, Playwright asks the electron package, which knows ELECTRON_OVERRIDE_DIST_PATH, and
  // holds the app until it has attached; with one, a window that comes early can make it wait for ever.
  const app = await _electron
    .launch({
      args: [...start, ...args],
      cwd: root,
      env: surroundings,
      timeout: 30_000,
    })
    .catch((error: unknown) => {
      display.end()
      removeFolder()
      throw error
    })
  const page = await app.firstWindow()
  const complaints = await collectComplaints(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A reload during the first load may never report that it is done.
  await page.waitForLoadState()
  await page.reload()
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  let saved = 0
  const child = app.process()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const abandon = () => {
    child.kill('SIGKILL')
    display.end()
  }

  return {
    host: 'desktop',
    electron: app,
    ended: () => comes('the end of the app', gone),
    startAgain: async (more) => {
      const second = spawn(executable(), [...start, ...more], { cwd: root, env: surroundings, stdio: 'ignore' })
      await comes('the end of the second start', once(second, 'exit'))
    },
    page,
    appFolder,
    complaints,
    title: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle() ?? ''),
    choose: async (paths, action) => {
      await app.evaluate(({ dialog }, filePaths) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths })
      }, paths as string[])
      await action()
    },
    save: async (action) => {
      const target = join(folder, `saved-${++saved}.migration`)
      await app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
      }, target)
      await action()
      return target
    },
    renew: async () => {
      await forgetEverything(page, folder, appFolder)
      await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
      if (page.viewportSize() !== null) await page.setViewportSize(size)
      await page.reload()
      complaints.length = 0
      saved = 0
    },
    abandon,
    kill: async () => {
      abandon()
      await comes('the end of the killed app', gone)
    },
    close: async () => {
      try {
        if (child.exitCode !== null || child.signalCode !== null) return
        // Confirms the question whether to close while users are sent.
        await app.evaluate(({ dialog }) => {
          dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
        })
        await comes('the end of the app', app.close())
      } finally {
        // An app that does not end leaves nothing behind, either.
        abandon()
        removeFolder()
      }
    },
  }
}
