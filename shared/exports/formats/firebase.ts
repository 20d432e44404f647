import type { HashInput } from '../../hashes/verdict.ts'
import { booleanOf, textOf } from '../../mapping/cell.ts'
import { isOffByFlag } from '../../mapping/entries/state-words.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { newUser, type Identity } from '../../users/user.ts'
import { field, profileOfUser, shareOf } from '../fields.ts'

/** Firebase Authentication: `auth:export` as JSON or CSV, users of the Admin SDK, and accounts of the emulator. */
export const firebase: ExportFormat = {
  provider: 'firebase',
  title: 'Firebase Authentication',
  recognise: recogniseFirebase,
  read: (record, recognition) =>
    recognition.shape === tableShape || isFirebaseRow(record) ? readFirebaseRow(record) : readFirebaseUser(record),
  // The first entry of a list stands for all. CSV columns after the fifth are found by their distance from the two times.
  fields: [
    { path: 'localId', becomes: 'Source ID' },
    { path: 'uid', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'emailVerified', becomes: 'Email verified' },
    { path: 'phoneNumber', becomes: 'Phone number' },
    { path: 'passwordHash', becomes: 'Password hash' },
    { path: 'salt', becomes: 'Salt' },
    { path: 'passwordSalt', becomes: 'Salt' },
    { path: 'version', becomes: 'Hash algorithm: 0 is that of the project' },
    { path: 'providerUserInfo[0].providerId', becomes: 'Provider' },
    { path: 'providerUserInfo[0].rawId', becomes: 'Provider user ID' },
    { path: 'providerUserInfo[0].email', becomes: 'Provider email' },
    { path: 'providerData[0].providerId', becomes: 'Login method' },
    { path: 'providerData[0].uid', becomes: 'Provider user ID' },
    { path: 'providerData[0].email', becomes: 'Provider email' },
    { path: 'disabled', becomes: 'Disabled', flag: 'keeps-out' },
    { path: 'createdAt', becomes: 'Time joined' },
    { path: 'metadata.creationTime', becomes: 'Time joined' },
    { path: '1', becomes: 'Source ID' },
    { path: '2', becomes: 'Email' },
    { path: '3', becomes: 'Email verified' },
    { path: '4', becomes: 'Password hash' },
    { path: '5', becomes: 'Salt' },
    { path: '24', becomes: 'Time joined' },
    { path: 'customClaims', becomes: 'Metadata', whole: true },
    { path: 'customAttributes', becomes: 'Metadata', whole: true },
  ],
}

const tableShape = 'auth:export as CSV'

function recogniseFirebase({ records }: Sample): Recognition | null {
  if (shareOf(records, isFirebaseRow) >= 0.8) {
    return found(
      tableShape,
      'it has no column names, and its rows hold an id, an email and two times where auth:export has them',
    )
  }
  if (shareOf(records, isFirebaseUser) < 0.8) return null
  if (records.some((record) => isEmulatorHash(field.text(record, 'passwordHash')))) {
    return found('accounts of the emulator', 'its records have a localId, and its passwords are those of the emulator')
  }
  return records.some((record) => Object.hasOwn(record, 'localId'))
    ? found('auth:export', 'its records have a localId and the fields of auth:export')
    : found('users of the Admin SDK', 'its records have a uid with providerData or metadata')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'firebase', shape, reason, role: 'users' }
}

/**
 * Columns of `auth:export` as CSV, which has no header: id, email, verified, hash, salt, name, photo; four columns each for four
 * providers; the times of creation and last login, phone, disabled, claims; since 2019 six more providers (firebase-tools,
 * src/accountExporter). Older versions did not quote names and claims, so columns are counted from the two times (13 digits).
 */
const beforeTimes = ['google.com', 'facebook.com', 'twitter.com', 'github.com']
const behindTimes = ['apple.com', 'microsoft.com', 'gc.apple.com', 'playgames.google.com', 'linkedin.com', 'yahoo.com']
const providerColumns = 4
/** Index of the first time in a row without stray commas. */
const defaultTime = 23

function isFirebaseRow(record: SourceRecord): boolean {
  const cells = cellsOf(record)
  if (cells.length < defaultTime + 3 || !Object.hasOwn(record, '1') || timeIn(cells) === -1) return false
  return /^\S{1,128}$/.test(cells[0] ?? '') && /^(?:true|false)?$/i.test(cells[2]?.trim() ?? '')
}

function readFirebaseRow(record: SourceRecord): Entry {
  const cells = cellsOf(record)
  const time = timeIn(cells)
  const sourceId = textOf(cells[0])
  if (time === -1 || sourceId === null) {
    return {
      kind: 'unreadable',
      reason: 'This row has no creation time where auth:export has it, so its columns cannot be told apart.',
    }
  }
  const hash = firebaseHash(textOf(cells[3]), textOf(cells[4]))
  const phone = textOf(cells[time + 2])
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email: textOf(cells[1]),
      emailVerified: booleanOf(cells[2]),
      phone,
      phoneIsLogin: phone !== null && hash === null,
      hasPassword: hash === null ? null : true,
      hash,
      identities: [
        ...identitiesAt(cells, time - beforeTimes.length * providerColumns, beforeTimes),
        ...identitiesAt(cells, behindClaims(cells, time + 4), behindTimes),
      ],
      standing: isOffByFlag('keeps-out', cells[time + 3]) ? 'disabled' : 'active',
      ...profileOfUser({ metadata: claimsAt(cells, time + 4), joined: textOf(cells[time]) }),
    }),
    keys: [`id:${sourceId}`],
  }
}

