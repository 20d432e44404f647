import type { Guide } from './guide.ts'

export const auth0: Guide = {
  provider: 'auth0',
  title: 'Auth0',
  mark: 'A0',
  files: '2 files',
  steps: [
    {
      title: 'Export the users.',
      text: 'Start an export job with a Management API token (read:users). The finished job has the link to the file, good for 60 seconds; ask again for a new one. Jobs are deleted after 24 hours. “Fetch…” does all of this.',
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
    {"name":"created_at"},
    {"name":"user_metadata"},
    {"name":"app_metadata"},
    {"name":"identities"}]}'`,
    },
    {
      title: 'Request the password hashes.',
      text: 'On a paid plan, open a support ticket as an administrator, with your PGP public key: RSA 4096, not ECC. Another administrator confirms, an executive signs a form. The link expires after 3 days. Decrypt the file.',
    },
    { title: 'Drop both files here.', text: 'They are joined by user ID.' },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'only with step 2; Auth0 may decline' },
    { what: 'Social IDs', has: 'yes', note: 'in “identities”' },
    { what: 'Verified flags', has: 'yes', note: 'in “email_verified” and “phone_verified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “blocked”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'secrets come by the same ticket but are not read, users enroll again' },
  ],
  time: 'minutes; for hashes, Auth0 names no date',
  sources: [
    'https://auth0.com/docs/manage-users/user-migration/bulk-user-exports',
    'https://auth0.com/docs/manage-users/user-migration/export-password-hashes-and-mfa-secrets',
    'https://auth0.com/docs/troubleshoot/customer-support/manage-subscriptions/export-data',
  ],
  checked: '2026-11-23',
}
