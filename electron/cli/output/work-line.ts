import { count } from '../../../shared/format.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import type { Io } from '../io.ts'

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

/** Milliseconds before the first line: what is done sooner needs none. */
const worthALine = 500

/**
 * Shows what is read or planned before a run, in one line of the terminal that goes away at its end, or now and then a line
 * where there is none. `now`: milliseconds.
 */
export function workLine(io: Io, quiet: boolean, now: () => number = Date.now): (work: Work) => void {
  const terminal = io.ask !== null
  const pause = terminal ? 100 : 2000
  let next: number | null = null
  let shown = false
  return (work) => {
    if (quiet) return
    if (work.kind === 'idle') {
      if (shown && terminal) io.err(`\r${' '.repeat(width)}\r`)
      shown = false
      next = null
      return
    }
    next ??= now() + Math.max(worthALine, terminal ? 0 : pause)
    if (now() < next) return
    next = now() + pause
    shown = true
    const line = `${doings[work.kind]}: ${howFar(work)}`
    io.err(terminal ? `\r${line.padEnd(width)}` : `${line}\n`)
  }
}

const width = 100

function howFar({ kind, done, total, reading }: Work): string {
  if (kind === 'reading') return `${count(reading?.records ?? 0)} records${percent(done, total)}`
  if (kind === 'removing' || kind === 'clearing') return total === 0 ? 'in progress' : `${count(done)}%`
  return total === 0 ? 'begins' : `${count(done)} of ${count(total)} users`
}

function percent(done: number, total: number): string {
  return total === 0 ? '' : `, ${Math.floor((100 * Math.min(done, total)) / total)}%`
}
