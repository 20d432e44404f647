import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createConflatingSender } from '../../../electron/engine/conflate.ts'

/** A clock that moves only when told; due work runs in order of time. */
function handClock() {
  let now = 0
  let due: { at: number; work: () => void }[] = []
  return {
    now: () => now,
    setTimer: (ms: number, work: () => void) => void due.push({ at: now + ms, work }),
    advance: (ms: number) => {
      now += ms
      const ripe = due.filter((entry) => entry.at <= now)
      due = due.filter((entry) => entry.at > now)
      for (const entry of ripe) entry.work()
    },
  }
}

test('the first value leaves at once and later ones wait until it was taken', () => {
  const clock = handClock()
  const sent: number[] = []
  const lane = createConflatingSender<number>((value) => sent.push(value), 100, clock)
  lane.send(1)
  lane.send(2)
  lane.send(3)
  clock.advance(1000)
  expect(sent).toEqual([1])
  lane.acknowledge()
  expect(sent).toEqual([1, 3])
})

test('a value that was taken early still keeps the distance in time', () => {
  const clock = handClock()
  const sent: number[] = []
  const lane = createConflatingSender<number>((value) => sent.push(value), 100, clock)
  lane.send(1)
  lane.acknowledge()
  lane.send(2)
  clock.advance(99)
  expect(sent).toEqual([1])
  clock.advance(1)
  expect(sent).toEqual([1, 2])
})

test('whatever happens, values arrive in order, at most ten a second, and the last one arrives', () => {
  const step = fc.oneof(
    fc.constant({ kind: 'offer' } as const),
    fc.constant({ kind: 'taken' } as const),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 300 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const clock = handClock()
      const sent: { value: number; at: number }[] = []
      const lane = createConflatingSender<number>((value) => sent.push({ value, at: clock.now() }), 100, clock)
      let offered = 0
      for (const entry of steps) {
        if (entry.kind === 'offer') lane.send((offered += 1))
        else if (entry.kind === 'taken') lane.acknowledge()
        else clock.advance(entry.ms)
      }
      for (let round = 0; round < 3; round++) {
        lane.acknowledge()
        clock.advance(100)
      }
      for (const [index, entry] of sent.entries()) {
        const before = sent[index - 1]
        if (before) expect([entry.value > before.value, entry.at - before.at >= 100]).toEqual([true, true])
      }
      expect(sent.at(-1)?.value).toBe(offered === 0 ? undefined : offered)
    }),
  )
})
