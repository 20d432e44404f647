import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry, ExportFormat, Sample, SourceRecord } from '../mapping/export-format.ts'
import {
  asEmail,
  booleanField,
  hasFields,
  objectField,
  profileOfUser,
  shareOf,
  textField,
  third,
  timeField,
} from './fields.ts'
import { idField, passwordOf } from './own-columns.ts'

/** Parse Server and Back4App: the class _User, from the dashboard or straight from MongoDB. */
export const parse: ExportFormat = {
  provider: 'parse',
  title: 'Parse and Back4App',
  recognise: ({ records }: Sample) => {
    if (shareOf(records, isParseUser) < 0.8) return null
    const reason = 'its users have a username beside bcryptPassword, _hashed_password or authData, as Parse keeps them'
    return { provider: 'parse', shape: '_User', reason, role: 'users' }
  },
  read: readParseUser,
  fields: [
    { path: 'objectId', becomes: 'Source ID' },
    { path: '_id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'username', becomes: 'Email, if there is no other' },
    { path: 'emailVerified', becomes: 'Email verified' },
    { path: 'bcryptPassword', becomes: 'Password hash' },
    { path: '_hashed_password', becomes: 'Password hash' },
    { path: 'authData.facebook.id', becomes: 'User ID at Facebook' },
    { path: '_auth_data_google.id', becomes: 'User ID at Google' },
    { path: 'createdAt', becomes: 'Time joined', whole: true },
    { path: '_created_at', becomes: 'Time joined', whole: true },
  ],
}

const column = '_auth_data_'

function isParseUser(record: SourceRecord): boolean {
  if (!hasFields(record, 'username')) return false
  const own = ['bcryptPassword', '_hashed_password', 'authData'].some((name) => hasFields(record, name))
  return own || Object.keys(record).some((name) => name.startsWith(column))
}

function readParseUser(record: SourceRecord): Entry {
  const sourceId = idField(record, 'objectId', '_id')
  const email = textField(record, 'email') ?? asEmail(textField(record, 'username'))
  const columns = Object.keys(record).filter((name) => name.startsWith(column))
  const listed = objectField(record, 'authData') ?? {}
  const identities = [
    ...Object.keys(listed).flatMap((name) => identityOf(name, objectField(listed, name)) ?? []),
    ...columns.flatMap((name) => identityOf(name.slice(column.length), objectField(record, name)) ?? []),
  ]
  if (sourceId === null && email === null && identities.length === 0)
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email.' }
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: booleanField(record, 'emailVerified'),
      ...passwordOf(record, 'parse', 'bcryptPassword', '_hashed_password'),
      identities,
      ...profileOfUser({ joined: timeField(record, 'createdAt', '_created_at') }),
    },
    keys: sourceId === null ? [] : [`parse:${sourceId}`],
  }
}

/** Who never signed up is `anonymous`; `mfa` is a second factor. */
function identityOf(provider: string, data: SourceRecord | null): Identity | null {
  if (data === null || Object.keys(data).length === 0 || ['anonymous', 'mfa'].includes(provider)) return null
  return third(provider, textField(data, 'id') ?? '', textField(data, 'email'))
}
