import type { App, Session, WebContents } from 'electron'
import { isAllowedPermission, isOwnAddress } from './page-bridge.ts'

/** Limits on what Chromium does for the page. */
export const guards = {
  /** Guards every page of the app, whatever opens it: a page cannot leave our address, open windows or embed others. */
  guardPages: (app: App, origin: string): void => {
    app.on('web-contents-created', (_event, contents) => guardPage(contents, origin))
  },
  /** Refuses camera, location, devices and every other permission, which Electron would grant. */
  guardPermissions: (session: Session, origin: string): void => {
    session.setPermissionRequestHandler((contents, permission, answer) =>
      answer(isAllowedPermission(permission, contents.getURL(), origin)),
    )
    session.setPermissionCheckHandler((_contents, permission, from) => isAllowedPermission(permission, from, origin))
    session.setDevicePermissionHandler(() => false)
  },
  /** Stops Chromium from fetching dictionaries and components. The app connects to the core alone. */
  disableBackgroundNetworking: (app: App): void => {
    for (const name of ['disable-background-networking', 'disable-component-update', 'disable-domain-reliability']) {
      app.commandLine.appendSwitch(name)
    }
    app.on('session-created', (session) => {
      session.setSpellCheckerEnabled(false)
      session.setSpellCheckerLanguages([])
    })
  },
}

function guardPage(contents: WebContents, origin: string): void {
  const stay = (event: { readonly url: string; readonly preventDefault: () => void }): void => {
    if (!isOwnAddress(event.url, origin)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
