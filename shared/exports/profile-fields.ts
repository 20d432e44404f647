import type { SourceRecord } from '../mapping/export-format.ts'
import { jsonOf, profileWith, rolesOf, tenantsOf, timeText } from '../mapping/profile-of.ts'
import type { User } from '../users/user.ts'

type Json = Readonly<Record<string, unknown>>

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
export function metadataFields(record: SourceRecord, ...names: readonly string[]): Json | null {
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
