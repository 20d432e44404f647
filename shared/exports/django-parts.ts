import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { base32OfHex, totpAddress } from '../users/totp-secret.ts'
import { asEmail, booleanField, hasFields, objectField, textField } from './fields.ts'
import { djangoKey, djangoNameKey } from './django-users.ts'
import { third } from './third-party-columns.ts'

/** A row of social_auth_usersocialauth (social-auth) or socialaccount_socialaccount (allauth). */
export function isDjangoSocial(record: SourceRecord): boolean {
  return (
    hasFields(record, 'provider', 'uid', 'extra_data') && (hasFields(record, 'user_id') || hasFields(record, 'user'))
  )
}

/** A row of account_emailaddress (allauth). */
export function isDjangoEmail(record: SourceRecord): boolean {
  return (
    hasFields(record, 'email', 'verified', 'primary') && (hasFields(record, 'user_id') || hasFields(record, 'user'))
  )
}

/** A row of otp_totp_totpdevice (django-otp, also below django-two-factor-auth). */
export function isDjangoTotp(record: SourceRecord): boolean {
  return (
    hasFields(record, 'key', 'step', 'digits', 'confirmed') &&
    (hasFields(record, 'user_id') || hasFields(record, 'user'))
  )
}

/** Keys are in hexadecimal there. An app whose first code the user never entered is joined with nothing to add. */
export function readDjangoTotp(record: SourceRecord): Entry {
  const keys = userKeys(record)
  if (keys.length === 0) return { kind: 'unreadable', reason: 'This authenticator app has no user that it belongs to.' }
  const key = textField(record, 'key')?.trim() ?? ''
  if (key === '' || booleanField(record, 'confirmed') === false) return { kind: 'part', part: {}, keys }
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(key)
  const address = totpAddress(isHex ? base32OfHex(key) : key, {
    // Codes that begin to count at another time than 1970 are no core's.
    type: (textField(record, 't0') ?? '0') === '0' ? 'totp' : 'offset',
    algorithm: 'SHA1',
    digits: textField(record, 'digits') ?? '6',
    period: textField(record, 'step') ?? '30',
  })
  return { kind: 'part', part: { totp: [address] }, keys }
}

export function readDjangoSocial(record: SourceRecord): Entry {
  const keys = userKeys(record)
  const provider = textField(record, 'provider')
  const uid = textField(record, 'uid')
  if (keys.length === 0) return { kind: 'unreadable', reason: 'This login has no user that it belongs to.' }
  if (provider === null || uid === null) return { kind: 'unreadable', reason: 'This login has no provider or no uid.' }
  const data = objectField(record, 'extra_data') ?? {}
  const email = textField(data, 'email') ?? asEmail(uid)
  // social-auth keeps Google's users by their email unless told otherwise; the id may be in what Google sent.
  const userId = asEmail(uid) === null ? uid : (textField(data, 'sub', 'id', 'user_id') ?? '')
  return { kind: 'part', part: { identities: [third(provider, userId, email)] }, keys }
}

/** Only the primary email is the user's; the others are joined with nothing to add. */
export function readDjangoEmail(record: SourceRecord): Entry {
  const keys = userKeys(record)
  const email = textField(record, 'email')
  const verified = booleanField(record, 'verified')
  if (keys.length === 0) return { kind: 'unreadable', reason: 'This email has no user that it belongs to.' }
  const primary = booleanField(record, 'primary') === true && email !== null && verified !== null
  return { kind: 'part', part: primary ? { email, emailVerified: verified } : {}, keys }
}

/** `user` of dumpdata is the id, or with natural keys a list with the user name. */
function userKeys(record: SourceRecord): readonly string[] {
  const natural = record['user']
  const name = Array.isArray(natural) && typeof natural[0] === 'string' ? natural[0] : null
  if (name !== null) return [djangoNameKey(name)]
  const id = textField(record, 'user_id', 'user')
  return id === null ? [] : [djangoKey(id)]
}
