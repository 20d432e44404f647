import type { Entry, ExportFormat, Sample, SourceRecord } from '../mapping/export-format.ts'
import { identityWithoutId } from '../users/known-provider.ts'
import { emptyUser, type Identity } from '../users/user.ts'
import {
  booleanField,
  hasFields,
  metadataFields,
  objectField,
  profileOfUser,
  rolesField,
  shareOf,
  textField,
  timeField,
} from './fields.ts'

/** Descope: the users of its management API, with their logins and without hashes. */
export const descope: ExportFormat = {
  provider: 'descope',
  title: 'Descope',
  recognise: ({ records }: Sample) => {
    if (shareOf(records, isDescopeUser) < 0.8) return null
    const reason = 'its users have loginIds beside a userId, and say of each login method whether there is one'
    return { provider: 'descope', shape: 'users of the API, which never have hashes', reason, role: 'users' }
  },
  read: readDescopeUser,
  fields: [
    { path: 'userId', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'verifiedEmail', becomes: 'Email verified' },
    { path: 'phone', becomes: 'Phone number' },
    { path: 'verifiedPhone', becomes: 'Phone verified' },
    { path: 'password', becomes: 'Has a password' },
    { path: 'OAuth.google', becomes: 'Provider' },
    { path: 'status', becomes: 'Disabled' },
    { path: 'customAttributes', becomes: 'Metadata', whole: true },
    { path: 'roleNames', becomes: 'Role', whole: true },
    { path: 'createdTime', becomes: 'Time joined' },
  ],
}

function isDescopeUser(record: SourceRecord): boolean {
  return (
    hasFields(record, 'loginIds', 'userId') &&
    ['verifiedEmail', 'OAuth', 'status'].some((name) => hasFields(record, name))
  )
}

function readDescopeUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'userId')
  const loginIds = textsOf(record['loginIds'])
  const email = textField(record, 'email')
  const phone = textField(record, 'phone')
  if (sourceId === null && email === null && phone === null) {
    return { kind: 'unreadable', reason: 'This record has neither a userId nor an email or phone number.' }
  }
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: booleanField(record, 'verifiedEmail'),
      phone,
      phoneVerified: booleanField(record, 'verifiedPhone'),
      phoneIsLogin: phone !== null && loginIds.includes(phone),
      hasPassword: booleanField(record, 'password'),
      identities: identitiesOf(record),
      // Who was invited can still come; whose access expired cannot log in.
      standing: /^(?:disabled|expired)$/i.test(textField(record, 'status') ?? '') ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: metadataFields(record, 'customAttributes'),
        roles: rolesField(record, 'roleNames'),
        joined: timeField(record, 'createdTime'),
      }),
    },
    keys: sourceId === null ? [] : [`descope:${sourceId}`],
  }
}

/** `OAuth` names the providers only, never the ids there. */
function identitiesOf(record: SourceRecord): readonly Identity[] {
  const found = Object.entries(objectField(record, 'OAuth') ?? {}).flatMap(([name, has]) =>
    has === true ? [identityWithoutId(name)] : [],
  )
  return booleanField(record, 'SAML') === true ? [...found, identityWithoutId('saml')] : found
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
