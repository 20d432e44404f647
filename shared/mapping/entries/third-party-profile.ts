import { isObject } from '../../json.ts'
import { isNoId } from '../../users/known-provider.ts'
import { textOf } from '../cell.ts'
import type { SourceRecord } from '../export-format.ts'

/** The user's ID in the profile that a third party gave, under its own name or in `providerData`, as strategies of Passport.js store it; null if there is none. */
export function idInProfile(record: SourceRecord, provider: string): string | null {
  for (const name of [provider, provider.toLowerCase(), 'providerData']) {
    const profile = Object.hasOwn(record, name) ? record[name] : null
    // The number may be too long for JSON, its text is whole.
    const ids = isObject(profile) ? ['id_str', 'id', 'sub', 'user_id'].map((one) => textOf(profile[one])) : []
    const id = ids.find((one) => one !== null)
    if (id !== undefined && !isNoId(id)) return id
  }
  return null
}
