import type { Guide } from './guide.ts'

export const generic: Guide = {
  provider: 'generic',
  title: 'Your own table',
  mark: 'Ow',
  files: '1 file',
  steps: [
    {
      title: 'From PostgreSQL.',
      text: 'Write the columns of a login only: ID, email, phone, hash, and whether they were verified.',
      command: `psql "$DATABASE_URL" -c "COPY (
  SELECT id, email, password_hash FROM users
) TO STDOUT WITH (FORMAT csv, HEADER)" \\
  > users.csv`,
    },
    {
      title: 'From MySQL or MariaDB.',
      text: 'A dump with column names is read as it is.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=users.sql \\
  -p "$DATABASE" users`,
    },
    {
      title: 'From SQL Server or Excel.',
      text: 'Save the table as CSV in UTF-8. Excel rounds numbers of more than 15 digits and drops leading zeros and plus signs: format such columns as text first.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'bcrypt, Argon2, and Firebase scrypt are imported' },
    { what: 'Social IDs', has: 'partly', note: 'with a column for the provider and one for the ID there' },
    { what: 'Verified flags', has: 'yes', note: 'where a column says so' },
    { what: 'Disabled users', has: 'yes', note: 'where a column says so; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'a column of TOTP secrets can be mapped' },
  ],
  time: 'minutes',
  sources: [
    'https://www.postgresql.org/docs/current/sql-copy.html',
    'https://dev.mysql.com/doc/refman/8.4/en/mysqldump.html',
  ],
  checked: '2026-11-23',
}
