import type { Guide } from './guide.ts'

export const joomla: Guide = {
  provider: 'joomla',
  title: 'Joomla',
  mark: 'Jo',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table.',
      text: 'With your prefix instead of jos_.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=users.sql \\
  -p "$DATABASE" jos_users`,
    },
    {
      title: 'Drop the file here.',
      text: 'Blocked users are marked as disabled. Users who have not logged in for long may have an older hash: Joomla renews it at login.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'bcrypt and Argon2 are imported; MD5, {SHA256}, and $P$ are not' },
    { what: 'Social IDs', has: 'no', note: 'extensions keep them in tables of their own' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “block”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://github.com/joomla/joomla-cms/blob/5.2-dev/installation/sql/mysql/base.sql',
    'https://github.com/joomla/joomla-cms/blob/5.2-dev/libraries/src/User/UserHelper.php',
  ],
  checked: '2026-11-23',
}
