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
      text: 'Visitors and search engines are counted and left out.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'bcrypt and Argon2 are imported, $H$ is not' },
    { what: 'Social IDs', has: 'no', note: 'in “oauth_accounts”, which is not read' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://github.com/phpbb/phpbb/blob/master/phpBB/includes/constants.php'],
  checked: '2026-11-23',
  unconfirmed: 'The kinds of users were read in phpBB’s own source; the columns were not looked up.',
}
