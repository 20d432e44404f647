import type { Guide } from './guide.ts'

export const laravel: Guide = {
  provider: 'laravel',
  title: 'Laravel',
  mark: 'La',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'Name the table of social accounts as well, if there is one.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=users.sql \\
  -p "$DATABASE" users social_accounts`,
    },
    {
      title: 'Drop the file here.',
      text: 'Users and their social accounts are joined.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt, or Argon2 where it was chosen' },
    { what: 'Social IDs', has: 'partly', note: 'in the table or columns that Socialite writes to' },
    { what: 'Verified flags', has: 'yes', note: 'in “email_verified_at”' },
    { what: 'Disabled users', has: 'no', note: 'not in the usual export' },
    {
      what: 'MFA',
      has: 'partly',
      note: '“google2fa_secret” is imported; Fortify encrypts “two_factor_secret”, so users enroll again',
    },
  ],
  time: 'minutes',
  sources: ['https://laravel.com/docs/hashing', 'https://dev.mysql.com/doc/refman/8.4/en/mysqldump.html'],
  checked: '2026-11-23',
  unconfirmed: 'Laravel prescribes no table for social accounts: name the one of your project.',
}
