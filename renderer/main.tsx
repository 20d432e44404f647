import './no-webrtc.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import { createRoot } from 'react-dom/client'
import type { Bridge } from '../shared/ipc/bridge.ts'
import { App } from './app.tsx'

/** The desktop app's preload has put the bridge there; in a browser it is fetched. */
async function findBridge(): Promise<Bridge> {
  // A page opened without its preload has none, whatever the type says.
  const given = Reflect.get(globalThis, 'migration') as Bridge | undefined
  if (given) return given
  const { connectBrowserBridge } = await import('./api/browser-bridge.ts')
  return connectBrowserBridge()
}

const place = document.getElementById('root')
if (place) {
  const root = createRoot(place)
  findBridge().then(
    (bridge) => root.render(<App bridge={bridge} />),
    (reason: unknown) =>
      root.render(<p>{reason instanceof Error ? reason.message : 'The app could not be reached.'}</p>),
  )
}
