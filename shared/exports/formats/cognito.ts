import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { identityWithoutId, knownProvider } from '../../users/known-provider.ts'
import { newUser, type Identity, type Standing } from '../../users/user.ts'
import { knownStanding, type StateWords } from '../../mapping/entries/state-words.ts'
import { asEmail, field, profileOfUser, shareOf } from '../fields.ts'

function isCognitoUser(record: SourceRecord): boolean {
  if (field.has(record, 'cognito:username')) return true
  const named = field.text(record, 'Username') !== null && field.has(record, 'UserStatus')
  if (named) return field.list(record, 'Attributes') !== null || field.list(record, 'UserAttributes') !== null
  return field.text(record, 'username') !== null && field.has(record, 'userStatus', 'attributes')
}

/** Reads a user. Native users have a password, whose hash Cognito never exports; federated users have third parties. */
function readCognitoUser(record: SourceRecord): Entry {
  const attributes = attributesOf(record)
  const username = field.text(record, 'Username', 'username', 'cognito:username')
  const sourceId = field.text(attributes, 'sub') ?? username
  const status = field.text(record, 'UserStatus', 'userStatus')?.toUpperCase() ?? ''
  const federated = status === 'EXTERNAL_PROVIDER'
  const email = field.text(attributes, 'email') ?? (federated ? null : asEmail(username))
  const phone = field.text(attributes, 'phone_number')
  if (sourceId === null && email === null && phone === null) {
    return { kind: 'unreadable', reason: 'This record has no Username and no sub, email or phone number.' }
  }
  const verified = field.flag(attributes, 'email_verified')
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      // Cognito verifies the email when it confirms the user, and omits the attribute before.
      emailVerified: verified ?? (status === 'UNCONFIRMED' ? false : null),
      phone,
      phoneVerified: field.flag(attributes, 'phone_number_verified'),
      hasPassword: federated ? false : withPassword.has(status) ? true : null,
      identities: identitiesOf(attributes, federated ? (username ?? '') : null),
      standing: standingOf(record, status),
      ...profileOfUser({
        metadata: field.metadata(attributes, ...Object.keys(attributes).filter((name) => /^custom:./.test(name))),
        joined: field.time(record, 'UserCreateDate', 'userCreateDate'),
      }),
    }),
    keys: [...new Set([sourceId, username])].flatMap((id) => (id === null ? [] : [`cognito:${id}`])),
  }
}

/** Statuses of users who had a password of their own at least once. */
const withPassword = new Set(['CONFIRMED', 'RESET_REQUIRED', 'ARCHIVED', 'COMPROMISED'])

function standingOf(record: SourceRecord, status: string): Standing {
  return field.isOff(record, 'lets-in', 'Enabled', 'enabled') ? 'disabled' : knownStanding(states, status)
}

/** The attributes of a user: a list of names and values, an object, or columns of the record. */
function attributesOf(record: SourceRecord): SourceRecord {
  const listed =
    field.list(record, 'Attributes') ?? field.list(record, 'UserAttributes') ?? field.list(record, 'attributes')
  if (listed === null) return field.object(record, 'attributes') ?? record
  return Object.fromEntries(
    listed.flatMap((attribute) => {
      const name = field.text(attribute, 'Name', 'name')
      return name === null ? [] : [[name, attribute['Value'] ?? attribute['value']] as const]
    }),
  )
}

/** The third-party logins of a user. `username`: that of a federated user, `Google_1098`, used if the attribute is missing; null for others. */
function identitiesOf(attributes: SourceRecord, username: string | null): readonly Identity[] {
  const listed = field.list(attributes, 'identities') ?? []
  const identities = listed.flatMap((identity) => toIdentity(identity) ?? [])
  if (identities.length > 0 || username === null) return identities
  const [, provider, userId] = /^([^_]+)_(.+)$/.exec(username) ?? []
  return provider === undefined || userId === undefined
    ? [identityWithoutId('external provider')]
    : [{ provider, userId, email: null, emailVerified: null }]
}

/** One third-party login. A SAML connection named like a social provider has other ids, so its name gets “(SAML)”. */
function toIdentity(identity: SourceRecord): Identity | null {
  const name = field.text(identity, 'providerName')
  const userId = field.text(identity, 'userId')
  if (name === null || userId === null) return null
  const isSaml = field.text(identity, 'providerType')?.toUpperCase() === 'SAML'
  const provider = isSaml && knownProvider(name) !== null ? `${name} (SAML)` : name
  return { provider, userId, email: null, emailVerified: null }
}

/** Fields with the attributes: of list-users, of admin-get-user, and after flattening by a tool. */
const attributeHomes = ['Attributes', 'UserAttributes', 'attributes']

/** UNCONFIRMED users have not confirmed their sign-up; FORCE_CHANGE_PASSWORD users of an administrator never signed in. */
const states: StateWords = {
  active: ['CONFIRMED', 'EXTERNAL_PROVIDER', 'RESET_REQUIRED'],
  disabled: ['ARCHIVED', 'COMPROMISED'],
  unverified: ['UNCONFIRMED'],
  asked: ['UNCONFIRMED', 'FORCE_CHANGE_PASSWORD', 'UNKNOWN'],
}

/** Amazon Cognito: JSON of `list-users` and `admin-get-user`, the same flattened by tools, and the CSV of the user import. */
export const cognito: ExportFormat = {
  provider: 'cognito',
  title: 'Amazon Cognito',
  recognise: recogniseCognito,
  read: readCognitoUser,
  fields: [
    ...attributeHomes.flatMap((home) => [
      { path: `${home}.sub`, becomes: 'Source ID' },
      { path: `${home}.email`, becomes: 'Email' },
      { path: `${home}.email_verified`, becomes: 'Email verified' },
      { path: `${home}.phone_number`, becomes: 'Phone number' },
      { path: `${home}.phone_number_verified`, becomes: 'Phone verified' },
      { path: `${home}.identities[0].providerName`, becomes: 'Provider' },
      { path: `${home}.identities[0].userId`, becomes: 'Provider user ID' },
    ]),
    { path: 'Username', becomes: 'Source ID, if there is no sub; provider and user ID of a federated user' },
    { path: 'username', becomes: 'Source ID, if there is no sub; provider and user ID of a federated user' },
    { path: 'UserStatus', becomes: 'Has a password or a provider; disabled', states },
    { path: 'userStatus', becomes: 'Has a password or a provider; disabled', states },
    { path: 'Enabled', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'UserCreateDate', becomes: 'Time joined' },
    { path: 'enabled', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'cognito:username', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'email_verified', becomes: 'Email verified' },
    { path: 'phone_number', becomes: 'Phone number' },
    { path: 'phone_number_verified', becomes: 'Phone verified' },
  ],
}

function recogniseCognito({ records }: Sample): Recognition | null {
  if (shareOf(records, isCognitoUser) < 0.8) return null
  if (records.some((record) => field.has(record, 'cognito:username'))) {
    return found('table of the user import', 'it has a column cognito:username')
  }
  if (records.some((record) => field.has(record, 'attributes'))) {
    return found('users, flattened', 'its records have a username, a userStatus and attributes')
  }
  return records.some((record) => field.has(record, 'UserAttributes'))
    ? found('admin-get-user', 'its records have a Username, a UserStatus and UserAttributes')
    : found('list-users', 'its records have a Username, a UserStatus and Attributes with names and values')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'cognito', shape, reason: `${reason}; Cognito never gives out password hashes`, role: 'users' }
}
