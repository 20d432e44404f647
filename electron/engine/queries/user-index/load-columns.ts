import * as z from 'zod'
import { causeSql } from '../failure-cause.ts'
import { hasOldId } from '../new-ids.ts'
import { hasPart, isCountedPart } from '../profile-groups.ts'
import { ofFacet } from '../../document/facets.ts'
import { type UserState, userStates } from '../../../../shared/planning/call.ts'
import { allRows, oneRow } from '../../document/rows.ts'
import type { Database } from '../../document/sqlite.ts'
import { sql } from '../../document/statements.ts'
import { placesOf, type Places } from './places.ts'

const bytes = z.instanceof(Uint8Array)
const list = z.object({ ids: bytes.nullable() })

/** What a plan says of many users alike. */
export type Facet = {
  readonly state: UserState
  readonly bucket: string
  readonly methods: string
  readonly providers: string
  readonly tenants: string
}

/** Every user's place, and which facet it has, as an index into `facets`. */
export type Facets = { readonly places: Places; readonly facets: readonly Facet[]; readonly of: Uint32Array }

const facetRow = z.object({
  plan_state: z.enum(userStates),
  bucket: z.string(),
  methods: z.string(),
  providers: z.string(),
  tenants: z.string(),
  ids: bytes,
})

/** Goes along the smallest index, which has nothing but the facet of each user. */
export function loadFacets(database: Database): Facets {
  const rows = allRows(
    facetRow,
    sql(
      database,
      `SELECT plan_state, bucket, methods, providers, tenants, ids FROM
         (SELECT facet_id, CAST(group_concat(id) AS BLOB) AS ids FROM user GROUP BY facet_id) AS grouped
       JOIN facet ON facet.id = grouped.facet_id`,
    ),
  )
  const groups = rows.map(({ ids }) => readIds(ids))
  const places = placesOf(groups)
  const of = new Uint32Array(places.count)
  for (const [facet, ids] of groups.entries()) {
    for (let at = 0; at < ids.length; at++) of[places.of(ids[at] ?? 0)] = facet
  }
  const facets = rows.map(({ plan_state: state, bucket, methods, providers, tenants }) => ({
    state,
    bucket,
    methods,
    providers,
    tenants,
  }))
  return { places, facets, of }
}

/** A number of every user by its facet. `Uint8Array.from` would take ten times as long. */
export function ofFacets(of: Uint32Array, numbers: Uint8Array): Uint8Array {
  const all = new Uint8Array(of.length)
  for (let place = 0; place < of.length; place++) all[place] = numbers[of[place] ?? 0] ?? 0
  return all
}

/** What happened to every user at a target: the index of its state in `userStates`, and its tries. */
export type Outcomes = { readonly states: Uint8Array; readonly tries: Uint16Array }

/** `ready` in `progress` says nothing: the plan decides. */
const letters: readonly (readonly [UserState, string])[] = [
  // Those that the core already had wait there, whatever the plan says.
  ['blocked', 'b'],
  ['existing', 'p'],
  ['sending', 's'],
  ['migrated', 'm'],
  ['failed', 'f'],
  ['in-doubt', 'u'],
]
const cases = letters.map(([state, letter]) => `WHEN '${state}' THEN '${letter}'`).join(' ')
const stateOfLetter = new Map(letters.map(([state, letter]) => [letter.charCodeAt(0), userStates.indexOf(state)]))

export function loadOutcomes(database: Database, targetId: number, { places, facets, of }: Facets): Outcomes {
  const states = ofFacets(
    of,
    Uint8Array.from(facets, ({ state }) => userStates.indexOf(state)),
  )
  const tries = new Uint16Array(places.count)
  const text = `SELECT CAST(group_concat(user_id || CASE state ${cases} ELSE 'r' END || tries) AS BLOB) AS ids
    FROM progress WHERE target_id = ?`
  const told = oneRow(list, sql(database, text), targetId)?.ids ?? new Uint8Array()
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
  return { states, tries }
}

