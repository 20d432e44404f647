import type { Guide } from './guide.ts'

export const moodle: Guide = {
  provider: 'moodle',
  title: 'Moodle',
  mark: 'Mo',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table.',
      text: 'The prefix may be another than mdl_.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=users.sql \\
  -p "$DATABASE" mdl_user`,
    },
    {
      title: 'Drop the file here.',
      text: 'Users have no password where another system checks it (“not cached”), where it was never made (“to be generated”), or after a restored backup (“restored”). Users with the login method “nologin” or suspended are marked as disabled; guests are left out.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'bcrypt is imported, SHA-512 crypt ($6$) is not' },
    { what: 'Social IDs', has: 'no', note: 'in “auth_oauth2_linked_login”, which is not read' },
    { what: 'Verified flags', has: 'yes', note: 'in “confirmed”' },
    { what: 'Disabled users', has: 'yes', note: 'in “auth” and “suspended”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.moodle.org/en/Site_backup',
    'https://github.com/moodle/moodle/blob/MOODLE_405_STABLE/lib/moodlelib.php',
    'https://github.com/moodle/moodle/blob/MOODLE_405_STABLE/auth/nologin/auth.php',
  ],
  checked: '2026-11-23',
  unconfirmed:
    'The words for missing passwords were read in Moodle’s own source, as no page about the table was at hand.',
}
