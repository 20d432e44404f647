import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, shareOf } from './fields.ts'
import { isSupabaseFactor, readSupabaseFactor } from './supabase-factors.ts'
import { isSupabaseIdentity, readSupabaseIdentity } from './supabase-identities.ts'
import { isSupabaseUser, readSupabaseUser } from './supabase-users.ts'

/** Supabase: the tables auth.users, auth.identities and auth.mfa_factors in any form, in one file or several, and the users of its admin API. */
export const supabase: ExportFormat = {
  provider: 'supabase',
  title: 'Supabase',
  recognise: recogniseSupabase,
  read: readSupabase,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'email_confirmed_at', becomes: 'Email verified' },
    { path: 'confirmed_at', becomes: 'Email verified, in older versions' },
    { path: 'phone', becomes: 'Phone number' },
    { path: 'phone_confirmed_at', becomes: 'Phone verified' },
    { path: 'encrypted_password', becomes: 'Password hash' },
    { path: 'raw_app_meta_data.providers', becomes: 'Login methods' },
    { path: 'raw_app_meta_data.provider', becomes: 'Login method' },
    { path: 'app_metadata.providers', becomes: 'Login methods' },
    { path: 'app_metadata.provider', becomes: 'Login method' },
    { path: 'identities[0].provider', becomes: 'Provider' },
    { path: 'banned_until', becomes: 'Disabled' },
    { path: 'deleted_at', becomes: 'Deleted' },
    { path: 'raw_user_meta_data', becomes: 'Metadata', whole: true },
    { path: 'user_metadata', becomes: 'Metadata', whole: true },
    { path: 'raw_app_meta_data', becomes: 'Metadata, but for the login methods', whole: true },
    { path: 'app_metadata', becomes: 'Metadata, but for the login methods', whole: true },
    { path: 'created_at', becomes: 'Time joined' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'provider', becomes: 'Login method' },
    { path: 'provider_id', becomes: 'Provider user ID' },
    { path: 'identity_data.sub', becomes: 'Provider user ID, in older versions' },
    { path: 'identity_data.email', becomes: 'Provider email' },
    { path: 'secret', becomes: 'TOTP secret' },
  ],
}

/** A dump holds all tables in one file, so each record is recognised on its own. */
function readSupabase(record: SourceRecord): Entry {
  if (isSupabaseFactor(record)) return readSupabaseFactor(record)
  return isSupabaseIdentity(record) ? readSupabaseIdentity(record) : readSupabaseUser(record, Date.now())
}

function recogniseSupabase({ records }: Sample): Recognition | null {
  const users = shareOf(records, isSupabaseUser)
  const identities = shareOf(records, isSupabaseIdentity)
  const factors = shareOf(records, isSupabaseFactor)
  if (users + identities + factors < 0.8) return null
  if (users + identities === 0) {
    const reason = 'its records have a user_id, a factor_type and a secret'
    return { provider: 'supabase', shape: 'auth.mfa_factors', reason, role: 'parts' }
  }
  if (users === 0) {
    const reason = 'its records have a user_id, a provider and identity_data'
    return { provider: 'supabase', shape: 'auth.identities', reason, role: 'parts' }
  }
  if (identities > 0) return found('auth.users and auth.identities', 'it holds the columns of both tables')
  return records.some((record) => hasFields(record, 'app_metadata'))
    ? found('users of the admin API', 'its records have aud, app_metadata and user_metadata')
    : found('auth.users', 'its records have the columns of auth.users; the ids at third parties are in auth.identities')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'supabase', shape, reason, role: 'users' }
}
