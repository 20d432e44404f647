import type { Guide } from './guide.ts'

export const supabase: Guide = {
  provider: 'supabase',
  title: 'Supabase',
  mark: 'Sb',
  files: '1 file',
  steps: [
    {
      title: 'Dump the three tables.',
      text: 'Use the connection string of the project: Connect, in its dashboard.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=auth.users \\
  --table=auth.identities \\
  --table=auth.mfa_factors > auth.sql`,
    },
    { title: 'Drop the file here.', text: 'Users, their identities and their authenticator apps are joined.' },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt, or Argon2 where imported, in “encrypted_password”' },
    { what: 'Social IDs', has: 'yes', note: 'in “auth.identities”' },
    { what: 'Verified flags', has: 'yes', note: 'in “email_confirmed_at” and “confirmed_at”' },
    { what: 'Disabled users', has: 'yes', note: 'in “banned_until”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'TOTP secrets of “auth.mfa_factors” are imported, other factors are not' },
  ],
  time: 'minutes',
  sources: [
    'https://supabase.com/docs/guides/troubleshooting/migrating-auth-users-between-projects',
    'https://github.com/supabase/auth/blob/master/internal/models/user.go',
    'https://github.com/supabase/auth/blob/master/internal/crypto/password.go',
  ],
  checked: '2026-11-23',
}
