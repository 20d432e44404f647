import type { Guide } from './guide.ts'

export const kratos: Guide = {
  provider: 'kratos',
  title: 'Ory Kratos',
  mark: 'Kr',
  files: '1 file for every page',
  steps: [
    {
      title: 'Reach the admin API.',
      text: 'It listens on a port of its own, 4434 by default, and must not be public. On Ory Network use the project’s address and an API key.',
    },
    {
      title: 'List the identities with their credentials.',
      text: 'Ask for passwords and for social sign-in; tokens of third parties come with “oidc”, so delete the file afterwards. “Fetch…” leaves them out.',
      command: `curl "$KRATOS_ADMIN/admin/identities\\
?page_size=500&include_credential=password\\
&include_credential=oidc" -D links-1.txt \\
  -o identities-1.json`,
    },
    {
      title: 'Drop all files here.',
      text: 'The header “link” of a reply has the next page.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: '“hashed_password”; bcrypt and Argon2 are imported' },
    { what: 'Social IDs', has: 'yes', note: 'in “credentials.oidc”' },
    { what: 'Verified flags', has: 'yes', note: 'in “verifiable_addresses.verified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “state”; Review asks about them' },
    {
      what: 'MFA',
      has: 'partly',
      note: 'TOTP secrets are imported where the export has credentials, other factors are not',
    },
  ],
  time: 'minutes',
  sources: [
    'https://www.ory.com/docs/kratos/reference/api',
    'https://www.ory.com/docs/kratos/manage-identities/export-user-accounts-identities',
    'https://github.com/ory/kratos/blob/master/identity/handler.go',
  ],
  checked: '2026-11-23',
  unconfirmed:
    'Older versions return credentials for one identity only, and since when the list returns them was not found: look for “hashed_password” in the file.',
}
