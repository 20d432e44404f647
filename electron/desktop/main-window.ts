import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { SettingsStore } from '../ipc/services/settings-store.ts'
import { fitPlace, placeSection, smallest } from './window-place.ts'

type WindowOptions = {
  readonly preload: string
  readonly settings: SettingsStore
  readonly title: string
  /** A PNG, for systems that show an icon on windows. */
  readonly icon: string
}

/** Creates the one window: sandboxed, isolated, at its last place. It shows once the page has been drawn. */
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
  // The page removes WebRTC before anything else runs; if a script brings it back, UDP stays blocked.
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
