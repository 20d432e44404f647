import { expect, test } from 'vitest'
import { createRoundWatch } from '../../../../../electron/engine/runner/bulk/follow-batches.ts'

const [working, waiting, nothing] = [
  { isWorking: true, isWaiting: true },
  { isWorking: false, isWaiting: true },
  { isWorking: false, isWaiting: false },
]
const second = 1000
const minute = 60 * second

test('before a round was seen, it comes five minutes after the first user was staged, at the latest', () => {
  const watch = createRoundWatch()
  expect(watch.nextRoundMs(0)).toBeNull()
  watch.look(10 * second, waiting)
  watch.look(2 * minute, waiting)
  expect([watch.waitingMs(2 * minute), watch.nextRoundMs(2 * minute)]).toEqual([110 * second, 190 * second])
})

test('a round that was seen tells when the next one begins', () => {
  const watch = createRoundWatch()
  watch.look(0, waiting)
  watch.look(minute, working)
  expect([watch.waitingMs(minute), watch.nextRoundMs(minute)]).toEqual([0, null])
  watch.look(2 * minute, working)
  watch.look(3 * minute, waiting)
  expect([watch.waitingMs(4 * minute), watch.nextRoundMs(4 * minute)]).toEqual([minute, 2 * minute])
  // It is due now; once it has not come, it comes five minutes after the waiting began at the latest.
  expect([watch.nextRoundMs(6 * minute), watch.nextRoundMs(6 * minute + 1)]).toEqual([0, 2 * minute - 1])
})

test('a round that took longer than the interval says nothing more about the next one', () => {
  const watch = createRoundWatch()
  watch.look(0, working)
  watch.look(7 * minute, waiting)
  expect([watch.nextRoundMs(7 * minute), watch.nextRoundMs(14 * minute)]).toEqual([5 * minute, 0])
})

test('nobody waits when nobody is staged any more', () => {
  const watch = createRoundWatch()
  watch.look(0, waiting)
  watch.look(second, nothing)
  expect([watch.waitingMs(minute), watch.nextRoundMs(minute)]).toEqual([0, null])
})
