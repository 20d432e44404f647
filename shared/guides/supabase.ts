import type { Guide } from './guide.ts'

export const supabase: Guide = {
  provider: 'supabase',
  title: 'Supabase',
  mark: 'Sb',
  files: '1 file',
  steps: [
    {
      title: 'Dump the two tables.',
      text: 'Use the connection string of the project: Connect, in its dashboard.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=auth.users \\
  --table=auth.identities > auth.sql`,
    },
    { title: 'Drop the file here.', text: 'Users and their identities are joined.' },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt, or Argon2 where imported, in “encrypted_password”' },
    { what: 'Social IDs', has: 'yes', note: 'in “auth.identities”' },
    { what: 'MFA', has: 'no', note: 'in “auth.mfa_factors”, which is not read; users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://supabase.com/docs/guides/troubleshooting/migrating-auth-users-between-projects',
    'https://github.com/supabase/auth/blob/master/internal/models/user.go',
    'https://github.com/supabase/auth/blob/master/internal/crypto/password.go',
  ],
  checked: '2026-11-23',
}
