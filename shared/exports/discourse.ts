import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { emptyUser, type Standing } from '../users/user.ts'
import { booleanField, hasFields, objectField, profileOfUser, shareOf, textField, third, timeField } from './fields.ts'
import { isInFuture } from './own-columns.ts'

/** Discourse: its list of users for administrators, and the tables of its database, where emails and logins are apart. */
export const discourse: ExportFormat = {
  provider: 'discourse',
  title: 'Discourse',
  recognise: recogniseDiscourse,
  read: (record) => (isPart(record) ? readPart(record) : readDiscourseUser(record)),
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'password_hash', becomes: 'Password hash' },
    { path: 'active', becomes: 'Email verified' },
    { path: 'suspended_till', becomes: 'Disabled until then' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'provider_name', becomes: 'Provider' },
    { path: 'provider_uid', becomes: 'Provider user ID' },
    { path: 'created_at', becomes: 'Time joined' },
  ],
}

function recogniseDiscourse({ records }: Sample): Recognition | null {
  const found = { provider: 'discourse' } as const
  if (shareOf(records, isDiscourseUser) >= 0.8) {
    const reason = 'its users have a trust_level beside staged and a username, as Discourse keeps them'
    return { ...found, shape: 'users', reason, role: 'users' }
  }
  if (shareOf(records, isPart) < 0.8) return null
  const reason = 'it has emails, passwords or logins for a user_id with the columns of Discourse'
  return { ...found, shape: 'emails, passwords or logins', reason, role: 'parts' }
}

function isDiscourseUser(record: SourceRecord): boolean {
  return hasFields(record, 'username', 'trust_level', 'staged')
}

function isPart(record: SourceRecord): boolean {
  if (!hasFields(record, 'user_id')) return false
  return (
    hasFields(record, 'email', 'normalized_email', 'primary') ||
    hasFields(record, 'provider_name', 'provider_uid') ||
    hasFields(record, 'password_hash', 'password_salt', 'password_algorithm')
  )
}

function readPart(record: SourceRecord): Entry {
  const owner = textField(record, 'user_id')
  if (owner === null) return { kind: 'unreadable', reason: 'This row has no user_id to find its user by.' }
  if (isSystem(owner)) return system
  const keys = [`discourse:${owner}`]
  const provider = textField(record, 'provider_name')
  if (provider !== null) {
    const email = textField(objectField(record, 'info') ?? {}, 'email')
    return {
      kind: 'part',
      part: { identities: [third(provider, textField(record, 'provider_uid') ?? '', email)] },
      keys,
    }
  }
  const hash = hashOf(record, 'password_salt')
  if (hash !== null) return { kind: 'part', part: { hash }, keys }
  const email = booleanField(record, 'primary') === true ? textField(record, 'email') : null
  return { kind: 'part', part: email === null ? {} : { email }, keys }
}

/** PBKDF2, whose algorithm and costs are in a column of their own. */
function hashOf(record: SourceRecord, saltColumn: string) {
  const hash = textField(record, 'password_hash')
  if (hash === null) return null
  const salt = textField(record, saltColumn)
  const declared = textField(record, 'password_algorithm') ?? 'pbkdf2'
  return { hash, declared, provider: 'discourse', ...(salt === null ? {} : { salt }) }
}

function isSystem(id: string): boolean {
  return /^(?:-\d+|0)$/.test(id)
}

const system: Entry = { kind: 'unreadable', reason: 'This is Discourse itself (an id below 1) and no person.' }

function readDiscourseUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'id')
  const email = textField(record, 'email')
  if (sourceId !== null && isSystem(sourceId)) return system
  if (booleanField(record, 'staged') === true) {
    return { kind: 'unreadable', reason: 'This is a staged user, who wrote by email and never signed up.' }
  }
  if (sourceId === null && email === null)
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email.' }
  const hash = hashOf(record, 'salt')
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      // An inactive user never used the link that was sent.
      emailVerified: booleanField(record, 'active'),
      hasPassword: hash === null ? null : true,
      hash,
      standing: standingOf(record),
      ...profileOfUser({ joined: timeField(record, 'created_at') }),
    },
    keys: sourceId === null ? [] : [`discourse:${sourceId}`],
  }
}

function standingOf(record: SourceRecord): Standing {
  const isSuspended = booleanField(record, 'suspended') === true || isInFuture(record['suspended_till'], Date.now())
  return isSuspended ? 'disabled' : 'active'
}
