import {
  isDjangoEmail,
  isDjangoSocial,
  isDjangoTotp,
  readDjangoEmail,
  readDjangoSocial,
  readDjangoTotp,
} from './django-parts.ts'
import { isDjangoUser, readDjangoUser } from './django-users.ts'
import type { ExportFormat, Recognition, Sample, Entry, SourceRecord } from '../mapping/export-format.ts'
import { shareOf, hasFields, objectField, textField } from './fields.ts'

/** Django: the table of users, the logins of social-auth and allauth, and all of them as `dumpdata` writes them. */
export const django: ExportFormat = {
  provider: 'django',
  title: 'Django',
  recognise: recogniseDjango,
  read: (record) => {
    if (isDjangoModel(record)) return readDjangoModel(record)
    if (isDjangoSocial(record)) return readDjangoSocial(record)
    if (isDjangoTotp(record)) return readDjangoTotp(record)
    return isDjangoEmail(record) ? readDjangoEmail(record) : readDjangoUser(record)
  },
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'username', becomes: 'Email, if there is no other' },
    { path: 'email', becomes: 'Email' },
    { path: 'password', becomes: 'Password hash' },
    { path: 'is_active', becomes: 'Disabled when no' },
    { path: 'date_joined', becomes: 'Time joined' },
    { path: 'fields.date_joined', becomes: 'Time joined' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'provider', becomes: 'Provider' },
    { path: 'uid', becomes: 'Provider user ID' },
    { path: 'verified', becomes: 'Email verified' },
    { path: 'key', becomes: 'TOTP secret' },
    { path: 'fields.key', becomes: 'TOTP secret' },
    { path: 'model', becomes: 'What the entry is about' },
    { path: 'pk', becomes: 'Source ID' },
    { path: 'fields.username', becomes: 'Email, if there is no other' },
    { path: 'fields.email', becomes: 'Email' },
    { path: 'fields.password', becomes: 'Password hash' },
    { path: 'fields.is_active', becomes: 'Disabled when no' },
    { path: 'fields.user', becomes: 'Source ID of its user' },
    { path: 'fields.provider', becomes: 'Provider' },
    { path: 'fields.uid', becomes: 'Provider user ID' },
  ],
}

function recogniseDjango({ records }: Sample): Recognition | null {
  if (shareOf(records, isDjangoModel) >= 0.8) {
    return found('dumpdata', 'its records have model, pk and fields, as dumpdata writes them', 'users')
  }
  if (shareOf(records, isDjangoUser) >= 0.8) {
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

function found(shape: string, reason: string, role: 'users' | 'parts'): Recognition {
  return { provider: 'django', shape, reason, role }
}

/** An entry of `dumpdata`: `{"model": "auth.user", "pk": 1, "fields": {...}}`. */
function isDjangoModel(record: SourceRecord): boolean {
  return /^\w+\.\w+$/.test(textField(record, 'model') ?? '') && hasFields(record, 'fields')
}

const logins = ['email', 'email_address', 'username', 'user_name', 'login', 'phone', 'phone_number', 'mobile']

/**
 * A user model of the project's own: Django gives each of them `password`, and most `last_login`. A password for something else,
 * as of a mail server, is no hash.
 */
function isUserModel(fields: SourceRecord): boolean {
  if (!hasFields(fields, 'password')) return false
  if (hasFields(fields, 'last_login')) return true
  const password = textField(fields, 'password')?.trim() ?? ''
  const isHash = password === '' || password.startsWith('!') || password.includes('$') || /^\S{32,}$/.test(password)
  return isHash && logins.some((name) => hasFields(fields, name))
}

/** A dump holds entries of every model; what is no user and no login is left aside by name. */
function readDjangoModel(record: SourceRecord): Entry {
  const fields = objectField(record, 'fields') ?? {}
  if (isDjangoSocial(fields)) return readDjangoSocial(fields)
  if (isDjangoEmail(fields)) return readDjangoEmail(fields)
  if (isDjangoTotp(fields)) return readDjangoTotp(fields)
  if (isDjangoUser(fields) || isUserModel(fields)) return readDjangoUser(fields, textField(record, 'pk'))
  return { kind: 'aside', what: textField(record, 'model') ?? '' }
}
