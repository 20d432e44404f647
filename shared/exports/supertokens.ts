import { clearTextMark } from '../hashes/mask-hash.ts'
import { publicTenant } from '../users/tenant.ts'
import { emptyUser, type Identity, type User } from '../users/user.ts'
import { profileOf } from '../mapping/profile-of.ts'
import type { Entry, ExportFormat, Sample, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, hasFields, listField, objectField, shareOf, textField } from './fields.ts'
import { coreNames, coreTable, readCoreRow } from './supertokens-tables.ts'
import { metadataFields, profileOfUser, tenantsOfUser, timeField } from './profile-fields.ts'

/** SuperTokens: the JSON of its bulk import, the users that its core lists, without hashes, and a dump of the core's own database. */
export const supertokens: ExportFormat = {
  provider: 'supertokens',
  title: 'SuperTokens',
  recognise: ({ records, table: name = '' }: Sample) => {
    const [first] = records
    const table = first === undefined ? null : coreTable(first, name)
    if (table !== null) {
      const reasonText = 'it has the columns of a table in the database of a core'
      return { provider: 'supertokens', shape: table.shape, reason: reasonText, role: table.role }
    }
    if (shareOf(records, isBulkUser) < 0.8) return null
    const reason = 'its users have loginMethods, each with a recipeId'
    const isListed = records.some((record) => methodsOf(record).some((method) => hasFields(method, 'recipeUserId')))
    const shape = isListed ? 'users of the core, which never have hashes' : 'bulk import'
    return { provider: 'supertokens', shape, reason, role: 'users' }
  },
  read: (record, { shape }, names = new Map()) => readCoreRow(record, shape, names) ?? readBulkUser(record),
  names: coreNames,
  fields: [
    { path: 'externalUserId', becomes: 'Source ID' },
    { path: 'id', becomes: 'Source ID' },
    { path: 'loginMethods[0].email', becomes: 'Email' },
    { path: 'loginMethods[0].isVerified', becomes: 'Email verified' },
    { path: 'loginMethods[0].verified', becomes: 'Email verified' },
    { path: 'loginMethods[0].passwordHash', becomes: 'Password hash' },
    { path: 'loginMethods[0].hashingAlgorithm', becomes: 'Hash algorithm' },
    { path: 'loginMethods[0].phoneNumber', becomes: 'Phone number' },
    { path: 'loginMethods[0].thirdParty.userId', becomes: 'Provider user ID' },
    { path: 'userMetadata', becomes: 'Metadata' },
    { path: 'userRoles', becomes: 'Role' },
    { path: 'totpDevices', becomes: 'TOTP secret' },
    { path: 'loginMethods[0].tenantIds', becomes: 'Tenant' },
    { path: 'loginMethods[0].timeJoined', becomes: 'Time joined' },
    { path: 'loginMethods[0].timeJoinedInMSSinceEpoch', becomes: 'Time joined' },
    { path: 'user_id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'password_hash', becomes: 'Password hash' },
    { path: 'phone_number', becomes: 'Phone number' },
    { path: 'third_party_id', becomes: 'Provider' },
    { path: 'third_party_user_id', becomes: 'Provider user ID' },
    { path: 'secret_key', becomes: 'TOTP secret' },
    { path: 'time_joined', becomes: 'Time joined' },
  ],
}

/** The primary one first: it is the one that counts where there are several of a kind. */
function methodsOf(record: SourceRecord): readonly SourceRecord[] {
  const methods = listField(record, 'loginMethods') ?? []
  const isPrimary = (method: SourceRecord) => booleanField(method, 'isPrimary') === true
  return [...methods.filter(isPrimary), ...methods.filter((method) => !isPrimary(method))]
}

function isBulkUser(record: SourceRecord): boolean {
  const methods = methodsOf(record)
  return methods.length > 0 && methods.every((method) => textField(method, 'recipeId') !== null)
}

/** What a bulk import keeps beside the login methods, in the core's own form. */
function profileIn(record: SourceRecord): Pick<User, 'profile'> {
  const column = (path: string) => [{ path, read: () => record[path] }]
  const { roles, totp } = profileOf(record, { roles: column('userRoles'), totp: column('totpDevices') }) ?? {}
  const [joined = null] = (listField(record, 'loginMethods') ?? [])
    .flatMap((method) => timeField(method, 'timeJoinedInMSSinceEpoch', 'timeJoined') ?? [])
    .toSorted((one, other) => Number(one) - Number(other))
  const metadata = metadataFields(record, 'userMetadata')?.['userMetadata']
  const isMetadata = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  return profileOfUser({
    metadata: isMetadata ? Object.fromEntries(Object.entries(metadata)) : null,
    roles: roles ?? [],
    totp: totp ?? [],
    joined,
  })
}

/** A method of each kind; the email is that of the password, else of the code, else of the third party. */
function readBulkUser(record: SourceRecord): Entry {
  const methods = methodsOf(record)
  const of = (recipe: string) => methods.filter((method) => textField(method, 'recipeId') === recipe)
  const [password] = of('emailpassword')
  const codes = of('passwordless')
  const emailCode = codes.find((method) => textField(method, 'email') !== null)
  const phoneCode = codes.find((method) => textField(method, 'phoneNumber') !== null)
  const parties = of('thirdparty')
  const main = password ?? emailCode ?? (phoneCode === undefined ? parties[0] : undefined)
  if (methods.length === 0) return { kind: 'unreadable', reason: 'This record has no login methods.' }
  const sourceId = textField(record, 'externalUserId', 'id')
  const hash = password === undefined ? null : textField(password, 'passwordHash')
  // A password in clear text (plainTextPassword) is named, and never taken along.
  const isClear = hash === null && password !== undefined && textField(password, 'plainTextPassword') !== null
  const declared = password === undefined ? null : textField(password, 'hashingAlgorithm')
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email: main === undefined ? null : textField(main, 'email'),
      emailVerified: main === undefined ? null : verified(main),
      emailIsLogin: emailCode !== undefined,
      phone: phoneCode === undefined ? null : textField(phoneCode, 'phoneNumber'),
      phoneVerified: phoneCode === undefined ? null : verified(phoneCode),
      phoneIsLogin: phoneCode !== undefined,
      hasPassword: password !== undefined,
      hash: isClear
        ? { hash: clearTextMark, provider: 'supertokens' }
        : hash === null
          ? null
          : { hash, provider: 'supertokens', ...(declared === null ? {} : { declared }) },
      ...profileIn(record),
      ...tenantsIn(methods),
      identities: parties.map(identityOf),
    },
    keys: sourceId === null ? [] : [`supertokens:${sourceId}`],
  }
}

/** Tenants of all login methods. Who is in the one that every core begins with, and in no other, names none. */
function tenantsIn(methods: readonly SourceRecord[]): Pick<User, 'tenants'> {
  const tenants = [...new Set(methods.flatMap((method) => tenantsOfUser(method, 'tenantIds').tenants ?? []))]
  return tenants.every((tenant) => tenant === publicTenant) ? {} : { tenants }
}

const verified = (method: SourceRecord) => booleanField(method, 'isVerified', 'verified')

/** The core lists the provider and the id there in an object of their own. */
function identityOf(method: SourceRecord): Identity {
  const listed = objectField(method, 'thirdParty') ?? {}
  return {
    provider: textField(method, 'thirdPartyId') ?? textField(listed, 'id') ?? 'unknown',
    userId: textField(method, 'thirdPartyUserId') ?? textField(listed, 'userId') ?? '',
    email: textField(method, 'email'),
    emailVerified: verified(method),
  }
}
