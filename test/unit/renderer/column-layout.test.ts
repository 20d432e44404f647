import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  everyColumn,
  moved,
  readLayout,
  resized,
  stretchedColumn,
  switched,
  defaultLayouts,
} from '../../../renderer/components/users/column-layout.ts'
import { userSorts } from '../../../shared/ipc/views.ts'

const usual = defaultLayouts.review

test('every column that is offered can be ordered by, and the other way round', () => {
  expect(everyColumn.toSorted()).toEqual([...userSorts].toSorted())
})

test('columns are chosen, moved and sized; the one that names the user stays', () => {
  const chosen = switched(switched(switched(usual, 'phone', true), 'note', false), 'label', false)
  expect([
    chosen.shown,
    moved(chosen, 'state', 'label').shown,
    moved(chosen, 'label', -1).shown,
    resized(chosen, 'phone', 12).widths.phone,
    [stretchedColumn(usual), stretchedColumn(chosen)],
  ]).toEqual([
    ['label', 'phone', 'state', 'methods', 'family'],
    ['state', 'label', 'phone', 'methods', 'family'],
    chosen.shown,
    60,
    ['note', 'family'],
  ])
})

const layout = fc
  .record({
    hidden: fc.subarray(everyColumn.filter((id) => id !== 'label')),
    widths: fc.dictionary(fc.constantFrom(...everyColumn), fc.integer({ min: 60, max: 900 })),
    density: fc.constantFrom('comfortable' as const, 'compact' as const),
    order: fc.shuffledSubarray([...everyColumn], { minLength: everyColumn.length }),
  })
  .map(({ hidden, widths, density, order }) => ({
    shown: order.filter((id) => id === 'label' || !hidden.includes(id)),
    widths: { ...widths },
    density,
  }))

test('what was remembered is found again as it was left', () => {
  fc.assert(
    fc.property(layout, (left) => {
      expect(readLayout(JSON.stringify(left), usual)).toEqual(left)
    }),
  )
})

test('what makes no sense is as usual', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(readLayout(text, usual)).toEqual(usual)
    }),
  )
  expect(['{', null, '{"shown":["email"]}'].map((text) => readLayout(text, usual))).toEqual([usual, usual, usual])
})
