import { expect, test } from 'vitest'
import type { Io } from '../../../electron/cli/io.ts'
import { savingLine, sayChecking } from '../../../electron/cli/output/progress-line.ts'

function ioOf(terminal: boolean) {
  const lines: string[] = []
  const io: Io = {
    cwd: '/',
    env: {},
    ask: terminal ? () => Promise.resolve('') : null,
    signal: new AbortController().signal,
    out: () => undefined,
    err: (text) => void lines.push(text),
  }
  return { io, lines }
}

/** What is written while 5,000 users are read for a report, a thousand every `ms`. */
function written(terminal: boolean, ms: number): readonly string[] {
  const { io, lines } = ioOf(terminal)
  let now = 0
  const show = savingLine(io, () => now)
  for (let done = 1000; done <= 5000; done += 1000) {
    now += ms
    show(done, 5000)
  }
  return lines
}

test('a report that takes long says how far it is, in one line of a terminal', () => {
  expect(written(true, 300)).toEqual([
    '\rWriting: 2,000 of 5,000 users',
    '\rWriting: 4,000 of 5,000 users',
    '\rWriting: 5,000 of 5,000 users\n',
  ])
})

test('without a terminal a line comes now and then, and none for what is quick', () => {
  expect([written(false, 1000), written(false, 10), written(true, 10)]).toEqual([
    ['Writing: 2,000 of 5,000 users\n', 'Writing: 4,000 of 5,000 users\n'],
    [],
    [],
  ])
})

test('a large migration is said to be checked before it opens, a small or missing one is not', () => {
  const { io, lines } = ioOf(false)
  sayChecking(io, import.meta.filename, 100)
  sayChecking(io, import.meta.filename)
  sayChecking(io, '/no/such.migration', 100)
  expect([lines.length, lines[0]]).toEqual([
    1,
    expect.stringMatching(/^Checking saving-line\.test\.ts \(.* kB\) for damage/),
  ])
})
