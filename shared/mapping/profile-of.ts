import { isComputed } from '../computed-value.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Profile, ProfilePart } from '../users/user.ts'
import { textOf } from './cell.ts'
import { type FactorStates, secretInUse } from './entries/factor-use.ts'
import type { SourceRecord } from './export-format.ts'
import { insideOf, readEmbeddedJson } from './value-at.ts'

/** `statesOf`: of a column of TOTP secrets, what says whether they are in use. */
type Column = {
  readonly path: string
  readonly read: (record: SourceRecord) => unknown
  readonly statesOf?: ReturnType<FactorStates>
}

/** The columns that hold each part of a profile. */
type ProfileColumns = { readonly [P in ProfilePart]?: readonly Column[] }

/** The profile of one user from the columns for metadata, roles, TOTP secrets and the time joined; null: none. */
export function profileOf(record: SourceRecord, columns: ProfileColumns): Profile | null {
  const { roles = [], totp = [], joined = [] } = columns
  return profileWith({
    metadata: metadataOf(record, columns.metadata ?? []),
    roles: roles.flatMap(({ read }) => rolesOf(read(record))),
    totp: totp.flatMap(({ read, statesOf }) =>
      textsIn(read(record)).map((secret) => secretInUse(secret, statesOf?.(record) ?? [], record)),
    ),
    joined: firstTime(joined, record),
  })
}

/** A profile of what there is; null: nothing of all. */
export function profileWith({
  metadata = null,
  roles = [],
  totp = [],
  joined = null,
  systemRoles = false,
}: {
  readonly metadata?: JsonObject | null
  readonly roles?: readonly string[]
  readonly totp?: readonly string[]
  readonly joined?: string | null
  readonly systemRoles?: boolean
}): Profile | null {
  const hasMetadata = metadata !== null && Object.keys(metadata).length > 0
  if (!hasMetadata && roles.length === 0 && totp.length === 0 && joined === null && !systemRoles) return null
  // Added one after the other, because most users have a time alone, and an object that is spread takes longer than all of it.
  const profile: { -readonly [P in keyof Profile]: Profile[P] } = {}
  if (hasMetadata) profile.metadata = metadata
  if (roles.length > 0) profile.roles = [...new Set(roles)]
  if (totp.length > 0) profile.totp = [...new Set(totp)]
  if (joined !== null) profile.joined = joined
  if (systemRoles) profile.systemRoles = systemRoles
  return profile
}

function firstTime(columns: readonly Column[], record: SourceRecord): string | null {
  for (const { read } of columns) {
    const time = timeText(read(record))
    if (time !== null) return time
  }
  return null
}

/** Characters of what stands for a time and is none. */
const maxTime = 100

/** A time as its export spells it, also of databases of documents (`{"$date": ...}`, `{"_seconds": ...}`); null: there is none. */
export function timeText(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (isObject(value)) {
    const inside = value['$date'] ?? value['iso'] ?? value['$numberLong'] ?? value['_seconds'] ?? value['seconds']
    // An unknown form of a time is a finding, unlike no time at all.
    if (inside === undefined) return Object.keys(value).length === 0 ? null : JSON.stringify(value).slice(0, maxTime)
    return timeText(inside)
  }
  const text = textOf(value)?.trim() ?? null
  // Databases and languages write "never" like this.
  return text === null || /^(?:0+|0000-00-00.*|0001-01-01.*)$/.test(text) ? null : text
}

/** Every column under its own path: dots make it nested. JSON in a text is taken as what it is. */
function metadataOf(record: SourceRecord, columns: readonly Column[]): JsonObject | null {
  let metadata: JsonObject | null = null
  for (const { path, read } of columns) {
    const value = jsonOf(read(record))
    if (value !== undefined) metadata = withValue(metadata ?? {}, path.split('.'), value)
  }
  return metadata
}

function withValue(into: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  if (rest.length === 0) return { ...into, [name]: value }
  const inside = Object.hasOwn(into, name) ? into[name] : undefined
  return { ...into, [name]: withValue(isObject(inside) ? inside : {}, rest, value) }
}

