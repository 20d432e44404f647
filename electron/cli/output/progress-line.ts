import { basename, resolve } from 'node:path'
import { bytes, count, counted, rate } from '../../../shared/format.ts'
import type { DocumentView, ProgressView } from '../../../shared/ipc/views.ts'
import type { FetchProgress } from '../../engine/fetching/fetch-outcome.ts'
import { sizeOf } from '../../engine/files/folders.ts'
import type { Io } from '../io.ts'

const width = 28
/** A longer note stands on a line of its own, once. */
const maxLength = 200

/** Shows the run in one line of the terminal; without a terminal, a line now and then. */
export function progressLine(io: Io, quiet: boolean, time = Date.now): (view: ProgressView) => void {
  const terminal = io.ask !== null
  const sayWaiting = waitingLines(io, time)
  let shownAt = 0
  let shownLength = 0
  let printed = ''
  let ended = ''
  return (view) => {
    if (view.target === 0) return
    if (quiet || !terminal) sayWaiting(view)
    // Without a terminal, a wait gets a line of its own.
    if (quiet || (!terminal && view.state === 'waiting')) return
    const last = view.state === 'finished' || view.state === 'stopped' || view.state === 'paused'
    const now = time()
    if (!last && now - shownAt < (terminal ? 100 : 2000)) return
    shownAt = now
    const whole = describe(view)
    // Events after a run report its end once more.
    if (last && whole === ended) return
    ended = last ? whole : ''
    if (!terminal) return io.err(`${whole}\n`)
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

type Work = DocumentView['work']

const doings = {
  comparing: 'Reading the earlier migration',
  reading: 'Reading the export',
  planning: 'Planning',
  excluding: 'Excluding',
  including: 'Including',
  removing: 'Removing hashes',
  clearing: 'Removing records',
} as const

/** Characters of a line that is erased again. */
const lineWidth = 100

/** Milliseconds before the first line: what is done sooner needs none. */
const worthALine = 500

/**
 * Shows what is read or planned before a run, in one line of the terminal that is erased at the end; without a
 * terminal, a line now and then. `now`: milliseconds.
 */
export function workLine(io: Io, quiet: boolean, now: () => number = Date.now): (work: Work) => void {
  const terminal = io.ask !== null
  const pause = terminal ? 100 : 2000
  let next: number | null = null
  let shown = false
  return (work) => {
    if (quiet) return
    if (work.kind === 'idle') {
      if (shown && terminal) io.err(`\r${' '.repeat(lineWidth)}\r`)
      shown = false
      next = null
      return
    }
    next ??= now() + Math.max(worthALine, terminal ? 0 : pause)
    // A line that stays has to say how far the work is.
    const isKnown = (work.kind === 'reading' ? (work.reading?.records ?? 0) : work.total) > 0
    if (now() < next || !(terminal || isKnown)) return
    next = now() + pause
    shown = true
    const line = `${doings[work.kind]}: ${howFar(work)}`
    io.err(terminal ? `\r${line.padEnd(lineWidth)}` : `${line}\n`)
  }
}

function howFar({ kind, done, total, reading }: Work): string {
  if (kind === 'reading') return `${counted(reading?.records ?? 0, 'record')}${percent(done, total)}`
  if (kind === 'removing' || kind === 'clearing') return total === 0 ? 'in progress' : `${count(done)}%`
  return total === 0 ? 'begins' : `${count(done)} of ${count(total)} users`
}

function percent(done: number, total: number): string {
  return total === 0 ? '' : `, ${Math.floor((100 * Math.min(done, total)) / total)}%`
}

/** Milliseconds before the first line, and between two: in a terminal, where every line stays. */
const pauses = { terminal: 500, lines: 2000 } as const

/** Shows how many users were read for reports, in one line of the terminal; without a terminal, a line now and then. */
export function savingLine(io: Io, now: () => number = Date.now): (done: number, total: number) => void {
  const terminal = io.ask !== null
  const pause = terminal ? pauses.terminal : pauses.lines
  let next = now() + pause
  let shown = false
  return (done, total) => {
    const isLast = done >= total
    if (now() < next && !(isLast && shown && terminal)) return
    next = now() + pause
    shown = true
    const line = `Writing: ${count(done)} of ${count(total)} users`
    io.err(terminal ? `\r${line}${isLast ? '\n' : ''}` : `${line}\n`)
  }
}

/** Bytes from which a check takes longer than a moment. */
const checkedSize = 1_000_000_000

/** Says that a large migration is checked before it opens: until that is done, nothing else is written. */
export function sayChecking(io: Io, path: string, from = checkedSize): void {
  const size = sizeOf(resolve(io.cwd, path)) ?? 0
  if (size >= from)
    io.err(`Checking ${basename(path)} (${bytes(size)}) for damage before it opens. This can take minutes.\n`)
}

/** Shows a fetch in one line of the terminal; without a terminal, a line now and then. */
export function fetchLine(io: Io, quiet: boolean) {
  const terminal = io.ask !== null
  let next = 0
  let note = ''
  return {
    show: (progress: FetchProgress) => {
      // Without a terminal, a wait gets a line of its own.
      const isNews = progress.note !== '' && progress.note !== note
      note = progress.note
      if (quiet || (Date.now() < next && !(isNews && !terminal))) return
      next = Date.now() + (terminal ? 100 : 2000)
      const line = describeFetch(progress)
      io.err(terminal ? `\r${line.padEnd(lineWidth)}` : `${line}\n`)
    },
    end: () => {
      if (terminal && !quiet) io.err(`\r${' '.repeat(lineWidth)}\r`)
    },
  }
}

function describeFetch({ state, users, total, perSecond, repeated, note }: FetchProgress): string {
  if (state === 'connecting') return 'Connecting'
  return [
    total === null ? `${count(users)} users` : `${count(users)} of ${count(total)} users`,
    ...(perSecond >= 1 ? [`${rate(perSecond)} users/s`] : []),
    ...(repeated > 0 ? [`${count(repeated)} repeated`] : []),
    ...(note === '' ? [] : [note]),
  ]
    .join('  ')
    .slice(0, 200)
}
