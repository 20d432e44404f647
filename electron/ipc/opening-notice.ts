import type { Events } from '../../shared/ipc/contract.ts'
import type { TimerClock } from '../../shared/coalesce.ts'

/** How often the page is told, in milliseconds; what opens sooner needs no word. A page that loads meanwhile hears the next. */
const tellEvery = 1000

export type OpeningNotice = {
  /** A migration is being opened right now. */
  readonly isOpening: () => boolean
  /** Opens a migration, and tells of it every second until that is done. */
  readonly during: <T>(file: { readonly name: string; readonly bytes: number }, open: () => Promise<T>) => Promise<T>
}

/** Tells the page that a migration is being opened: every page of the file is checked first, which takes a while for a large one. */
export function createOpeningNotice(tell: (opening: Events['opening']) => void, clock: TimerClock): OpeningNotice {
  let opening = 0
  return {
    isOpening: () => opening > 0,
    during: async ({ name, bytes }, open) => {
      const began = clock.now()
      let told = false
      let cancelTimer = clock.setTimer(tellEvery, tick)
      function tick(): void {
        told = true
        tell({ name, bytes, seconds: Math.round((clock.now() - began) / 1000) })
        cancelTimer = clock.setTimer(tellEvery, tick)
      }
      opening += 1
      try {
        return await open()
      } finally {
        opening -= 1
        cancelTimer()
        if (told) tell(null)
      }
    },
  }
}
