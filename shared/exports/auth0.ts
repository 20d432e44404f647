import { isAuth0Hash, mayBeAuth0Hash, readAuth0Hash } from './auth0-hashes.ts'
import { isAuth0Import, isAuth0User, mayBeAuth0Import, readAuth0User } from './auth0-users.ts'
import type { ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { shareOf } from './fields.ts'

/** Auth0: users of the bulk export, of the Management API or the export extension, and the password hashes from support. */
export const auth0: ExportFormat = {
  provider: 'auth0',
  title: 'Auth0',
  recognise: recogniseAuth0,
  read: (record, recognition) => (recognition.role === 'parts' ? readAuth0Hash(record) : readAuth0User(record)),
  // Every login method in `identities` is read, not only the first, which stands for all of them here.
  fields: [
    { path: 'user_id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'email_verified', becomes: 'Email verified' },
    { path: 'phone_number', becomes: 'Phone number' },
    { path: 'phone_verified', becomes: 'Phone verified' },
    { path: 'identities[0].provider', becomes: 'Login method: password, third party, or code by email or SMS' },
    { path: 'identities[0].user_id', becomes: 'Provider user ID' },
    { path: 'identities[0].connection', becomes: 'Joins the password hash, together with the email' },
    { path: 'identities[0].profileData.email', becomes: 'Provider email' },
    { path: 'custom_password_hash.hash.value', becomes: 'Password hash that was imported into Auth0' },
    { path: 'custom_password_hash.algorithm', becomes: 'Algorithm of that hash' },
    { path: 'blocked', becomes: 'Disabled' },
    { path: 'created_at', becomes: 'Time joined' },
    { path: 'organizations', becomes: 'Tenant', whole: true },
    { path: 'org_id', becomes: 'Tenant' },
    { path: '_id.$oid', becomes: 'Source ID of its user' },
    { path: '_ID.$oid', becomes: 'Source ID of its user' },
    { path: 'alt_id', becomes: 'Source ID of its user, before _id' },
    { path: 'passwordHash', becomes: 'Password hash' },
    { path: 'connection', becomes: 'Joins the user, together with the email' },
    { path: 'user_metadata', becomes: 'Metadata', whole: true },
    { path: 'app_metadata', becomes: 'Metadata', whole: true },
    { path: 'roles', becomes: 'Role', whole: true },
  ],
}

function recogniseAuth0({ records }: Sample): Recognition | null {
  if (records.some(isAuth0Hash) && shareOf(records, mayBeAuth0Hash) >= 0.8) {
    const reason = 'its records have a password hash and the id or connection of a database user'
    return { provider: 'auth0', shape: 'password hash file', reason, role: 'parts' }
  }
  const isMixed = (record: SourceRecord) => isAuth0User(record) || mayBeAuth0Import(record)
  if (records.some(isAuth0Import) && shareOf(records, isMixed) >= 0.8) {
    const reason = 'its records have a custom_password_hash with an algorithm, as Auth0 imports it'
    return { provider: 'auth0', shape: 'users as Auth0 imports them', reason, role: 'users' }
  }
  const share = shareOf(records, isAuth0User)
  if (share < 0.8) return null
  const which = share === 1 ? 'every record has' : 'nearly every record has'
  return { provider: 'auth0', shape: 'users', reason: `${which} a user_id like "provider|id"`, role: 'users' }
}
