import type { ExportFormat, Recognition, Sample } from '../mapping/export-format.ts'
import { isFirebaseRow, readFirebaseRow } from './firebase-table.ts'
import { isEmulatorHash, isFirebaseUser, readFirebaseUser } from './firebase-users.ts'
import { shareOf, textField } from './fields.ts'

/** Firebase Authentication: `auth:export` as JSON or CSV, the Admin SDK's users, and the emulator's accounts. */
export const firebase: ExportFormat = {
  provider: 'firebase',
  title: 'Firebase Authentication',
  recognise: recogniseFirebase,
  read: (record, recognition) =>
    recognition.shape === tableShape || isFirebaseRow(record) ? readFirebaseRow(record) : readFirebaseUser(record),
  // The first entry of a list stands for all; the columns of a table behind the fifth are counted from its times.
  fields: [
    { path: 'localId', becomes: 'Source ID' },
    { path: 'uid', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'emailVerified', becomes: 'Email verified' },
    { path: 'phoneNumber', becomes: 'Phone number' },
    { path: 'passwordHash', becomes: 'Password hash' },
    { path: 'salt', becomes: 'Hash salt' },
    { path: 'passwordSalt', becomes: 'Hash salt' },
    { path: 'version', becomes: 'Hash algorithm: 0 is that of the project' },
    { path: 'providerUserInfo[0].providerId', becomes: 'Provider' },
    { path: 'providerUserInfo[0].rawId', becomes: 'Provider user ID' },
    { path: 'providerUserInfo[0].email', becomes: 'Provider email' },
    { path: 'providerData[0].providerId', becomes: 'Login method' },
    { path: 'providerData[0].uid', becomes: 'Provider user ID' },
    { path: 'providerData[0].email', becomes: 'Provider email' },
    { path: 'disabled', becomes: 'Disabled' },
    { path: 'createdAt', becomes: 'Time joined' },
    { path: 'metadata.creationTime', becomes: 'Time joined' },
    { path: '1', becomes: 'Source ID' },
    { path: '2', becomes: 'Email' },
    { path: '3', becomes: 'Email verified' },
    { path: '4', becomes: 'Password hash' },
    { path: '5', becomes: 'Hash salt' },
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
  if (records.some((record) => isEmulatorHash(textField(record, 'passwordHash')))) {
    return found('accounts of the emulator', 'its records have a localId, and its passwords are those of the emulator')
  }
  return records.some((record) => Object.hasOwn(record, 'localId'))
    ? found('auth:export', 'its records have a localId and the fields of auth:export')
    : found('users of the Admin SDK', 'its records have a uid with providerData or metadata')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'firebase', shape, reason, role: 'users' }
}
