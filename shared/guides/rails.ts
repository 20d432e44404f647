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
      text: 'Devise with a pepper: check one known password before you send anybody.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: '“encrypted_password” or “password_digest”, bcrypt' },
    { what: 'Social IDs', has: 'partly', note: 'in “identities”, or “provider” and “uid” of the user' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://github.com/heartcombo/devise', 'https://www.postgresql.org/docs/current/app-pgdump.html'],
  checked: '2026-11-23',
  unconfirmed: 'The product names no export of its own: the command copies the table with the tools of its database.',
}
