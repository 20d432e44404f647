import type { Engine } from '../../engine/engine-api.ts'
import type { Documents } from './documents.ts'

/** Milliseconds from a change until it is noted: a run changes much, and the list needs no more than now and then. */
const pause = 2000

/** Keeps what the start page says of the open migration true, so that it is also right after the app was killed. */
export function updateRecents(engine: Pick<Engine, 'on'>, documents: Pick<Documents, 'note'>): void {
  let timer: NodeJS.Timeout | null = null
  const schedule = (): void => {
    if (timer !== null) return
    timer = setTimeout(() => {
      timer = null
      documents.note().catch(() => undefined)
    }, pause)
    timer.unref()
  }
  engine.on('document-changed', schedule)
  engine.on('progress', schedule)
}
