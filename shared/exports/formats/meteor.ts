import { offTotp } from '../../users/totp-secret.ts'
import { newUser, type Identity } from '../../users/user.ts'
import type { Entry, ExportFormat, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { otherEntry } from '../../mapping/rows/unread-rows.ts'
import { keysOfOther } from '../../mapping/entries/other-keys.ts'
import { field, nested, profileOfUser, shareOf, third, withoutEmail } from '../fields.ts'
import { idField } from '../own-columns.ts'

/** Meteor and Rocket.Chat: the collection users. Its bcrypt is computed over a SHA-256 of the password, so no core can verify it. */
export const meteor: ExportFormat = {
  provider: 'meteor',
  title: 'Meteor and Rocket.Chat',
  recognise: ({ records }: Sample) => {
    // One user with Meteor's services is enough: read as another format, the hashes would look like plain bcrypt.
    if (!records.some((record) => isMeteorUser(nested(record)))) return null
    if (shareOf(records, (record) => isOfMeteor(nested(record))) < 0.8 && !hasOwnHash(records)) return null
    const reason = 'its users have services beside emails or a username, as Meteor keeps them'
    return { provider: 'meteor', shape: 'users', reason, role: 'users' }
  },
  read: (record) => {
    const whole = nested(record)
    return isMeteorUser(whole) || field.has(whole, 'emails') || field.has(whole, 'username')
      ? readMeteorUser(whole)
      : otherKind(whole)
  },
  fields: [
    { path: '_id', becomes: 'Source ID' },
    { path: 'emails[0].address', becomes: 'Email' },
    { path: 'emails[0].verified', becomes: 'Email verified' },
    { path: 'services.password.bcrypt', becomes: 'Password hash' },
    { path: 'services.google.id', becomes: 'User ID at Google' },
    { path: 'active', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'profile', becomes: 'Metadata', whole: true },
    { path: 'roles', becomes: 'Role', whole: true },
    { path: 'services.totp.secret', becomes: 'TOTP secret' },
    { path: 'createdAt', becomes: 'Time joined', whole: true },
  ],
  // Rocket.Chat marks who comes from a directory.
  preferences: ['ldap'],
}

function isMeteorUser(record: SourceRecord): boolean {
  const known = field.has(record, 'emails') || field.has(record, 'username')
  return field.has(record, '_id') && known && field.object(record, 'services') !== null
}

/** Whether a hash is at a path that only Meteor uses; then it is over SHA-256, whatever else is in the file. */
function hasOwnHash(records: readonly SourceRecord[]): boolean {
  return records.some((record) => {
    const { services } = nested(record)
    const password = field.object(field.object({ services }, 'services') ?? {}, 'password') ?? {}
    return isMeteorUser(nested(record)) && field.text(password, 'bcrypt', 'argon2') !== null
  })
}

/** Reads a record of a dump of several collections, which may have rooms and messages among the users. */
function otherKind(record: SourceRecord): Entry {
  return field.has(record, 'services') || field.has(record, 'profile')
    ? readMeteorUser(record)
    : otherEntry(record, 'another collection')
}

/**
 * Whether a record belongs to the collection. Bots, apps and people who never logged in have no services, and people of a third party
 * neither an address nor a name.
 */
function isOfMeteor(record: SourceRecord): boolean {
  const isLikely = field.has(record, 'type') || field.has(record, 'emails') || field.object(record, 'services') !== null
  return field.has(record, '_id') && (isMeteorUser(record) || isLikely)
}

/** Services that are not third parties. */
const ownServices = new Set([
  'password',
  'resume',
  'email',
  'emailCode',
  'email2fa',
  'totp',
  'cloud',
  'passwordless',
  'ldap',
])

function readMeteorUser(record: SourceRecord): Entry {
  const sourceId = idField(record, '_id', 'id')
  const type = field.text(record, 'type')
  const [first] = field.list(record, 'emails') ?? []
  const email = first === undefined ? null : field.text(first, 'address')
  const services = field.object(record, 'services') ?? {}
  const identities = Object.keys(services).flatMap((name) => identityOf(services, name) ?? [])
  if (sourceId === null && email === null && identities.length === 0) return withoutEmail
  const password = field.object(services, 'password') ?? {}
  const bcrypt = field.text(password, 'bcrypt')
  const argon2 = field.text(password, 'argon2')
  const hash = bcrypt ?? argon2
  // The directory of an LDAP user holds the password.
  const inDirectory = field.object(services, 'ldap') !== null
  const declared = bcrypt === null ? 'argon2 over SHA-256' : 'bcrypt-sha256'
  const entry: Entry = {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      emailVerified: first === undefined ? null : field.flag(first, 'verified'),
      hasPassword: hash !== null || inDirectory,
      hash: hash === null ? null : { hash, declared, provider: 'meteor' },
      identities,
      standing: field.isOff(record, 'lets-in', 'active') ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: field.metadata(record, 'profile', 'customFields'),
        roles: field.roles(record, 'roles'),
        totp: appsOf(services),
        joined: field.time(record, 'createdAt'),
      }),
    }),
    keys: sourceId === null ? [] : [`meteor:${sourceId}`],
  }
  if (type !== 'bot' && type !== 'app') return entry
  return { kind: 'aside', what: 'bot or app', ...keysOfOther(entry) }
}

/** Secrets of authenticator apps: of Rocket.Chat, where an unconfirmed app is not enabled, and of Meteor's package accounts-2fa, which names the type. */
function appsOf(services: SourceRecord): readonly string[] {
  const ofChat = field.object(services, 'totp') ?? {}
  const ofApp = field.text(ofChat, 'secret')
  const ofMeteor = field.object(services, 'twoFactorAuthentication') ?? {}
  const secrets = [
    field.flag(ofChat, 'enabled') === true ? ofApp : ofApp === null ? null : offTotp,
    field.text(ofMeteor, 'type') === 'otp' ? field.text(ofMeteor, 'secret') : null,
  ]
  return secrets.filter((secret) => secret !== null)
}

function identityOf(services: SourceRecord, name: string): Identity | null {
  const service = ownServices.has(name) ? null : field.object(services, name)
  const id = service === null ? null : field.text(service, 'id', 'sub', 'nameID')
  return service === null || id === null ? null : third(name, id, field.text(service, 'email'))
}
