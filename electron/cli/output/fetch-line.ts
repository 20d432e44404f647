import { count, rate } from '../../../shared/format.ts'
import type { FetchProgress } from '../../engine/fetching/fetch-progress.ts'
import type { Io } from '../io.ts'

const width = 100

/** Shows a fetch in one line of the terminal, or now and then a line where there is none. */
export function fetchLine(io: Io, quiet: boolean, now: () => number = Date.now) {
  const terminal = io.ask !== null
  let next = 0
  let note = ''
  return {
    show: (progress: FetchProgress) => {
      // Where every line stays, a wait is worth one of its own.
      const isNews = progress.note !== '' && progress.note !== note
      note = progress.note
      if (quiet || (now() < next && !(isNews && !terminal))) return
      next = now() + (terminal ? 100 : 2000)
      const line = describe(progress)
      io.err(terminal ? `\r${line.padEnd(width)}` : `${line}\n`)
    },
    end: () => {
      if (terminal && !quiet) io.err(`\r${' '.repeat(width)}\r`)
    },
  }
}

function describe({ state, users, total, perSecond, repeated, note }: FetchProgress): string {
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
