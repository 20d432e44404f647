import * as z from 'zod'
import { causeSql } from '../failures.ts'
import { type UserState, userStates } from '../../../../shared/planning/call.ts'
import { shownMethods } from '../../document/facets.ts'
import { allRows, type Database, oneNumber, sql } from '../../document/sqlite.ts'
import {
  alongIndex,
  comma,
  idRanges,
  joined,
  type Loading,
  type Places,
  placesOf,
  readIdList,
  readIds,
  rowsOfRange,
  textLines,
  type TextLines,
  zero,
} from './pieces.ts'

const bytes = z.instanceof(Uint8Array)

/** The part of a plan that many users share. */
export type Facet = {
  readonly state: UserState
  readonly bucket: string
  readonly methods: string
  readonly providers: string
  readonly tenants: string
  readonly profile: string
  readonly summary: string
}

/** Every user's place, and which facet it has, as an index into `facets`. */
export type Facets = { readonly places: Places; readonly facets: readonly Facet[]; readonly of: Uint32Array }

const facetRow = z.object({
  id: z.number(),
  plan_state: z.enum(userStates),
  bucket: z.string(),
  methods: z.string(),
  providers: z.string(),
  tenants: z.string(),
  profile: z.string(),
  summary: z.string(),
})

const ofFacetAfter = `SELECT CAST(group_concat(id) AS BLOB) AS ids FROM
  (SELECT id FROM user WHERE facet_id = ? AND id > ? ORDER BY id LIMIT ?)`

