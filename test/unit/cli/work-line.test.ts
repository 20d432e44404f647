import { describe, expect, test } from 'vitest'
import { workLine } from '../../../electron/cli/output/progress-line.ts'
import type { Io } from '../../../electron/cli/io.ts'

/** What is written while an earlier migration of 10,000 users is read, a thousand users every 400 ms. */
function written(terminal: boolean, quiet = false): readonly string[] {
  const lines: string[] = []
  const ask = terminal ? () => Promise.resolve('') : null
  const io: Io = {
    cwd: '/',
    env: {},
    ask,
    signal: new AbortController().signal,
    out: () => undefined,
    err: (text) => void lines.push(text),
  }
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
    const lines = written(true)
    expect([
      lines[0]?.trim(),
      lines.length,
      lines.every((line) => line.startsWith('\r')),
      lines.at(-1)?.trim(),
    ]).toEqual(['Reading the earlier migration: 2,000 of 10,000 users', 10, true, ''])
  })

  test('comes now and then where there is no terminal', () => {
    expect(written(false)).toEqual([
      'Reading the earlier migration: 5,000 of 10,000 users\n',
      'Reading the earlier migration: 10,000 of 10,000 users\n',
    ])
  })

  test('is left out where nobody reads it', () => {
    expect(written(true, true)).toEqual([])
  })
})
