import { count } from '../../../shared/format.ts'
import type { Io } from '../io.ts'

/** Milliseconds before the first line, and between two: in a terminal, where every line stays. */
const pauses = { terminal: 500, lines: 2000 } as const

/** Shows how many users were read for reports, in one line of the terminal, or now and then a line where there is none. */
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
