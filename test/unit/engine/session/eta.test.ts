import { expect, test } from 'vitest'
import { createEta, type EtaMoment } from '../../../../electron/engine/session/progress-view.ts'

const moment: EtaMoment = { left: 9000, done: 1000, perSecond: 10, ticks: 0, elapsedMs: 60_000, standing: false }

test('the time left is unsaid until five seconds and one per cent are behind', () => {
  expect([
    createEta().tell({ ...moment, elapsedMs: 4999 }),
    createEta().tell({ ...moment, done: 80, left: 9920 }),
    createEta().tell(moment),
  ]).toEqual(['', '', 'about 15 minutes'])
})

test('it stays as it was said while the run stands or waits, and goes on from there', () => {
  const eta = createEta()
  const said = [
    eta.tell(moment),
    eta.tell({ ...moment, ticks: 600_000, perSecond: 0, standing: true }),
    eta.tell({ ...moment, ticks: 601_000, perSecond: 10 }),
  ]
  expect(said).toEqual(['about 15 minutes', 'about 15 minutes', 'about 15 minutes'])
})

test('one odd second moves it little, a lasting change comes through', () => {
  const eta = createEta()
  const at = (second: number, perSecond: number) => eta.tell({ ...moment, ticks: second * 1000, perSecond })
  const said = [at(0, 10), at(1, 30), ...[30, 60, 90, 120].map((second) => at(second, 30))]
  expect([said[1], said.at(-1)]).toEqual(['about 13 minutes', 'about 5 minutes'])
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
