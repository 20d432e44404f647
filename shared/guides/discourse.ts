import type { Guide } from './guide.ts'

export const discourse: Guide = {
  provider: 'discourse',
  title: 'Discourse',
  mark: 'Ds',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'With the database of the container. Since October 2024, hashes are in “user_passwords” only, before in “users”. The user export of the admin pages has none.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=users \\
  --table=user_emails \\
  --table=user_passwords \\
  --table=user_associated_accounts \\
  --file=discourse.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Hashes and salts are there, but the core cannot check them: users log in with a code.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'PBKDF2, which the core cannot check' },
    { what: 'Social IDs', has: 'yes', note: 'in “user_associated_accounts”' },
    { what: 'Verified flags', has: 'yes', note: 'in “active”' },
    { what: 'Disabled users', has: 'yes', note: 'in “suspended_till”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://meta.discourse.org/t/export-password-hashes-in-the-phc-format/133805',
    'https://github.com/discourse/discourse/blob/main/app/models/user_password.rb',
  ],
  checked: '2026-11-23',
}
