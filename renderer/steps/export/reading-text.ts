import type { DocumentView } from '../../../shared/ipc/views.ts'

/** How far the reading is, in words: `Reading 62%` and `About 9 seconds left`, empty while that cannot be known. */
export function readingText({ done, total, reading }: DocumentView['work']): {
  readonly percent: string
  readonly left: string
} {
  const percent = total > 0 ? `Reading ${Math.floor((100 * Math.min(done, total)) / total)}%` : 'Reading'
  return { percent, left: leftText(reading?.secondsLeft ?? null) }
}

function leftText(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 60) return `About ${seconds} ${seconds === 1 ? 'second' : 'seconds'} left`
  const minutes = Math.round(seconds / 60)
  return `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
}
