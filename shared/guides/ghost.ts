import type { Guide } from './guide.ts'

export const ghost: Guide = {
  provider: 'ghost',
  title: 'Ghost',
  mark: 'Gh',
  files: '1 file',
  steps: [
    {
      title: 'Export the members.',
      text: 'In Ghost Admin: Members, the settings icon at the top right, Export all members. Clear filters first: only what they show is exported. Members have no passwords, as they log in by email.',
    },
    {
      title: 'For staff, dump the table.',
      text: 'Their hashes are in the database only.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=staff.sql \\
  -p "$DATABASE" users`,
    },
    {
      title: 'Drop the files here.',
      text: 'Members get a code by email, as before.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'of staff, from the database; bcrypt' },
    { what: 'Social IDs', has: 'no', note: 'Ghost has none' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “status”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://ghost.org/docs/migration/staff-users/',
    'https://ghost.org/help/member-management/',
    'https://github.com/TryGhost/Ghost/blob/main/ghost/admin/app/templates/members.hbs',
  ],
  checked: '2026-11-23',
}
