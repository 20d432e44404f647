import type { UserPage, UserRow } from '../../shared/ipc/views.ts'

/** Rows in one page: three screens full, a few kilobytes. */
export const pageSize = 100
/** Pages kept on either side of those in sight. */
const margin = 2

/**
 * A window of pages over a table of any length. Any page can be asked for by its place; those out of sight are let go,
 * so that a million users weigh no more than ten thousand.
 */
export type UserPages = {
  readonly pages: ReadonlyMap<number, readonly UserRow[]>
  /** Rows shown until their page has been read again. */
  readonly stale: ReadonlyMap<number, readonly UserRow[]>
  /** Users that the filter lets through; null until the first page came. */
  readonly total: number | null
}

export const noPages: UserPages = { pages: new Map(), stale: new Map(), total: null }

/** First and last page in sight. */
export type VisiblePages = { readonly first: number; readonly last: number }

/** The page to ask for next: one in sight, else its neighbour; null when they are all there. */
export function nextPage({ pages, total }: UserPages, { first, last }: VisiblePages): number | null {
  const end = Math.ceil((total ?? 0) / pageSize)
  const inSight = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const wanted = [...inSight, last + 1, first - 1].find((page) => page >= 0 && page < end && !pages.has(page))
  // An empty result may be stale, so the first page is always requested.
  return wanted ?? (pages.size === 0 ? 0 : null)
}

/** Takes page `page` and lets go of what is out of sight. */
export function withPage(state: UserPages, page: number, reply: UserPage, sight: VisiblePages): UserPages {
  const isNear = ([n]: readonly [number, unknown]) => n >= sight.first - margin && n <= sight.last + margin
  const pages = new Map([...state.pages].filter(isNear))
  pages.set(page, reply.rows)
  const stale = new Map([...state.stale].filter(isNear))
  stale.delete(page)
  return { pages, stale, total: reply.total }
}

/** The rows may have changed: those in sight are read again, the others when they come into sight. */
export function markStale(state: UserPages, sight: VisiblePages): UserPages {
  const shown = [...state.stale, ...state.pages].filter(([n]) => n >= sight.first && n <= sight.last)
  return { ...state, pages: new Map(), stale: new Map(shown) }
}

/** Another filter or order: nothing is known, but the old rows stay until the first page comes. */
export function refiltered(state: UserPages): UserPages {
  return { ...noPages, stale: new Map([...state.stale, ...state.pages]), total: state.total }
}

export function rowAt(state: UserPages, index: number): UserRow | null {
  const page = Math.floor(index / pageSize)
  return (state.pages.get(page) ?? state.stale.get(page))?.[index % pageSize] ?? null
}
