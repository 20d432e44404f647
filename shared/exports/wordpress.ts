import { emptyUser, type Standing } from '../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, hasFields, shareOf, textField } from './fields.ts'
import { passwordOf } from './own-columns.ts'

/** WordPress: wp_users, whatever its prefix. Since 6.8 its hashes are bcrypt over something else (`$wp$`). */
export const wordpress: ExportFormat = {
  provider: 'wordpress',
  title: 'WordPress',
  recognise: ({ records }: Sample): Recognition | null => {
    if (shareOf(records, isWordPressUser) < 0.8) return null
    const reason = 'it has user_login and user_email with other columns of wp_users'
    return { provider: 'wordpress', shape: 'wp_users', reason, role: 'users' }
  },
  read: readWordPressUser,
  fields: [
    { path: 'ID', becomes: 'Id in the old system' },
    { path: 'user_email', becomes: 'Email' },
    { path: 'user_pass', becomes: 'Password hash' },
    { path: 'user_status', becomes: 'Disabled when not 0' },
  ],
}

function isWordPressUser(record: SourceRecord): boolean {
  const more = ['user_pass', 'user_nicename', 'user_registered']
  return hasFields(record, 'user_login', 'user_email') && more.some((name) => hasFields(record, name))
}

function readWordPressUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'ID', 'id', 'user_id')
  const email = textField(record, 'user_email')
  if (sourceId === null && email === null) {
    return { kind: 'unreadable', reason: 'This record has neither an ID nor a user_email.' }
  }
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      ...passwordOf(record, 'wordpress', 'user_pass'),
      standing: standingOf(record),
    },
    keys: sourceId === null ? [] : [`wordpress:${sourceId}`],
  }
}

/** `spam` and `deleted` are columns of networks; plugins put 1 (spammer) or 2 (not activated) into `user_status`. */
function standingOf(record: SourceRecord): Standing {
  if (booleanField(record, 'deleted') === true) return 'deleted'
  const status = textField(record, 'user_status')?.trim() ?? '0'
  return booleanField(record, 'spam') === true || status !== '0' ? 'disabled' : 'active'
}
