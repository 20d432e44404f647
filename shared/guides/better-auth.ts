import type { Guide } from './guide.ts'

export const betterAuth: Guide = {
  provider: 'better-auth',
  title: 'Better Auth',
  mark: 'Ba',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'With the names that your schema has.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table="user" \\
  --table=account \\
  --file=users.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Passwords are in the accounts of the provider “credential”.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'scrypt, its default, is not imported; bcrypt is' },
    { what: 'Social IDs', has: 'yes', note: 'in “account”' },
    { what: 'Verified flags', has: 'yes', note: 'in “emailVerified” and “phoneNumberVerified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “banned”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://www.better-auth.com/docs/concepts/database',
    'https://github.com/better-auth/better-auth/blob/main/packages/better-auth/src/crypto/password.ts',
  ],
  checked: '2026-11-23',
}
