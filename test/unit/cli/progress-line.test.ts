import { expect, test } from 'vitest'
import type { Io } from '../../../electron/cli/io.ts'
import { progressLine } from '../../../electron/cli/output/progress-line.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'

const none = { ready: 0, blocked: 0, excluded: 0, existing: 0, sending: 0, migrated: 0, failed: 0, 'in-doubt': 0 }
const view: ProgressView = {
  state: 'running',
  at: 0,
  version: 1,
  counts: none,
  methods: [],
  target: 200,
  finished: 0,
  perSecond: 0,
  remaining: '',
  leftMs: null,
  elapsedMs: 0,
  pausedMs: 0,
  p50: 0,
  p99: 0,
  concurrency: 8,
  retries: 0,
  calls: 0,
  setAside: 0,
  note: '',
  stopped: null,
  executorChoice: '',
  bulk: null,
  stopRule: { inARow: 50, percent: null },
  outage: null,
  lastOrder: { kind: 'all', interrupted: false },
  startedAt: 0,
  history: [],
}

/** What is written of a run that tells these notes, one a minute. */
function written(terminal: boolean, notes: readonly string[]): readonly string[] {
  const lines: string[] = []
  const io: Io = {
    cwd: '/',
    env: {},
    ask: terminal ? () => Promise.resolve('') : null,
    signal: new AbortController().signal,
    out: () => undefined,
    err: (text) => void lines.push(text),
  }
  let now = 0
  const show = progressLine(io, false, () => (now += 60_000))
  for (const note of notes) show({ ...view, note })
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

test('a shorter line leaves nothing of a longer one', () => {
  const [first = '', second = ''] = written(true, ['x'.repeat(120), ''])
  expect(second.length).toBe(first.length)
})

test('without a terminal a wait is said each minute again, since when and how long', () => {
  const lines: string[] = []
  const io: Io = {
    cwd: '/',
    env: {},
    ask: null,
    signal: new AbortController().signal,
    out: () => undefined,
    err: (text) => void lines.push(text),
  }
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
