import { app, session, type ProxyConfig, type Session } from 'electron'

/**
 * Takes the network away from the page: it loads its own files from `app://`, and any other request goes to a proxy
 * port without a listener. Its policy forbids requests already; WebRTC, which a script could get at through a frame,
 * knows no policy, and has no UDP without a proxy (`main-window.ts`).
 */
export function closePageNetwork(page: Session): Promise<void> {
  return page.setProxy({ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' })
}

/** The system's proxy for an address, asked for in a session of its own, in memory, that nothing is loaded in. */
export async function systemProxy(address: string): Promise<string> {
  const probeSession = session.fromPartition('system-proxy')
  await probeSession.setProxy(proxyOfCommandLine())
  return probeSession.resolveProxy(address)
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
