import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  loadedRows,
  nextPage,
  noPages,
  outdated,
  pageSize,
  refiltered,
  rowAt,
  rowsInReach,
  withPage,
} from '../../../renderer/bridge/user-pages.ts'
import type { Sight, UserPages } from '../../../renderer/bridge/user-pages.ts'
import type { UserPage, UserRow } from '../../../shared/bridge/views.ts'

function row(id: number): UserRow {
  return {
    id,
    label: `user${id}@example.com`,
    sourceId: null,
    email: null,
    phone: null,
    methods: [],
    family: '',
    state: 'ready',
    note: '',
    tries: 0,
    file: 'users.csv',
    line: id,
  }
}

/** A page as main answers it, over users with the ids given in ascending order. */
function answer(ids: readonly number[], after: number | null): UserPage {
  const later = ids.filter((id) => id > (after ?? 0))
  const rows = later.slice(0, pageSize).map(row)
  return { rows, total: ids.length, next: later.length > pageSize ? (rows.at(-1)?.id ?? null) : null }
}

/** Asks until everything in sight is there; says how often it had to ask. */
function read(state: UserPages, ids: readonly number[], sight: Sight): { state: UserPages; asked: number } {
  let now = state
  for (let asked = 0; ; asked++) {
    const wanted = nextPage(now, sight)
    if (!wanted) return { state: now, asked }
    now = withPage(now, wanted.page, answer(ids, wanted.after), sight)
  }
}

/** Ids with holes, as many as said. */
const idsOf = (count: number, step = 3): readonly number[] => Array.from({ length: count }, (_, n) => (n + 1) * step)

describe('a window of pages', () => {
  test('shows the right user in every row that was in sight, wherever one jumps', () => {
    const jumps = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), fc.integer({ min: 1, max: 5 }), jumps, (count, step, firsts) => {
        const ids = idsOf(count, step)
        let state: UserPages = noPages
        for (const first of firsts) {
          const sight = { first, last: first + 1 }
          state = read(state, ids, sight).state
          for (let index = first * pageSize; index < (first + 2) * pageSize; index++) {
            expect(rowAt(state, index)?.id).toBe(ids[index])
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  test('holds the pages in sight and one on either side, however far one scrolled', () => {
    let state: UserPages = noPages
    const ids = idsOf(50_000)
    for (let first = 0; first < 90; first++) state = read(state, ids, { first, last: first + 1 }).state
    expect({ pages: [...state.pages.keys()], rows: loadedRows(state).length }).toEqual({
      pages: [88, 89, 90],
      rows: 3 * pageSize,
    })
  })

  test('asks for a page seen before by its remembered key, not from the start', () => {
    const ids = idsOf(40_000)
    const far = read(noPages, ids, { first: 40, last: 40 })
    const back = read(far.state, ids, { first: 20, last: 20 })
    expect({ far: far.asked, back: back.asked, id: rowAt(back.state, 20 * pageSize)?.id }).toEqual({
      far: 41,
      back: 1,
      id: ids[20 * pageSize],
    })
  })

  test('keeps the old rows on screen until changed ones were read, then shows those', () => {
    const sight = { first: 1, last: 1 }
    const before = read(noPages, idsOf(3000), sight).state
    const old = outdated(before, sight)
    const fewer = idsOf(3000).filter((id) => id % 2 === 0)
    const after = read(old, fewer, sight).state
    const index = pageSize + 5
    expect([rowAt(old, index), rowAt(after, index)?.id]).toEqual([
      rowAt(before, index),
      fewer.filter((id) => id > pageSize * 3)[5],
    ])
  })

  test('forgets keys and totals of another filter, but not what is on screen', () => {
    const before = read(noPages, idsOf(3000), { first: 0, last: 0 }).state
    const other = refiltered(before)
    expect({ keys: other.keys, id: rowAt(other, 3)?.id, next: nextPage(other, { first: 0, last: 0 }) }).toEqual({
      keys: [null],
      id: 12,
      next: { page: 0, after: null },
    })
  })

  test('offers to scroll a bounded way beyond what is known, and to the end once it is near', () => {
    const start = read(noPages, idsOf(60_000), { first: 0, last: 0 }).state
    const near = read(start, idsOf(60_000), { first: 95, last: 95 }).state
    expect([rowsInReach(noPages), rowsInReach(start), rowsInReach(near)]).toEqual([0, 32 * pageSize, 60_000])
  })
})
