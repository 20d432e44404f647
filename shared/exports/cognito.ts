import { isCognitoUser, readCognitoUser } from './cognito-users.ts'
import type { ExportFormat, Recognition, Sample } from '../mapping/export-format.ts'
import { hasFields, shareOf } from './fields.ts'

/** Where the attributes are: in list-users, in admin-get-user, and where a tool flattened them. */
const attributeHomes = ['Attributes', 'UserAttributes', 'attributes']

/** Amazon Cognito: `list-users` and `admin-get-user` as JSON, the same flattened by tools, and the table of the user import. */
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
    { path: 'UserStatus', becomes: 'Has a password or a provider' },
    { path: 'userStatus', becomes: 'Has a password or a provider' },
    { path: 'Enabled', becomes: 'Disabled when no' },
    { path: 'UserCreateDate', becomes: 'Time joined' },
    { path: 'enabled', becomes: 'Disabled when no' },
    { path: 'cognito:username', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'email_verified', becomes: 'Email verified' },
    { path: 'phone_number', becomes: 'Phone number' },
    { path: 'phone_number_verified', becomes: 'Phone verified' },
  ],
}

function recogniseCognito({ records }: Sample): Recognition | null {
  if (shareOf(records, isCognitoUser) < 0.8) return null
  if (records.some((record) => hasFields(record, 'cognito:username'))) {
    return found('table of the user import', 'it has a column cognito:username')
  }
  if (records.some((record) => hasFields(record, 'attributes'))) {
    return found('users, flattened', 'its records have a username, a userStatus and attributes')
  }
  return records.some((record) => hasFields(record, 'UserAttributes'))
    ? found('admin-get-user', 'its records have a Username, a UserStatus and UserAttributes')
    : found('list-users', 'its records have a Username, a UserStatus and Attributes with names and values')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'cognito', shape, reason: `${reason}; Cognito never gives out password hashes`, role: 'users' }
}
