import type { Guide } from './guide.ts'

export const zitadel: Guide = {
  provider: 'zitadel',
  title: 'Zitadel',
  mark: 'Zi',
  files: '1 file',
  steps: [
    {
      title: 'Create a token.',
      text: 'Make a service user with a personal access token, and add it as a manager with the role Instance Owner. Delete it afterwards.',
    },
    {
      title: 'Export all organizations.',
      text: 'The API for users lists them without hashes; this export has them, but no passkeys. Raise the timeout for many users.',
      command: `curl --request POST \\
  "$ZITADEL_DOMAIN/admin/v1/export" \\
  --header "Authorization: Bearer $TOKEN" \\
  --header "Content-Type: application/json" \\
  --data '{
    "org_ids": [], "excluded_org_ids": [],
    "with_passwords": true, "with_otp": false,
    "timeout": "10m", "response_output": true
  }' -o export.json`,
    },
    { title: 'Drop the file here.', text: 'Machine users are counted and left out.' },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt and Argon2 are imported, PBKDF2 and others are not' },
    { what: 'Social IDs', has: 'yes', note: 'in “userLinks”' },
    { what: 'Verified flags', has: 'yes', note: 'in “user.email.isEmailVerified” and “human.email.isVerified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “state”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'TOTP secrets are imported where the export has them, other factors are not' },
  ],
  time: 'minutes',
  sources: ['https://zitadel.com/docs/guides/migrate/sources/zitadel'],
  checked: '2026-11-23',
}
