/** Since the start, until the rate says something. */
const settledMs = 5000

/** Words for the time that is left; empty while it cannot be known. */
function remainingText(left: number, perSecond: number, elapsedMs: number, done: number): string {
  if (left <= 0 || perSecond <= 0 || elapsedMs < settledMs || done < (done + left) / 100) return ''
  const seconds = left / perSecond
  if (seconds < 45) return 'less than a minute'
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 60)
  return `about ${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** What the time left is worked out from, at one moment. */
export type EtaMoment = {
  readonly left: number
  readonly done: number
  readonly perSecond: number
  /** Milliseconds of a clock that never jumps. */
  readonly ticks: number
  /** Since the start. */
  readonly elapsedMs: number
  /** Paused, or waiting for the core: keep the last estimate. */
  readonly standing: boolean
}

/** Time over which the rate is averaged, in milliseconds: recent seconds count most. */
const memory = 15_000

/** Follows a run and says how long it will take; a rate that jumps moves the words slowly, a wait not at all. */
export function createEta(): {
  readonly tell: (moment: EtaMoment) => string
  /** Milliseconds that were left when it was last told, at the rate of then; null: unknown. */
  readonly leftMs: () => number | null
  readonly forget: () => void
} {
  let leftMs: number | null = null
  let rate: number | null = null
  let toldAt = 0
  let words = ''
  return {
    tell: ({ left, done, perSecond, ticks, elapsedMs, standing }) => {
      if (!standing) {
        // In its first seconds a run gathers speed.
        const kept = rate === null || elapsedMs < settledMs ? 0 : Math.exp(-(ticks - toldAt) / memory)
        rate = (rate ?? 0) * kept + perSecond * (1 - kept)
        // A run that was resumed knows its rate from before.
        if (elapsedMs >= settledMs || words === '') words = remainingText(left, rate, elapsedMs, done)
        leftMs = words === '' ? null : Math.round((1000 * left) / rate)
      }
      toldAt = ticks
      return words
    },
    leftMs: () => leftMs,
    forget: () => {
      leftMs = null
      rate = null
      words = ''
    },
  }
}
