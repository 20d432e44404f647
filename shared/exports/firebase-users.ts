import type { HashInput } from '../hashes/verdict.ts'
import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, listField, objectField, textField } from './fields.ts'
import { metadataFields, profileOfUser, timeField } from './profile-fields.ts'

const exported = [
  'createdAt',
  'lastSignedInAt',
  'lastLoginAt',
  'providerUserInfo',
  'passwordHash',
  'emailVerified',
  'phoneNumber',
]

/** A record of `auth:export`, of the emulator (localId), or of the Admin SDK (uid). */
export function isFirebaseUser(record: SourceRecord): boolean {
  const has = (name: string) => Object.hasOwn(record, name)
  if (textField(record, 'localId') !== null) return exported.some(has)
  return textField(record, 'uid') !== null && (has('providerData') || (has('metadata') && has('emailVerified')))
}

export function readFirebaseUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'localId', 'uid')
  if (sourceId === null) return { kind: 'unreadable', reason: 'This record has no localId.' }
  const logins = listField(record, 'providerUserInfo') ?? listField(record, 'providerData') ?? []
  const hash = hashOf(record)
  const uses = (provider: string) => logins.some((login) => textField(login, 'providerId') === provider)
  const phone = textField(record, 'phoneNumber')
  // The command line's export never lists phone logins: there a number without a password is taken for one.
  const listsPhones = Object.hasOwn(record, 'providerData')
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email: textField(record, 'email'),
      emailVerified: booleanField(record, 'emailVerified'),
      phone,
      phoneIsLogin: uses('phone') || (!listsPhones && phone !== null && hash === null),
      hasPassword: hash !== null || uses('password') ? true : null,
      hash,
      identities: logins.flatMap((login) => toIdentity(login) ?? []),
      standing: booleanField(record, 'disabled') === true ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: metadataFields(record, 'customClaims', 'customAttributes'),
        joined: timeField(record, 'createdAt') ?? timeField(objectField(record, 'metadata') ?? {}, 'creationTime'),
      }),
    },
    keys: [`id:${sourceId}`],
  }
}

/** The API says with a version other than 0 that a hash was imported and is not made with the parameters of the project. */
function hashOf(record: SourceRecord): HashInput | null {
  const hash = firebaseHash(textField(record, 'passwordHash'), textField(record, 'salt', 'passwordSalt'))
  const version = textField(record, 'version') ?? '0'
  if (hash === null || version === '0' || isEmulatorHash(hash.hash)) return hash
  return { ...hash, declared: 'imported into Firebase with another algorithm' }
}

/** The emulator keeps passwords as plain text: only the mark that it did is passed on. */
export function firebaseHash(hash: string | null, salt: string | null): HashInput | null {
  if (hash === null) return null
  if (isEmulatorHash(hash)) return { hash: 'fakeHash:', provider: 'firebase' }
  return { hash, provider: 'firebase', ...(salt === null ? {} : { salt }) }
}

export function isEmulatorHash(hash: string | null): boolean {
  return hash !== null && /^\s*fakeHash:/i.test(hash)
}

const ownLogins = new Set(['password', 'phone', 'emailLink', 'anonymous'])

function toIdentity(login: SourceRecord): Identity | null {
  const provider = textField(login, 'providerId')
  const userId = textField(login, 'rawId', 'uid', 'federatedId')
  if (provider === null || userId === null || ownLogins.has(provider)) return null
  return { provider, userId, email: textField(login, 'email'), emailVerified: null }
}
