import type { Guide } from './guide.ts'

export const stytch: Guide = {
  provider: 'stytch',
  title: 'Stytch',
  mark: 'St',
  files: '1 file or 2',
  steps: [
    {
      title: 'Export the users.',
      text: 'With Stytch’s own utility, or with the search endpoint.',
      command: `curl -X POST \\
  https://api.stytch.com/v1/users/search \\
  -u "$PROJECT_ID:$SECRET" \\
  -H "Content-Type: application/json" \\
  -d '{"limit":1000}' -o users-1.json`,
    },
    {
      title: 'Request the password hashes.',
      text: 'Write to support@stytch.com: users with a password are exported by them.',
    },
    {
      title: 'Drop all files here.',
      text: 'For B2B, the same with organizations and members.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'only from their support' },
    { what: 'Social IDs', has: 'yes', note: 'in “providers”' },
    { what: 'Verified flags', has: 'yes', note: 'in “emails.verified” and “email_address_verified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “is_locked”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes; for hashes, Stytch names no date',
  sources: ['https://stytch.com/docs/resources/migrations/exporting-from-stytch'],
  checked: '2026-11-23',
}
