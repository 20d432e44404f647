import type { Guide } from './guide.ts'

export const pocketbase: Guide = {
  provider: 'pocketbase',
  title: 'PocketBase',
  mark: 'Pb',
  files: '1 file',
  steps: [
    {
      title: 'Download a backup.',
      text: 'In the dashboard: Settings, Backups. Unpack it. Or copy the database while PocketBase is stopped.',
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
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://pocketbase.io/docs/going-to-production/',
    'https://github.com/pocketbase/pocketbase/tree/master/migrations',
  ],
  checked: '2026-11-23',
  unconfirmed: 'The columns were read in PocketBase’s own migrations; the way through the dashboard was not looked up.',
}
