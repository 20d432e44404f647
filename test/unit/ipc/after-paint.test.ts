import { expect, test } from 'vitest'
import { afterPaint } from '../../../shared/ipc/after-paint.ts'

function windowThat(visibilityState: 'visible' | 'hidden') {
  const frames: (() => void)[] = []
  const timers: (() => void)[] = []
  const done: string[] = []
  afterPaint(() => done.push('done'), {
    document: { visibilityState },
    requestAnimationFrame: (then) => frames.push(then),
    setTimeout: (then) => timers.push(then),
  })
  return { frame: () => frames.forEach((then) => then()), later: () => timers.forEach((then) => then()), done }
}

test('what follows waits for the frame, and comes once', () => {
  const { done, frame, later } = windowThat('visible')
  expect(done).toEqual([])
  frame()
  later()
  expect(done).toEqual(['done'])
})

test('a window that is covered before it draws holds nothing back', () => {
  const { done, frame, later } = windowThat('visible')
  later()
  frame()
  expect(done).toEqual(['done'])
})

test('a hidden window is not waited for', () => {
  expect(windowThat('hidden').done).toEqual(['done'])
})
