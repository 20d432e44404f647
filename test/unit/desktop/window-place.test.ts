import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitPlace } from '../../../electron/desktop/window-place.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }

test('a window that was never open is centred', () => {
  expect(fitPlace(null, [screen])).toEqual({ x: 320, y: 110, width: 1280, height: 860, maximized: false })
})

test('a window goes where it was', () => {
  const place = { x: 40, y: 50, width: 1000, height: 700, maximized: true }
  expect(fitPlace(place, [screen])).toEqual(place)
})

test('a window on a screen that is gone comes to the first one', () => {
  const place = { x: 2500, y: 50, width: 1000, height: 700, maximized: false }
  expect(fitPlace(place, [screen])).toEqual({ x: 460, y: 190, width: 1000, height: 700, maximized: false })
})

test('a window always lies within a screen that is large enough', () => {
  const number = fc.integer({ min: -5000, max: 5000 })
  const size = fc.integer({ min: 1, max: 5000 })
  const area = fc.record({
    x: number,
    y: number,
    width: fc.integer({ min: 900, max: 4000 }),
    height: fc.integer({ min: 600, max: 3000 }),
  })
  const place = fc.record({ x: number, y: number, width: size, height: size, maximized: fc.boolean() })
  fc.assert(
    fc.property(place, fc.array(area, { minLength: 1, maxLength: 3 }), (former, screens) => {
      const { x, y, width, height } = fitPlace(former, screens)
      const within = screens.some(
        (s) => x >= s.x && y >= s.y && x + width <= s.x + s.width && y + height <= s.y + s.height,
      )
      expect([within, width >= 880, height >= 600]).toEqual([true, true, true])
    }),
  )
})
