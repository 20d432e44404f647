import { describe, expect, test } from 'vitest'
import type { Io } from '../../../electron/cli/io.ts'
import { progressLine, savingLine, sayChecking, workLine } from '../../../electron/cli/output/progress-line.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { begunRun as view } from '../../support/data/made-up-views.ts'

/** The text written for a run that emits these notes, one a minute. */
function written(terminal: boolean, notes: readonly string[]): readonly string[] {
  return shown(
    terminal,
    notes.map((note) => ({ ...view, note })),
  )
}

function shown(terminal: boolean, views: readonly ProgressView[]): readonly string[] {
  const { io, lines } = ioOf(terminal)
  let now = 0
  const show = progressLine(io, false, () => (now += 60_000))
  for (const one of views) show(one)
  return lines
}

const late = (minutes: number) =>
  `The core’s import job has not touched 200 users for ${minutes} minutes. It may be off: check BULK_MIGRATION_CRON_ENABLED, or restart the core, which runs it at once. You can pause and continue later.`
const bar = '[............................]  0 of 200'

test('a long note is never cut: without a terminal it ends its line, in one it stands above, once', () => {
  const notes = [late(6), late(7), '']
  expect(written(false, notes)).toEqual([`${bar}  ${late(6)}\n`, `${bar}  ${late(7)}\n`, `${bar}\n`])
  const line = `\r${bar.padEnd(100)}`
  expect(written(true, notes)).toEqual([`\r${late(6)}\n`, line, line, line])
})

test('the end of a run is told once, and that of the next run again', () => {
  const end: ProgressView = { ...view, state: 'finished', finished: 200 }
  expect([false, true].map((terminal) => shown(terminal, [end, end, view, end, end]).length)).toEqual([3, 3])
})

test('a shorter line leaves nothing of a longer one', () => {
  const [first = '', second = ''] = written(true, ['x'.repeat(120), ''])
  expect(second.length).toBe(first.length)
})

test('without a terminal a wait is said each minute again, since when and how long', () => {
  const { io, lines } = ioOf(false)
  const start = new Date(2026, 10, 21, 14, 5).getTime()
  let now = start
  const show = progressLine(io, false, () => now)
  const waiting: ProgressView = { ...view, state: 'waiting', note: 'Waiting for the core.' }
  for (let second = 0; second <= 150; second += 1) {
    now = start + second * 1000
    show(waiting)
  }
  show({ ...view, finished: 1 })
  expect(lines.slice(0, 4)).toEqual([
    'Waiting for the core.\n',
    'Waiting for the core. Waiting since 14:05, 1 minute.\n',
    'Waiting for the core. Waiting since 14:05, 2 minutes.\n',
    'The core answers again.\n',
  ])
})

/** The text written while an earlier migration of 10,000 users is read, a thousand users every 400 ms. */
function workLineWritten(terminal: boolean, quiet = false): readonly string[] {
  const { io, lines } = ioOf(terminal)
  let now = 0
  const show = workLine(io, quiet, () => now)
  for (let done = 0; done <= 10_000; done += 1000) {
    show({ kind: 'comparing', done, total: 10_000, reading: null })
    now += 400
  }
  show({ kind: 'idle', done: 0, total: 0, reading: null })
  return lines
}

describe('the line of what goes on before a run', () => {
  test('is written over itself in a terminal, and taken away at the end', () => {
    const lines = workLineWritten(true)
    expect([
      lines[0]?.trim(),
      lines.length,
      lines.every((line) => line.startsWith('\r')),
      lines.at(-1)?.trim(),
    ]).toEqual(['Reading the earlier migration: 2,000 of 10,000 users', 10, true, ''])
  })

  test('comes now and then where there is no terminal', () => {
    expect(workLineWritten(false)).toEqual([
      'Reading the earlier migration: 5,000 of 10,000 users\n',
      'Reading the earlier migration: 10,000 of 10,000 users\n',
    ])
  })

  test.each([
    ['a planning that has just begun', { kind: 'planning', done: 0, total: 0, reading: null }],
    [
      'a file without a record so far',
      { kind: 'reading', done: 9, total: 9, reading: { fileId: 1, records: 0, secondsLeft: null } },
    ],
  ] as const)('does not stay for %s', (_, work) => {
    const { io, lines } = ioOf(false)
    let now = 0
    const show = workLine(io, false, () => now)
    for (; now < 10_000; now += 1000) show(work)
    expect(lines).toEqual([])
  })

  test('names one record as one', () => {
    const { io, lines } = ioOf(false)
    let now = 0
    const show = workLine(io, false, () => now)
    const reading = { fileId: 1, records: 1, secondsLeft: null }
    for (; now < 4000; now += 1000) show({ kind: 'reading', done: 9, total: 9, reading })
    expect(lines).toEqual(['Reading the export: 1 record, 100%\n'])
  })

  test('is left out where nobody reads it', () => {
    expect(workLineWritten(true, true)).toEqual([])
  })
})

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

/** The text written while 5,000 users are read for a report, a thousand every `ms`. */
function savingLineWritten(terminal: boolean, ms: number): readonly string[] {
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
  expect(savingLineWritten(true, 300)).toEqual([
    '\rWriting: 2,000 of 5,000 users',
    '\rWriting: 4,000 of 5,000 users',
    '\rWriting: 5,000 of 5,000 users\n',
  ])
})

test('without a terminal a line comes now and then, and none for what is quick', () => {
  expect([savingLineWritten(false, 1000), savingLineWritten(false, 10), savingLineWritten(true, 10)]).toEqual([
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
    expect.stringMatching(/^Checking progress-line\.test\.ts \(.* kB\) for damage/),
  ])
})
