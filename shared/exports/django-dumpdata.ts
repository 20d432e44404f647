import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, objectField, textField } from './fields.ts'
import { isDjangoEmail, isDjangoSocial, readDjangoEmail, readDjangoSocial } from './django-parts.ts'
import { isDjangoUser, readDjangoUser } from './django-users.ts'

/** An entry of `dumpdata`: `{"model": "auth.user", "pk": 1, "fields": {...}}`. */
export function isDjangoModel(record: SourceRecord): boolean {
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
export function readDjangoModel(record: SourceRecord): Entry {
  const fields = objectField(record, 'fields') ?? {}
  if (isDjangoSocial(fields)) return readDjangoSocial(fields)
  if (isDjangoEmail(fields)) return readDjangoEmail(fields)
  if (isDjangoUser(fields) || isUserModel(fields)) return readDjangoUser(fields, textField(record, 'pk'))
  return { kind: 'aside', what: textField(record, 'model') ?? '' }
}
