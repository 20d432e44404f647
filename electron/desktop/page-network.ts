import { session, type Session } from 'electron'

/**
 * Takes the network away from the page: it loads its own files from `app://`, and whatever else it would open goes to a
 * proxy that nobody runs. Requests are forbidden by its policy already; WebRTC, which a script could get at through a frame,
 * knows no policy, and has no UDP without a proxy (`main-window.ts`).
 */
export function closePageNetwork(page: Session): Promise<void> {
  return page.setProxy({ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' })
}

/** Where the system's proxy for an address is asked for: another session, in memory, that nothing is loaded in. */
export function systemProxySession(): Session {
  return session.fromPartition('system-proxy')
}
