import type { HashInput } from '../../hashes/verdict.ts'
import type { Entry, ExportFormat, SourceRecord } from '../../mapping/export-format.ts'
import type { Identity, UserPart } from '../../users/user.ts'
import { field } from '../fields.ts'

/** How the configuration of a credential says its logins: the same in JSON and in the database. */
type Credential = {
  readonly hashOf: (config: SourceRecord) => HashInput | null
  readonly providersOf: (config: SourceRecord) => readonly Identity[]
  readonly totpOf: (config: SourceRecord) => readonly string[]
}

/** Rows of the tables of Kratos' database that add to the identities. */
export const kratosTables = {
  /** Whether a row is a credential, a name of one, or an address that may be verified. */
  isPart: (row: SourceRecord): boolean => isCredential(row) || isIdentifier(row) || isAddress(row),
  /** Reads such a row. The names of credentials are in their configuration, too. */
  read: (row: SourceRecord, credential: Credential): Entry => {
    if (isIdentifier(row)) return { kind: 'aside', what: 'identifier of a credential' }
    const owner = field.text(row, 'identity_id')
    if (owner === null) return { kind: 'unreadable', reason: 'This row has no identity_id to find its identity by.' }
    return {
      kind: 'part',
      part: isAddress(row) ? addressOf(row) : credentialOf(row, credential),
      keys: [kratosTables.keyOf(owner)],
    }
  },
  keyOf: (id: string): string => `kratos:${id}`,
  fields: [
    { path: 'identity_id', becomes: 'Source ID of its user' },
    { path: 'config.hashed_password', becomes: 'Password hash' },
    { path: 'config.providers[0].provider', becomes: 'Provider' },
    { path: 'config.providers[0].subject', becomes: 'Provider user ID' },
    { path: 'config.totp_url', becomes: 'TOTP secret' },
    { path: 'value', becomes: 'Email or phone number, if the traits have none' },
    { path: 'verified', becomes: 'Email or phone verified' },
    { path: 'status', becomes: 'Email or phone verified' },
    { path: 'via', becomes: 'Whether the value is an email or a phone number' },
  ] satisfies ExportFormat['fields'],
}

function isCredential(row: SourceRecord): boolean {
  return field.has(row, 'identity_id') && field.has(row, 'identity_credential_type_id') && 'config' in row
}

function isIdentifier(row: SourceRecord): boolean {
  return ['identifier', 'identity_credential_id', 'identity_credential_type_id'].every((name) => field.has(row, name))
}

function isAddress(row: SourceRecord): boolean {
  return ['identity_id', 'via', 'verified', 'value'].every((name) => field.has(row, name))
}

function credentialOf(row: SourceRecord, { hashOf, providersOf, totpOf }: Credential): UserPart {
  const config = field.object(row, 'config') ?? {}
  const [hash, identities, totp] = [hashOf(config), providersOf(config), totpOf(config)]
  return {
    ...(hash === null ? {} : { hash }),
    ...(identities.length === 0 ? {} : { identities }),
    ...(totp.length === 0 ? {} : { totp }),
    ...(holdsPasskey(config) ? { passkeys: true as const } : {}),
  }
}

/** Credentials of WebAuthn and passkeys have a list of keys and a handle of the user. */
function holdsPasskey(config: SourceRecord): boolean {
  return 'user_handle' in config && Array.isArray(config['credentials']) && config['credentials'].length > 0
}

function addressOf(row: SourceRecord): UserPart {
  const value = field.text(row, 'value')
  const state = field.text(row, 'status')
  const flag = field.flag(row, 'verified')
  // An address that Kratos verified has both; where they differ, it is not known to be.
  const isVerified = flag === true ? state === null || state === 'completed' : flag
  if (value === null) return {}
  return field.text(row, 'via') === 'sms'
    ? { phone: value, ...(isVerified === null ? {} : { phoneVerified: isVerified }) }
    : { email: value, ...(isVerified === null ? {} : { emailVerified: isVerified, verifiedAddress: value }) }
}
