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
      text: 'Users whose password another system checks have none; guests are left out.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'bcrypt is imported, SHA-512 crypt ($6$) is not' },
    { what: 'Social IDs', has: 'no', note: 'in “auth_oauth2_linked_login”, which is not read' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://docs.moodle.org/en/Site_backup'],
  checked: '2026-11-23',
  unconfirmed:
    'The vendor’s page was not at hand when this was written: the command follows the layout of the product’s own source. Try it on a small part first.',
}