const causeRow = z.object({ cause: z.string(), ids: bytes })

/** The failed users of each cause, by the key of its group. */
export function loadCauses(database: Database, targetId: number): ReadonlyMap<string, Uint32Array> {
  const rows = allRows(
    causeRow,
    sql(
      database,
      `SELECT ${causeSql('failure')} AS cause, CAST(group_concat(user_id) AS BLOB) AS ids
       FROM progress INDEXED BY progress_by_state
       WHERE target_id = ? AND state = 'failed' AND failure IS NOT NULL GROUP BY cause`,
    ),
    targetId,
  )
  return new Map(rows.map(({ cause, ids }) => [cause, readIds(ids)]))
}

/** The users that wait because the core had them already. */
export function loadWaiting(database: Database, targetId: number): Uint32Array {
  const text = `SELECT CAST(group_concat(user_id) AS BLOB) AS ids FROM progress INDEXED BY progress_by_state
    WHERE target_id = ? AND state = 'blocked'`
  return readIds(oneRow(list, sql(database, text), targetId)?.ids ?? new Uint8Array())
}

/** The users with a finding. */
export function loadFinding(database: Database, code: string, group: string): Uint32Array {
  const counted = code === 'new-id' ? hasOldId : isCountedPart(code, group) ? hasPart(group) : null
  if (counted !== null) {
    const all = `SELECT CAST(group_concat(user.id) AS BLOB) AS ids FROM ${ofFacet} WHERE ${counted}`
    return readIds(oneRow(list, sql(database, all))?.ids ?? new Uint8Array())
  }
  const text = 'SELECT CAST(group_concat(user_id) AS BLOB) AS ids FROM finding WHERE code = ? AND group_key = ?'
  return readIds(oneRow(list, sql(database, text), code, group)?.ids ?? new Uint8Array())
}

/** Columns of text that users are searched in and ordered by. */
export type TextColumn = 'email' | 'phone' | 'source_id' | 'summary'

const isThere: Readonly<Record<TextColumn, string>> = {
  email: 'email IS NOT NULL',
  phone: 'phone IS NOT NULL',
  source_id: 'source_id IS NOT NULL',
  summary: "summary <> ''",
}

/** The users that have a text, in the order of the texts, along the index of the column. */
export function loadOrder(database: Database, column: TextColumn): Uint32Array {
  const text = `SELECT CAST(group_concat(id) AS BLOB) AS ids FROM
    (SELECT id FROM user WHERE ${isThere[column]} ORDER BY ${column})`
  return readIds(oneRow(list, sql(database, text))?.ids ?? new Uint8Array())
}

const textRow = z.object({ text: z.string().nullable() })

/** The same texts, in the same order, in small letters, one per line. Users with the same text need no order here. */
export function loadTexts(database: Database, column: TextColumn): string {
  const text = `SELECT group_concat(replace(lower(${column}), char(10), ' '), char(10)) AS text FROM
    (SELECT ${column} FROM user WHERE ${isThere[column]} ORDER BY ${column})`
  return oneRow(textRow, sql(database, text))?.text ?? ''
}

/**
 * Ids as `group_concat` writes them: decimal digits with commas between. A million rows cross from SQLite in one value
 * many times faster than one by one.
 */
export function readIds(list: Uint8Array): Uint32Array {
  const ids = new Uint32Array(countItems(list))
  let id = 0
  let at = 0
  for (let index = 0; index < list.length; index++) {
    const byte = list[index] ?? 0
    if (byte === comma) {
      ids[at++] = id
      id = 0
    } else id = id * 10 + byte - zero
  }
  if (at < ids.length) ids[at] = id
  return ids
}

const comma = 44
const zero = 48

function countItems(list: Uint8Array): number {
  if (list.length === 0) return 0
  let items = 1
  for (let index = 0; index < list.length; index++) if (list[index] === comma) items += 1
  return items
}
