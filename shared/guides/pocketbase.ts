import type { Guide } from './guide.ts'

export const pocketbase: Guide = {
  provider: 'pocketbase',
  title: 'PocketBase',
  mark: 'Pb',
  files: '1 file',
  steps: [
    {
      title: 'Download a backup.',
      text: 'In the dashboard: Settings, Backups, Initialize new backup. It needs twice the size of pb_data on disk and holds writes back meanwhile. Unpack it. Or copy the database. The API never returns hashes.',
      command: `sqlite3 pb_data/data.db \\
  "VACUUM INTO 'users.db'"`,
    },
    {
      title: 'Drop the database here.',
      text: 'The users of the collection and their OAuth2 logins are joined; superusers are left out.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt, in “password” or “passwordHash”' },
    { what: 'Social IDs', has: 'yes', note: 'in “_externalAuths”' },
    { what: 'Verified flags', has: 'yes', note: 'in “verified”' },
    { what: 'Disabled users', has: 'no', note: 'not in the usual export' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://pocketbase.io/docs/going-to-production/',
    'https://github.com/pocketbase/pocketbase/tree/master/migrations',
    'https://pocketbase.io/docs/api-backups/',
  ],
  checked: '2026-11-23',
}
