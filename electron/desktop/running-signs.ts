import { powerSaveBlocker } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Engine } from '../engine/engine-api.ts'

/** While users are sent: the bar in the taskbar, and the machine stays awake. */
export function showRunning(engine: Engine, window: BrowserWindow): void {
  let blocker: number | null = null
  engine.on('progress', ({ state, target, finished }) => {
    const running = state === 'running' || state === 'pausing' || state === 'waiting'
    if (running && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension')
    if (!running && blocker !== null) {
      powerSaveBlocker.stop(blocker)
      blocker = null
    }
    if (!window.isDestroyed()) window.setProgressBar(running && target > 0 ? finished / target : -1)
  })
}
