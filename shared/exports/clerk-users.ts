import type { HashInput } from '../hashes/verdict.ts'
import { emptyUser, type Identity } from '../users/user.ts'
import { clerkContact } from './clerk-contacts.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, hasFields, listField, textField } from './fields.ts'
import { metadataFields, profileOfUser, timeField } from './profile-fields.ts'

export function isClerkUser(record: SourceRecord): boolean {
  if (!hasFields(record, 'id')) return false
  const ofSupport = ['password_digest', 'password_hasher', 'verified_email_addresses', 'email_addresses']
  if (hasFields(record, 'primary_email_address')) return ofSupport.some((name) => hasFields(record, name))
  const ofApi = ['external_accounts', 'primary_email_address_id', 'password_enabled', 'password_digest']
  return hasFields(record, 'email_addresses') && ofApi.some((name) => hasFields(record, name))
}

export function readClerkUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'id')
  const email = clerkContact(record, 'email')
  const phone = clerkContact(record, 'phone')
  if (sourceId === null && email === null && phone === null) {
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email or phone number.' }
  }
  const hash = hashOf(record)
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email: email?.value ?? null,
      emailVerified: email?.verified ?? null,
      phone: phone?.value ?? null,
      phoneVerified: phone?.verified ?? null,
      hasPassword:
        hash !== null ? true : hasFields(record, 'password_digest') ? false : booleanField(record, 'password_enabled'),
      hash,
      identities: [...accounts(record, 'external_accounts'), ...accounts(record, 'saml_accounts')],
      standing:
        booleanField(record, 'banned') === true || booleanField(record, 'locked') === true ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: metadataFields(record, 'public_metadata', 'private_metadata', 'unsafe_metadata'),
        totp: [textField(record, 'totp_secret') ?? []].flat(),
        joined: timeField(record, 'created_at'),
      }),
    },
    keys: sourceId === null ? [] : [`clerk:${sourceId}`],
  }
}

/** The hasher is what counts: the digest of `bcrypt_peppered` looks like any bcrypt. */
function hashOf(record: SourceRecord): HashInput | null {
  const hash = textField(record, 'password_digest')
  const declared = textField(record, 'password_hasher')
  if (hash === null) return null
  return { hash, provider: 'clerk', ...(declared === null ? {} : { declared }) }
}

function accounts(record: SourceRecord, name: string): readonly Identity[] {
  return (listField(record, name) ?? []).flatMap((account) => {
    const provider = textField(account, 'provider')
    if (provider === null) return []
    const userId = textField(account, 'provider_user_id', 'google_id', 'facebook_id') ?? ''
    return [{ provider, userId, email: textField(account, 'email_address'), emailVerified: null }]
  })
}
