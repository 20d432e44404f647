import type { Preset } from './preset.ts'

/** Nextcloud and ownCloud: oc_users, whose user names may be emails. */
export const nextcloud: Preset = {
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
  ],
}
