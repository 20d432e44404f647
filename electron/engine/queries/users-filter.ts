import type { Scope } from '../../../shared/ipc/requests/run-requests.ts'
import type { UserFilter } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { deltaGroupCode, deltaGroupFindings } from '../../../shared/planning/delta-groups.ts'
import { effectiveState, ofFacet, shownMethods, withFacet, withProgress } from '../document/facets.ts'
import { allIds, type Database, sql, type SqlValue } from '../document/sqlite.ts'
import { causeSql } from './failures.ts'
import { hasPart, isCountedPart } from './profile-groups.ts'

/** A part of a query with the values of its question marks. */
type Part = { readonly sql: string; readonly values: readonly SqlValue[] }

/** Where a filter looks for users: `user` and its `facet` joined with `progress` as `p`, along the index that fits. */
type FilteredUsers = {
  readonly from: Part
  readonly where: Part
  /** The column that users are paged by. */
  readonly id: 'user.id' | 'p.user_id'
}

/** Written in `progress`; the others follow from the plan. */
const happened: ReadonlySet<UserState> = new Set(['existing', 'sending', 'migrated', 'failed', 'in-doubt'])

export function filterUsers(filter: UserFilter, targetId: number): FilteredUsers {
  const others = conditions(filter)
  const state = onlyState(filter)
  if (state !== null && happened.has(state)) {
    const from = `progress AS p INDEXED BY progress_by_state CROSS JOIN user ON user.id = p.user_id ${withFacet}`
    const own = { sql: 'p.target_id = ? AND p.state = ?', values: [targetId, state] }
    return { from: { sql: from, values: [] }, where: all([own, ...others]), id: 'p.user_id' }
  }
  const joined = {
    sql: `user ${withFacet} ${withProgress}`,
    values: [targetId],
  }
  if (state === 'blocked') {
    // By plan, or at this core, each along its index.
    const either = `user.id IN (SELECT user.id FROM ${ofFacet} WHERE facet.plan_state = 'blocked'
      UNION SELECT user_id FROM progress WHERE target_id = ? AND state = 'blocked')`
    const own = { sql: `${either} AND ${effectiveState} = 'blocked'`, values: [targetId] }
    return { from: joined, where: all([own, ...others]), id: 'user.id' }
  }
  if (state !== null) {
    const own = { sql: "facet.plan_state = ? AND (p.state IS NULL OR p.state = 'ready')", values: [state] }
    return { from: joined, where: all([own, ...others]), id: 'user.id' }
  }
  const states = filter.states ?? []
  if (states.length === 0) return { from: joined, where: all(others), id: 'user.id' }
  const own = { sql: `${effectiveState} IN (${marks(states)})`, values: states }
  return { from: joined, where: all([own, ...others]), id: 'user.id' }
}

/** The one state that a filter asks for; a failure group is made of failed users. */
function onlyState({ states, failure }: UserFilter): UserState | null {
  const wanted = states ?? []
  if (isNamed(failure) && (wanted.length === 0 || wanted.includes('failed'))) return 'failed'
  return wanted.length === 1 ? (wanted[0] ?? null) : null
}

function conditions(filter: UserFilter): readonly Part[] {
  const parts: Part[] = []
  const { method, hash, provider, finding, failure } = filter
  if (isNamed(method)) parts.push(any(method.map(withMethod)))
  if (isNamed(hash)) parts.push({ sql: `facet.bucket IN (${marks(hash)})`, values: hash })
  if (isNamed(provider)) {
    const has = (name: string): Part => ({ sql: `facet.providers LIKE ? ESCAPE '\\'`, values: [like(`,${name},`)] })
    parts.push(any(provider.map(has)))
  }
  if (isNamed(finding)) parts.push(any(finding.map(withFinding)))
  if (isNamed(failure))
    parts.push({ sql: `p.state = 'failed' AND ${causeSql('p.failure')} IN (${marks(failure)})`, values: failure })
  const search = filter.search?.trim() ?? ''
  if (search !== '') {
    const pattern = like(search)
    parts.push({
      sql: `(user.email LIKE ? ESCAPE '\\' OR user.phone LIKE ? ESCAPE '\\' OR user.source_id LIKE ? ESCAPE '\\')`,
      values: [pattern, pattern, pattern],
    })
  }
  return parts
}

