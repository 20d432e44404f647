import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnLayout, defaultLayouts, readLayout } from '../../../../renderer/components/users/column-layout.ts'
import { everyColumn } from '../../../../renderer/components/users/columns.tsx'
import { columnsThatFit, fitColumns } from '../../../../renderer/components/users/use-content-widths.ts'
import { userSorts } from '../../../../shared/ipc/views.ts'

const usual = defaultLayouts.review

test('every column that is offered can be ordered by, and the other way round, but for the order of a run', () => {
  expect(everyColumn.toSorted()).toEqual(userSorts.filter((by) => by !== 'run').toSorted())
})

test('columns are chosen, moved and sized; the one that names the user stays', () => {
  const chosen = columnLayout.switched(
    columnLayout.switched(columnLayout.switched(usual, 'phone', true), 'note', false),
    'label',
    false,
  )
  expect([
    chosen.shown,
    columnLayout.moved(chosen, 'state', 'label').shown,
    columnLayout.moved(chosen, 'label', -1).shown,
    columnLayout.resized(chosen, 'phone', 12).widths.phone,
    [columnLayout.stretched(usual), columnLayout.stretched(chosen)],
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

const sum = (widths: Readonly<Record<string, number>>) => Object.values(widths).reduce((all, one) => all + one, 0)
const content = { label: 300, state: 130, methods: 150, family: 110, note: 500 }

test('columns are as wide as what they hold, and the note takes what is left', () => {
  expect(fitColumns(usual, content, 1100)).toEqual({ label: 300, state: 130, methods: 150, family: 110, note: 410 })
  expect(fitColumns(usual, { ...content, note: 120 }, 1100)).toMatchObject({ label: 300, note: 410 })
})

test('a long name has the room that the texts leave, and in a narrow window the note keeps the most of a short one', () => {
  const long = { ...content, label: 520, note: 200 }
  expect(fitColumns(usual, long, 1100)).toMatchObject({ label: 510, note: 200 })
  expect(fitColumns(usual, long, 1400)).toMatchObject({ label: 520, note: 490 })
  expect(fitColumns(usual, long, 950)).toMatchObject({ label: 384, note: 176 })
})

test('several login methods have the room that the note leaves, and no more', () => {
  const several = { ...content, methods: 290, family: 190, note: 300 }
  expect(fitColumns(usual, several, 1600)).toEqual({ label: 300, state: 130, methods: 290, family: 190, note: 690 })
  expect(fitColumns(usual, several, 1150)).toEqual({ label: 300, state: 130, methods: 260, family: 160, note: 300 })
  expect(fitColumns(usual, several, 1000)).toMatchObject({ methods: 234, family: 160, note: 176 })
  expect(fitColumns(usual, { ...several, methods: 4000 }, 3000)).toMatchObject({ methods: 480 })
})

test('in a narrow window the note and then the others give way; the user and the state are never cut', () => {
  const narrow = fitColumns(usual, content, 740)
  expect([narrow.label, narrow.state, sum(narrow) <= 740]).toEqual([300, 130, true])
  // Several login methods are known by the first; a finding by more than a few letters.
  const several = { label: 240, state: 144, methods: 264, note: 300 }
  expect(fitColumns({ ...usual, shown: ['label', 'state', 'methods', 'note'] }, several, 740)).toEqual({
    label: 240,
    state: 144,
    methods: 180,
    note: 176,
  })
})

test('a long user gives way down to 40 characters before a provider is cut', () => {
  const long = { ...content, label: 420, note: 90 }
  expect(fitColumns(usual, long, 846)).toMatchObject({ label: 366, methods: 150, family: 110, state: 130 })
})

test('columns that do not fit are left out, the least telling first; the user, the state and the finding stay', () => {
  const shown = (available: number) => columnsThatFit(usual, { ...content, label: 340 }, available).join(' ')
  expect([shown(0), shown(900), shown(746), shown(640), shown(300)]).toEqual([
    'label state methods family note',
    'label state methods family note',
    'label state methods note',
    'label state note',
    'label state note',
  ])
  expect(columnsThatFit(usual, { ...content, label: 340 }, 700)).toEqual(['label', 'state', 'methods', 'note'])
})

test('the password hash is left out before the finding is cut to a few letters', () => {
  const short = { label: 250, state: 140, methods: 130, family: 130, note: 150 }
  expect([800, 747].map((available) => columnsThatFit(usual, short, available).join(' '))).toEqual([
    'label state methods family note',
    'label state methods note',
  ])
  expect(fitColumns({ ...usual, shown: columnsThatFit(usual, short, 747) }, short, 747).note).toBeGreaterThan(150)
  expect(columnsThatFit(columnLayout.resized(usual, 'note', 60), short, 747)).toContain('family')
})

test('a long ID that names users gives way before the finding is cut, an email does not', () => {
  const ids = { ...content, label: 600, contact: 260, note: 280 }
  const fitted = (available: number, held: typeof content) => {
    const shown = columnsThatFit(usual, held, available)
    return [shown.join(' '), fitColumns({ ...usual, shown }, held, available)]
  }
  expect(fitted(820, ids)).toEqual(['label state methods note', { label: 260, state: 130, methods: 150, note: 280 }])
  // Where there is room, it is whole.
  expect(fitColumns(usual, ids, 1500)).toMatchObject({ label: 600, note: 510 })
  expect(fitColumns(usual, { ...ids, contact: 600 }, 820)).toMatchObject({ label: 330 })
})

test('a column that the operator shows outlasts the usual ones, and a long ID in it leaves the finding its width', () => {
  const withIds = columnLayout.switched(usual, 'sourceId', true)
  const long = { ...content, label: 320, contact: 320, sourceId: 560, note: 240 }
  const fitted = (available: number) => {
    const shown = columnsThatFit(withIds, long, available)
    return fitColumns({ ...withIds, shown }, long, available)
  }
  expect([1100, 746, 640].map(fitted)).toEqual([
    { label: 320, state: 130, methods: 150, family: 110, sourceId: 150, note: 240 },
    { label: 320, state: 130, sourceId: 120, note: 176 },
    { label: 320, state: 130, note: 190 },
  ])
})

test('one long value does not push the others out of sight', () => {
  expect(fitColumns(usual, { ...content, label: 4000 }, 1100)).toMatchObject({ label: 420, state: 130 })
})

test('what the operator sized stays so', () => {
  expect(fitColumns(columnLayout.resized(usual, 'methods', 320), content, 700)).toMatchObject({ methods: 320 })
})

test('the table fills the window, and is wider only where the columns cannot be narrower', () => {
  const width = fc.integer({ min: 60, max: 900 })
  const wanted = fc.record({
    shown: fc
      .shuffledSubarray([...everyColumn], { minLength: 1 })
      .map((ids) => ['label' as const, ...ids.filter((id) => id !== 'label')]),
    content: fc.dictionary(fc.constantFrom(...everyColumn), width),
    available: fc.integer({ min: 100, max: 2400 }),
  })
  fc.assert(
    fc.property(wanted, ({ shown, content: held, available }) => {
      const fitted = fitColumns({ ...usual, shown }, held, available)
      const least = fitColumns({ ...usual, shown }, held, 0)
      expect(Object.keys(fitted).toSorted()).toEqual(shown.toSorted())
      expect(sum(fitted)).toBeGreaterThanOrEqual(available)
      expect(sum(fitted)).toBeLessThanOrEqual(Math.max(sum(least), available))
    }),
  )
})
