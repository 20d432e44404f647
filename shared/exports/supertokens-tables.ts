import type { Entry, Names, NamesOfTables, SourceRecord } from '../mapping/export-format.ts'
import { publicTenant } from '../users/tenant.ts'
import { emptyUser, type User } from '../users/user.ts'
import { hasFields, textField } from './fields.ts'
import { namesUnder } from './noted-names.ts'
import { profileOfUser, timeField } from './profile-fields.ts'
import { third } from './third-party-columns.ts'

/** The tables of a core's own database: each way to log in has its users, and what is known of them is beside. */
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
      const hash = textField(record, 'password_hash')
      return userOf(record, id, names, {
        email: textField(record, 'email'),
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
      const provider = textField(record, 'third_party_id') ?? 'unknown'
      const email = textField(record, 'email')
      const identity = third(provider, textField(record, 'third_party_user_id') ?? '', email)
      return userOf(record, id, names, { email, hasPassword: false, identities: [identity] })
    },
  },
  {
    shape: 'passwordless_users',
    has: ['user_id', 'email', 'phone_number', 'time_joined'],
    lacks: ['password_hash'],
    role: 'users',
    read: (record, id, names) => {
      const [email, phone] = [textField(record, 'email'), textField(record, 'phone_number')]
      return userOf(record, id, names, {
        email,
        phone,
        // Who logs in with a code has shown that the address or number is theirs.
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
      const secret = textField(record, 'secret_key')
      return part(id, secret === null ? {} : { totp: [secret] })
    },
  },
]

function userOf(record: SourceRecord, id: string, names: Names, fields: Partial<User>): Entry {
  const tenants = namesUnder(names, `tenant:${id}`)
  const { email = null, emailIsLogin } = fields
  const verified = email === null || !names.has(someVerified) ? null : names.has(verifiedKey(id, email))
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      // The id that the application knows, where the core keeps one.
      sourceId: names.get(`external:${id}`) ?? id,
      ...fields,
      ...(emailIsLogin === true ? {} : { emailVerified: verified }),
      // Who is in the one that every core begins with, and in no other, names none.
      ...(tenants.every((tenant) => tenant === publicTenant) ? {} : { tenants }),
      ...profileOfUser({ joined: timeField(record, 'time_joined') }),
    },
    keys: [keyOf(id)],
  }
}

function part(id: string, fields: Extract<Entry, { kind: 'part' }>['part']): Entry {
  return { kind: 'part', part: fields, keys: [keyOf(id)] }
}

/** As the users of a bulk import. */
function keyOf(id: string): string {
  return `supertokens:${id}`
}

function isVerifiedEmails(table: string): boolean {
  return table.toLowerCase().endsWith('emailverification_verified_emails')
}

/** There are verified emails, so that any other is not. */
const someVerified = 'verified'

function verifiedKey(id: string, email: string): string {
  return `verified:${id}:${email.toLowerCase()}`
}

/** The table of a core's database that the records are of; null: of none that is read. `name`: of a table in a dump. */
export function coreTable(record: SourceRecord, name: string): Table | null {
  const fits = ({ has, lacks = [] }: Table) => hasFields(record, ...has) && !lacks.some((one) => hasFields(record, one))
  return tables.find((table) => (table.shape === 'totp_user_devices' || ofCore(record, name)) && fits(table)) ?? null
}

/** Other tables of users with hashes have a time joined too. */
function ofCore(record: SourceRecord, name: string): boolean {
  return hasFields(record, 'app_id') || /(?:^|[._])(?:emailpassword|thirdparty|passwordless)_users$/i.test(name)
}

/** The table of a shape, for its records. */
export function readCoreRow(record: SourceRecord, shape: string, names: Names): Entry | null {
  const table = tables.find((one) => one.shape === shape)
  const id = textField(record, 'user_id')
  if (table === undefined) return null
  return id === null ? { kind: 'unreadable', reason: 'This row has no user_id.' } : table.read(record, id, names)
}

/**
 * IDs of the application, tenants, and verified emails: an email that the user had before may be verified, and the one of now
 * not.
 */
export const coreNames: NamesOfTables = {
  isTable: ({ records: [first], table = '' }) =>
    first !== undefined &&
    (hasFields(first, 'supertokens_user_id', 'external_user_id') ||
      (hasFields(first, 'tenant_id', 'user_id') &&
        (hasFields(first, 'recipe_id') || table.toLowerCase().endsWith('_user_to_tenant'))) ||
      isVerifiedEmails(table)),
  read: (record, table) => {
    if (isVerifiedEmails(table)) {
      const key = verifiedKey(textField(record, 'user_id') ?? '', textField(record, 'email') ?? '')
      return [
        [key, 'yes'],
        [someVerified, 'yes'],
      ]
    }
    const [own, external] = [textField(record, 'supertokens_user_id'), textField(record, 'external_user_id')]
    if (own !== null && external !== null) return [[`external:${own}`, external]]
    const [id, tenant] = [textField(record, 'user_id'), textField(record, 'tenant_id')]
    return id === null || tenant === null ? [] : [[`tenant:${id}`, tenant]]
  },
}
