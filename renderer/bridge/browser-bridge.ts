import type { Bridge } from '../../shared/bridge/bridge.ts'

/** Reaches the app through the page's own server. */
export function connectBrowserBridge(): Promise<Bridge> {
  return Promise.reject(new Error('Open the address printed in the terminal.'))
}
