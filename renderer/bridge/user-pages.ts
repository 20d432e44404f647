import type { UserPage, UserRow } from '../../shared/bridge/views.ts'

/** Rows in one page: as many as the contract allows, so that a jump takes few questions. */
export const pageSize = 500
/** Pages kept on either side of those in sight. */
const margin = 1
/** How far beyond the known pages the scroll bar reaches: so many pages are walked through at most for one jump. */
const reach = 30
/** Chromium draws no element higher than 33 million pixels; at 40 pixels a row this is the end of the table. */
const mostRows = 800_000

/**
 * A window of pages over a table of any length. Pages are pulled by key, so page n can be asked for once the key
 * that ends page n - 1 is known; the keys stay, the rows of pages out of sight are let go.
 */
export type UserPages = {
  /** `keys[n]` is the `after` of page n. */
  readonly keys: readonly (number | null)[]
  readonly pages: ReadonlyMap<number, readonly UserRow[]>
  /** Rows shown until their page has been read again. */
  readonly stale: ReadonlyMap<number, readonly UserRow[]>
  /** Users that the filter lets through; null until the first page came. */
  readonly total: number | null
  /** The last page is known. */
  readonly ended: boolean
}

export const noPages: UserPages = { keys: [null], pages: new Map(), stale: new Map(), total: null, ended: false }

/** First and last page in sight. */
export type Sight = { readonly first: number; readonly last: number }

/** The page to ask for next, with its key; null when everything in sight is there. */
export function nextPage(state: UserPages, sight: Sight): { page: number; after: number | null } | null {
  for (let page = sight.first; page <= sight.last; page++) {
    if (state.pages.has(page)) continue
    const known = state.keys.length
    if (page >= known && state.ended) return null
    const ask = Math.min(page, known - 1)
    return { page: ask, after: state.keys[ask] ?? null }
  }
  return null
}

/** Takes page `page` and lets go of what is out of sight. */
export function withPage(state: UserPages, page: number, reply: UserPage, sight: Sight): UserPages {
  const isNear = ([n]: readonly [number, unknown]) => n >= sight.first - margin && n <= sight.last + margin
  const pages = new Map([...state.pages].filter(isNear))
  pages.set(page, reply.rows)
  const stale = new Map([...state.stale].filter(isNear))
  stale.delete(page)
  const keys = state.keys.slice(0, page + 1)
  if (reply.next !== null) keys.push(reply.next)
  const later = state.keys[page + 1]
  const keepLater = later !== undefined && later === reply.next
  return {
    keys: keepLater ? state.keys : keys,
    pages,
    stale,
    total: reply.total,
    ended: reply.next === null || (keepLater && state.ended),
  }
}

/** The rows may have changed: those in sight are read again, the others when they come into sight. */
export function outdated(state: UserPages, sight: Sight): UserPages {
  const shown = [...state.stale, ...state.pages].filter(([n]) => n >= sight.first && n <= sight.last)
  return { ...state, pages: new Map(), stale: new Map(shown), keys: state.keys.slice(0, sight.first + 1), ended: false }
}

/** Another filter: nothing is known, but the old rows stay until the first page comes. */
export function refiltered(state: UserPages): UserPages {
  return { ...noPages, stale: new Map([...state.stale, ...state.pages]), total: state.total }
}

export function rowAt(state: UserPages, index: number): UserRow | null {
  const page = Math.floor(index / pageSize)
  return (state.pages.get(page) ?? state.stale.get(page))?.[index % pageSize] ?? null
}

/** How many rows the scroll bar covers now. */
export function rowsInReach(state: UserPages): number {
  const total = state.total ?? 0
  return Math.min(total, mostRows, (state.keys.length + reach) * pageSize)
}

/** Every row that is held, in order. */
export function loadedRows(state: UserPages): UserRow[] {
  const held = new Map([...state.stale, ...state.pages])
  return [...held.keys()].sort((a, b) => a - b).flatMap((page) => held.get(page) ?? [])
}
