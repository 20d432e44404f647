import type { Guide } from './guide.ts'

export const phpbb: Guide = {
  provider: 'phpbb',
  title: 'phpBB',
  mark: 'Ph',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table.',
      text: 'The prefix may be another than phpbb_.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=users.sql \\
  -p "$DATABASE" phpbb_users`,
    },
    {
      title: 'Drop the file here.',
      text: 'Visitors and search engines (user_type 2) are counted and left out; inactive users (1) are marked.',
    },
  ],
  facts: [
    {
      what: 'Password hashes',
      has: 'partly',
      note: 'bcrypt and Argon2 are imported; $H$, $P$, and those of converted boards are not',
    },
    { what: 'Social IDs', has: 'no', note: 'in “oauth_accounts”, which is not read' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “user_type”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://github.com/phpbb/phpbb/blob/master/phpBB/includes/constants.php',
    'https://github.com/phpbb/phpbb/tree/master/phpBB/phpbb/passwords/driver',
    'https://github.com/phpbb/phpbb/blob/master/phpBB/phpbb/db/migration/data/v30x/release_3_0_0.php',
  ],
  checked: '2026-11-23',
}
