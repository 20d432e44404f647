import type { Engine } from '../engine/engine-api.ts'
import type { Log } from './log.ts'

/** Writes down what the engine tells: each change of a run's state with its numbers, and trouble by its code. */
export function logEngine(engine: Pick<Engine, 'on'>, log: Log): void {
  let state = 'idle'
  engine.on('progress', (progress) => {
    if (progress.state === state) return
    state = progress.state
    const { stopped, target, finished, concurrency, retries, calls } = progress
    const { migrated, failed, 'in-doubt': inDoubt, ready } = progress.counts
    const numbers = { target, finished, migrated, failed, 'in-doubt': inDoubt, ready, concurrency, retries, calls }
    log.write(state === 'stopped' && stopped !== 'cancelled' ? 'warn' : 'info', `run-${state}`, { stopped, ...numbers })
  })
  engine.on('error', ({ code }) => log.write('error', 'error', { code }))
}
