import { clearPassword } from '../../hashes/mask-hash.ts'
import { type HashInput, hashWith } from '../../hashes/verdict.ts'
import { identityWithoutId } from '../../users/known-provider.ts'
import { newUser, type Identity } from '../../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { knownStanding, type StateWords } from '../../mapping/entries/state-words.ts'
import { asEmail, field, nested, profileOfUser, shareOf } from '../fields.ts'

/** In PASSWORD_EXPIRED and RECOVERY a user signs in with a new password; STAGED and PROVISIONED users were never activated. */
const userStates: StateWords = {
  active: ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'],
  disabled: ['DEPROVISIONED', 'SUSPENDED', 'LOCKED_OUT'],
  asked: ['STAGED', 'PROVISIONED'],
}

/** The labels of the Admin Console. */
const reportStates: StateWords = {
  active: ['Active', 'Password Expired', 'Password Reset', 'Recovery'],
  disabled: ['Deactivated', 'Suspended', 'Locked Out'],
  asked: ['Staged', 'Provisioned', 'Pending User Action'],
}

/** Okta: users of its API, users with hashes for an import, and the report “Okta Password Health”. */
export const okta: ExportFormat = {
  provider: 'okta',
  title: 'Okta',
  recognise: recogniseOkta,
  read: (record) => (isReportRow(record) ? readReportRow(record) : readOktaUser(nested(record))),
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'profile.email', becomes: 'Email' },
    { path: 'profile.login', becomes: 'Email, if there is no other' },
    { path: 'profile.mobilePhone', becomes: 'Phone number' },
    { path: 'credentials.emails[0].status', becomes: 'Email verified' },
    { path: 'credentials.password', becomes: 'Has a password' },
    { path: 'credentials.password.hash.value', becomes: 'Password hash' },
    { path: 'credentials.password.hash.salt', becomes: 'Salt' },
    { path: 'credentials.password.hash.algorithm', becomes: 'Hash algorithm' },
    { path: 'credentials.password.hash.workFactor', becomes: 'Hash cost' },
    { path: 'credentials.provider.type', becomes: 'Where the password is checked, or the third party' },
    { path: 'status', becomes: 'Disabled', states: userStates },
    { path: 'created', becomes: 'Time joined' },
    { path: 'Login', becomes: 'Email' },
    { path: 'Status', becomes: 'Disabled', states: reportStates },
  ],
}

/** Recognises users, also in tables with a column for each field of the API: `profile.login`. */
function recogniseOkta({ records: given }: Sample): Recognition | null {
  if (shareOf(given, isReportRow) >= 0.8) return { ...report, provider: 'okta', role: 'users' }
  const records = given.map(nested)
  if (shareOf(records, isOktaUser) < 0.8) return null
  const hashed = records.some((record) => passwordOf(record)['hash'] !== undefined)
  return {
    provider: 'okta',
    shape: hashed ? 'users with the hashes of an import' : 'users of the API, which never have hashes',
    reason: 'its records have a profile with a login, and a status or credentials',
    role: 'users',
  }
}

function isOktaUser(record: SourceRecord): boolean {
  const profile = field.object(record, 'profile')
  return (
    profile !== null &&
    field.text(profile, 'login') !== null &&
    ['status', 'credentials'].some((name) => field.has(record, name))
  )
}

function readOktaUser(record: SourceRecord): Entry {
  const profile = field.object(record, 'profile') ?? {}
  const sourceId = field.text(record, 'id')
  const email = field.text(profile, 'email') ?? asEmail(field.text(profile, 'login'))
  const phone = field.text(profile, 'mobilePhone', 'primaryPhone')
  if (sourceId === null && email === null && phone === null) {
    return { kind: 'unreadable', reason: 'This record has neither an ID nor a profile with an email or phone number.' }
  }
  const credentials = field.object(record, 'credentials')
  const identities = identitiesOf(credentials ?? {})
  const hash = hashOf(record)
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      emailVerified: emailVerified(credentials ?? {}, email),
      phone,
      hasPassword: hash !== null || hasPassword(credentials) ? true : credentials === null ? null : false,
      hash,
      identities,
      standing: knownStanding(userStates, field.text(record, 'status')),
      ...profileOfUser({ joined: field.time(record, 'created') }),
    }),
    keys: sourceId === null ? [] : [`okta:${sourceId}`],
  }
}

const report = {
  shape: 'report “Okta Password Health”, which has neither IDs nor hashes',
  reason: 'it has the columns of that report: Login, Status, and Authentication Source',
}

function isReportRow(record: SourceRecord): boolean {
  return field.has(record, 'Login', 'Status', 'Authentication Source')
}

/** Reads a row of the report. The login is an email or a name; the status is a label of the Admin Console. */
function readReportRow(record: SourceRecord): Entry {
  const login = field.text(record, 'Login')
  const email = asEmail(login)
  if (email === null)
    return { kind: 'unreadable', reason: 'The login of this row is no email, and the report has no other.' }
  const standing = knownStanding(reportStates, field.text(record, 'Status'))
  return {
    kind: 'user',
    user: newUser({ email, hasPassword: null, standing }),
    keys: [],
  }
}

function passwordOf(record: SourceRecord): SourceRecord {
  return field.object(field.object(record, 'credentials') ?? {}, 'password') ?? {}
}

/** Whether there is a password: the API shows an empty object for one, or a directory checks it. */
function hasPassword(credentials: SourceRecord | null): boolean {
  if (credentials === null) return false
  return field.object(credentials, 'password') !== null || directories.has(providerType(credentials))
}

const directories = new Set(['ACTIVE_DIRECTORY', 'LDAP'])

function providerType(credentials: SourceRecord): string {
  return field.text(field.object(credentials, 'provider') ?? {}, 'type')?.toUpperCase() ?? ''
}

/** The hash of a user, `{algorithm, workFactor, salt, value}`. A clear password, as imports may have it in `value`, becomes a mark. */
function hashOf(record: SourceRecord): HashInput | null {
  const fields = field.object(passwordOf(record), 'hash')
  const hash = fields === null ? null : field.text(fields, 'value')
  const clear = hash === null ? field.text(passwordOf(record), 'value') : null
  if (clear !== null) return clearPassword(clear, 'okta')
  if (fields === null || hash === null) return null
  const declared = field.text(fields, 'algorithm')
  const salt = field.text(fields, 'salt')
  return hashWith({ hash, provider: 'okta', declared, salt, factor: field.text(fields, 'workFactor') })
}

/** The third-party login of a user. The API does not export the user's id there. */
function identitiesOf(credentials: SourceRecord): readonly Identity[] {
  const type = providerType(credentials)
  if (type !== 'SOCIAL' && type !== 'FEDERATION') return []
  return [identityWithoutId(field.text(field.object(credentials, 'provider') ?? {}, 'name') ?? type)]
}

function emailVerified(credentials: SourceRecord, email: string | null): boolean | null {
  const same = (listed: SourceRecord) => field.text(listed, 'value')?.toLowerCase() === email?.toLowerCase()
  const status = field.text(field.list(credentials, 'emails')?.find(same) ?? {}, 'status')
  return status === null ? null : field.flag({ status }, 'status')
}
