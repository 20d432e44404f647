import type { Guide } from './guide.ts'

export const gitea: Guide = {
  provider: 'gitea',
  title: 'Gitea and Forgejo',
  mark: 'Gi',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table.',
      text: '“gitea dump” has it too, in gitea-db.sql of the archive.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=public.user \\
  --file=users.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Organizations and bots are counted and left out.',
    },
  ],
  facts: [
    {
      what: 'Password hashes',
      has: 'partly',
      note: 'bcrypt and Argon2 are imported; PBKDF2, the default, and scrypt are not',
    },
    { what: 'Social IDs', has: 'no', note: 'in “external_login_user”, which is not read' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “prohibit_login” and “is_active”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.gitea.com/administration/backup-and-restore',
    'https://github.com/go-gitea/gitea/tree/main/modules/auth/password/hash',
  ],
  checked: '2026-11-23',
}
