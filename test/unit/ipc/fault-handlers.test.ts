import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { faultMessage, handleFaults } from '../../../electron/ipc/log.ts'

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
