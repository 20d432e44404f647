import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { SettingsStore } from '../ipc/services/settings-store.ts'
import { fitPlace, placeSection, smallest } from './window-place.ts'

type WindowOptions = {
  readonly preload: string
  readonly settings: SettingsStore
  readonly title: string
  /** A PNG, for systems whose windows carry one. */
  readonly icon: string
}

/** The one window: sandboxed, isolated, where it was last time. It shows itself when there is something to see. */
export function createMainWindow({ preload, settings, title, icon }: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = fitPlace(
    settings.get(placeSection),
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  const window = new BrowserWindow({
    ...bounds,
    minWidth: Math.min(smallest.width, bounds.width),
    minHeight: Math.min(smallest.height, bounds.height),
    title,
    icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101418' : '#ffffff',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // A spell checker would fetch its dictionaries from another server.
      spellcheck: false,
    },
  })
  // The page takes WebRTC away before anything else runs; should something bring it back, it finds no way out by UDP.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  if (maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('page-title-updated', (event) => event.preventDefault())
  window.on('close', () => {
    const place = { ...window.getNormalBounds(), maximized: window.isMaximized() }
    // Best effort: without it the next start uses the usual place.
    settings.change(placeSection, () => place)
  })
  return window
}
