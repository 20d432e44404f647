import type { Guide } from './guide.ts'

export const descope: Guide = {
  provider: 'descope',
  title: 'Descope',
  mark: 'De',
  files: '1 file for every page',
  steps: [
    {
      title: 'Create a management key.',
      text: 'In the console: Company, Management keys.',
    },
    {
      title: 'Search for all users.',
      text: 'Go on with page 1, 2, and so on until one is empty: without a limit, a default limit holds. The CSV of the console is not made for moving users.',
      command: `curl -X POST \\
  https://api.descope.com/v1/mgmt/user/search \\
  -H "Authorization: Bearer $PROJECT_ID:$KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"limit":100,"page":0}' -o users-0.json`,
    },
    {
      title: 'Drop all files here.',
      text: 'Login IDs, emails, phones, and their verification are read.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'not in the reply; ask their support' },
    { what: 'Social IDs', has: 'no', note: 'the reply says which provider, not the ID' },
    { what: 'Verified flags', has: 'yes', note: 'in “verifiedEmail” and “verifiedPhone”' },
    { what: 'Disabled users', has: 'yes', note: 'in “status”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.descope.com/user-exporting',
    'https://github.com/descope/node-sdk/blob/main/lib/management/user.ts',
  ],
  checked: '2026-11-23',
  unconfirmed: 'How many users a reply has at most was not looked up.',
}
