import { protocol, session } from 'electron'
import { respond } from './app-response.ts'

export const scheme = 'app'
export const appOrigin = `${scheme}://assistant`

/** Registers app:// as a standard, secure origin. Call once, before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built page from app://assistant and refuses file://. */
export function serveApp(folder: string): void {
  const own = session.defaultSession.protocol
  own.handle(scheme, (request) => respond(request, { origin: appOrigin, folder }))
  own.handle('file', () => new Response(null, { status: 403 }))
}
