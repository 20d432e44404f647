import { useCallback, useEffect, useRef, useState } from 'react'
import { coalesce } from '../../shared/coalesce.ts'
import type { Coalesced } from '../../shared/coalesce.ts'
import type { UserFilter, UserSort } from '../../shared/ipc/views.ts'
import type { Problem } from '../../shared/result.ts'
import { useBridge } from './bridge-context.tsx'
import { wallClock } from './wall-clock.ts'
import { nextPage, noPages, markStale, pageSize, refiltered, withPage } from './user-pages.ts'
import type { VisiblePages, UserPages } from './user-pages.ts'

export type Users = {
  readonly pages: UserPages
  /** The pages belong to the current filter and order. */
  readonly settled: boolean
  readonly loading: boolean
  readonly problem: Problem | null
  readonly reload: () => void
  /** Says which rows are on screen, so that their pages are read. */
  readonly look: (firstRow: number, lastRow: number) => void
}

type Reading = {
  readonly key: string | null
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
  const reading = useRef<Reading>({ key: null, filter: {}, sort: exportOrder, pages: noPages, version })
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
      const page = nextPage(before.pages, sight.current)
      if (page === null) break
      const requestedAt = performance.now()
      const { filter: of, sort: by } = before
      const result = await bridge.invoke('users:page', { filter: of, sort: by, from: page * pageSize, limit: pageSize })
      took.current = performance.now() - requestedAt
      // Something else is wanted by now, or another window asked in between.
      if (reading.current !== before || (!result.ok && result.error.code === 'superseded')) continue
      setProblem(result.ok ? null : result.error)
      if (!result.ok) break
      put({ pages: withPage(before.pages, page, result.value, sight.current) })
      setAnswered(before.key)
    }
    going.current = false
    setLoading(false)
  }, [bridge, put])

  useEffect(() => {
    const gentle = coalesce(
      async () => {
        put({ pages: markStale(reading.current.pages, sight.current) })
        await read()
      },
      () => Math.max(1000, took.current * rest),
      wallClock,
    )
    refresh.current = gentle
    return gentle.stop
  }, [put, read])

  useEffect(() => {
    const before = reading.current
    if (before.key !== key) {
      sight.current = { first: 0, last: 0 }
      put({ key, filter, sort, version, pages: refiltered(before.pages) })
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
      // Who flies past rows does not want them; where the flight ends they are asked for.
      if (Math.abs(first - before.first) > 1) flight.current = setTimeout(() => void read(), landing)
      else void read()
    },
    [read],
  )
  useEffect(() => () => clearTimeout(flight.current), [])
  const reload = useCallback(() => refresh.current?.request(), [])
  return { pages, settled: answered === key, loading, problem, reload, look }
}
