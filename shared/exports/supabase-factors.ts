import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, textField } from './fields.ts'
import { supabaseKey } from './supabase-identities.ts'

/** A row of auth.mfa_factors. */
export function isSupabaseFactor(record: SourceRecord): boolean {
  return hasFields(record, 'user_id', 'factor_type', 'secret')
}

/** Phones, security keys, and apps whose first code the user never entered, are joined with nothing to add. */
export function readSupabaseFactor(record: SourceRecord): Entry {
  const userId = textField(record, 'user_id')
  if (userId === null) return { kind: 'unreadable', reason: 'This factor has no user_id to find its user by.' }
  const keys = [supabaseKey(userId)]
  const secret = textField(record, 'secret')
  const isInUse = textField(record, 'factor_type') === 'totp' && textField(record, 'status') !== 'unverified'
  return { kind: 'part', part: isInUse && secret !== null ? { totp: [secret] } : {}, keys }
}
