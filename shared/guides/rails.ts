import type { Guide } from './guide.ts'

export const rails: Guide = {
  provider: 'rails',
  title: 'Rails and Devise',
  mark: 'Ra',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'Name the table of OmniAuth identities as well, if there is one.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=users \\
  --table=identities \\
  --file=users.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Devise with a pepper adds it to every password before hashing: such hashes fail, so check one known password first.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: '“encrypted_password” or “password_digest”, bcrypt' },
    { what: 'Social IDs', has: 'partly', note: 'in “identities”, or “provider” and “uid” of the user' },
    { what: 'Verified flags', has: 'yes', note: 'in “confirmed_at” and “email_confirmed_at”' },
    { what: 'Disabled users', has: 'yes', note: 'in “state” and “approved”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: '“otp_secret” and the like are imported, encrypted ones are not' },
  ],
  time: 'minutes',
  sources: [
    'https://github.com/heartcombo/devise/blob/main/lib/devise/encryptor.rb',
    'https://www.postgresql.org/docs/current/app-pgdump.html',
  ],
  checked: '2026-11-23',
  unconfirmed: 'Devise prescribes no table for OmniAuth identities: name the one of your project.',
}
