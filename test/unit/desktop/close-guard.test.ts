import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { createCloseGuard } from '../../../electron/desktop/close-guard.ts'

/** A window that is told to close; `left` resolves when it may go. */
function closingWindow(running: boolean, answers: boolean[], finish = async (): Promise<void> => {}) {
  const log: string[] = []
  const happens = new EventEmitter()
  const left = once(happens, 'left')
  const { onClose, end } = createCloseGuard({
    running: async () => running,
    confirm: async () => {
      log.push('asked')
      happens.emit('asked')
      return answers.shift() ?? false
    },
    finish: async () => {
      log.push('finished')
      await finish()
    },
    leave: () => {
      log.push('left')
      happens.emit('left')
    },
  })
  const press = (): boolean => {
    let held = false
    onClose({ preventDefault: () => (held = true) })
    return held
  }
  const whenAsked = () => once(happens, 'asked')
  return { log, left, press, whenAsked, end }
}

test('nothing runs: the migration is closed, then the window goes', async () => {
  const window = closingWindow(false, [])
  expect(window.press()).toBe(true)
  expect(window.press()).toBe(true)
  await window.left
  expect(window.log).toEqual(['finished', 'left'])
  expect(window.press()).toBe(false)
})

test('while users are sent the operator is asked, and can stay', async () => {
  const window = closingWindow(true, [false, true])
  const question = window.whenAsked()
  window.press()
  await question
  await new Promise(setImmediate)
  expect(window.log).toEqual(['asked'])
  window.press()
  await window.left
  expect(window.log).toEqual(['asked', 'asked', 'finished', 'left'])
})

test('a window can be closed even when the migration cannot', async () => {
  const window = closingWindow(false, [], () => Promise.reject(new Error('gone')))
  window.press()
  await window.left
  expect(window.log).toEqual(['finished', 'left'])
})

test('a system that ends the app is not kept waiting by a question, and what is in flight is finished', async () => {
  const window = closingWindow(true, [false])
  window.end()
  window.end()
  window.press()
  await window.left
  await new Promise(setImmediate)
  expect(window.log).toEqual(['finished', 'left'])
})

test('ending while the question is open finishes once, whatever is answered then', async () => {
  let answer = (_value: boolean): void => undefined
  const log: string[] = []
  const { onClose, end } = createCloseGuard({
    running: async () => true,
    confirm: () => new Promise((resolve) => (answer = resolve)),
    finish: async () => void log.push('finished'),
    leave: () => void log.push('left'),
  })
  onClose({ preventDefault: () => undefined })
  await new Promise(setImmediate)
  end()
  answer(true)
  await new Promise(setImmediate)
  expect(log).toEqual(['finished', 'left'])
})
