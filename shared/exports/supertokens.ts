import { clearTextMark } from '../hashes/not-kept-mark.ts'
import { emptyUser, type User } from '../users/user.ts'
import { profileOf } from '../mapping/profile-of.ts'
import type { Entry, ExportFormat, Sample, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, listField, shareOf, textField } from './fields.ts'
import { metadataFields, profileOfUser, timeField } from './profile-fields.ts'

/** SuperTokens: the JSON of its bulk import. */
export const supertokens: ExportFormat = {
  provider: 'supertokens',
  title: 'SuperTokens bulk import',
  recognise: ({ records }: Sample) => {
    if (shareOf(records, isBulkUser) < 0.8) return null
    const reason = 'its users have loginMethods, each with a recipeId'
    return { provider: 'supertokens', shape: 'bulk import', reason, role: 'users' }
  },
  read: readBulkUser,
  fields: [
    { path: 'externalUserId', becomes: 'Source ID' },
    { path: 'loginMethods[0].email', becomes: 'Email' },
    { path: 'loginMethods[0].isVerified', becomes: 'Email verified' },
    { path: 'loginMethods[0].passwordHash', becomes: 'Password hash' },
    { path: 'loginMethods[0].hashingAlgorithm', becomes: 'Hash algorithm' },
    { path: 'loginMethods[0].phoneNumber', becomes: 'Phone number' },
    { path: 'userMetadata', becomes: 'Metadata' },
    { path: 'userRoles', becomes: 'Role' },
    { path: 'totpDevices', becomes: 'TOTP secret' },
  ],
}

function isBulkUser(record: SourceRecord): boolean {
  const methods = listField(record, 'loginMethods') ?? []
  return methods.length > 0 && methods.every((method) => textField(method, 'recipeId') !== null)
}

/** What a bulk import keeps beside the login methods, in the core's own form. */
function profileIn(record: SourceRecord): Pick<User, 'profile'> {
  const column = (path: string) => [{ path, read: () => record[path] }]
  const { roles, totp } = profileOf(record, { roles: column('userRoles'), totp: column('totpDevices') }) ?? {}
  const [joined = null] = (listField(record, 'loginMethods') ?? [])
    .flatMap((method) => timeField(method, 'timeJoinedInMSSinceEpoch') ?? [])
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
  const methods = listField(record, 'loginMethods') ?? []
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
      emailVerified: main === undefined ? null : booleanField(main, 'isVerified'),
      emailIsLogin: emailCode !== undefined,
      phone: phoneCode === undefined ? null : textField(phoneCode, 'phoneNumber'),
      phoneVerified: phoneCode === undefined ? null : booleanField(phoneCode, 'isVerified'),
      phoneIsLogin: phoneCode !== undefined,
      hasPassword: password !== undefined,
      hash: isClear
        ? { hash: clearTextMark, provider: 'supertokens' }
        : hash === null
          ? null
          : { hash, provider: 'supertokens', ...(declared === null ? {} : { declared }) },
      ...profileIn(record),
      identities: parties.map((method) => ({
        provider: textField(method, 'thirdPartyId') ?? 'unknown',
        userId: textField(method, 'thirdPartyUserId') ?? '',
        email: textField(method, 'email'),
        emailVerified: booleanField(method, 'isVerified'),
      })),
    },
    keys: sourceId === null ? [] : [`supertokens:${sourceId}`],
  }
}
