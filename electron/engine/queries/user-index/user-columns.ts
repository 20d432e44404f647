import { getSetting } from '../../document/settings.ts'
import type { Database } from '../../document/sqlite.ts'
import { sql } from '../../document/statements.ts'
import {
  loadCauses,
  loadFacets,
  loadFinding,
  loadOutcomes,
  loadOrder,
  loadTexts,
  loadWaiting,
  type Facets,
  type Outcomes,
  type TextColumn,
} from './load-columns.ts'
import { textLines, type TextLines } from './text-search.ts'

/**
 * What tables of users are filtered and ordered by, a column at a time, each loaded from its index when it is first asked
 * for: about 100 bytes per user when all are there. Rows themselves stay in the document.
 */
export type UserColumns = {
  /** Grows with every change of the document; columns that may have changed are loaded again. */
  readonly stamp: () => string
  readonly facets: () => Facets
  readonly happened: () => Outcomes
  readonly causes: () => ReadonlyMap<string, Uint32Array>
  readonly finding: (code: string, group: string) => Uint32Array
  /** The places of users that have a text, in the order of the texts. */
  readonly order: (column: TextColumn) => Uint32Array
  /** Null: cannot be searched here. */
  readonly lines: (column: TextColumn) => TextLines | null
  /** Loads one more column, so that nobody waits for it later. False: all are there. */
  readonly warm: () => boolean
}

const warmed: readonly TextColumn[] = ['email', 'source_id', 'phone', 'summary']

export function createUserColumns(database: Database, targetId: () => number): UserColumns {
  let seen = ''
  let users = ''
  const ofUsers = new Map<string, unknown>()
  const ofStates = new Map<string, unknown>()

  const once = <T>(kept: Map<string, unknown>, key: string, load: () => T): T => {
    if (!kept.has(key)) kept.set(key, load())
    // Each key is filled by one `load` only.
    return kept.get(key) as T
  }

  /** Forgets what may no longer be true. */
  const stamp = (): string => {
    const target = targetId()
    const now = `${dataVersion(database)} ${target}`
    if (now === seen) return seen
    const usersNow = String(getSetting(database, 'users-version') ?? 0)
    if (usersNow !== users) ofUsers.clear()
    ofStates.clear()
    users = usersNow
    seen = now
    return seen
  }

  const facets = () => once(ofUsers, 'facets', () => loadFacets(database))
  const happened = () => once(ofStates, 'happened', () => loadOutcomes(database, targetId(), facets()))
  const order = (column: TextColumn) =>
    once(ofUsers, `order ${column}`, () => {
      const { places } = facets()
      return loadOrder(database, column).map((id) => Math.max(places.of(id), 0))
    })
  const lines = (column: TextColumn) =>
    once(ofUsers, `lines ${column}`, () => textLines(loadTexts(database, column), order(column)))

  return {
    stamp,
    facets,
    happened,
    order,
    lines,
    causes: () => once(ofStates, 'causes', () => loadCauses(database, targetId())),
    finding: (code, group) =>
      code === 'existing-user'
        ? once(ofStates, 'waiting', () => loadWaiting(database, targetId()))
        : once(ofUsers, `finding ${code} ${group}`, () => loadFinding(database, code, group)),
    warm: () => {
      stamp()
      if (!ofUsers.has('facets')) facets()
      else if (!ofStates.has('happened')) happened()
      else {
        const wanted = warmed.find((column) => !ofUsers.has(`order ${column}`))
        const searched = warmed.find((column) => column !== 'summary' && !ofUsers.has(`lines ${column}`))
        if (wanted !== undefined) order(wanted)
        else if (searched !== undefined) lines(searched)
        else return false
      }
      return true
    },
  }
}

/** What SQLite knows of changes by other connections, and by this one. */
function dataVersion(database: Database): string {
  const others = sql(database, 'PRAGMA data_version').get()
  const own = sql(database, 'SELECT total_changes() AS n').get()
  return `${JSON.stringify(others)}${JSON.stringify(own)}`
}
