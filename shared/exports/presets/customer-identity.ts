import type { Identity, User } from '../../users/user.ts'
import { textOf } from '../../mapping/cell.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { valueAt } from '../../mapping/value-at.ts'
import { field } from '../fields.ts'
import type { Preset } from './preset.ts'

/** SAP Customer Data Cloud, formerly Gigya: accounts of its API and of its files for an import. */
const gigya: Preset = {
  provider: 'gigya',
  title: 'SAP Customer Data Cloud (Gigya)',
  tables: [
    {
      kind: 'users',
      shape: 'accounts',
      reason: 'its accounts have a UID beside loginIDs or identities, as SAP Customer Data Cloud (Gigya) keeps them',
      has: [
        'UID',
        ['loginIDs', 'identities', 'socialProviders'],
        ['isRegistered', 'isActive', 'isVerified', 'password'],
      ],
      columns: {
        'source-id': ['UID'],
        email: ['loginIDs.emails', 'loginIDs.unverifiedEmails', 'profile.email'],
        'email-verified': ['isVerified'],
        phone: ['phoneNumber'],
        'password-hash': ['password.compoundHash', 'password.hash'],
        salt: ['password.hashSettings.salt'],
        'hash-algorithm': ['password.hashSettings.algorithm'],
        'time-joined': ['created'],
      },
      hasPassword: { column: 'socialProviders', is: /(?:^|,)\s*site\s*(?:,|$)/i },
      identities: [
        { at: 'identities', provider: ['provider'], userId: ['providerUID'], email: ['email'], own: { is: /^site$/i } },
      ],
      signInNames: ['loginIDs.username'],
      standing: [
        { column: 'isActive', is: 'no', means: 'disabled' },
        { column: 'isLockedOut', is: 'yes', means: 'disabled' },
        // An account whose registration was never completed cannot sign in.
        { column: 'isRegistered', states: { active: ['true'], asked: ['false'] } },
      ],
      metadata: ['data'],
      preferences: ['loginProvider', 'socialProviders', 'subscriptions', 'preferences', 'regSource', 'iRank'],
      complete: withOwnVerification,
    },
  ],
}

/** `isVerified` says of the whole account what lists say of each address. */
function withOwnVerification(user: User, record: SourceRecord): User {
  const email = user.email?.trim().toLowerCase()
  const isIn = (path: string) => {
    const list = valueAt(record, path)
    return Array.isArray(list) && list.some((one: unknown) => textOf(one)?.trim().toLowerCase() === email)
  }
  if (email === undefined) return user
  if (isIn('emails.verified')) return { ...user, emailVerified: true }
  return unverifiedLists.some(isIn) ? { ...user, emailVerified: false } : user
}

const unverifiedLists = ['emails.unverified', 'loginIDs.unverifiedEmails'] as const

/** Akamai Identity Cloud, formerly Janrain Capture: records of an entity type, `user` as a rule. */
const janrain: Preset = {
  provider: 'janrain',
  title: 'Akamai Identity Cloud (Janrain)',
  tables: [
    {
      kind: 'users',
      shape: 'records of users',
      reason:
        'its records have a uuid beside profiles and deactivateAccount, as Akamai Identity Cloud (Janrain) keeps them',
      has: ['uuid', 'profiles', ['deactivateAccount', 'emailVerified']],
      columns: {
        'source-id': ['uuid'],
        email: ['email'],
        'email-verified': ['emailVerified'],
        phone: ['mobileNumber'],
        'phone-verified': ['mobileNumberVerified'],
        'password-hash': ['password.value', 'password'],
        'hash-algorithm': ['password.type'],
        'time-joined': ['created'],
      },
      identities: [{ at: 'profiles', provider: ['domain'], userId: ['identifier'] }],
      standing: [{ column: 'deactivateAccount', is: /\S/, means: 'disabled', since: 'deactivateAccount' }],
      complete: (user) => ({
        ...user,
        hash: user.hash?.declared === undefined ? user.hash : { ...user.hash, declared: ownWord(user.hash.declared) },
        identities: user.identities.map(withIdThere),
      }),
    },
  ],
}

