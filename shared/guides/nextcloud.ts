import type { Guide } from './guide.ts'

export const nextcloud: Guide = {
  provider: 'nextcloud',
  title: 'Nextcloud',
  mark: 'Nc',
  files: '1 file',
  steps: [
    {
      title: 'Dump both tables.',
      text: 'Emails, and who is disabled, are in oc_preferences only: without it, disabled users look active. The prefix may be another than oc_.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=nextcloud.sql \\
  -p "$DATABASE" oc_users oc_preferences`,
    },
    {
      title: 'Drop the file here.',
      text: 'Users and their preferences are joined by name. Users of LDAP are not in oc_users.',
    },
  ],
  facts: [
    {
      what: 'Password hashes',
      has: 'partly',
      note: '“1|” bcrypt, “2|” and “3|” Argon2 are imported; older ones are not',
    },
    { what: 'Social IDs', has: 'no', note: 'apps keep them in tables of their own' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “configvalue”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.nextcloud.com/server/latest/admin_manual/maintenance/backup.html',
    'https://github.com/nextcloud/server/blob/master/lib/private/Security/Hasher.php',
    'https://github.com/nextcloud/server/blob/master/lib/private/User/User.php',
  ],
  checked: '2026-11-23',
}
