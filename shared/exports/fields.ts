import { isObject, type JsonObject } from '../json.ts'
import { booleanOf, textOf } from '../mapping/cell.ts'
import type { ExportFormat, SourceRecord } from '../mapping/export-format.ts'
import { jsonOf, profileWith, rolesOf, tenantsOf, timeText } from '../mapping/profile-of.ts'
import { readEmbedded } from '../mapping/value-at.ts'
import { identityWithoutId } from '../users/known-provider.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import type { Identity, User } from '../users/user.ts'

/** Records that no later record could be told from. */
export const withoutEmail = { kind: 'unreadable', reason: 'This record has neither an ID nor an email.' } as const
export const withoutContact = {
  kind: 'unreadable',
  reason: 'This record has neither an ID nor an email or phone number.',
} as const

/** The first of these fields that has a text, or a number as its digits; null when none has. */
export function textField(record: SourceRecord, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = Object.hasOwn(record, name) ? textOf(record[name]) : null
    if (text !== null) return text
  }
  return null
}

/** The first of these fields that says yes or no, however it is written; null when none does. */
export function booleanField(record: SourceRecord, ...names: readonly string[]): boolean | null {
  for (const name of names) {
    const flag = Object.hasOwn(record, name) ? booleanOf(record[name]) : null
    if (flag !== null) return flag
  }
  return null
}

/** An object in a field, also written as JSON text; null when there is none. */
export function objectField(record: SourceRecord, name: string): SourceRecord | null {
  return asObject(Object.hasOwn(record, name) ? record[name] : undefined)
}

/** The objects of a list in a field, also written as JSON text; null when the field holds no list. */
export function listField(record: SourceRecord, name: string): readonly SourceRecord[] | null {
  const value = Object.hasOwn(record, name) ? record[name] : undefined
  const list = typeof value === 'string' ? readEmbedded(value) : value
  if (!Array.isArray(list)) return null
  return list.map(asObject).filter((element) => element !== null)
}

/** Whether the record has all of these fields, filled or not. */
export function hasFields(record: SourceRecord, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(record, name))
}

/** The text where it looks like an email, null otherwise: a user name is one in many systems. */
export function asEmail(text: string | null): string | null {
  return text !== null && isEmailAddress(text.trim()) ? text : null
}

/** Which share of the records fits; 0 when there are none. */
export function shareOf(records: readonly SourceRecord[], fits: (record: SourceRecord) => boolean): number {
  return records.length === 0 ? 0 : records.filter(fits).length / records.length
}

/**
 * The record with `profile.email` and `emails[0].address` as members of what they name: tables that tools made of JSON
 * write it so. The record itself where no column has a dot.
 */
export function nested(record: SourceRecord): SourceRecord {
  if (!Object.keys(record).some((name) => isPath.test(name))) return record
  const made: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    if (isPath.test(name)) put(made, name.replaceAll(/\[(\d{1,3})\]/g, '.$1').split('.'), value)
    else made[name] = value
  }
  return asLists(made)
}

const isPath = /^[\w$:-]{1,60}(?:\.[\w$:-]{1,60}|\[\d{1,3}\]){1,6}$/

function put(made: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value !== '' && value !== null) made[name] = value
    return
  }
  const before = made[name]
  const inside: Record<string, unknown> = isObject(before) ? before : {}
  if (Object.hasOwn(Object.prototype, name)) return
  made[name] = inside
  put(inside, rest, value)
}

/** Members that are all numbers are elements of a list. */
function asLists(made: Record<string, unknown>): SourceRecord {
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, asList(value)]))
}

function asList(value: unknown): unknown {
  if (!isObject(value)) return value
  const inside = asLists(value)
  const names = Object.keys(inside)
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(inside) : inside
}

