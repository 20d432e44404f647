import { powerMonitor } from 'electron'
import type { Engine } from '../engine/engine-api.ts'
import type { Log } from '../ipc/log.ts'

/**
 * Sleep and wake: a run pauses and continues automatically. The machine shutting down: `end` gets the time it needs.
 */
export function followPower(engine: Engine, log: Log, end: () => void): void {
  powerMonitor.on('suspend', () => {
    log.write('info', 'sleep')
    void engine.internal('internal:sleep', {})
  })
  powerMonitor.on('resume', () => {
    log.write('info', 'wake')
    void engine.internal('internal:wake', {})
  })
  powerMonitor.on('shutdown', (event?: { readonly preventDefault?: () => void }) => {
    event?.preventDefault?.()
    end()
  })
}
