import type { Guide } from './guide.ts'

export const logto: Guide = {
  provider: 'logto',
  title: 'Logto',
  mark: 'Lo',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'The Management API lists users without their hashes; the database has them.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=users \\
  --table=user_sso_identities \\
  --file=logto.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Social logins are in the column “identities”, enterprise logins in “user_sso_identities”. Suspended users are marked.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'only from the database; Argon2 and bcrypt are imported' },
    { what: 'Social IDs', has: 'yes', note: 'in “identities” and “user_sso_identities”' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “isSuspended”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'TOTP secrets are imported, other factors are not' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.logto.io/user-management/user-migration',
    'https://github.com/logto-io/logto/blob/master/packages/schemas/tables/users.sql',
    'https://github.com/logto-io/logto/blob/master/packages/schemas/tables/user_sso_identities.sql',
  ],
  checked: '2026-11-23',
  unconfirmed: 'Logto Cloud offers no export of hashes in its documentation: ask its support.',
}
