import type { Guide } from './guide.ts'

export const authjs: Guide = {
  provider: 'authjs',
  title: 'Auth.js',
  mark: 'Aj',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'With the names that your adapter uses.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table="User" \\
  --table="Account" \\
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
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://authjs.dev/getting-started/database'],
  checked: '2026-11-23',
  unconfirmed:
    'The vendor’s page was not at hand when this was written: the command follows the layout of the product’s own source. Try it on a small part first.',
}
