import { deltaGroupCode, deltaGroupFindings } from '../../../../shared/planning/delta-groups.ts'
import { isCountedPart } from '../profile-groups.ts'
import { getSetting } from '../../document/settings.ts'
import { type Database, oneNumber, sql } from '../../document/sqlite.ts'
import { columnLoader, type Facet, type Facets, type Outcomes, type TextColumn } from './load-columns.ts'
import type { Loading, TextLines } from './pieces.ts'

/**
 * Columns that tables of users are filtered and ordered by, each loaded from its index when it is first requested:
 * about 100 bytes per user when all are there. Rows themselves stay in the document.
 */
export type UserColumns = {
  /** Grows with every change of the document; columns that may have changed are loaded again. */
  readonly stamp: () => string
  /** How many users there are. */
  readonly count: () => number
  readonly facets: () => Facets
  readonly happened: () => Outcomes
  /** The places of the failed users of each cause. */
  readonly causes: () => ReadonlyMap<string, Uint32Array>
  /** The places of the users with a finding. */
  readonly finding: (code: string, group: string) => Uint32Array
  /** The places of users that have a text, in the order of the texts. */
  readonly order: (column: TextColumn | 'summary') => Uint32Array
  /** Null: cannot be searched here. */
  readonly lines: (column: TextColumn) => readonly TextLines[] | null
  /** Loads one more piece of a column, so that no query waits for it later. False: all are loaded. */
  readonly warm: () => boolean
}

const warmed: readonly TextColumn[] = ['email', 'source_id', 'phone']

/** `size`: users that are loaded at a time. */
export function createUserColumns(
  database: Database,
  targetId: () => number,
  size: number = usersPerPiece,
): UserColumns {
  let seen = ''
  let users = ''
  const ofUsers = new Map<string, Column<unknown>>()
  const ofStates = new Map<string, Column<unknown>>()

  const column = <T>(kept: Map<string, Column<unknown>>, key: string, begin: () => Loading<T>): Column<T> => {
    const known = kept.get(key) ?? createColumn(begin())
    kept.set(key, known)
    // Each key is filled by one `begin` only.
    return known as Column<T>
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

  const facetColumn = () => column(ofUsers, 'facets', () => columnLoader.facets(database, size))
  const facets = () => facetColumn().whole()
  const places = () => facets().places
  const outcomes = () => column(ofStates, 'happened', () => columnLoader.outcomes(database, targetId(), facets(), size))
  const texts = (name: TextColumn) => column(ofUsers, name, () => columnLoader.texts(database, name, places(), size))
  const summaries = () => column(ofUsers, 'summary', () => columnLoader.summaries(database, facets(), size))
  const withFinding = (code: string, group: string) => {
    if (code === 'existing-user')
      return column(ofStates, 'waiting', () => columnLoader.waiting(database, targetId(), places(), size))
    return column(ofUsers, `finding ${code} ${group}`, () =>
      columnLoader.finding(database, code, group, places(), size),
    )
  }
  const inDeltaGroup = (group: string): Uint32Array => {
    const users = facets().of
    const marks = new Uint8Array(users.length)
    for (const { code, group: key } of deltaGroupFindings(group))
      for (const place of withFinding(code, key).whole()) marks[place] = 1
    const wanted = group === 'new' ? 0 : 1
    return users.map((_, place) => place).filter((place) => marks[place] === wanted)
  }
  const notExcluded = (has: (facet: Facet) => boolean): Uint8Array =>
    Uint8Array.from(facets().facets, (facet) => (facet.state !== 'excluded' && has(facet) ? 1 : 0))

  return {
    stamp,
    count: () => column(ofUsers, 'count', () => countUsers(database)).whole(),
    facets,
    happened: () => outcomes().whole(),
    order: (name) => (name === 'summary' ? summaries().whole() : texts(name).whole().order),
    lines: (name) => texts(name).whole().lines,
    causes: () => column(ofStates, 'causes', () => columnLoader.causes(database, targetId(), places(), size)).whole(),
    finding: (code, group) => {
      if (code === deltaGroupCode) return inDeltaGroup(group)
      // Two kinds are not stored, because nearly all users have them.
      const { of } = facets()
      if (code === 'new-id') {
        const wanted = notExcluded(() => true)
        return texts('source_id')
          .whole()
          .order.filter((place) => wanted[of[place] ?? 0] === 1)
      }
      if (!isCountedPart(code, group)) return withFinding(code, group).whole()
      const wanted = notExcluded(({ profile }) => profile.split(',').includes(group))
      return of.map((_, place) => place).filter((place) => wanted[of[place] ?? 0] === 1)
    },
    warm: () => {
      const before = seen
      const isUnchanged = stamp() === before
      for (const next of [facetColumn, ...warmed.map((name) => () => texts(name)), summaries])
        if (next().step()) return true
      // While users are sent, states are older before they are loaded: they wait until they are asked for.
      return isUnchanged && outcomes().step()
    },
  }
}

/** A column that is loaded piece by piece. */
type Column<T> = {
  /** Loads one more piece; false: all of it is there. */
  readonly step: () => boolean
  readonly whole: () => T
}

function createColumn<T>(loading: Loading<T>): Column<T> {
  let loaded: { readonly value: T } | null = null
  return {
    step: () => {
      if (loaded !== null) return false
      const next = loading.next()
      if (next.done === true) loaded = { value: next.value }
      return true
    },
    whole: () => (loaded ??= { value: finishLoading(loading) }).value,
  }
}

function* countUsers(database: Database): Loading<number> {
  yield
  return oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
}

/** SQLite's versions of changes by other connections, and by this one. */
function dataVersion(database: Database): string {
  const others = sql(database, 'PRAGMA data_version').get()
  const own = sql(database, 'SELECT total_changes() AS n').get()
  return `${JSON.stringify(others)}${JSON.stringify(own)}`
}

/*
 * Lists of all users in pieces. SQLite hands over a list of many rows as one value many times faster than row by row, but
 * a value has a largest size (`sqlite-driver.ts`), a text of JavaScript has another, and a question waits for all of it.
 */

/** Users in one piece: more than a kilobyte of text for each of them fits the largest value. */
const usersPerPiece = 100_000

/** Does the rest of the work in one go. */
function finishLoading<T>(loading: Loading<T>): T {
  for (;;) {
    const step = loading.next()
    if (step.done === true) return step.value
  }
}
