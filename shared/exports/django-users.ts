import { emptyUser } from '../users/user.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { asEmail, booleanField, hasFields, textField } from './fields.ts'
import { profileOfUser, timeField } from './profile-fields.ts'
import { passwordOf, phoneColumn, standingOfRow } from './own-columns.ts'

/** A row of auth_user, or of a user model of the project's own. */
export function isDjangoUser(record: SourceRecord): boolean {
  if (!hasFields(record, 'is_superuser')) return false
  const login = hasFields(record, 'email') || hasFields(record, 'username')
  const password = hasFields(record, 'password', 'last_login')
  return login && (password || hasFields(record, 'is_staff', 'date_joined'))
}

/** The key of a user by id; dumps with natural keys name users by their user name instead. */
export function djangoKey(id: string): string {
  return `django:${id}`
}
export function djangoNameKey(name: string): string {
  return `django:name:${name}`
}

const bot: Entry = { kind: 'unreadable', reason: 'This is a bot and no person.' }

/** `id`: the primary key where it is not in the record itself. Passwords that begin with `!` are Django's mark for none. */
export function readDjangoUser(record: SourceRecord, id: string | null = null): Entry {
  const sourceId = id ?? textField(record, 'id', 'uuid')
  const name = textField(record, 'username', 'user_name', 'login')
  // Zulip's `email` may be one that it made up, where the real one is hidden.
  const email = textField(record, 'delivery_email', 'email', 'email_address') ?? asEmail(name)
  if (hasFields(record, 'bot_type') && booleanField(record, 'is_bot') === true) return bot
  if (sourceId === null && name === null && email === null) {
    return { kind: 'unreadable', reason: 'This record has neither an id nor a username or email.' }
  }
  const password = passwordOf(record, 'django', 'password')
  const none = password.hash?.hash.trim().startsWith('!') === true
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId: sourceId ?? name,
      email,
      phone: phoneColumn(record),
      hasPassword: none ? false : password.hasPassword,
      hash: none ? null : password.hash,
      standing: standingOfRow(record),
      ...profileOfUser({ joined: timeField(record, 'date_joined') }),
    },
    keys: [...(sourceId === null ? [] : [djangoKey(sourceId)]), ...(name === null ? [] : [djangoNameKey(name)])],
  }
}
