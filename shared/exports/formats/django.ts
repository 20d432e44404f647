import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { base32OfHex, offTotp, totpAddress } from '../../users/totp-secret.ts'
import { keysOfOther } from '../../mapping/entries/other-keys.ts'
import { unreadRows } from '../../mapping/rows/unread-rows.ts'
import { newUser, type UnmappedValue, type UserPart } from '../../users/user.ts'
import { asEmail, field, profileOfUser, shareOf, third } from '../fields.ts'
import { passwordOf, phoneColumn, standingOfRow } from '../own-columns.ts'

/** Of users whose dump has no primary key, as `--natural-primary` writes it. */
const nameAsKey = 'Source ID; email, if there is no other'

/** Django: the table of users, the logins of social-auth and allauth, authenticator apps, and all of them in `dumpdata`. */
export const django: ExportFormat = {
  provider: 'django',
  title: 'Django',
  recognise: recogniseDjango,
  read: (record, { shape }) => {
    if (isDjangoModel(record)) return readDjangoModel(record, userModelsOf(shape))
    if (isDjangoSocial(record)) return readDjangoSocial(record)
    if (isDjangoTotp(record)) return readDjangoTotp(record)
    return isDjangoEmail(record) ? readDjangoEmail(record, 'email') : readDjangoUser(record)
  },
  fields: [
    { path: 'id', becomes: 'Source ID' },
    {
      path: 'username',
      becomes: 'Email, if there is no other',
      asKey: { without: ['id', 'uuid', 'pk'], becomes: nameAsKey },
    },
    { path: 'email', becomes: 'Email' },
    { path: 'password', becomes: 'Password hash' },
    { path: 'is_active', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'date_joined', becomes: 'Time joined' },
    { path: 'fields.date_joined', becomes: 'Time joined' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'user', becomes: 'Source ID of its user' },
    { path: 'provider', becomes: 'Provider' },
    { path: 'uid', becomes: 'Provider user ID' },
    { path: 'verified', becomes: 'Email verified' },
    { path: 'key', becomes: 'TOTP secret' },
    { path: 'fields.key', becomes: 'TOTP secret' },
    { path: 'model', becomes: 'What the entry is about' },
    { path: 'pk', becomes: 'Source ID' },
    { path: 'fields.username', becomes: 'Email, if there is no other', asKey: { without: ['pk'], becomes: nameAsKey } },
    { path: 'fields.email', becomes: 'Email' },
    { path: 'fields.password', becomes: 'Password hash' },
    { path: 'fields.is_active', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'fields.user', becomes: 'Source ID of its user' },
    { path: 'fields.provider', becomes: 'Provider' },
    { path: 'fields.uid', becomes: 'Provider user ID' },
  ],
}

function recogniseDjango({ records }: Sample): Recognition | null {
  if (shareOf(records, isDjangoModel) >= 0.8) {
    return found(shapeOf(records), 'its records have model, pk and fields, as dumpdata writes them', 'users')
  }
  if (shareOf(records, isDjangoUser) >= 0.8 && records.some(isSurelyDjangoUser)) {
    return found('table of users', 'it has the columns last_login and is_superuser of Django’s users', 'users')
  }
  if (shareOf(records, isDjangoSocial) >= 0.8) {
    return found('logins with third parties', 'it has provider, uid and extra_data for a user_id', 'parts')
  }
  if (shareOf(records, isDjangoTotp) >= 0.8) {
    return found('authenticator apps of django-otp', 'it has key, step and digits for a user_id', 'parts')
  }
  return shareOf(records, isDjangoEmail) >= 0.8
    ? found('emails of allauth', 'it has verified and primary for the email of a user_id', 'parts')
    : null
}

const dumpdata = 'dumpdata'
const usersIn = `${dumpdata} with users in `

/**
 * The shape of entries of `dumpdata`, with the models of users where the first entries show them: a primary key is that of its model, and
 * entries of other models may look like users.
 */
function shapeOf(records: Sample['records']): string {
  const models = new Set(
    records.flatMap((record) => {
      const fields = field.object(record, 'fields') ?? {}
      const isUser = field.has(fields, 'password') && (isDjangoUser(fields) || field.has(fields, 'last_login'))
      return isUser ? (field.text(record, 'model') ?? []) : []
    }),
  )
  return models.size === 0 ? dumpdata : `${usersIn}${[...models].toSorted().join(', ')}`
}

/** The models of users that a shape names; null: it names none. */
function userModelsOf(shape: string): ReadonlySet<string> | null {
  return shape.startsWith(usersIn) ? new Set(shape.slice(usersIn.length).split(', ')) : null
}

function mayBeUser(fields: SourceRecord, model: string): boolean {
  return isDjangoUser(fields) || isUserModel(fields) || isUserByName(model, fields)
}