/** The algorithm in the name of a type of password, `password-bcrypt`. */
function ownWord(type: string): string {
  return type.replace(/^password-/i, '')
}

/** A profile is named by an address of the third party, in which its ID there is. */
function withIdThere(identity: Identity): Identity {
  const host = identity.provider
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
  const id = idIn[host]?.exec(identity.userId.trim())?.[1]
  return id === undefined ? identity : { ...identity, userId: id }
}

const idIn: Readonly<Record<string, RegExp>> = {
  'facebook.com': /^https?:\/\/(?:www\.)?facebook\.com\/profile\.php\?id=(\d+)$/i,
  'google.com': /^https?:\/\/(?:www\.|plus\.)?google\.com\/(?:profiles\/)?(\d+)$/i,
  'googleplus.com': /^https?:\/\/(?:www\.|plus\.)?google\.com\/(?:profiles\/)?(\d+)$/i,
  'twitter.com': /^https?:\/\/(?:www\.)?twitter\.com\/account\/profile\?user_id=(\d+)$/i,
  'linkedin.com': /^https?:\/\/(?:www\.)?linkedin\.com\/profile\?viewProfile=([\w-]+)$/i,
}

/** PlayFab: profiles of the players in a segment. */
const playfab: Preset = {
  provider: 'playfab',
  title: 'PlayFab',
  tables: [
    {
      kind: 'users',
      shape: 'profiles of players',
      reason: 'its players have a PlayerId and a TitleId beside LinkedAccounts, as PlayFab keeps them',
      has: ['PlayerId', ['TitleId', 'PublisherId'], ['LinkedAccounts', 'ContactEmailAddresses', 'Origination']],
      columns: {
        'source-id': ['PlayerId'],
        email: ['LinkedAccounts[Platform=PlayFab].Email', 'ContactEmailAddresses[0].EmailAddress'],
        'email-verified': ['ContactEmailAddresses[0].VerificationStatus'],
        'time-joined': ['Created'],
      },
      hasPassword: { column: 'LinkedAccounts[Platform=PlayFab].PlatformUserId', is: /\S/ },
      identities: [
        {
          at: 'LinkedAccounts',
          provider: ['Platform'],
          userId: ['PlatformUserId'],
          email: ['Email'],
          own: { is: /^PlayFab$/i },
        },
      ],
      standing: [{ column: 'BannedUntil', is: /\S/, means: 'disabled', until: ['BannedUntil'] }],
      preferences: ['Origination', 'TitleId', 'PublisherId'],
      complete: withPlayFabLogins,
    },
  ],
}

/** Devices have the names of what they are; the address that is confirmed may be another one than that of the login. */
function withPlayFabLogins(user: User, record: SourceRecord): User {
  const email = user.email?.trim().toLowerCase()
  const contacts = field.list(record, 'ContactEmailAddresses') ?? []
  const own = contacts.find((one) => email !== undefined && field.text(one, 'EmailAddress')?.toLowerCase() === email)
  const state = own === undefined ? null : field.text(own, 'VerificationStatus')
  return {
    ...user,
    emailVerified: state === null ? null : /^confirmed$/i.test(state),
    identities: user.identities.map((one) => ({
      ...one,
      provider: playFabDevices[one.provider.trim().toLowerCase()] ?? one.provider,
    })),
  }
}

/** A game makes up the ID of a `Custom` login for the device that it is on. Elsewhere, that word names a third party of its own. */
const playFabDevices: Readonly<Record<string, string>> = {
  custom: 'Custom ID',
  nintendoswitch: 'NintendoSwitchDevice',
}

/** Services for the identities of customers. */
export const customerIdentity: readonly Preset[] = [gigya, janrain, playfab]
