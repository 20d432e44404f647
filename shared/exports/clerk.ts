import { isClerkUser, readClerkUser } from './clerk-users.ts'
import type { ExportFormat, Recognition, Sample } from '../mapping/export-format.ts'
import { hasFields, shareOf } from './fields.ts'

/** Clerk: the table from its dashboard, the JSON with hashes from its support, and the users of its API. */
export const clerk: ExportFormat = {
  provider: 'clerk',
  title: 'Clerk',
  recognise: recogniseClerk,
  read: readClerkUser,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'primary_email_address', becomes: 'Email' },
    { path: 'verified_email_addresses', becomes: 'Email verified; email if there is no primary one' },
    { path: 'unverified_email_addresses', becomes: 'Email not verified; email if there is no other' },
    { path: 'email_addresses', becomes: 'Email' },
    { path: 'email_addresses[0].verification.status', becomes: 'Email verified' },
    { path: 'primary_phone_number', becomes: 'Phone number' },
    { path: 'verified_phone_numbers', becomes: 'Phone verified; phone number if there is no primary one' },
    { path: 'unverified_phone_numbers', becomes: 'Phone not verified; phone number if there is no other' },
    { path: 'phone_numbers', becomes: 'Phone number' },
    { path: 'password_digest', becomes: 'Password hash' },
    { path: 'password_hasher', becomes: 'Hash algorithm' },
    { path: 'password_enabled', becomes: 'Has a password' },
    { path: 'external_accounts[0].provider', becomes: 'Provider' },
    { path: 'external_accounts[0].provider_user_id', becomes: 'Provider user ID' },
    { path: 'external_accounts[0].email_address', becomes: 'Provider email' },
    { path: 'banned', becomes: 'Disabled' },
    { path: 'locked', becomes: 'Disabled' },
    { path: 'public_metadata', becomes: 'Metadata', whole: true },
    { path: 'totp_secret', becomes: 'TOTP secret' },
    { path: 'created_at', becomes: 'Time joined' },
    { path: 'private_metadata', becomes: 'Metadata', whole: true },
    { path: 'unsafe_metadata', becomes: 'Metadata', whole: true },
  ],
}

function recogniseClerk({ header, records }: Sample): Recognition | null {
  if (shareOf(records, isClerkUser) < 0.8) return null
  if (header !== null) {
    return found('table of the dashboard', 'it has the columns of the dashboard, which never has ids at third parties')
  }
  return records.some(
    (record) => hasFields(record, 'external_accounts') || hasFields(record, 'primary_email_address_id'),
  )
    ? found('users of the API', 'its records have email_addresses with their verification; the API never has hashes')
    : found('JSON of the support', 'its records have email_addresses and a password_digest')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'clerk', shape, reason, role: 'users' }
}