/** Whether an entry of a model is read here: as a user, or as a login of one. */
export function isKnownDjangoModel(fields: SourceRecord, model: string): boolean {
  return mayBeUser(fields, model) || [isDjangoSocial, isDjangoEmail, isDjangoTotp].some((isOne) => isOne(fields))
}

const readAside = unreadRows()

function found(shape: string, reason: string, role: 'users' | 'parts'): Recognition {
  return { provider: 'django', shape, reason, role }
}

/** Whether a record is an entry of `dumpdata`: `{"model": "auth.user", "pk": 1, "fields": {...}}`. */
function isDjangoModel(record: SourceRecord): boolean {
  return /^\w+\.\w+$/.test(field.text(record, 'model') ?? '') && field.has(record, 'fields')
}

const logins = ['email', 'email_address', 'username', 'user_name', 'login', 'phone', 'phone_number', 'mobile']

/**
 * Whether an entry is of a custom user model: Django gives each `password` and most `last_login`. A password for another purpose, such
 * as that of a mail server, is not a hash.
 */
function isUserModel(fields: SourceRecord): boolean {
  if (!field.has(fields, 'password')) return false
  if (field.has(fields, 'last_login')) return true
  const password = field.text(fields, 'password')?.trim() ?? ''
  const isHash = password === '' || password.startsWith('!') || password.includes('$') || /^\S{32,}$/.test(password)
  return isHash && logins.some((name) => field.has(fields, name))
}

/** Whether an entry without a password is a user by the name of its model: fixtures and filtered dumps leave out what has a default. */
function isUserByName(model: string, fields: SourceRecord): boolean {
  return (
    /\.(?:custom_?)?user$/i.test(model) &&
    ['email', 'email_address', 'username'].some((name) => field.has(fields, name))
  )
}

/** Reads an entry of `dumpdata`, which holds every model. An entry that is neither a user nor a login is `aside`. `userModels`: the models of users; null: entries of any model may be users. */
function readDjangoModel(record: SourceRecord, userModels: ReadonlySet<string> | null): Entry {
  const fields = field.object(record, 'fields') ?? {}
  if (isDjangoSocial(fields)) return readDjangoSocial(fields)
  if (isDjangoEmail(fields)) return readDjangoEmail(fields, 'fields.email')
  if (isDjangoTotp(fields)) return readDjangoTotp(fields)
  const model = field.text(record, 'model') ?? ''
  if (!mayBeUser(fields, model)) return { kind: 'aside', what: model }
  if (userModels === null || userModels.has(model)) return readDjangoUser(fields, field.text(record, 'pk'))
  const aside = readAside(fields, model)
  return aside.kind === 'aside' ? { ...aside, what: model } : aside
}

/** Whether a record is a row of social_auth_usersocialauth (social-auth) or socialaccount_socialaccount (allauth). */
function isDjangoSocial(record: SourceRecord): boolean {
  return (
    field.has(record, 'provider', 'uid', 'extra_data') && (field.has(record, 'user_id') || field.has(record, 'user'))
  )
}

/** Whether a record is a row of account_emailaddress (allauth). */
function isDjangoEmail(record: SourceRecord): boolean {
  return (
    field.has(record, 'email', 'verified', 'primary') && (field.has(record, 'user_id') || field.has(record, 'user'))
  )
}

/** Whether a record is a row of otp_totp_totpdevice (django-otp, also used by django-two-factor-auth). */
function isDjangoTotp(record: SourceRecord): boolean {
  return (
    field.has(record, 'key', 'step', 'digits', 'confirmed') &&
    (field.has(record, 'user_id') || field.has(record, 'user'))
  )
}

/** Reads an authenticator app, whose key is in hexadecimal. One that the user never confirmed is off. */
function readDjangoTotp(record: SourceRecord): Entry {
  const keys = userKeys(record)
  if (keys.length === 0) return { kind: 'unreadable', reason: 'This authenticator app has no user that it belongs to.' }
  const key = field.text(record, 'key')?.trim() ?? ''
  if (key === '') return { kind: 'part', part: {}, keys }
  if (field.flag(record, 'confirmed') === false) return { kind: 'part', part: { totp: [offTotp] }, keys }
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(key)
  const address = totpAddress(isHex ? base32OfHex(key) : key, {
    // No core supports codes that count from a time other than 1970.
    type: (field.text(record, 't0') ?? '0') === '0' ? 'totp' : 'offset',
    algorithm: 'SHA1',
    digits: field.text(record, 'digits') ?? '6',
    period: field.text(record, 'step') ?? '30',
  })
  return { kind: 'part', part: { totp: [address] }, keys }
}

function readDjangoSocial(record: SourceRecord): Entry {
  const keys = userKeys(record)
  const provider = field.text(record, 'provider')
  const uid = field.text(record, 'uid')
  if (keys.length === 0) return { kind: 'unreadable', reason: 'This login has no user that it belongs to.' }
  if (provider === null || uid === null) return { kind: 'unreadable', reason: 'This login has no provider or no uid.' }
  const data = field.object(record, 'extra_data') ?? {}
  const email = field.text(data, 'email') ?? asEmail(uid)
  // By default social-auth stores the email as the uid of Google's users; the id may be in the data that Google sent.
  const userId = asEmail(uid) === null ? uid : (field.text(data, 'sub', 'id', 'user_id') ?? '')
  return { kind: 'part', part: { identities: [third(provider, userId, email)] }, keys }
}

