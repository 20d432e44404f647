import { isObject, type JsonObject } from '../json.ts'
import { booleanOf, textOf } from '../mapping/cell.ts'
import { type FlagMeaning, isOffByFlag } from '../mapping/entries/state-words.ts'
import type { ExportFormat, Sample, SourceRecord } from '../mapping/export-format.ts'
import { jsonOf, profileWith, rolesOf, tenantsOf, timeText } from '../mapping/profile-of.ts'
import { namesIdThere, providerInName } from '../mapping/names/third-party-names.ts'
import { idInProfile } from '../mapping/entries/third-party-profile.ts'
import { remembered } from '../remembered.ts'
import { readEmbedded, valueAt } from '../mapping/value-at.ts'
import { identityWithoutId, isNoId, namesOwnLogin } from '../users/known-provider.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import type { Identity, User } from '../users/user.ts'

/** Entries for records without anything that identifies a user. */
export const withoutEmail = { kind: 'unreadable', reason: 'This record has neither an ID nor an email.' } as const
export const withoutContact = {
  kind: 'unreadable',
  reason: 'This record has neither an ID nor an email or phone number.',
} as const

/** Makes a reader of the first field, in the order of their names, from which `read` gets something. */
function firstOf<T>(read: (value: unknown) => T | null) {
  return (record: SourceRecord, ...names: readonly string[]): T | null => {
    for (const name of names) {
      const found = Object.hasOwn(record, name) ? read(record[name]) : null
      if (found !== null) return found
    }
    return null
  }
}

/** Readers of a field of a record. */
export const field = {
  /** The text, or the digits of a number, in the first of these fields that has one; else null. */
  text: firstOf(textOf),
  /** The boolean in the first of these fields that has one, in any spelling; else null. */
  flag: firstOf(booleanOf),
  /** Whether one of these flags says that the account is off. */
  isOff: (record: SourceRecord, meaning: FlagMeaning, ...names: readonly string[]): boolean =>
    names.some((name) => Object.hasOwn(record, name) && isOffByFlag(meaning, record[name])),
  /** The object in a field, also as JSON text; null if there is none. */
  object: (record: SourceRecord, name: string): SourceRecord | null =>
    asObject(Object.hasOwn(record, name) ? record[name] : undefined),
  /** The objects of the list in a field, also as JSON text; null if the field holds no list. */
  list: (record: SourceRecord, name: string): readonly SourceRecord[] | null => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    const list = typeof value === 'string' ? readEmbedded(value) : value
    if (!Array.isArray(list)) return null
    return list.map(asObject).filter((element) => element !== null)
  },
  /** Whether the record has all of these fields, empty or not. */
  has: (record: SourceRecord, ...names: readonly string[]): boolean =>
    names.every((name) => Object.hasOwn(record, name)),
  /** The time in the first of these fields that has one, as the export spells it; else null. */
  time: firstOf(timeText),
  /**
   * The nonempty ones of these fields as metadata, each under its own name, so that members of two objects with the same name do not
   * overwrite each other. Null if all are empty.
   */
  metadata: (record: SourceRecord, ...names: readonly string[]): JsonObject | null => {
    const found = names.flatMap((name) => {
      const value = Object.hasOwn(record, name) ? jsonOf(record[name]) : undefined
      return value === undefined || isEmpty(value) ? [] : [[name, value] as const]
    })
    return found.length === 0 ? null : Object.fromEntries(found)
  },
  /** The roles in a field: a list, text or objects with a name. */
  roles: (record: SourceRecord, name: string): readonly string[] =>
    Object.hasOwn(record, name) ? rolesOf(record[name]) : [],
}

/** The text if it is an email address, else null; in many systems user names are addresses. */
export function asEmail(text: string | null): string | null {
  return text !== null && isEmailAddress(text.trim()) ? text : null
}

/** Share of the records that fit; 0 if there are no records. */
export function shareOf(records: readonly SourceRecord[], fits: (record: SourceRecord) => boolean): number {
  return records.length === 0 ? 0 : records.filter(fits).length / records.length
}

/**
 * Turns columns such as `profile.email` and `emails[0].address`, which tools write when they convert JSON to a table, into nested objects and
 * lists. Returns the record itself if it has no such column.
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

/** Turns objects whose keys are all numbers into lists. */
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

/** Creates a function that says what the value at a path becomes: by its own field, or by that of an enclosing object that is read whole; null if by none. */
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

/** The fields of the table that a sample is of: a format of several products has others in each. A name may be the key of users without another one. */
export function fieldsIn(format: ExportFormat, sample: Sample): ExportFormat['fields'] {
  return fieldsOfTable(format, sample).map(({ asKey, ...one }) => {
    const named =
      asKey === undefined ? [] : sample.records.filter((record) => textOf(valueAt(record, one.path)) !== null)
    const isKey = named.length > 0 && named.every((record) => field.text(record, ...(asKey?.without ?? [])) === null)
    return isKey && asKey !== undefined ? { ...one, becomes: asKey.becomes } : one
  })
}

