import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { progressSchema } from '../../../../shared/ipc/views/run-views.ts'
import { createEta, secondsLeftOf } from '../../../../electron/engine/session/progress-view.ts'

type EtaMoment = Parameters<ReturnType<typeof createEta>['tell']>[0]

const moment: EtaMoment = { left: 9000, done: 1000, perSecond: 10, ticks: 0, elapsedMs: 60_000, standing: false }
const leftMsSchema = progressSchema.shape.leftMs

test('the time left is unsaid until five seconds and one per cent are behind', () => {
  expect([
    createEta().tell({ ...moment, elapsedMs: 4999 }),
    createEta().tell({ ...moment, done: 80, left: 9920 }),
    createEta().tell(moment),
  ]).toEqual(['', '', 'about 15 minutes'])
})

test.each([
  [0, 10, ''],
  [449, 10, 'less than a minute'],
  [450, 10, 'about 1 minute'],
  [890, 10, 'about 1 minute'],
  [900, 10, 'about 2 minutes'],
  [53_400, 10, 'about 89 minutes'],
  [54_000, 10, 'about 2 hours'],
  [54_000, 0, ''],
  [2_592_000, 1, 'about 720 hours'],
  [2_592_001, 1, ''],
])('%i users at %i a second take %j', (left, perSecond, expected) => {
  expect(createEta().tell({ ...moment, left, perSecond, done: 30_000 })).toBe(expected)
})

test('the rate is averaged over a quarter of a minute, so that recent seconds count most', () => {
  const eta = createEta()
  // The last of the first seconds counts like any other.
  eta.tell({ ...moment, ticks: 600_000, elapsedMs: 4999 })
  eta.tell({ ...moment, perSecond: 30, ticks: 615_000, elapsedMs: 5000 })
  expect(eta.leftMs()).toBe(Math.round(9_000_000 / (10 / Math.E + 30 * (1 - 1 / Math.E))))
})

test('exactly five seconds and exactly one per cent are enough', () => {
  const told = createEta().tell({ ...moment, elapsedMs: 5000, done: 100, left: 9900 })
  expect([told, createEta().tell({ ...moment, done: 99, left: 9900 })]).toEqual(['about 17 minutes', ''])
})

test('a resumed run keeps its estimate until five seconds are behind', () => {
  const eta = createEta()
  const told = [moment, { ...moment, left: 18_000, elapsedMs: 4999 }, { ...moment, left: 18_000, elapsedMs: 5000 }]
  expect(told.map((one) => [eta.tell(one), eta.leftMs()])).toEqual([
    ['about 15 minutes', 900_000],
    ['about 15 minutes', 900_000],
    ['about 30 minutes', 1_800_000],
  ])
})

test('what was forgotten is unknown, also in milliseconds', () => {
  const eta = createEta()
  eta.tell(moment)
  eta.forget()
  expect(eta.leftMs()).toBeNull()
})

test.each([
  ['an empty file', 0, 0, 5000, null],
  ['less than a second of reading', 50, 100, 999, null],
  ['one second of reading', 50, 100, 1000, 1],
  ['less than two per cent', 19, 1000, 1000, null],
  ['two per cent', 20, 1000, 1000, 49],
  ['a third', 30, 100, 7000, 17],
  ['a file that grew while it was read', 120, 100, 7000, 1],
])('after %s, the time to the end of a file is known, or not', (_, bytes, size, elapsedMs, expected) => {
  expect(secondsLeftOf(bytes, size, elapsedMs)).toBe(expected)
})

test('it stays as it was said while the run stands or waits, and goes on from there', () => {
  const eta = createEta()
  const estimates = [
    eta.tell(moment),
    eta.tell({ ...moment, ticks: 600_000, perSecond: 0, standing: true }),
    eta.tell({ ...moment, ticks: 601_000, perSecond: 10 }),
  ]
  expect(estimates).toEqual(['about 15 minutes', 'about 15 minutes', 'about 15 minutes'])
})

test('one odd second moves it little, a lasting change comes through', () => {
  const eta = createEta()
  const at = (second: number, perSecond: number) => eta.tell({ ...moment, ticks: second * 1000, perSecond })
  const estimates = [at(0, 10), at(1, 30), ...[30, 60, 90, 120].map((second) => at(second, 30))]
  expect([estimates[1], estimates.at(-1)]).toEqual(['about 13 minutes', 'about 5 minutes'])
})

test('another order begins without a guess', () => {
  const eta = createEta()
  eta.tell(moment)
  eta.forget()
  expect(eta.tell({ ...moment, standing: true })).toBe('')
})

test('the first seconds, in which a run gathers speed, are not averaged with those that follow', () => {
  const eta = createEta()
  const at = (second: number, perSecond: number) =>
    eta.tell({ ...moment, left: 3000, done: 60, perSecond, ticks: second * 1000, elapsedMs: second * 1000 })
  expect(
    [
      [0, 0],
      [2, 1],
      [4, 11],
      [6, 12],
    ].map(([second = 0, perSecond = 0]) => at(second, perSecond)),
  ).toEqual(['', '', '', 'about 4 minutes'])
})

test('a resumed run keeps what was known until its own first seconds are over', () => {
  const eta = createEta()
  const told = (next: Partial<EtaMoment>) => [eta.tell({ ...moment, ...next }), eta.leftMs()]
  expect([
    told({}),
    told({ ticks: 300_000, elapsedMs: 0, perSecond: 0 }),
    told({ ticks: 304_000, elapsedMs: 4000, perSecond: 2 }),
  ]).toEqual([
    ['about 15 minutes', 900_000],
    ['about 15 minutes', 900_000],
    ['about 15 minutes', 900_000],
  ])
})

test('whatever a run measures, the time left is a number of milliseconds or unknown', () => {
  const moments = fc.array(
    fc.record({
      left: fc.nat(),
      done: fc.nat(),
      perSecond: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 10_000, noNaN: true })),
      wait: fc.nat({ max: 20_000_000 }),
      elapsedMs: fc.nat({ max: 20_000_000 }),
      standing: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(moments, (told) => {
      const eta = createEta()
      let ticks = 0
      return told.every(({ wait, ...next }) => {
        ticks += wait
        eta.tell({ ...next, ticks })
        return leftMsSchema.safeParse(eta.leftMs()).success
      })
    }),
  )
})
