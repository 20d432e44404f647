import type { Entry, SourceRecord } from './export-format.ts'
import { hasFields, objectField, textField } from './fields.ts'
import { isDjangoEmail, isDjangoSocial, readDjangoEmail, readDjangoSocial } from './django-parts.ts'
import { isDjangoUser, readDjangoUser } from './django-users.ts'

/** An entry of `dumpdata`: `{"model": "auth.user", "pk": 1, "fields": {...}}`. */
export function isDjangoModel(record: SourceRecord): boolean {
  return /^\w+\.\w+$/.test(textField(record, 'model') ?? '') && hasFields(record, 'fields')
}

/** A dump holds entries of every model; what is no user and no login is left aside by name. */
export function readDjangoModel(record: SourceRecord): Entry {
  const fields = objectField(record, 'fields') ?? {}
  if (isDjangoSocial(fields)) return readDjangoSocial(fields)
  if (isDjangoEmail(fields)) return readDjangoEmail(fields)
  if (isDjangoUser(fields)) return readDjangoUser(fields, textField(record, 'pk'))
  return { kind: 'aside', what: textField(record, 'model') ?? '' }
}