function fieldsOfTable({ recognise, fields, fieldsOfShape }: ExportFormat, sample: Sample): ExportFormat['fields'] {
  const shape = recognise(sample)?.shape
  if (shape === undefined || fieldsOfShape === undefined) return fields
  const isOther = (record: SourceRecord) => (recognise({ ...sample, records: [record] })?.shape ?? shape) !== shape
  const own = fieldsOfShape(shape)
  return own.length === 0 || sample.records.some(isOther) ? fields : own
}

/** The name of the format that a sample is of, for people: of a format of several products, its shape. */
export function titleIn({ title, isOfSeveral, recognise }: ExportFormat, sample: Sample): string {
  const shape = isOfSeveral === true ? recognise(sample)?.shape : undefined
  return shape === undefined ? title : `the ${shape}`
}

/** The profile of a user, to be spread into it; empty if the export has none. */
export function profileOfUser(parts: Parameters<typeof profileWith>[0]): Pick<User, 'profile'> {
  const profile = profileWith(parts)
  return profile === null ? {} : { profile }
}

/** The tenants in the first of these fields that names any (ids, or objects with an id), to be spread into a user. */
export function tenantsOfUser(record: SourceRecord, ...names: readonly string[]): Pick<User, 'tenants'> {
  for (const name of names) {
    const tenants = Object.hasOwn(record, name) ? [...new Set(tenantsOf(record[name]))] : []
    if (tenants.length > 0) return { tenants }
  }
  return {}
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/**
 * The third party whose IDs a column holds by its name, among those that mappings know as well: `steam_id`. Subjects of Auth0 name the third party
 * themselves.
 */
const thirdPartyIn = remembered((name): string | null => {
  const named = idColumn.exec(name)?.[1]?.toLowerCase()
  if (named !== undefined) return named
  const other = namesIdThere(name) ? providerInName(name) : null
  return other === 'auth0' || other === 'okta' ? null : other
})

/** Columns such as `google_id`, `googleId` and `facebook_user_id`, which tell a table of users. */
const idColumn =
  /^(google|facebook|github|gitlab|apple|twitter|linkedin|microsoft|azure|bitbucket|discord|twitch|slack|spotify)_?(?:user_?)?(?:id|uid|sub)$/i

const providerColumns = [
  'provider',
  'provider_name',
  'providerName',
  'oauth_provider',
  'oauthProvider',
  'social_type',
  'auth_provider',
  'authProvider',
]
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
  'auth_provider_id',
  'authProviderId',
  'auth_id',
  'oauth_provider_id',
  'provider_uid',
  'provider_account_id',
  'providerAccountId',
]

/** Further values of a provider column that stand for a password of the application: OmniAuth calls its own passwords `identity`. */
const ownLogin = /^(?:web|site|identity)$/i

/** Columns of a table of users that hold IDs at third parties. */
export const thirdParty = {
  /** Whether a record has a column of ids at one third party, such as `google_id`. */
  hasIds: (record: SourceRecord): boolean => Object.keys(record).some((name) => idColumn.test(name)),
  /** Whether a record has such a column, or columns for the name of a third party and the id there. */
  hasColumn: (record: SourceRecord): boolean =>
    thirdParty.hasIds(record) || (hasOne(record, providerColumns) && hasOne(record, userIdColumns)),
  /** The third-party logins in a row of users: one column each (`google_id`), or a column for the name and one for the id. */
  listOf: (record: SourceRecord): readonly Identity[] => {
    const byColumn = Object.entries(record).flatMap(([name, value]) => {
      const provider = thirdPartyIn(name)
      const userId = provider === null ? null : textOf(value)
      return provider === null || userId === null || isNoId(userId) ? [] : [third(provider, userId)]
    })
    const provider = field.text(record, ...providerColumns)?.trim() ?? null
    if (provider === null || namesOwnLogin(provider) || ownLogin.test(provider)) return byColumn
    // Provider `google_oauth2` and column `google_id` are the same login.
    const known = byColumn.some((identity) => provider.toLowerCase().includes(identity.provider))
    if (known) return byColumn
    const userId = field.text(record, ...userIdColumns) ?? idInProfile(record, provider)
    return [...byColumn, userId === null ? identityWithoutId(provider) : third(provider, userId)]
  },
}

/** An identity without a statement whether its email is verified. */
export function third(provider: string, userId: string, email: string | null = null): Identity {
  return { provider, userId, email, emailVerified: null }
}

function hasOne(record: SourceRecord, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(record, name))
}
