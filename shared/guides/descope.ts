import type { Guide } from './guide.ts'

export const descope: Guide = {
  provider: 'descope',
  title: 'Descope',
  mark: 'De',
  files: '1 file',
  steps: [
    {
      title: 'Create a management key.',
      text: 'In the console: Company, Management keys.',
    },
    {
      title: 'Search for all users.',
      text: 'An empty request returns all. The CSV of the console is not made for moving users.',
      command: `curl -X POST \\
  https://api.descope.com/v1/mgmt/user/search \\
  -H "Authorization: Bearer $PROJECT_ID:$KEY" \\
  -H "Content-Type: application/json" \\
  -d "{}" -o users.json`,
    },
    {
      title: 'Drop the file here.',
      text: 'Login IDs, emails, phones, and their verification are read.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'not in the reply; ask their support' },
    { what: 'Social IDs', has: 'no', note: 'the reply says which provider, not the ID' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://docs.descope.com/user-exporting'],
  checked: '2026-11-23',
}
