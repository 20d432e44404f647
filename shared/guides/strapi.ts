import type { Guide } from './guide.ts'

export const strapi: Guide = {
  provider: 'strapi',
  title: 'Strapi',
  mark: 'Sr',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table.',
      text: '“strapi export” writes an archive of JSON lines, encrypted by default, that is not read here, so take the database.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=up_users \\
  --file=users.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Administrators of the panel are in another table and are not read.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt, in “password”' },
    { what: 'Social IDs', has: 'no', note: 'Strapi keeps the provider’s name, not the ID' },
    { what: 'Verified flags', has: 'yes', note: 'in “confirmed”' },
    { what: 'Disabled users', has: 'yes', note: 'in “blocked”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://github.com/strapi/strapi/blob/develop/packages/plugins/users-permissions/server/src/content-types/user/index.ts',
    'https://docs.strapi.io/cms/features/data-management/export',
  ],
  checked: '2026-11-23',
}
