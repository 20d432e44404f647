import { useCallback, useEffect, useRef, useState } from 'react'
import { coalesce, type Coalesced } from '../../shared/coalesce.ts'
import type { UserFilter, UserPage, UserRow, UserSort } from '../../shared/ipc/views.ts'
import type { Problem } from '../../shared/result.ts'
import { useBridge } from './bridge-context.tsx'
import { pageClock } from './page-clock.ts'

export type Users = {
  readonly pages: UserPages
  /** The pages belong to the current filter and order. */
  readonly settled: boolean
  readonly loading: boolean
  readonly problem: Problem | null
  readonly reload: () => void
  /** Sets the rows that are on screen; their pages are read. */
  readonly look: (firstRow: number, lastRow: number) => void
}

type Reading = {
  readonly filter: UserFilter
  readonly sort: UserSort
  readonly pages: UserPages
  readonly version: number
}

/** The order of the export. */
export const exportOrder: UserSort = { by: 'place', descending: false }

/** Debounce for fast scrolling, ms. */
const landing = 60

/** Refetch interval = 10 × last query time, so the UI never loads the engine noticeably. */
const rest = 10

/** The users that `filter` lets through, a window of pages at a time; refetched, throttled, when `version` grows. */
export function useUsers(filter: UserFilter, sort: UserSort, version: number): Users {
  const bridge = useBridge()
  const key = JSON.stringify([filter, sort])
  const [pages, setPages] = useState<UserPages>(noPages)
  const [answered, setAnswered] = useState<string | null>(null)
  const [loading, setLoading] = useState(true)
  const [problem, setProblem] = useState<Problem | null>(null)
  const sight = useRef<VisiblePages>({ first: 0, last: 0 })
  const reading = useRef<Reading>({ filter: {}, sort: exportOrder, pages: noPages, version })
  const going = useRef(false)
  const took = useRef(0)
  const flight = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = useRef<Coalesced | null>(null)

  const put = useCallback((next: Partial<Reading> & { readonly pages: UserPages }) => {
    reading.current = { ...reading.current, ...next }
    setPages(next.pages)
  }, [])

  /** Asks for page after page until all in sight are there; a new range meanwhile is picked up. */
  const read = useCallback(async () => {
    if (going.current) return
    going.current = true
    setLoading(true)
    for (;;) {
      const before = reading.current
      const page = userPages.next(before.pages, sight.current)
      if (page === null) break
      const requestedAt = performance.now()
      const { filter: of, sort: by } = before
      const result = await bridge.invoke('users:page', { filter: of, sort: by, from: page * pageSize, limit: pageSize })
      took.current = performance.now() - requestedAt
      // The filter changed meanwhile, or another window asked in between.
      if (reading.current !== before || (!result.ok && result.error.code === 'superseded')) continue
      setProblem(result.ok ? null : result.error)
      if (!result.ok) break
      put({ pages: userPages.with(before.pages, page, result.value, sight.current) })
      setAnswered(before.pages.question)
    }
    going.current = false
    setLoading(false)
  }, [bridge, put])

  useEffect(() => {
    const gentle = coalesce(
      async () => {
        put({ pages: userPages.markStale(reading.current.pages, sight.current) })
        await read()
      },
      () => Math.max(1000, took.current * rest),
      pageClock,
    )
    refresh.current = gentle
    return gentle.stop
  }, [put, read])

  useEffect(() => {
    const before = reading.current
    if (before.pages.question !== key) {
      sight.current = { first: 0, last: 0 }
      put({ filter, sort, version, pages: userPages.refiltered(before.pages, key) })
      void read()
    } else if (before.version !== version) {
      reading.current = { ...before, version }
      refresh.current?.request()
    }
  }, [key, filter, sort, version, put, read])

  const look = useCallback(
    (firstRow: number, lastRow: number) => {
      const before = sight.current
      const first = Math.floor(firstRow / pageSize)
      sight.current = { first, last: Math.floor(Math.max(lastRow, 0) / pageSize) }
      clearTimeout(flight.current)
      // Rows passed by fast scrolling are not loaded; the rows where it ends are.
      if (Math.abs(first - before.first) > 1) flight.current = setTimeout(() => void read(), landing)
      else void read()
    },
    [read],
  )
  useEffect(() => () => clearTimeout(flight.current), [])
  const reload = useCallback(() => refresh.current?.request(), [])
  return { pages, settled: answered === key, loading, problem, reload, look }
}

/** Rows in one page: three screens full, a few kilobytes. */
export const pageSize = 100
/** Pages kept on either side of those in sight. */
const margin = 2

/**
 * A window of pages over a table of any length. Any page can be requested by its place; pages out of sight
 * are dropped, so that memory does not grow with the table.
 */
export type UserPages = {
  /** The filter and order that `pages` answers, as a text; null before the first one. */
  readonly question: string | null
  readonly pages: ReadonlyMap<number, readonly UserRow[]>
  /** Rows shown until their page has been read again. */
  readonly stale: ReadonlyMap<number, readonly UserRow[]>
  /** Users that the filter lets through; null until the first page came. */
  readonly total: number | null
}

export const noPages: UserPages = { question: null, pages: new Map(), stale: new Map(), total: null }

/** First and last page in sight. */
type VisiblePages = { readonly first: number; readonly last: number }

/** Changes of the pages that a table holds. */
export const userPages = {
  /** The page to ask for next: one in sight, else its neighbour; null when they are all there. */
  next: ({ pages, total }: UserPages, { first, last }: VisiblePages): number | null => {
    const end = Math.ceil((total ?? 0) / pageSize)
    const inSight = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const wanted = [...inSight, last + 1, first - 1].find((page) => page >= 0 && page < end && !pages.has(page))
    // An empty result may be stale, so the first page is always requested.
    return wanted ?? (pages.size === 0 ? 0 : null)
  },
  /** Adds a page and drops pages out of sight. */
  with: (state: UserPages, page: number, reply: UserPage, sight: VisiblePages): UserPages => {
    const isNear = ([n]: readonly [number, unknown]) => n >= sight.first - margin && n <= sight.last + margin
    const pages = new Map([...state.pages].filter(isNear))
    pages.set(page, reply.rows)
    const stale = new Map([...state.stale].filter(isNear))
    stale.delete(page)
    return { question: state.question, pages, stale, total: reply.total }
  },
  /** The rows may have changed: those in sight are read again, the others when they come into sight. */
  markStale: (state: UserPages, sight: VisiblePages): UserPages => {
    const shown = [...state.stale, ...state.pages].filter(([n]) => n >= sight.first && n <= sight.last)
    return { ...state, pages: new Map(), stale: new Map(shown) }
  },
  /** Another filter or order: nothing is known, but the old rows stay until the first page comes. */
  refiltered: (state: UserPages, question: string): UserPages => ({
    question,
    pages: new Map(),
    stale: new Map([...state.stale, ...state.pages]),
    total: state.total,
  }),
  rowAt: (state: UserPages, index: number): UserRow | null => {
    const page = Math.floor(index / pageSize)
    return (state.pages.get(page) ?? state.stale.get(page))?.[index % pageSize] ?? null
  },
}