function asObject(value: unknown): SourceRecord | null {
  const object = typeof value === 'string' ? readEmbedded(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return null
  return Object.fromEntries(Object.entries(object))
}

/** Tells what the value at a path becomes, by its own field or that of an object that is read whole; null: no field says. */
export function fieldAt(
  fields: ExportFormat['fields'],
): (path: string) => { readonly becomes: string; readonly isOwn: boolean } | null {
  const known = new Map(fields.map((field) => [field.path, field]))
  return (path) => {
    const own = known.get(path)
    if (own !== undefined) return { becomes: own.becomes, isOwn: true }
    for (let at = path.length - 1; at > 0; at -= 1) {
      if (path[at] !== '.' && path[at] !== '[') continue
      const outer = known.get(path.slice(0, at))
      if (outer?.whole === true) return { becomes: outer.becomes, isOwn: false }
    }
    return null
  }
}

/** The profile of a user, to be spread into it: nothing where the export says nothing. */
export function profileOfUser(parts: Parameters<typeof profileWith>[0]): Pick<User, 'profile'> {
  const profile = profileWith(parts)
  return profile === null ? {} : { profile }
}

/** The tenants in the first of these fields that names any, to be spread into a user: ids, or objects with an id. */
export function tenantsOfUser(record: SourceRecord, ...names: readonly string[]): Pick<User, 'tenants'> {
  for (const name of names) {
    const tenants = Object.hasOwn(record, name) ? [...new Set(tenantsOf(record[name]))] : []
    if (tenants.length > 0) return { tenants }
  }
  return {}
}

/** The first of these fields that holds a time, as the export spells it. */
export function timeField(record: SourceRecord, ...names: readonly string[]): string | null {
  for (const name of names) {
    const time = Object.hasOwn(record, name) ? timeText(record[name]) : null
    if (time !== null) return time
  }
  return null
}

/**
 * Each of these fields that holds something as metadata, under its own name: what the objects of several fields call alike
 * does not overwrite one another.
 */
export function metadataFields(record: SourceRecord, ...names: readonly string[]): JsonObject | null {
  const found = names.flatMap((name) => {
    const value = Object.hasOwn(record, name) ? jsonOf(record[name]) : undefined
    return value === undefined || isEmpty(value) ? [] : [[name, value] as const]
  })
  return found.length === 0 ? null : Object.fromEntries(found)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** The roles in a field, in any form. */
export function rolesField(record: SourceRecord, name: string): readonly string[] {
  return Object.hasOwn(record, name) ? rolesOf(record[name]) : []
}

/** `google_id`, `googleId`, `facebook_user_id`, ... */
const idColumn =
  /^(google|facebook|github|gitlab|apple|twitter|linkedin|microsoft|azure|bitbucket|discord|twitch|slack|spotify)_?(?:user_?)?(?:id|uid|sub)$/i

const providerColumns = ['provider', 'provider_name', 'providerName', 'oauth_provider', 'social_type', 'auth_provider']
const userIdColumns = [
  'provider_id',
  'providerId',
  'provider_user_id',
  'uid',
  'oauth_id',
  'oauthId',
  'oauth_uid',
  'social_id',
  'socialId',
]

/** Values that tables use for a login with the table's own password. */
const ownLogin = /^(?:local|email|password|credentials?|database|native|none|web|site)$/i

/** Whether the table has a column for the ids at one third party. */
export function hasThirdPartyIds(record: SourceRecord): boolean {
  return Object.keys(record).some((name) => idColumn.test(name))
}

/** The same, or columns for the name of a third party and the id there. */
export function hasThirdPartyColumn(record: SourceRecord): boolean {
  return hasThirdPartyIds(record) || (hasOne(record, providerColumns) && hasOne(record, userIdColumns))
}

/** Third parties in a row of users: a column each (`google_id`), or one for the name and one for the id. */
export function thirdPartiesOf(record: SourceRecord): readonly Identity[] {
  const byColumn = Object.entries(record).flatMap(([name, value]) => {
    const provider = idColumn.exec(name)?.[1]?.toLowerCase()
    const userId = textOf(value)
    return provider === undefined || userId === null ? [] : [third(provider, userId)]
  })
  const provider = textField(record, ...providerColumns)?.trim() ?? null
  if (provider === null || ownLogin.test(provider)) return byColumn
  // `google_oauth2` is what `google_id` belongs to.
  const known = byColumn.some((identity) => provider.toLowerCase().includes(identity.provider))
  if (known) return byColumn
  const userId = textField(record, ...userIdColumns)
  return [...byColumn, userId === null ? identityWithoutId(provider) : third(provider, userId)]
}

/** An identity of which the export knows the provider and the id only. */
export function third(provider: string, userId: string, email: string | null = null): Identity {
  return { provider, userId, email, emailVerified: null }
}

function hasOne(record: SourceRecord, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(record, name))
}
