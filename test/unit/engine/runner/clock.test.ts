import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ageOf, deferred, systemClock } from '../../../../electron/engine/runner/clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a wait longer than a timer of the runtime can be does not end at once', () => {
  const woken: string[] = []
  systemClock.setTimer(400 * 24 * 3600 * 1000, () => woken.push('long'))
  systemClock.setTimer(1000, () => woken.push('short'))
  const cancel = systemClock.setTimer(500, () => woken.push('cancelled'))
  cancel()
  vi.advanceTimersByTime(24 * 24 * 3600 * 1000)
  expect([woken, vi.getTimerCount()]).toEqual([['short'], 1])
})

test('the age of a moment is the longer of two clocks: one may stand still, the other may be set', () => {
  const clock = (now: number, ticks: number) => ({ now: () => now, ticks: () => ticks })
  const moment = { now: 1000, ticks: 100 }
  expect([ageOf(moment, clock(1500, 200)), ageOf(moment, clock(200, 700))]).toEqual([500, 600])
})

test('a promise is resolved from outside', async () => {
  const { promise, resolve } = deferred<number>()
  resolve(3)
  expect(await promise).toBe(3)
})
