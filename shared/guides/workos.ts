import type { Guide } from './guide.ts'

export const workos: Guide = {
  provider: 'workos',
  title: 'WorkOS',
  mark: 'Wo',
  files: '1 file for every 100 users',
  steps: [
    {
      title: 'Get the secret key.',
      text: 'In the dashboard: API keys.',
    },
    {
      title: 'List the users.',
      text: 'Go on with “after” of “list_metadata”.',
      command: `curl -H "Authorization: Bearer $API_KEY" \\
  "https://api.workos.com/user_management\\
/users?limit=100" -o users-1.json`,
    },
    {
      title: 'Drop all files here.',
      text: 'Users log in with a code at first. The list does not say who is disabled.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'no user of the API has one' },
    { what: 'Social IDs', has: 'no', note: 'the API lists them for one user at a time' },
    { what: 'Verified flags', has: 'yes', note: 'in “email_verified”' },
    { what: 'Disabled users', has: 'no', note: 'not in the usual export' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://workos.com/docs/reference/authkit/user/list',
    'https://github.com/workos/workos-node/blob/main/src/user-management/interfaces/user.interface.ts',
  ],
  checked: '2026-11-23',
  unconfirmed: 'Whether support gives out hashes on request is not documented.',
}
