import type { Guide } from './guide.ts'

export const auth0: Guide = {
  provider: 'auth0',
  title: 'Auth0',
  mark: 'A0',
  files: '2 files',
  steps: [
    {
      title: 'Export the users.',
      text: 'Start an export job with a Management API token (read:users). Its result has the link to the file. “Fetch from…” does all of this.',
      command: `curl \\
  https://$DOMAIN/api/v2/jobs/users-exports \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"format":"json","fields":[
    {"name":"user_id"},{"name":"email"},
    {"name":"email_verified"},
    {"name":"phone_number"},
    {"name":"phone_verified"},
    {"name":"blocked"},
    {"name":"identities"}]}'`,
    },
    {
      title: 'Request the password hashes.',
      text: 'Open a support ticket with your PGP public key. You need a paid plan, a second administrator, and a form signed by an executive. Decrypt the file you receive.',
    },
    { title: 'Drop both files here.', text: 'They are joined by user ID.' },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'only with step 2' },
    { what: 'Social IDs', has: 'yes', note: 'in “identities”' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes; for hashes, Auth0 names no date',
  sources: [
    'https://auth0.com/docs/manage-users/user-migration/bulk-user-exports',
    'https://auth0.com/docs/manage-users/user-migration/export-password-hashes-and-mfa-secrets',
  ],
  checked: '2026-11-22',
}