function cellsOf(record: SourceRecord): readonly string[] {
  const cells: string[] = []
  for (let column = 1; Object.hasOwn(record, String(column)); column += 1) cells.push(String(record[String(column)]))
  return cells
}

/** A time in milliseconds: 13 digits, or a spreadsheet's rounding of them. */
const time = /^(?:\d{13}|\d(?:[.,]\d{1,11})?E\+12)$/i

/** Index of the creation time, which the time of the last login follows, empty if the user never logged in again; -1 if there is none. */
function timeIn(cells: readonly string[]): number {
  return cells.findIndex(
    (cell, index) =>
      index >= defaultTime - 3 &&
      time.test(cell.trim()) &&
      (cells[index + 1]?.trim() === '' || time.test(cells[index + 1]?.trim() ?? '')),
  )
}

/** The index after the claims. Older versions did not quote them, so each of their commas begins a new cell. */
function behindClaims(cells: readonly string[], claims: number): number {
  if (cells[claims]?.startsWith('{') !== true) return claims + 1
  for (let end = claims + 1; end <= cells.length; end += 1) {
    try {
      JSON.parse(cells.slice(claims, end).join(','))
      return end
    } catch {
      // The JSON is still incomplete.
    }
  }
  return claims + 1
}

/** The claims as metadata, under their name in the JSON form of the export. */
function claimsAt(cells: readonly string[], at: number): Readonly<Record<string, unknown>> | null {
  if (cells[at]?.startsWith('{') !== true) return null
  return field.metadata({ customAttributes: cells.slice(at, behindClaims(cells, at)).join(',') }, 'customAttributes')
}

function identitiesAt(cells: readonly string[], start: number, providers: readonly string[]): readonly Identity[] {
  return providers.flatMap((provider, index) => {
    const at = start + index * providerColumns
    const userId = textOf(cells[at])
    if (userId === null || !/^[^\s@{}":]{1,256}$/.test(userId)) return []
    return [{ provider, userId, email: textOf(cells[at + 1]), emailVerified: null }]
  })
}

const exported = [
  'createdAt',
  'lastSignedInAt',
  'lastLoginAt',
  'providerUserInfo',
  'passwordHash',
  'emailVerified',
  'phoneNumber',
]

/** Whether a record is from `auth:export` or the emulator (localId) or from the Admin SDK (uid). */
function isFirebaseUser(record: SourceRecord): boolean {
  const has = (name: string) => Object.hasOwn(record, name)
  if (field.text(record, 'localId') !== null) return exported.some(has)
  return field.text(record, 'uid') !== null && (has('providerData') || (has('metadata') && has('emailVerified')))
}

function readFirebaseUser(record: SourceRecord): Entry {
  const sourceId = field.text(record, 'localId', 'uid')
  if (sourceId === null) return { kind: 'unreadable', reason: 'This record has no localId.' }
  const logins = field.list(record, 'providerUserInfo') ?? field.list(record, 'providerData') ?? []
  const hash = hashOf(record)
  const uses = (provider: string) => logins.some((login) => field.text(login, 'providerId') === provider)
  const phone = field.text(record, 'phoneNumber')
  // `auth:export` does not list phone logins, so a number without a password counts as one.
  const listsPhones = Object.hasOwn(record, 'providerData')
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email: field.text(record, 'email'),
      emailVerified: field.flag(record, 'emailVerified'),
      phone,
      phoneIsLogin: uses('phone') || (!listsPhones && phone !== null && hash === null),
      hasPassword: hash !== null || uses('password') ? true : null,
      hash,
      identities: logins.flatMap((login) => toIdentity(login) ?? []),
      standing: field.isOff(record, 'keeps-out', 'disabled') ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: field.metadata(record, 'customClaims', 'customAttributes'),
        joined: field.time(record, 'createdAt') ?? field.time(field.object(record, 'metadata') ?? {}, 'creationTime'),
      }),
    }),
    keys: [`id:${sourceId}`],
  }
}

/** The hash of a user. A `version` other than 0 means that it was imported and does not use the project's parameters. */
function hashOf(record: SourceRecord): HashInput | null {
  const hash = firebaseHash(field.text(record, 'passwordHash'), field.text(record, 'salt', 'passwordSalt'))
  const version = field.text(record, 'version') ?? '0'
  if (hash === null || version === '0' || isEmulatorHash(hash.hash)) return hash
  return { ...hash, declared: 'imported into Firebase with another algorithm' }
}

/** The hash with its salt. The emulator stores clear passwords, so only its mark is passed on. */
function firebaseHash(hash: string | null, salt: string | null): HashInput | null {
  if (hash === null) return null
  if (isEmulatorHash(hash)) return { hash: 'fakeHash:', provider: 'firebase' }
  return { hash, provider: 'firebase', ...(salt === null ? {} : { salt }) }
}

function isEmulatorHash(hash: string | null): boolean {
  return hash !== null && /^\s*fakeHash:/i.test(hash)
}

const ownLogins = new Set(['password', 'phone', 'emailLink', 'anonymous'])

function toIdentity(login: SourceRecord): Identity | null {
  const provider = field.text(login, 'providerId')
  const userId = field.text(login, 'rawId', 'uid', 'federatedId')
  if (provider === null || userId === null || ownLogins.has(provider)) return null
  return { provider, userId, email: field.text(login, 'email'), emailVerified: null }
}
