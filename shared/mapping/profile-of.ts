import type { ProfilePart } from '../users/profile-parts.ts'
import type { Profile } from '../users/user.ts'
import { textOf } from './cell.ts'
import type { SourceRecord } from './export-format.ts'
import { readEmbedded } from './value-at.ts'

type Column = { readonly path: string; readonly read: (record: SourceRecord) => unknown }

/** The columns that hold each part of a profile. */
type ProfileColumns = { readonly [P in ProfilePart]?: readonly Column[] }

/** What the columns for metadata, roles, TOTP secrets and the time joined say of one user; null: nothing. */
export function profileOf(record: SourceRecord, columns: ProfileColumns): Profile | null {
  const { roles = [], totp = [], joined = [] } = columns
  return profileWith({
    metadata: metadataOf(record, columns.metadata ?? []),
    roles: roles.flatMap(({ read }) => rolesIn(read(record))),
    totp: totp.flatMap(({ read }) => textsIn(read(record))),
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
  readonly metadata?: Json | null
  readonly roles?: readonly string[]
  readonly totp?: readonly string[]
  readonly joined?: string | null
  readonly systemRoles?: boolean
}): Profile | null {
  const hasMetadata = metadata !== null && Object.keys(metadata).length > 0
  if (!hasMetadata && roles.length === 0 && totp.length === 0 && joined === null && !systemRoles) return null
  return {
    ...(hasMetadata ? { metadata } : {}),
    ...(roles.length === 0 ? {} : { roles: [...new Set(roles)] }),
    ...(totp.length === 0 ? {} : { totp: [...new Set(totp)] }),
    ...(joined === null ? {} : { joined }),
    ...(systemRoles ? { systemRoles } : {}),
  }
}

function firstTime(columns: readonly Column[], record: SourceRecord): string | null {
  for (const { read } of columns) {
    const time = timeText(read(record))
    if (time !== null) return time
  }
  return null
}

/** A time as its export spells it, also of databases of documents (`{"$date": ...}`, `{"_seconds": ...}`); null: there is none. */
export function timeText(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (isObject(value)) {
    const inside = value['$date'] ?? value['$numberLong'] ?? value['_seconds'] ?? value['seconds']
    return inside === undefined ? null : timeText(inside)
  }
  const text = textOf(value)?.trim() ?? null
  // What databases write for "never".
  return text === null || text.startsWith('0000-00-00') ? null : text
}

type Json = Readonly<Record<string, unknown>>

/** Every column under its own path: dots make it nested. JSON in a text is taken as what it is. */
function metadataOf(record: SourceRecord, columns: readonly Column[]): Json | null {
  let metadata: Json | null = null
  for (const { path, read } of columns) {
    const value = jsonOf(read(record))
    if (value !== undefined) metadata = withValue(metadata ?? {}, path.split('.'), value)
  }
  return metadata
}

function withValue(into: Json, [name = '', ...rest]: readonly string[], value: unknown): Json {
  if (rest.length === 0) return { ...into, [name]: value }
  const inside = Object.hasOwn(into, name) ? into[name] : undefined
  return { ...into, [name]: withValue(isObject(inside) ? inside : {}, rest, value) }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Deeper values are no metadata of a person. */
const maxDepth = 20

/** A value as JSON has it; undefined: there is none. Bytes, and what JSON has no form for, are left out. */
export function jsonOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    if (textOf(value) === null) return undefined
    return depth === 0 ? (jsonOf(readEmbedded(value), 1) ?? value) : value
  }
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value !== 'object' || value === null || depth > maxDepth || ArrayBuffer.isView(value)) return undefined
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (Array.isArray(value)) return value.map((one) => jsonOf(one, depth + 1) ?? null)
  const fields = Object.entries(value).map(([name, one]) => [name, jsonOf(one, depth + 1)] as const)
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined))
}

/** Roles in a list, in JSON in a text, or parted by commas, semicolons or bars. */
function rolesIn(value: unknown): readonly string[] {
  return textsIn(value)
    .flatMap((text) => text.split(/[,;|]/))
    .map((role) => role.trim())
    .filter((role) => role !== '')
}

/** Tenants are told like roles; of objects, by their ids. */
export function tenantsOf(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? (readEmbedded(value) ?? value) : value
  const ids = (Array.isArray(list) ? list : [list])
    .slice(0, 1000)
    .map((one: unknown) => (isObject(one) ? idOf(one) : one))
  return rolesIn(ids)
}

function idOf(value: Json): unknown {
  return (
    value['tenantId'] ??
    value['tenant_id'] ??
    value['organizationId'] ??
    value['organization_id'] ??
    value['id'] ??
    nameOf(value)
  )
}

/** The texts of a value: its own, or those of the list that it is or holds as JSON. Of objects, their names. */
function textsIn(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? (readEmbedded(value) ?? value) : value
  if (!Array.isArray(list)) {
    const text = textOf(isObject(list) ? nameOf(list) : list)
    return text === null ? [] : [text]
  }
  return list.slice(0, 1000).flatMap((one: unknown) => {
    const text = textOf(isObject(one) ? nameOf(one) : one)
    return text === null ? [] : [text]
  })
}

function nameOf(value: Json): unknown {
  return value['name'] ?? value['role'] ?? value['secret'] ?? value['secretKey']
}
