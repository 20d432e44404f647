import type { Identity } from '../users/user.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, hasFields, objectField, textField } from './fields.ts'

/** A row of auth.identities. */
export function isSupabaseIdentity(record: SourceRecord): boolean {
  return hasFields(record, 'user_id', 'provider', 'identity_data')
}

/** The key by which the rows of auth.identities find their user. */
export function supabaseKey(userId: string): string {
  return `supabase:${userId}`
}

/** Rows of a password or code say nothing that the user's row does not; they are joined all the same. */
export function readSupabaseIdentity(record: SourceRecord): Entry {
  const userId = textField(record, 'user_id')
  if (userId === null) return { kind: 'unreadable', reason: 'This identity has no user_id to find its user by.' }
  const identity = supabaseIdentity(record)
  return { kind: 'part', part: identity === null ? {} : { identities: [identity] }, keys: [supabaseKey(userId)] }
}

/** Logins that Supabase checked itself. */
export const ownLogins: ReadonlySet<string> = new Set(['email', 'phone', 'anonymous'])

/** Newer versions have the id at the provider in `provider_id`; older ones in `identity_data.sub` and `id`. */
export function supabaseIdentity(record: SourceRecord): Identity | null {
  const provider = textField(record, 'provider')
  if (provider === null || ownLogins.has(provider)) return null
  const data = objectField(record, 'identity_data') ?? {}
  return {
    provider,
    userId: textField(record, 'provider_id') ?? textField(data, 'sub', 'provider_id') ?? textField(record, 'id') ?? '',
    email: textField(data, 'email') ?? textField(record, 'email'),
    emailVerified: booleanField(data, 'email_verified'),
  }
}
