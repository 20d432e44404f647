import type { Entry, ExportFormat, SourceRecord } from '../../mapping/export-format.ts'
import { field, shareOf } from '../fields.ts'
import type { Preset } from '../presets/preset.ts'
import { presetFormat } from '../presets/read-preset.ts'

/** The table oc_users, whose user names may be emails. */
const table: Preset = {
  provider: 'nextcloud',
  title: 'Nextcloud',
  tables: [
    {
      kind: 'users',
      shape: 'oc_users',
      reason:
        'it has uid, uid_lower and displayname beside the password, as oc_users has; emails are in oc_preferences',
      has: ['uid', 'uid_lower', 'displayname', 'password'],
      columns: { 'source-id': ['uid'], 'password-hash': ['password'] },
      emailAsName: 'uid',
      standing: [],
    },
    {
      kind: 'users',
      shape: 'list of occ user:list',
      reason: 'its users have a user_id and a quota beside a user_directory or backend, as occ user:list prints them',
      has: ['user_id', 'email', 'quota', 'enabled', ['user_directory', 'storage_location', 'backend']],
      columns: { 'source-id': ['user_id'], email: ['email'] },
      emailAsName: 'user_id',
    },
  ],
}

const users = presetFormat(table)

/** Nextcloud and ownCloud: the tables oc_users and oc_preferences, which has the emails among the settings of apps. */
export const nextcloud: ExportFormat = {
  ...users,
  recognise: (sample) => {
    if (shareOf(sample.records, isPreference) < 0.8) return users.recognise(sample)
    const reason = 'it has a configkey and a configvalue of an app for a userid, as oc_preferences has'
    return { provider: users.provider, shape: 'oc_preferences', reason, role: 'parts' }
  },
  read: (record, recognition) => (isPreference(record) ? readPreference(record) : users.read(record, recognition)),
  fields: [
    ...users.fields,
    { path: 'userid', becomes: 'Source ID of its user' },
    { path: 'configvalue', becomes: 'Email, where configkey is email; disabled, where enabled is false' },
  ],
}

function isPreference(record: SourceRecord): boolean {
  return field.has(record, 'userid', 'appid', 'configkey', 'configvalue')
}

function readPreference(record: SourceRecord): Entry {
  const owner = field.text(record, 'userid')
  const value = field.text(record, 'configvalue')
  const setting = `${field.text(record, 'appid')}/${field.text(record, 'configkey')}`
  if (owner === null || value === null) return otherSetting
  const keys = [`nextcloud:${owner}`]
  if (setting === 'settings/email') return { kind: 'part', part: { email: value }, keys }
  // Disabled users are marked here, not in oc_users.
  if (setting === 'core/enabled' && value === 'false') return { kind: 'part', part: { standing: 'disabled' }, keys }
  return otherSetting
}

const otherSetting: Entry = { kind: 'aside', what: 'setting of an app' }
