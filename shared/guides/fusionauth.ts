import type { Guide } from './guide.ts'

export const fusionauth: Guide = {
  provider: 'fusionauth',
  title: 'FusionAuth',
  mark: 'Fu',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'The API never returns hashes; the database has them. On FusionAuth Cloud, ask support for a backup.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=users \\
  --table=identities \\
  --table=identity_provider_links \\
  --file=users.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Password, salt, and encryption scheme are in “identities”.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'bcrypt is imported, PBKDF2 is not' },
    { what: 'Social IDs', has: 'yes', note: 'in “identity_provider_links”' },
    { what: 'Verified flags', has: 'yes', note: 'in “verified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “active”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'secrets of authenticator apps are imported, but the API leaves them out' },
  ],
  time: 'minutes',
  sources: ['https://fusionauth.io/docs/lifecycle/migrate-users/offboard'],
  checked: '2026-11-23',
}
