import { emptyUser } from '../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, hasFields, shareOf, textField } from './fields.ts'
import { passwordOf } from './own-columns.ts'

/** Drupal: users_field_data, or the table users of Drupal 7. */
export const drupal: ExportFormat = {
  provider: 'drupal',
  title: 'Drupal',
  recognise: ({ records }: Sample): Recognition | null => {
    if (shareOf(records, isDrupalUser) < 0.8) return null
    const reason = 'it has mail and pass with other columns of Drupal’s users'
    return { provider: 'drupal', shape: 'users_field_data', reason, role: 'users' }
  },
  read: readDrupalUser,
  fields: [
    { path: 'uid', becomes: 'Id in the old system' },
    { path: 'mail', becomes: 'Email' },
    { path: 'pass', becomes: 'Password hash' },
    { path: 'status', becomes: 'Disabled when 0' },
  ],
}

function isDrupalUser(record: SourceRecord): boolean {
  const more = ['status', 'init', 'langcode', 'access', 'login']
  const named = hasFields(record, 'uid') || hasFields(record, 'name')
  return hasFields(record, 'mail', 'pass') && named && more.some((name) => hasFields(record, name))
}

function readDrupalUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'uid')
  const email = textField(record, 'mail')
  if (sourceId === null && email === null) {
    return { kind: 'unreadable', reason: 'This record has neither a uid nor a mail.' }
  }
  if (sourceId?.trim() === '0')
    return { kind: 'unreadable', reason: 'The user with uid 0 stands for visitors and is no person.' }
  if (booleanField(record, 'default_langcode') === false)
    return { kind: 'unreadable', reason: 'This is a translation of a user who is in the table by itself.' }
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      ...passwordOf(record, 'drupal', 'pass'),
      standing: booleanField(record, 'status') === false ? 'disabled' : 'active',
    },
    keys: sourceId === null ? [] : [`drupal:${sourceId}`],
  }
}
