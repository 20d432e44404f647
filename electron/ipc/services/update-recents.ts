import type { Engine } from '../../engine/engine-api.ts'
import type { Documents } from './documents.ts'

/** Debounce for recording the summary, ms: a run changes it often. */
const pause = 2000

/** Keeps the summary of the open migration on the start page current, so that it is right even after a kill. */
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
