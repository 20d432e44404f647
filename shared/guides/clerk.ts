import type { Guide } from './guide.ts'

export const clerk: Guide = {
  provider: 'clerk',
  title: 'Clerk',
  mark: 'Cl',
  files: '1 file',
  steps: [
    {
      title: 'Export in the dashboard.',
      text: 'As an admin of the workspace: Settings of the instance, section User exports, Export users. Then Download in the history of exports. Only this export has password digests and TOTP secrets.',
    },
    {
      title: 'For ban and metadata, list the users too.',
      text: 'The API and the Clerk CLI return them, without digests.',
      command: `curl -H "Authorization: Bearer $SECRET_KEY" \\
  "https://api.clerk.com/v1/users?limit=500" \\
  -o users-1.json`,
    },
    {
      title: 'Drop the files here.',
      text: 'Use the CSV for users with passwords.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: '“password_digest”, in the dashboard’s CSV only' },
    { what: 'Social IDs', has: 'partly', note: 'in “external_accounts” of the API only' },
    { what: 'Verified flags', has: 'yes', note: 'in “verified_email_addresses” and “unverified_email_addresses”' },
    { what: 'Disabled users', has: 'yes', note: 'in “banned” and “locked”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: '“totp_secret” of the CSV is imported, backup codes are in no export' },
  ],
  time: 'minutes',
  sources: ['https://clerk.com/docs/guides/development/migrating/export-from-clerk'],
  checked: '2026-11-23',
}
