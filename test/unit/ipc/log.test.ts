import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createLog, faultMessage, handleFaults, logLevelOf } from '../../../electron/ipc/log.ts'

type LogOptions = Parameters<typeof createLog>[0]

let folder = ''
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'log-')), 'logs')
  const path = folder
  onTestFinished(() => rmSync(join(path, '..'), { recursive: true, force: true }))
})

function log(options: Partial<LogOptions> = {}) {
  return createLog({ folder, now: () => new Date(Date.UTC(2026, 10, 21, 5)), ...options })
}

function written(name = 'app.log'): readonly string[] {
  return readFileSync(join(folder, name), 'utf8').trim().split('\n')
}

test('a line says when, how bad, what, and its numbers; its file is for its owner only', () => {
  log().write('info', 'run-finished', { migrated: 12, rate: 2.345, stopped: null, again: false })
  expect(written()).toEqual([
    '2026-11-21T05:00:00.000Z info run-finished migrated=12 rate=2.3 stopped=null again=false',
  ])
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'app.log')).mode & 0o777]).toEqual([0o700, 0o600])
})

test('names, addresses, hosts, hashes and texts do not get in, from any writer', () => {
  const secrets = {
    email: 'ada@example.com',
    phone: '+44 20 7946 0000',
    host: 'core.example.com',
    path: '/home/ada/users.csv',
    hash: '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232',
    text: 'a sentence about Ada',
    lines: 'one\ntwo',
    long: 'x'.repeat(61),
    'ada@example.com': 1,
  }
  log().write('warn', 'ada@example.com failed', secrets)
  expect(written()).toEqual([
    '2026-11-21T05:00:00.000Z warn ? email=? phone=? host=? path=? hash=? text=? lines=? long=? ?=1',
  ])
})

test('what is below the level is left out; the environment sets it', () => {
  const quiet = log({ level: 'warn' })
  for (const level of ['error', 'warn', 'info', 'debug'] as const) quiet.write(level, 'event')
  expect(written().map((line) => line.split(' ')[1])).toEqual(['error', 'warn'])
  expect([{}, { USER_MIGRATION_LOG: 'debug' }, { USER_MIGRATION_LOG: 'all' }].map(logLevelOf)).toEqual([
    'info',
    'debug',
    'info',
  ])
})

test('a full file makes room, and the oldest goes', () => {
  const small = log({ fileBytes: 100, keep: 2 })
  for (let n = 0; n < 40; n++) small.write('info', 'event', { n })
  expect(readdirSync(folder).toSorted()).toEqual(['app.log', 'app.log.1', 'app.log.2'])
  expect(written().at(-1)).toContain('n=39')
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(Math.max(...sizes)).toBeLessThan(200)
})

test('the log tells the newest warnings and errors, across a change of file', () => {
  const one = log({ fileBytes: 200 })
  for (let n = 0; n < 8; n++) one.write(n % 2 === 0 ? 'warn' : 'info', 'event', { n })
  expect(one.warnings(3).map((line) => line.split(' ').at(-1))).toEqual(['n=2', 'n=4', 'n=6'])
})

test('a log that cannot be written stops nothing', () => {
  writeFileSync(folder, 'a file where the folder should be')
  const broken = log()
  broken.write('error', 'event')
  expect(broken.warnings(5)).toEqual([])
})

function faulty({ finish = () => Promise.resolve(), deadlineMs = 60_000 } = {}) {
  const source = new EventEmitter()
  const ended = new EventEmitter()
  const logged: unknown[] = []
  const told: string[] = []
  let finished = 0
  handleFaults(source, {
    log: { write: (...line) => void logged.push(line) },
    tell: (message) => void told.push(message),
    finish: () => {
      finished += 1
      return finish()
    },
    exit: (code) => void ended.emit('exit', code),
    deadlineMs,
  })
  return { source, exit: once(ended, 'exit'), logged, told, finished: () => finished }
}

const secret = Object.assign(new TypeError('hash $2b$10$abc of ann@example.com'), { code: 'ERR_MADE_UP' })

describe('an exception that nobody caught', () => {
  test('closes the migration, tells the operator, and ends the app', async () => {
    const { source, exit, told, finished } = faulty()
    source.emit('uncaughtException', secret)
    expect([await exit, told, finished()]).toEqual([[1], [faultMessage], 1])
  })

  test('is logged by its kind, never by its text', async () => {
    const { source, exit, logged } = faulty()
    source.emit('uncaughtException', secret)
    await exit
    expect(logged).toEqual([['error', 'uncaught-exception', { name: 'TypeError', code: 'ERR_MADE_UP' }]])
    expect(JSON.stringify(logged)).not.toMatch(/2b|ann@/)
  })

  test('ends the app also when the migration cannot be closed', async () => {
    const { source, exit } = faulty({ finish: () => Promise.reject(new Error('the worker is gone')) })
    source.emit('uncaughtException', secret)
    expect(await exit).toEqual([1])
  })

  test('ends the app also when closing takes for ever', async () => {
    const { source, exit } = faulty({ finish: () => new Promise(() => undefined), deadlineMs: 1 })
    source.emit('uncaughtException', secret)
    expect(await exit).toEqual([1])
  })

  test('ends the app once, however many follow', async () => {
    const { source, exit, told, finished } = faulty()
    source.emit('uncaughtException', secret)
    source.emit('uncaughtException', new Error('another one'))
    await exit
    expect([told.length, finished()]).toEqual([1, 1])
  })
})

test('a rejection that nobody awaits is logged, and nothing ends', () => {
  const { source, logged, told, finished } = faulty()
  source.emit('unhandledRejection', 'a text with ann@example.com')
  expect([logged, told, finished()]).toEqual([
    [['error', 'unhandled-rejection', { name: 'string', code: null }]],
    [],
    0,
  ])
})
