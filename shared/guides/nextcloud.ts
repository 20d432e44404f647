import type { Guide } from './guide.ts'

export const nextcloud: Guide = {
  provider: 'nextcloud',
  title: 'Nextcloud',
  mark: 'Nc',
  files: '1 file',
  steps: [
    {
      title: 'Dump the tables.',
      text: 'Emails are in the preferences. The prefix may be another than oc_.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=nextcloud.sql \\
  -p "$DATABASE" oc_users oc_preferences`,
    },
    {
      title: 'Drop the file here.',
      text: 'Users and their emails are joined by name.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: '“1|$2y$…” and “3|$argon2id$…” are imported' },
    { what: 'Social IDs', has: 'no', note: 'apps keep them in tables of their own' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://docs.nextcloud.com/server/latest/admin_manual/maintenance/backup.html'],
  checked: '2026-11-23',
  unconfirmed:
    'The vendor’s page was not at hand when this was written: the command follows the layout of the product’s own source. Try it on a small part first.',
}
