import type { HashInput } from '../hashes/verdict.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { emptyUser } from '../users/user.ts'
import {
  booleanField,
  hasFields,
  metadataFields,
  objectField,
  profileOfUser,
  shareOf,
  textField,
  third,
  timeField,
} from './fields.ts'

/** Appwrite: the users of its server API, with their hashes, and the list of their identities at third parties. */
export const appwrite: ExportFormat = {
  provider: 'appwrite',
  title: 'Appwrite',
  recognise: recogniseAppwrite,
  read: (record) => (isIdentity(record) ? readIdentity(record) : readAppwriteUser(record)),
  fields: [
    { path: '$id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'emailVerification', becomes: 'Email verified' },
    { path: 'phone', becomes: 'Phone number' },
    { path: 'phoneVerification', becomes: 'Phone verified' },
    { path: 'password', becomes: 'Password hash' },
    { path: 'hash', becomes: 'Algorithm of the hash' },
    { path: 'status', becomes: 'Disabled when no' },
    { path: 'userId', becomes: 'Source ID of its user' },
    { path: 'provider', becomes: 'Provider' },
    { path: 'providerUid', becomes: 'Provider user ID' },
    { path: 'prefs', becomes: 'Metadata', whole: true },
    { path: 'labels', becomes: 'Metadata', whole: true },
    { path: 'registration', becomes: 'Time joined' },
    { path: '$createdAt', becomes: 'Time joined' },
  ],
}

function recogniseAppwrite({ records }: Sample): Recognition | null {
  if (shareOf(records, isIdentity) >= 0.8) {
    const reason = 'its records have a providerUid for a userId and ids called $id'
    return { provider: 'appwrite', shape: 'identities', reason, role: 'parts' }
  }
  if (shareOf(records, isAppwriteUser) < 0.8) return null
  const reason = 'its users have an $id beside emailVerification and phoneVerification'
  return { provider: 'appwrite', shape: 'users', reason, role: 'users' }
}

function isAppwriteUser(record: SourceRecord): boolean {
  const own = hasFields(record, 'emailVerification') || hasFields(record, 'hashOptions')
  return hasFields(record, '$id') && own && !isIdentity(record)
}

function isIdentity(record: SourceRecord): boolean {
  return hasFields(record, '$id', 'userId', 'provider', 'providerUid')
}

function readIdentity(record: SourceRecord): Entry {
  const owner = textField(record, 'userId')
  if (owner === null) return { kind: 'unreadable', reason: 'This login has no userId to find its user by.' }
  const identity = third(
    textField(record, 'provider') ?? 'unknown',
    textField(record, 'providerUid') ?? '',
    textField(record, 'providerEmail'),
  )
  return { kind: 'part', part: { identities: [identity] }, keys: [`appwrite:${owner}`] }
}

function readAppwriteUser(record: SourceRecord): Entry {
  const sourceId = textField(record, '$id')
  const email = textField(record, 'email')
  const phone = textField(record, 'phone')
  if (sourceId === null && email === null && phone === null) {
    return { kind: 'unreadable', reason: 'This record has neither an $id nor an email or phone number.' }
  }
  const hash = hashOf(record)
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: booleanField(record, 'emailVerification'),
      phone,
      phoneVerified: booleanField(record, 'phoneVerification'),
      // The time stays empty where no password was ever set.
      hasPassword: hash !== null || textField(record, 'passwordUpdate') !== null,
      hash,
      standing: booleanField(record, 'status') === false ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: metadataFields(record, 'prefs', 'labels'),
        joined: timeField(record, 'registration', '$createdAt'),
      }),
    },
    keys: sourceId === null ? [] : [`appwrite:${sourceId}`],
  }
}

function hashOf(record: SourceRecord): HashInput | null {
  const hash = textField(record, 'password')
  const declared = textField(record, 'hash')
  if (hash === null) return null
  const firebase = declared === 'scryptMod' ? firebaseScrypt(hash, objectField(record, 'hashOptions') ?? {}) : null
  if (firebase !== null) return { hash: firebase, provider: 'appwrite' }
  return { hash, provider: 'appwrite', ...(declared === null ? {} : { declared }) }
}

/** Users that Appwrite took over from Firebase: its costs are fixed, the rest is beside the hash. */
function firebaseScrypt(hash: string, options: SourceRecord): string | null {
  const parts = ['salt', 'signerKey', 'saltSeparator'].map((name) => textField(options, name))
  return parts.includes(null) ? null : [hash, ...parts, '8', '14'].join('$')
}