/** Loads each column of the index of users, a range of them at a time. */
export const columnLoader = {
  /** Reads the smallest index, which has nothing but the facet of each user. */
  *facets(database: Database, size: number): Loading<Facets> {
    const select = `SELECT id, plan_state, bucket, ${shownMethods} AS methods, providers, tenants, profile, summary FROM facet ORDER BY id`
    const rows = allRows(facetRow, sql(database, select))
    const groups: Uint32Array[] = []
    let sinceYield = 0
    for (const { id } of rows) {
      const pieces: Uint32Array[] = []
      for (let after = 0; ;) {
        const ids = readIdList(database, ofFacetAfter, id, after, size)
        if (ids.length > 0) pieces.push(ids)
        sinceYield += ids.length
        if (sinceYield >= size) yield
        if (sinceYield >= size) sinceYield = 0
        if (ids.length < size) break
        after = ids.at(-1) ?? 0
      }
      groups.push(joined(pieces))
    }
    const places = placesOf(groups)
    const of = new Uint32Array(places.count)
    for (const [facet, ids] of groups.entries()) {
      for (let at = 0; at < ids.length; at++) of[places.of(ids[at] ?? 0)] = facet
    }
    const facets = rows.map(({ plan_state: state, ...facet }) => ({ ...facet, state }))
    return { places, facets, of }
  },
  *outcomes(database: Database, targetId: number, { places, facets, of }: Facets, size: number): Loading<Outcomes> {
    const states = numbersBy(
      of,
      Uint8Array.from(facets, ({ state }) => userStates.indexOf(state)),
    )
    const outcomes = { states, tries: new Uint16Array(places.count) }
    for (const range of idRanges(places.last, size)) {
      const [row] = rowsOfRange(database, outcomesRow, outcomesOfRange, [targetId], range)
      if (row !== undefined && row.ids !== null) noteOutcomes(row.ids, places, outcomes)
      yield
    }
    return outcomes
  },
  /** The places of the failed users of each cause, by the key of its group. */
  *causes(
    database: Database,
    targetId: number,
    places: Places,
    size: number,
  ): Loading<ReadonlyMap<string, Uint32Array>> {
    const pieces = new Map<string, Uint32Array[]>()
    for (const range of idRanges(places.last, size)) {
      for (const { cause, ids } of rowsOfRange(database, causeRow, causesOfRange, [targetId], range)) {
        const own = pieces.get(cause) ?? []
        own.push(placesIn(places, readIds(ids)))
        pieces.set(cause, own)
      }
      yield
    }
    return new Map([...pieces].map(([cause, lists]) => [cause, joined(lists)]))
  },
  /** The places of the users that wait because the core had them already. */
  *waiting(database: Database, targetId: number, places: Places, size: number): Loading<Uint32Array> {
    const pieces: Uint32Array[] = []
    for (const { after, upTo } of idRanges(places.last, size)) {
      pieces.push(placesIn(places, readIdList(database, waitingOfRange, targetId, after, upTo)))
      yield
    }
    return joined(pieces)
  },
  /** The places of the users with a finding. */
  *finding(database: Database, code: string, group: string, places: Places, size: number): Loading<Uint32Array> {
    const pieces: Uint32Array[] = []
    for (const { after, upTo } of idRanges(places.last, size)) {
      pieces.push(placesIn(places, readIdList(database, findingOfRange, code, group, after, upTo)))
      yield
    }
    return joined(pieces)
  },
  /** Reads the index of the column. */
  *texts(database: Database, column: TextColumn, places: Places, size: number): Loading<TextOrder> {
    const order: Uint32Array[] = []
    const lines: (TextLines | null)[] = []
    for (const { ids, read } of alongIndex(database, indexOf[column], size)) {
      const own = placesIn(places, ids, true)
      order.push(own)
      lines.push(linesOf(column, own, (select) => textRow.optional().parse(read(select))?.text ?? ''))
      yield
    }
    const known = lines.filter((piece) => piece !== null)
    return { order: joined(order), lines: known.length === lines.length ? known : null }
  },
  /** The places of the users that have a summary, in the order of the summaries, whether one user has it or a facet. */
  *summaries(database: Database, { places, facets, of }: Facets, size: number): Loading<Uint32Array> {
    const owns: Uint32Array[] = []
    for (const { ids } of alongIndex(database, { columns: ['summary'], where: 'summary IS NOT NULL' }, size)) {
      owns.push(placesIn(places, ids, true))
      yield
    }
    const own = joined(owns)
    const shared = sharedSummaries(database, facets)
    const ranks = facets.map(({ summary }) => shared.findIndex((one) => one.summary === summary) + 1)
    const rankAt = Uint32Array.from(of, (facet) => ranks[facet] ?? 0)
    for (let at = 0; at < own.length; at++) rankAt[own[at] ?? 0] = 0
    // Counting sort; users of rank 0 have no summary, or one of their own.
    const ends = new Uint32Array(shared.length + 1)
    for (let place = 0; place < rankAt.length; place++) count(ends, rankAt[place])
    for (let rank = 1; rank < ends.length; rank++) ends[rank] = (ends[rank] ?? 0) + (ends[rank - 1] ?? 0)
    const sorted = new Uint32Array(rankAt.length)
    for (let place = rankAt.length - 1; place >= 0; place--) sorted[count(ends, rankAt[place], -1)] = place
    yield
    const pieces: Uint32Array[] = []
    let done = 0
    for (const [index, { before }] of shared.entries()) {
      pieces.push(own.subarray(done, before), sorted.subarray(ends[index + 1], ends[index + 2]))
      done = before
    }
    return joined([...pieces, own.subarray(done)])
  },
}

/** A number of every user by its facet, or by its state. `map` and `Uint8Array.from` would take ten times as long. */
export function numbersBy(of: Uint32Array | Uint8Array, numbers: Uint8Array): Uint8Array {
  const all = new Uint8Array(of.length)
  for (let place = 0; place < of.length; place++) all[place] = numbers[of[place] ?? 0] ?? 0
  return all
}

/** The outcome of every user at a target: the index of its state in `userStates`, and its tries. */
export type Outcomes = { readonly states: Uint8Array; readonly tries: Uint16Array }

/** `ready` in `progress` says nothing: the plan decides. */
const stateLetters: readonly (readonly [UserState, string])[] = [
  // Those that the core already had wait there, whatever the plan says.
  ['blocked', 'b'],
  ['existing', 'p'],
  ['sending', 's'],
  ['migrated', 'm'],
  ['failed', 'f'],
  ['in-doubt', 'u'],
]
const cases = stateLetters.map(([state, letter]) => `WHEN '${state}' THEN '${letter}'`).join(' ')
const stateOfLetter = new Map(stateLetters.map(([state, letter]) => [letter.charCodeAt(0), userStates.indexOf(state)]))

const outcomesRow = z.object({ ids: bytes.nullable() })
const outcomesOfRange = `SELECT CAST(group_concat(user_id || CASE state ${cases} ELSE 'r' END || tries) AS BLOB) AS ids
  FROM progress WHERE target_id = ? AND user_id > ? AND user_id <= ?`

