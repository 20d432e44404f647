import type { Guide } from './guide.ts'

export const directus: Guide = {
  provider: 'directus',
  title: 'Directus',
  mark: 'Di',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table.',
      text: 'The API masks the hashes, so take the database. Hashes made with HASH_SECRET or HASH_ASSOCIATED_DATA in your environment need those values and cannot be checked.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=directus_users \\
  --file=users.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Only active users can log in: drafts, invited, unverified, suspended, and archived ones are marked as disabled.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'Argon2, in “password”' },
    { what: 'Social IDs', has: 'yes', note: 'in “external_identifier”' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “status”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: '“tfa_secret” is imported' },
  ],
  time: 'minutes',
  sources: [
    'https://github.com/directus/directus/tree/main/api/src/database/seeds',
    'https://github.com/directus/directus/blob/main/api/src/utils/generate-hash.ts',
    'https://docs.directus.io/reference/system/users',
  ],
  checked: '2026-11-23',
}
