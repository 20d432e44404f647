import type { Guide } from './guide.ts'

export const authjs: Guide = {
  provider: 'authjs',
  title: 'Auth.js',
  mark: 'Aj',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'With the names that your adapter uses: “User” and “Account” are those of Prisma. Names with capitals need both quotes.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table='"User"' \\
  --table='"Account"' \\
  --file=users.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Users and accounts are joined.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'only if your project added a column for them' },
    { what: 'Social IDs', has: 'yes', note: 'in “Account”' },
    { what: 'Verified flags', has: 'yes', note: 'in “emailVerified”' },
    { what: 'Disabled users', has: 'no', note: 'not in the usual export' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://authjs.dev/getting-started/database',
    'https://authjs.dev/guides/creating-a-database-adapter',
    'https://authjs.dev/reference/core/adapters',
  ],
  checked: '2026-11-23',
}
