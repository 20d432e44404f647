import { count, counted } from '../../../shared/format.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import type { Io } from '../io.ts'

const width = 28
/** A longer note stands on a line of its own, once. */
const maxLength = 200

/** Shows the run in one line of the terminal, or now and then a line where there is none. */
export function progressLine(io: Io, quiet: boolean, time = Date.now): (view: ProgressView) => void {
  const terminal = io.ask !== null
  const sayWaiting = waitingLines(io, time)
  let shownAt = 0
  let shownLength = 0
  let printed = ''
  return (view) => {
    if (view.target === 0) return
    if (quiet || !terminal) sayWaiting(view)
    // Where every line stays, a wait is worth one.
    if (quiet || (!terminal && view.state === 'waiting')) return
    const last = view.state === 'finished' || view.state === 'stopped' || view.state === 'paused'
    const now = time()
    if (!last && now - shownAt < (terminal ? 100 : 2000)) return
    shownAt = now
    if (!terminal) return io.err(`${describe(view)}\n`)
    const whole = describe(view)
    const isLong = whole.length > maxLength
    if (isLong && withoutNumbers(view.note) !== printed) {
      printed = withoutNumbers(view.note)
      io.err(`\r${view.note.padEnd(shownLength)}\n`)
    }
    const line = isLong ? describe({ ...view, note: '' }) : whole
    io.err(`\r${line.padEnd(Math.max(100, shownLength))}${last ? '\n' : ''}`)
    shownLength = line.length
    return undefined
  }
}

const sayAgainMs = 60_000

/**
 * Prints that the run waits for the core, repeated each minute with the start of the wait, and that it continues; for
 * logs, where lines stay.
 */
function waitingLines(io: Io, time: () => number): (view: ProgressView) => void {
  let since: number | null = null
  let saidAt = 0
  return ({ state, note }) => {
    const now = time()
    if (state === 'waiting' && note !== '') {
      if (since !== null && now - saidAt < sayAgainMs) return
      const began =
        since === null
          ? ''
          : ` Waiting since ${clockTime(since)}, ${counted(Math.round((now - since) / 60_000), 'minute')}.`
      since ??= now
      saidAt = now
      return io.err(`${note}${began}\n`)
    }
    if (since !== null && (state === 'running' || state === 'finished')) io.err('The core answers again.\n')
    since = null
    return undefined
  }
}

/** `14:05`, in the time of this machine. */
function clockTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

function describe(view: ProgressView): string {
  const share = Math.min(1, view.finished / view.target)
  const filled = Math.round(share * width)
  const parts = [
    `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`,
    `${count(view.finished)} of ${count(view.target)}`,
    ...(view.counts.failed > 0 ? [`${count(view.counts.failed)} failed`] : []),
    ...(view.setAside > 0 ? [`${count(view.setAside)} set aside, tried again at the end`] : []),
    ...(view.perSecond >= 1 ? [`${count(Math.round(view.perSecond))} users/s`] : []),
    ...(view.remaining === '' ? [] : [view.remaining]),
    ...(view.note === '' ? [] : [view.note]),
  ]
  return parts.join('  ')
}

function withoutNumbers(note: string): string {
  return note.replaceAll(/\d[\d,.]*/g, '')
}