/** No record that is read has more brackets within brackets. JSON in a text may have, and then stays a text. */
const maxDepth = 200

function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > maxDepth || Object.values(value).some((one) => isTooDeep(one, depth + 1))
}

/** A value as JSON has it; undefined: there is none. Bytes, and what JSON has no form for, are left out. */
export function jsonOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    // Only the cell of a table stands for nothing where it is empty.
    if (depth > 0) return value
    if (textOf(value) === null) return undefined
    const inside = readEmbeddedJson(value)
    return isTooDeep(inside, 1) ? value : (jsonOf(inside, 1) ?? value)
  }
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value !== 'object' || value === null || depth > maxDepth || ArrayBuffer.isView(value)) return undefined
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (isComputed(value)) return undefined
  if (Array.isArray(value)) return value.map((one) => jsonOf(one, depth + 1) ?? null)
  const fields = Object.entries(value).map(([name, one]) => [name, jsonOf(one, depth + 1)] as const)
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined))
}

/**
 * Roles in a list, in JSON in a text, or separated by commas, semicolons or bars; of objects, their names, or the names
 * of their true members.
 */
export function rolesOf(value: unknown): readonly string[] {
  const list = listIn(value)
  const isOne = list === null && !isObject(insideOf(value))
  const roles = isOne ? textsIn(value).flatMap((text) => text.split(/[,;|]/)) : textsIn(list ?? value)
  return roles.map((role) => role.trim()).filter((role) => role !== '')
}

/** Tenants are told like roles; of objects, by their ids. */
export function tenantsOf(value: unknown): readonly string[] {
  const list = listIn(value)
  if (list !== null) return rolesOf(list.map((one) => (isObject(one) ? (idOf(one) ?? one) : one)))
  const inside = insideOf(value)
  return rolesOf(isObject(inside) ? (idOf(inside) ?? inside) : inside)
}

/** The list that a value is, or holds as JSON or as an array of PostgreSQL (`{a,"b c"}`); null: none. */
function listIn(value: unknown): readonly unknown[] | null {
  const inside = insideOf(value)
  if (Array.isArray(inside)) return inside
  return typeof inside === 'string' ? arrayIn(inside.trim()) : null
}

function idOf(value: JsonObject): unknown {
  return (
    value['tenantId'] ??
    value['tenant_id'] ??
    value['organizationId'] ??
    value['organization_id'] ??
    value['id'] ??
    nameOf(value)
  )
}

/** The elements of an array of PostgreSQL; null: the text is none. */
function arrayIn(text: string): readonly string[] | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  const elements: string[] = []
  let element = ''
  let isQuoted = false
  for (let at = 1; at < text.length - 1; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\\') element += text[(at += 1)] ?? ''
    else if (letter === ',' && !isQuoted) {
      elements.push(element)
      element = ''
    } else element += letter
  }
  return [...elements, element]
}

/** The texts of a value: its own, or the elements of the list that it is or holds as JSON. */
function textsIn(value: unknown): readonly string[] {
  const inside = insideOf(value)
  return Array.isArray(inside) ? inside.flatMap(textsOfOne) : textsOfOne(inside)
}

/**
 * The name of an object, or the names of its true members; an object with neither is kept whole, so that it stays
 * visible.
 */
function textsOfOne(one: unknown): readonly string[] {
  if (Array.isArray(one)) return one.flatMap(textsOfOne)
  const text = textOf(isObject(one) ? nameOf(one) : one)
  if (text !== null) return [text]
  if (!isObject(one)) return []
  const members = Object.entries(one)
  if (members.every(([, value]) => typeof value === 'boolean')) return members.flatMap(([of, is]) => (is ? [of] : []))
  return [JSON.stringify(one)]
}

function nameOf(value: JsonObject): unknown {
  return (
    value['name'] ??
    value['role'] ??
    value['key'] ??
    value['value'] ??
    value['secret'] ??
    value['secretKey'] ??
    value['secret_key']
  )
}