/**
 * Reads an email of allauth. Only the primary one is that of a user without an own email, and the verified state holds for that email alone.
 * `path`: the field of the email, which names it where its user has another one.
 */
function readDjangoEmail(record: SourceRecord, path: string): Entry {
  const keys = userKeys(record)
  const email = field.text(record, 'email')
  const verified = field.flag(record, 'verified')
  if (keys.length === 0) return { kind: 'unreadable', reason: 'This email has no user that it belongs to.' }
  if (email === null || verified === null) return { kind: 'part', part: {}, keys }
  const part: UserPart = { emailVerified: verified, verifiedAddress: email }
  const another: UnmappedValue = { kind: 'email', field: path, value: email, asks: false }
  return field.flag(record, 'primary') === true
    ? { kind: 'part', part: { ...part, email, unmapped: [another] }, keys }
    : { kind: 'part', part, keys }
}

/** Join keys of a login's user. In dumpdata `user` is the id, or with natural keys a list with the user name. */
function userKeys(record: SourceRecord): readonly string[] {
  const natural = record['user']
  const name = Array.isArray(natural) && typeof natural[0] === 'string' ? natural[0] : null
  if (name !== null) return [djangoNameKey(name)]
  const id = field.text(record, 'user_id', 'user')
  return id === null ? [] : [djangoKey(id)]
}

/** Whether a row is one of a table of users that Django alone has. */
export function isDjangoUserRow(row: SourceRecord): boolean {
  return isDjangoUser(row) && isSurelyDjangoUser(row)
}

/** Whether a record is a row of auth_user or of a custom user model. */
function isDjangoUser(record: SourceRecord): boolean {
  // Metabase adds a salt of its own to the password.
  if (!field.has(record, 'is_superuser') || field.has(record, 'password_salt')) return false
  const login = field.has(record, 'email') || field.has(record, 'username')
  const password = field.has(record, 'password', 'last_login')
  return login && (password || field.has(record, 'is_staff', 'date_joined'))
}

/**
 * Whether a row has more of Django than `password`, `last_login` and `is_superuser`, which tables of other frameworks have as well: another column
 * of `AbstractUser`, or a password as Django alone writes it, with the name of its hasher or as its mark for none.
 */
function isSurelyDjangoUser(record: SourceRecord): boolean {
  const has = (...names: string[]) => field.has(record, ...names)
  return (
    has('is_staff') ||
    has('date_joined') ||
    has('first_name', 'last_name') ||
    ofDjango.test(field.text(record, 'password') ?? '')
  )
}

const ofDjango = /^(?:pbkdf2_sha\d+\$|argon2\$argon2|bcrypt(?:_sha256)?\$\$2|scrypt\$|md5\$|sha1\$|!)/

/** Join key of a user by id. Dumps with natural keys refer to users by name instead. */
function djangoKey(id: string): string {
  return `django:${id}`
}
function djangoNameKey(name: string): string {
  return `${djangoNamePrefix}${name}`
}

/** Begins the key of a user of Django by its name. */
export const djangoNamePrefix = 'django:name:'

/** Reads a user. `id`: the primary key, if it is outside the record. A password that begins with `!` is Django's mark for none. */
function readDjangoUser(record: SourceRecord, id: string | null = null): Entry {
  const sourceId = id ?? field.text(record, 'id', 'uuid')
  const name = field.text(record, 'username', 'user_name', 'login')
  // Zulip's `email` may be a generated one that hides `delivery_email`.
  const email = field.text(record, 'delivery_email', 'email', 'email_address') ?? asEmail(name)
  if (sourceId === null && name === null && email === null) {
    return { kind: 'unreadable', reason: 'This record has neither an ID nor a username or email.' }
  }
  const password = passwordOf(record, 'django', 'password')
  const none = password.hash?.hash.trim().startsWith('!') === true
  const entry: Entry = {
    kind: 'user',
    user: newUser({
      sourceId: sourceId ?? name,
      email,
      phone: phoneColumn(record),
      hasPassword: none ? false : password.hasPassword,
      hash: none ? null : password.hash,
      standing: standingOfRow(record),
      ...profileOfUser({ joined: field.time(record, 'date_joined') }),
    }),
    keys: [...(sourceId === null ? [] : [djangoKey(sourceId)]), ...(name === null ? [] : [djangoNameKey(name)])],
  }
  const isBot = field.has(record, 'bot_type') && field.flag(record, 'is_bot') === true
  return isBot ? { kind: 'aside', what: 'bot', ...keysOfOther(entry) } : entry
}
