import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createConflatingSender } from '../../../electron/ipc/conflate.ts'

test('the first value leaves at once and later ones wait until it was taken', () => {
  const sent: number[] = []
  const page = createConflatingSender<number>((value) => sent.push(value))
  page.send(1)
  page.send(2)
  page.send(3)
  expect(sent).toEqual([1])
  page.acknowledge()
  expect(sent).toEqual([1, 3])
})

test('whatever happens, values arrive in order, one at a time, and the last one arrives', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('offer', 'taken'), { maxLength: 60 }), (steps) => {
      const sent: number[] = []
      let underWay = 0
      let most = 0
      const page = createConflatingSender<number>((value) => {
        sent.push(value)
        underWay += 1
        most = Math.max(most, underWay)
      })
      const take = () => {
        underWay = 0
        page.acknowledge()
      }
      let offered = 0
      for (const step of steps) {
        if (step === 'offer') page.send((offered += 1))
        else take()
      }
      take()
      expect([sent, most <= 1, sent.at(-1)]).toEqual([
        sent.toSorted((a, b) => a - b),
        true,
        offered === 0 ? undefined : offered,
      ])
    }),
  )
})
