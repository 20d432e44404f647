import { count } from '../../shared/format.ts'
import type { ProgressView } from '../../shared/ipc/views.ts'
import type { Io } from './io.ts'

const width = 28
/** A longer note stands on a line of its own, once. */
const maxLength = 200

/** Shows the run in one line of the terminal, or now and then a line where there is none. */
export function progressLine(io: Io, quiet: boolean, time = Date.now): (view: ProgressView) => void {
  const terminal = io.ask !== null
  const sayWaiting = waitingLines(io)
  let shownAt = 0
  let shownLength = 0
  let said = ''
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
    if (isLong && withoutNumbers(view.note) !== said) {
      said = withoutNumbers(view.note)
      io.err(`\r${view.note.padEnd(shownLength)}\n`)
    }
    const line = isLong ? describe({ ...view, note: '' }) : whole
    io.err(`\r${line.padEnd(Math.max(100, shownLength))}${last ? '\n' : ''}`)
    shownLength = line.length
    return undefined
  }
}

/** Says once that the run waits for the core, and that it goes on; for those who read lines, not a screen. */
function waitingLines(io: Io): (view: ProgressView) => void {
  let waiting = false
  return ({ state, note }) => {
    const isWaiting = state === 'waiting' && note !== ''
    if (isWaiting && !waiting) io.err(`${note}\n`)
    if (waiting && (state === 'running' || state === 'finished')) io.err('The core answers again.\n')
    waiting = isWaiting
  }
}

function describe(view: ProgressView): string {
  const share = Math.min(1, view.finished / view.target)
  const filled = Math.round(share * width)
  const parts = [
    `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`,
    `${count(view.finished)} of ${count(view.target)}`,
    ...(view.counts.failed > 0 ? [`${count(view.counts.failed)} failed`] : []),
    ...(view.perSecond >= 1 ? [`${count(Math.round(view.perSecond))} users/s`] : []),
    ...(view.remaining === '' ? [] : [view.remaining]),
    ...(view.note === '' ? [] : [view.note]),
  ]
  return parts.join('  ')
}

function withoutNumbers(note: string): string {
  return note.replaceAll(/\d[\d,.]*/g, '')
}
