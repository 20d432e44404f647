import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from '../../../../electron/engine/runner/concurrency-limiter.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

/** A limiter that has begun with a number of users in flight, and the times at which it judged. */
function begun(inFlight: number, isTroubled = () => false) {
  const clock = virtualClock()
  const limiter = createConcurrencyLimiter('auto', clock, isTroubled)
  const judged: number[] = []
  const replies = (count: number, ms: number) => {
    for (let reply = 0; reply < count; reply++) limiter.replied(ms)
  }
  limiter.begin(
    () => inFlight,
    () => void judged.push(clock.ticks()),
  )
  return { clock, limiter, judged, replies }
}

test('a window of half a second is judged where it has three replies for each user in flight', async () => {
  const { clock, limiter, judged, replies } = begun(128)
  replies(12, 100)
  await clock.advance(499)
  expect([judged, limiter.limit()]).toEqual([[], 4])
  await clock.advance(1)
  expect([judged, limiter.limit()]).toEqual([[500], 6])
})

test('a window with fewer replies is extended to five seconds', async () => {
  const { clock, judged, replies } = begun(128)
  replies(11, 100)
  await clock.advance(4999)
  expect(judged).toEqual([])
  await clock.advance(1)
  expect(judged).toEqual([5000])
})

test('replies count again once those of the limit before are over, which is twice as long as a reply takes', async () => {
  const { clock, limiter, judged, replies } = begun(128)
  replies(12, 100)
  await clock.advance(500)
  // Too many for the new limit, and all of them sent at the old one.
  await clock.advance(199)
  replies(100, 5000)
  await clock.advance(1)
  replies(18, 100)
  await clock.advance(499)
  expect([judged, limiter.limit()]).toEqual([[500], 6])
  await clock.advance(1)
  expect([judged, limiter.limit() > 6]).toEqual([[500, 700 + 500], true])
})

test('a try of more at once that makes replies slower ends with the second reply for each user', async () => {
  const { clock, limiter, judged, replies } = begun(128)
  replies(12, 100)
  await clock.advance(500 + 200)
  replies(11, 2000)
  expect([judged, limiter.limit()]).toEqual([[500], 6])
  replies(1, 2000)
  expect([judged, limiter.limit()]).toEqual([[500, 700], 4])
})

test('without enough users in flight, or with only a few replies of them, the limit stays as it is', async () => {
  const { clock, limiter, judged, replies } = begun(3)
  replies(100, 10)
  await clock.advance(1000)
  expect([judged, limiter.limit(), limiter.lowered()]).toEqual([[500, 1000], 4, null])
})

test('a core that pushes back halves the limit after half a second, once for each window in which it does', async () => {
  const { clock, limiter, judged, replies } = begun(128)
  limiter.pushedBack()
  replies(1, 10)
  await clock.advance(500)
  expect([limiter.limit(), limiter.lowered()]).toEqual([2, 'backpressure'])
  await clock.advance(20 + 4999)
  expect(judged).toEqual([500])
  await clock.advance(1)
  expect([judged, limiter.limit()]).toEqual([[500, 500 + 20 + 5000], 2])
})

test('different users that fail halve the limit where none succeeds', async () => {
  let troubled = true
  const { clock, limiter } = begun(128, () => troubled)
  await clock.advance(500)
  expect([limiter.limit(), limiter.lowered()]).toEqual([2, 'errors'])
  troubled = false
  await clock.advance(5000)
  expect(limiter.limit()).toBe(2)
})

test('another concurrency holds from now on, and automatic goes on from it', async () => {
  const { clock, limiter, judged } = begun(128)
  limiter.set(300)
  expect([limiter.limit(), limiter.pacingIntervalMs(), judged, clock.timers()]).toEqual([300, 0, [0], 0])
  limiter.set('auto')
  expect([limiter.limit(), judged, clock.timers()]).toEqual([128, [0, 0], 1])
  limiter.end()
  limiter.set('auto')
  expect([judged, clock.timers()]).toEqual([[0, 0], 0])
})
