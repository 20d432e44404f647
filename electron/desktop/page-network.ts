import { app, session, type ProxyConfig, type Session } from 'electron'

/**
 * Takes the network away from the page: it loads its own files from `app://`, and any other request goes to a proxy
 * port without a listener. Its policy forbids requests already; WebRTC, which a script could get at through a frame,
 * knows no policy, and has no UDP without a proxy (`main-window.ts`).
 */
export function closePageNetwork(page: Session): Promise<void> {
  return page.setProxy({ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' })
}

/**
 * Answers what the system's proxy for an address is, as in a PAC file. It is asked for in a session of its own, in memory, that
 * nothing is loaded in. Call it while the app starts: the first answer of a session whose proxy was just set may be `DIRECT`,
 * because the promise of `setProxy` does not wait for the network process.
 */
export function openSystemProxy(): (address: string) => Promise<string> {
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