/** `12m1,13f3`: the id of a user, what happened to it, its tries. */
function noteOutcomes(told: Uint8Array, places: Places, { states, tries }: Outcomes): void {
  let number = 0
  let place = -1
  const end = () => {
    if (place >= 0) tries[place] = Math.min(number, 65_535)
    number = 0
  }
  for (let at = 0; at < told.length; at++) {
    const byte = told[at] ?? 0
    if (byte === comma) end()
    else if (byte >= zero && byte < zero + 10) number = number * 10 + byte - zero
    else {
      place = places.of(number)
      number = 0
      const state = stateOfLetter.get(byte)
      if (place >= 0 && state !== undefined) states[place] = state
    }
  }
  end()
}

const causeRow = z.object({ cause: z.string(), ids: bytes })
const causesOfRange = `SELECT ${causeSql('failure')} AS cause, CAST(group_concat(user_id) AS BLOB) AS ids
  FROM progress INDEXED BY progress_by_state
  WHERE target_id = ? AND state = 'failed' AND failure IS NOT NULL AND user_id > ? AND user_id <= ? GROUP BY cause`

const waitingOfRange = `SELECT CAST(group_concat(user_id) AS BLOB) AS ids FROM progress INDEXED BY progress_by_state
  WHERE target_id = ? AND state = 'blocked' AND user_id > ? AND user_id <= ?`

/** The view of all findings would look each of them up in its table. */
const findingOfRange = `SELECT CAST(group_concat(id) AS BLOB) AS ids FROM
  (SELECT user_id AS id FROM user_finding WHERE code = ?1 AND group_key = ?2 AND user_id > ?3 AND user_id <= ?4
   UNION ALL SELECT user.id FROM facet_finding AS shared CROSS JOIN user ON user.facet_id = shared.facet_id
     WHERE code = ?1 AND group_key = ?2 AND user.id > ?3 AND user.id <= ?4)`

/** Columns of text that users are searched in and ordered by. */
export type TextColumn = 'email' | 'phone' | 'source_id'

const indexOf: Readonly<Record<TextColumn, { readonly columns: readonly string[]; readonly where: string }>> = {
  email: { columns: ['email'], where: 'email IS NOT NULL' },
  phone: { columns: ['phone'], where: 'phone IS NOT NULL' },
  source_id: { columns: ['source_id'], where: 'source_id IS NOT NULL' },
}

/**
 * The users that have a text, as places in the order of the texts, and the texts in small letters where they are searched.
 * `lines`: null where they cannot be told apart.
 */
type TextOrder = { readonly order: Uint32Array; readonly lines: readonly TextLines[] | null }

const textRow = z.object({ text: z.string().nullable() })

const ownBefore = 'SELECT count(*) AS n FROM user WHERE summary < ?'

/** The summaries of facets in their order, each with how many users have one of their own `before` it. */
function sharedSummaries(database: Database, facets: readonly Facet[]) {
  const summaries = [...new Set(facets.map(({ summary }) => summary))].filter((summary) => summary !== '')
  return summaries
    .map((summary) => ({ summary, before: oneNumber(sql(database, ownBefore), summary) }))
    .toSorted((one, other) => one.before - other.before || (one.summary < other.summary ? -1 : 1))
}

/** Adds to the count of a rank and returns the sum. */
function count(numbers: Uint32Array, rank = 0, more = 1): number {
  numbers[rank] = (numbers[rank] ?? 0) + more
  return numbers[rank] ?? 0
}

/** Few texts contain a line break, which would split one line in two. */
function linesOf(column: string, places: Uint32Array, read: (select: string) => string): TextLines | null {
  return (
    textLines(read(`group_concat(lower(${column}), char(10)) AS text`), places) ??
    textLines(read(`group_concat(replace(lower(${column}), char(10), ' '), char(10)) AS text`), places)
  )
}

/** `all`: an id that is no user's has the first place, so that there are as many places as ids. */
function placesIn(places: Places, ids: Uint32Array, all = false): Uint32Array {
  const found = new Uint32Array(ids.length)
  let at = 0
  for (let index = 0; index < ids.length; index++) {
    const place = places.of(ids[index] ?? 0)
    if (place >= 0) found[at++] = place
    else if (all) found[at++] = 0
  }
  return at === found.length ? found : found.slice(0, at)
}