/** Whether a kind of the filter names anything. */
function isNamed<T>(values: readonly T[] | undefined): values is readonly T[] {
  return values !== undefined && values.length > 0
}

function withMethod(method: string): Part {
  if (method === 'none') return { sql: `${shownMethods} = ''`, values: [] }
  return { sql: `(',' || ${shownMethods} || ',') LIKE ? ESCAPE '\\'`, values: [like(`,${method},`)] }
}

/** The users who have an id in the source and are to be sent or decided; `user` and `facet` are joined. */
const hasOldId = "user.source_id IS NOT NULL AND facet.plan_state <> 'excluded'"

function withFinding({ code, group }: { readonly code: string; readonly group: string }): Part {
  if (code === 'existing-user') return { sql: "p.state = 'blocked'", values: [] }
  if (code === deltaGroupCode) return inDeltaGroup(group)
  if (code === 'new-id') return { sql: hasOldId, values: [] }
  if (isCountedPart(code, group)) return { sql: hasPart(group), values: [] }
  return {
    sql: 'user.id IN (SELECT user_id FROM finding WHERE code = ? AND group_key = ?)',
    values: [code, group],
  }
}

/** Users of a group have its finding; new ones have none of them. */
function inDeltaGroup(group: string): Part {
  const codes = [...new Set(deltaGroupFindings(group).map(({ code }) => code))]
  const has = `user.id ${group === 'new' ? 'NOT IN' : 'IN'} (SELECT user_id FROM finding WHERE code IN (${marks(codes)}))`
  return { sql: has, values: codes }
}

function any(parts: readonly Part[]): Part {
  return { sql: `(${parts.map((part) => part.sql).join(' OR ')})`, values: parts.flatMap((part) => part.values) }
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

function all(parts: readonly Part[]): Part {
  if (parts.length === 0) return { sql: '1', values: [] }
  return { sql: parts.map((part) => part.sql).join(' AND '), values: parts.flatMap((part) => part.values) }
}

function like(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/**
 * In SQL: the ids of every user that a list names by source id or by FILE:LINE; `namedBy` makes its two parameters. From the
 * few files to their lines, which have an index together.
 */
export const namedUsersSql = `SELECT user.id FROM json_each(?) AS name CROSS JOIN user ON user.source_id = name.value
  UNION SELECT user.id FROM json_each(?) AS place
    CROSS JOIN file ON file.name = json_extract(place.value, '$[0]') OR file.path = json_extract(place.value, '$[0]')
    CROSS JOIN user ON user.file_id = file.id AND user.line = json_extract(place.value, '$[1]')`

/** The parameters of `namedUsersSql`. */
export function namedBy(names: readonly string[]): readonly [string, string] {
  const places = names.flatMap((name) => {
    const [, file, line] = /^(.+):(\d{1,15})$/.exec(name) ?? []
    return file === undefined ? [] : [[file, Number(line)]]
  })
  return [JSON.stringify(names), JSON.stringify(places)]
}

/** The users that a source id or FILE:LINE names, in the order of the export. */
export function usersNamed(database: Database, name: string): readonly number[] {
  return allIds(sql(database, `${namedUsersSql} ORDER BY 1`), ...namedBy([name]))
}

/** Users selected in a table: by name, or all users of a filter except for a few. */
export type SelectedScope = Extract<Scope, { kind: 'users' | 'filter' }>

/** The next `limit` selected users after the one with this id, by their ids. An empty list: there are no more. */
export function selectedIds(
  database: Database,
  targetId: number,
  scope: SelectedScope,
  after: number,
  limit: number,
): readonly number[] {
  if (scope.kind === 'users') {
    const wanted = scope.ids.filter((id) => id > after).toSorted((a, b) => a - b)
    const text = 'SELECT id FROM user WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?'
    return allIds(sql(database, text), JSON.stringify(wanted), limit)
  }
  const { from, where, id } = filterUsers(scope.filter, targetId)
  const text = `SELECT ${id} AS id FROM ${from.sql} WHERE ${where.sql} AND ${id} > ?
    AND ${id} NOT IN (SELECT value FROM json_each(?)) ORDER BY ${id} LIMIT ?`
  const except = JSON.stringify(scope.except)
  return allIds(sql(database, text), ...from.values, ...where.values, after, except, limit)
}
