import { clearPassword } from '../../hashes/mask-hash.ts'
import { hashWith } from '../../hashes/verdict.ts'
import { isObject } from '../../json.ts'
import type { Entry, ExportFormat, Names, NamesOfTables, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { profileOf } from '../../mapping/profile-of.ts'
import { publicTenant } from '../../users/tenant.ts'
import { offTotp } from '../../users/totp-secret.ts'
import { newUser, type Identity, type User } from '../../users/user.ts'
import { field, profileOfUser, shareOf, tenantsOfUser, third } from '../fields.ts'
import { namesUnder } from '../noted-names.ts'

/** A table in the database of a core. Each login method has its own table of users; other tables add to them. */
type Table = {
  readonly has: readonly string[]
  readonly lacks?: readonly string[]
  readonly shape: string
  readonly role: 'users' | 'parts'
  readonly read: (record: SourceRecord, id: string, names: Names) => Entry
}

const tables: readonly Table[] = [
  {
    shape: 'emailpassword_users',
    has: ['user_id', 'email', 'password_hash', 'time_joined'],
    role: 'users',
    read: (record, id, names) => {
      const hash = field.text(record, 'password_hash')
      return userOf(record, id, names, {
        email: field.text(record, 'email'),
        hasPassword: hash !== null,
        hash: hash === null ? null : { hash, provider: 'supertokens' },
      })
    },
  },
  {
    shape: 'thirdparty_users',
    has: ['user_id', 'third_party_id', 'third_party_user_id', 'time_joined'],
    role: 'users',
    read: (record, id, names) => {
      const provider = field.text(record, 'third_party_id') ?? 'unknown'
      const email = field.text(record, 'email')
      const identity = third(provider, field.text(record, 'third_party_user_id') ?? '', email)
      return userOf(record, id, names, { email, hasPassword: false, identities: [identity] })
    },
  },
  {
    shape: 'passwordless_users',
    has: ['user_id', 'email', 'phone_number', 'time_joined'],
    lacks: ['password_hash'],
    role: 'users',
    read: (record, id, names) => {
      const [email, phone] = [field.text(record, 'email'), field.text(record, 'phone_number')]
      return userOf(record, id, names, {
        email,
        phone,
        // Logging in with a code verifies the address or number.
        emailVerified: email === null ? null : true,
        phoneVerified: phone === null ? null : true,
        emailIsLogin: email !== null,
        phoneIsLogin: phone !== null,
        hasPassword: false,
      })
    },
  },
  {
    shape: 'totp_user_devices',
    has: ['user_id', 'secret_key', 'device_name', 'verified'],
    role: 'parts',
    read: (record, id) => {
      const secret = field.text(record, 'secret_key')
      const isOff = field.flag(record, 'verified') === false
      return part(id, secret === null ? {} : { totp: [isOff ? offTotp : secret] })
    },
  },
]

function userOf(record: SourceRecord, id: string, names: Names, fields: Partial<User>): Entry {
  const tenants = namesUnder(names, `tenant:${id}`)
  const { email = null, emailIsLogin } = fields
  const verified = email === null || !names.has(someVerified) ? null : names.has(verifiedKey(id, email))
  return {
    kind: 'user',
    user: newUser({
      // The id that the application uses, if the core has a mapping.
      sourceId: names.get(`external:${id}`) ?? id,
      ...fields,
      ...(emailIsLogin === true ? {} : { emailVerified: verified }),
      // A user in the default tenant only needs no tenant.
      ...(tenants.every((tenant) => tenant === publicTenant) ? {} : { tenants }),
      ...profileOfUser({ joined: field.time(record, 'time_joined') }),
    }),
    keys: [keyOf(id)],
  }
}

function part(id: string, fields: Extract<Entry, { kind: 'part' }>['part']): Entry {
  return { kind: 'part', part: fields, keys: [keyOf(id)] }
}

/** Join key of a user, as for the users of a bulk import. */
function keyOf(id: string): string {
  return `supertokens:${id}`
}

function isVerifiedEmails(table: string): boolean {
  return table.toLowerCase().endsWith('emailverification_verified_emails')
}

/** Key noted if the table of verified emails has rows; then any other email is unverified. */
const someVerified = 'verified'

function verifiedKey(id: string, email: string): string {
  return `verified:${id}:${email.toLowerCase()}`
}

/** The table of a core's database to which a record belongs; null if it is none of those read. `name`: name of the table in the dump. */
function coreTable(record: SourceRecord, name: string): Table | null {
  const fits = ({ has, lacks = [] }: Table) => field.has(record, ...has) && !lacks.some((one) => field.has(record, one))
  return tables.find((table) => (table.shape === 'totp_user_devices' || ofCore(record, name)) && fits(table)) ?? null
}

/** Whether a table is a core's, because other tables of users have a `time_joined`, too. */
function ofCore(record: SourceRecord, name: string): boolean {
  return field.has(record, 'app_id') || /(?:^|[._])(?:emailpassword|thirdparty|passwordless)_users$/i.test(name)
}

/** Reads a row of a core's table; null if `shape` is no such table. */
function readCoreRow(record: SourceRecord, shape: string, names: Names): Entry | null {
  const table = tables.find((one) => one.shape === shape)
  const id = field.text(record, 'user_id')
  if (table === undefined) return null
  return id === null ? { kind: 'unreadable', reason: 'This row has no user_id.' } : table.read(record, id, names)
}

/**
 * Tables that are read before the users: ids of the application, tenants, and verified emails. Those are noted by address, because a former
 * address of the user may be verified and the current one not.
 */
const coreNames: NamesOfTables = {
  isTable: ({ records: [first], table = '' }) =>
    first !== undefined &&
    (field.has(first, 'supertokens_user_id', 'external_user_id') ||
      (field.has(first, 'tenant_id', 'user_id') &&
        (field.has(first, 'recipe_id') || table.toLowerCase().endsWith('_user_to_tenant'))) ||
      isVerifiedEmails(table)),
  read: (record, table) => {
    if (isVerifiedEmails(table)) {
      const key = verifiedKey(field.text(record, 'user_id') ?? '', field.text(record, 'email') ?? '')
      return [
        [key, 'yes'],
        [someVerified, 'yes'],
      ]
    }
    const [own, external] = [field.text(record, 'supertokens_user_id'), field.text(record, 'external_user_id')]
    if (own !== null && external !== null) return [[`external:${own}`, external]]
    const [id, tenant] = [field.text(record, 'user_id'), field.text(record, 'tenant_id')]
    return id === null || tenant === null ? [] : [[`tenant:${id}`, tenant]]
  },
}

/** SuperTokens: JSON of its bulk import, users listed by a core (without hashes), and a dump of a core's database. */
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
    const isListed = records.some((record) => methodsOf(record).some((method) => field.has(method, 'recipeUserId')))
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

/** The login methods, the primary one first, because of several of a kind the first counts. */
function methodsOf(record: SourceRecord): readonly SourceRecord[] {
  const methods = field.list(record, 'loginMethods') ?? []
  const isPrimary = (method: SourceRecord) => field.flag(method, 'isPrimary') === true
  return [...methods.filter(isPrimary), ...methods.filter((method) => !isPrimary(method))]
}

function isBulkUser(record: SourceRecord): boolean {
  const methods = methodsOf(record)
  return methods.length > 0 && methods.every((method) => field.text(method, 'recipeId') !== null)
}

/** Metadata, roles, authenticator apps and time joined of a user in the bulk import format. */
function profileIn(record: SourceRecord): Pick<User, 'profile'> {
  const column = (path: string) => [{ path, read: () => record[path] }]
  const { roles, totp } = profileOf(record, { roles: column('userRoles'), totp: column('totpDevices') }) ?? {}
  const [joined = null] = (field.list(record, 'loginMethods') ?? [])
    .flatMap((method) => field.time(method, 'timeJoinedInMSSinceEpoch', 'timeJoined') ?? [])
    .toSorted((one, other) => Number(one) - Number(other))
  const metadata = field.metadata(record, 'userMetadata')?.['userMetadata']
  return profileOfUser({
    metadata: isObject(metadata) ? Object.fromEntries(Object.entries(metadata)) : null,
    roles: roles ?? [],
    totp: totp ?? [],
    joined,
  })
}

/** Reads a user with one login method of each kind. The email is that of the password, else of the code, else of the third party. */
function readBulkUser(record: SourceRecord): Entry {
  const methods = methodsOf(record)
  const of = (recipe: string) => methods.filter((method) => field.text(method, 'recipeId') === recipe)
  const [password] = of('emailpassword')
  const codes = of('passwordless')
  const emailCode = codes.find((method) => field.text(method, 'email') !== null)
  const phoneCode = codes.find((method) => field.text(method, 'phoneNumber') !== null)
  const parties = of('thirdparty')
  const main = password ?? emailCode ?? (phoneCode === undefined ? parties[0] : undefined)
  if (methods.length === 0) return { kind: 'unreadable', reason: 'This record has no login methods.' }
  const sourceId = field.text(record, 'externalUserId', 'id')
  const hash = password === undefined ? null : field.text(password, 'passwordHash')
  // A clear password (plainTextPassword) becomes a mark and is never passed on.
  const clear = hash === null && password !== undefined ? field.text(password, 'plainTextPassword') : null
  const declared = password === undefined ? null : field.text(password, 'hashingAlgorithm')
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email: main === undefined ? null : field.text(main, 'email'),
      emailVerified: main === undefined ? null : verified(main),
      emailIsLogin: emailCode !== undefined,
      phone: phoneCode === undefined ? null : field.text(phoneCode, 'phoneNumber'),
      phoneVerified: phoneCode === undefined ? null : verified(phoneCode),
      phoneIsLogin: phoneCode !== undefined,
      hasPassword: password !== undefined,
      hash:
        hash === null
          ? clear === null
            ? null
            : clearPassword(clear, 'supertokens')
          : hashWith({ hash, provider: 'supertokens', declared }),
      ...profileIn(record),
      ...tenantsIn(methods),
      identities: parties.map(identityOf),
    }),
    keys: sourceId === null ? [] : [`supertokens:${sourceId}`],
  }
}

/** The tenants of all login methods; none for a user in the default tenant only. */
function tenantsIn(methods: readonly SourceRecord[]): Pick<User, 'tenants'> {
  const tenants = [...new Set(methods.flatMap((method) => tenantsOfUser(method, 'tenantIds').tenants ?? []))]
  return tenants.every((tenant) => tenant === publicTenant) ? {} : { tenants }
}

const verified = (method: SourceRecord) => field.flag(method, 'isVerified', 'verified')

/** The third-party login of a method. A core lists it as an object, `thirdParty`. */
function identityOf(method: SourceRecord): Identity {
  const listed = field.object(method, 'thirdParty') ?? {}
  return {
    provider: field.text(method, 'thirdPartyId') ?? field.text(listed, 'id') ?? 'unknown',
    userId: field.text(method, 'thirdPartyUserId') ?? field.text(listed, 'userId') ?? '',
    email: field.text(method, 'email'),
    emailVerified: verified(method),
  }
}
