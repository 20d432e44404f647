import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noPages, pageSize, type UserPages, userPages } from '../../../../renderer/api/use-users.ts'
import type { UserPage, UserRow } from '../../../../shared/ipc/views.ts'

type VisiblePages = Parameters<typeof userPages.next>[1]

function row(id: number): UserRow {
  return {
    id,
    label: `user${id}@example.com`,
    sourceId: null,
    email: null,
    phone: null,
    methods: [],
    family: '',
    providers: [],
    tenants: [],
    state: 'ready',
    note: '',
    tries: 0,
    file: 'users.csv',
    line: id,
    place: `line ${id}`,
  }
}

/** A page of users with these ids, as main returns it. */
function answer(ids: readonly number[], page: number): UserPage {
  return { rows: ids.slice(page * pageSize, (page + 1) * pageSize).map(row), total: ids.length }
}

/** Requests pages until all visible rows are loaded; returns the requested pages. */
function read(
  state: UserPages,
  ids: readonly number[],
  sight: VisiblePages,
): { state: UserPages; requested: readonly number[] } {
  const requested: number[] = []
  for (let now = state; ;) {
    const page = userPages.next(now, sight)
    if (page === null) return { state: now, requested }
    requested.push(page)
    now = userPages.with(now, page, answer(ids, page), sight)
  }
}

const idsOf = (count: number, step = 3): readonly number[] => Array.from({ length: count }, (_, n) => (n + 1) * step)

describe('a window of pages', () => {
  test('shows the right user in every visible row after any jump', () => {
    const jumps = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), fc.integer({ min: 1, max: 5 }), jumps, (count, step, firsts) => {
        const ids = idsOf(count, step)
        let state: UserPages = noPages
        for (const first of firsts) {
          const sight = { first, last: first + 1 }
          state = read(state, ids, sight).state
          for (let index = first * pageSize; index < (first + 2) * pageSize; index++) {
            expect(userPages.rowAt(state, index)?.id).toBe(ids[index])
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  test('keeps the visible pages and two on either side after any scrolling', () => {
    let state: UserPages = noPages
    const ids = idsOf(20_000)
    for (let first = 0; first < 90; first++) state = read(state, ids, { first, last: first + 1 }).state
    expect({
      pages: [...state.pages.keys()].toSorted((a, b) => a - b),
      rows: [...state.pages.values()].flat().length,
    }).toEqual({
      pages: [87, 88, 89, 90, 91],
      rows: 5 * pageSize,
    })
  })

  test('requests the visible pages first, then their neighbours, and none in between', () => {
    const { state } = read(noPages, idsOf(40_000), { first: 0, last: 0 })
    expect(read(state, idsOf(40_000), { first: 200, last: 201 }).requested).toEqual([200, 201, 202, 199])
  })

  test('keeps the old rows on screen until changed ones were read, then shows those', () => {
    const sight = { first: 1, last: 1 }
    const before = read(noPages, idsOf(3000), sight).state
    const old = userPages.markStale(before, sight)
    const fewer = idsOf(3000).filter((id) => id % 2 === 0)
    const after = read(old, fewer, sight).state
    const index = pageSize + 5
    expect([userPages.rowAt(old, index), userPages.rowAt(after, index)?.id]).toEqual([
      userPages.rowAt(before, index),
      fewer[index],
    ])
  })

  test('drops the rows of another filter, but not the visible ones', () => {
    const before = read(noPages, idsOf(3000), { first: 0, last: 0 }).state
    const other = userPages.refiltered(before, 'another')
    expect({ id: userPages.rowAt(other, 3)?.id, next: userPages.next(other, { first: 0, last: 0 }) }).toEqual({
      id: 12,
      next: 0,
    })
  })

  test('requests again after an empty result', () => {
    const nobody = read(noPages, [], { first: 0, last: 0 }).state
    expect([
      userPages.next(nobody, { first: 0, last: 0 }),
      read(userPages.refiltered(nobody, 'another'), [7], { first: 0, last: 0 }).requested,
    ]).toEqual([null, [0]])
  })
})
